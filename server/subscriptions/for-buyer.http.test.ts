/** What staff change in the name of a subscriber: the same rules, an email with before and after, and the change log. */
import { afterAll, beforeEach, expect, test } from 'vitest'
import { violations } from '#test/invariants.ts'
import { mailboxOf } from '#test/mailbox.ts'
import { VIENNA } from '#test/purchase.ts'
import { signedIn, type SignedInVisitor } from '#test/signed-in.ts'
import type { Change } from '#shared/platform/api/change-log.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { announcePrices } from './prices.ts'
import {
  coffeeEvery,
  deliveriesOf,
  mailsAbout,
  openSubscriptionShop,
  passDays,
  setNextCharges,
  subscribed,
} from './subscriptions.testing.ts'

const shop = await openSubscriptionShop()
let admin: Awaited<ReturnType<typeof shop.admin>>
let buyer: SignedInVisitor
let id: string
let coffee: string

beforeEach(async () => {
  admin = await shop.admin()
  buyer = await signedIn(shop)
  const lines = await coffeeEvery(shop, 4)
  coffee = lines[0]!._id
  id = (await subscribed(shop, buyer, lines)).id
})
afterAll(() => shop.close())

const one = async () => (await admin.get(`/api/subscriptions/${id}`)).body
const at = (path: string) => `/api/subscriptions/${id}/${path}`
const logged = async (): Promise<Change[][]> => {
  const { lines } = (await admin.get(`/api/record?subject=subscription&subjectId=${id}`)).body
  return lines.map(({ changes }: { changes: Change[] }) => changes)
}
const press = (attempts: number) => admin.post(at('retry'), { attempts })
/** What the mails about changes say, oldest first. */
async function told(): Promise<Change[][]> {
  const rows = await shop.db
    .selectFrom('outbox')
    .select('about')
    .where('kind', '=', 'subscription-changed')
    .where('about', 'like', `%"subscription":"${id}"%`)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(({ about }) => (JSON.parse(about!) as { changes: Change[] }).changes)
}

test('a change of the coffee, the address and the frequency is mailed and logged with before and after', async () => {
  const other = await shop.sell({ name: 'Honduras', priceCents: 2000 })
  const { items, version } = await one()
  const changed = await admin.put(at(`items/${items[0]._id}`), { product: other, qty: 2, version })
  expect(changed.status, changed.text).toBe(200)
  const moved = await admin.put(at('address'), {
    shippingAddress: { ...VIENNA, address: '9 Elm Street' },
    version: version + 1,
  })
  expect(moved.status, moved.text).toBe(200)
  const often = await admin.put(at('rhythm'), { weeks: 2, version: version + 2 })
  expect(often.body.subscription.weeks).toBe(2)
  const all = await told()
  expect(all[0]).toEqual([
    {
      field: 'Coffee',
      before: expect.stringMatching(/^1 × Test Beans.*, \$16\.65 each$/),
      after: expect.stringMatching(/^2 × Honduras.*, \$18\.00 each$/),
    },
  ])
  expect(all[1]).toMatchObject([{ field: 'Delivered to', after: expect.stringContaining('9 Elm Street') }])
  // The next date follows from the frequency, so that nobody is charged twice or too late.
  expect(all[2]!.map(({ field }) => field)).toEqual(['How often', 'Next roast day'])
  expect(all[2]![0]).toMatchObject({ before: 'Every 4 weeks', after: 'Every 2 weeks' })
  const lines = await logged()
  expect(lines).toHaveLength(3)
  expect(lines[0]).toEqual([{ field: 'Done', before: '', after: often.body.message }, ...all[2]!])
  const mails = await mailboxOf(shop).newMailsTo(buyer.email)
  const mail = mails.find(({ subject }) => subject === 'Your coffee subscription was changed')
  expect(mail?.text).toMatch(/Coffee before: 1 × Test Beans[^]+Coffee now: 2 × Honduras/)
})

test('a skip, a pause and a cancellation each are mailed once, and what changes nothing is not', async () => {
  const { next, version } = await one()
  expect((await admin.post(at('skip'), { number: next.number, version })).status).toBe(200)
  expect((await admin.post(at('skip'), { number: next.number })).status).toBe(200)
  expect((await told()).map((changes) => changes.map(({ field }) => field))).toEqual([['Next roast day']])
  expect((await admin.post(at('pause'), { until: null })).status).toBe(200)
  expect((await told())[1]).toContainEqual({ field: 'Status', before: 'Active', after: 'Paused' })
  expect((await admin.post(at('cancel'), { reason: '', note: '' })).status).toBe(200)
  expect(await told()).toHaveLength(2)
  expect((await mailsAbout(shop, id)).at(-1)).toBe('canceled')
  expect(await logged()).toHaveLength(3)
})

test('a form of staff that was opened before another change is refused with the new version', async () => {
  const { next, version, items, movableTo } = await one()
  expect((await buyer.put(at('rhythm'), { weeks: 8 })).status).toBe(200)
  const item = `items/${items[0]._id}`
  const late = [
    await admin.post(at('skip'), { number: next.number, version }),
    await admin.post(at('move'), { number: next.number, on: movableTo[0], version }),
    await admin.post(at('resume'), { version }),
    await admin.post(at('cancel'), { version }),
    await admin.delete(at(`${item}?version=${version}`)),
    await admin.put(at(`${item}/price`), { price: 10, version }),
  ]
  for (const { status, body } of late)
    expect([status, body]).toMatchObject([409, { code: 'changed', version: version + 1 }])
  expect((await admin.delete(at(`${item}?version=x`))).status).toBe(400)
  expect(await one()).toMatchObject({ weeks: 8, status: 'active', items: [{ price: 18.5, ownPrice: null }] })
  expect([await told(), await logged()]).toEqual([[], []])
})

test('a lower price for one subscription applies at once and stays, and the subscriber is told', async () => {
  const { items, version } = await one()
  const path = at(`items/${items[0]._id}/price`)
  const more = await admin.put(path, { price: 18.51, version })
  expect([more.status, more.body.message]).toEqual([400, expect.stringContaining('$18.50')])
  for (const price of [0, -1, 1.005, 'free'])
    expect((await admin.put(path, { price, version })).status).toBe(400)
  const lower = await admin.put(path, { price: 15, version })
  expect(lower.body.subscription.items[0]).toMatchObject({ price: 15, ownPrice: 15, discounted: 13.5 })
  expect(await told()).toMatchObject([
    [
      {
        field: 'Coffee',
        before: expect.stringContaining('$16.65'),
        after: expect.stringContaining('$13.50'),
      },
    ],
  ])
  expect((await logged())[0]).toContainEqual({
    field: 'Price set for Test Beans',
    before: 'The shop’s',
    after: '$15.00',
  })
  for (let day = 0; day < 30; day++) {
    await passDays(shop, 1)
    await announcePrices(shop.shop)
  }
  expect(await mailsAbout(shop, id)).not.toContain('price')
  expect((await deliveriesOf(shop, id))[1]).toMatchObject({ state: 'paid', items_cents: 1350 })
  // Another coffee has the price of the shop.
  const other = await shop.sell({ name: 'Another', priceCents: 1700 })
  const changed = await admin.put(at(`items/${items[0]._id}`), { product: other, qty: 1 })
  expect(changed.body.subscription.items[0]).toMatchObject({ price: 17, ownPrice: null })
})

test('a higher price for one subscription is announced first, and charged from the announced day on', async () => {
  const { items } = await one()
  const path = at(`items/${items[0]._id}/price`)
  expect((await admin.put(path, { price: 15 })).status).toBe(200)
  const back = await admin.put(path, { price: null })
  expect(back.status, back.text).toBe(200)
  const [item] = back.body.subscription.items
  expect(item).toMatchObject({ price: 15, ownPrice: null })
  const announced = item.newPrice !== null
  const mails = () => mailsAbout(shop, id).then((kinds) => kinds.filter((kind) => kind === 'price'))
  expect(await mails()).toHaveLength(announced ? 1 : 0)
  for (let day = 0; day < 60; day++) {
    await passDays(shop, 1)
    await announcePrices(shop.shop)
  }
  expect(await mails()).toHaveLength(1)
  const paid = (await deliveriesOf(shop, id)).map(({ items_cents: cents }) => cents)
  expect(paid.slice(0, 3)).toEqual(announced ? [1665, 1665, 1665] : [1665, 1350, 1665])
  expect(await violations(shop.db)).toEqual([])
})

test('the price of an item that comes once goes down, and not up', async () => {
  const { subscription } = (await admin.post(at('items'), { product: coffee, qty: 1, isOnce: true })).body
  const once = subscription.items.find(({ isOnce }: { isOnce: boolean }) => isOnce)
  const path = at(`items/${once._id}/price`)
  expect((await admin.put(path, { price: 1 })).body.message).toMatch(/costs \$1\.00/)
  expect((await admin.put(path, { price: 2 })).status).toBe(409)
  expect((await admin.put(at('items/none/price'), { price: 2 })).status).toBe(404)
})

test('a press on Retry now charges once: not after another try, not twice at once, and it counts as the next retry', async () => {
  await setNextCharges(shop, id, 'INSTRUMENT_DECLINED')
  const last = async () => (await deliveriesOf(shop, id)).at(-1)!
  for (let day = 0; day < 35 && (await last()).number === 1; day++) await passDays(shop, 1)
  expect(await last()).toMatchObject({ attempts: 1, order_state: 'pending' })
  const again = await press(1)
  expect(again.body).toMatchObject({
    isPaid: false,
    message: expect.stringMatching(/^It failed again\. The shop tries again on/),
  })
  expect(await last()).toMatchObject({ attempts: 2 })
  const late = await press(1)
  expect([late.status, late.body.code]).toEqual([409, 'tried'])
  await setNextCharges(shop, id, 'accept')
  const both = await Promise.all([press(2), press(2)])
  expect(both.map(({ status }) => status).toSorted((first, second) => first - second)).toEqual([200, 409])
  expect(both.find(({ status }) => status === 200)!.body).toEqual({
    isPaid: true,
    message: expect.stringMatching(/^Paid: \$\d+\.\d\d\.$/),
  })
  const { order_id: order, state } = await last()
  expect(state).toBe('paid')
  const payments = await shop.db
    .selectFrom('payments')
    .select('state')
    .where('order_id', '=', order!)
    .execute()
  expect(payments.map((payment) => payment.state).toSorted()).toEqual(['completed', 'declined', 'declined'])
  expect(await violations(shop.db)).toEqual([])
})

test('a failed charge that is settled by check or bank transfer is in an account of its own, and in no counter day', async () => {
  const books = async () => {
    const month = nowAt(shop.clock).day.slice(0, 7)
    const { bank, till, rounding } = (await admin.get(`/api/accounting/months/${month}`)).body.total
    return { bank, till, rounding }
  }
  await setNextCharges(shop, id, 'INSTRUMENT_DECLINED')
  for (let day = 0; day < 35 && (await deliveriesOf(shop, id)).at(-1)!.number === 1; day++)
    await passDays(shop, 1)
  const before = await books()
  const start = await admin.post('/api/counter-day/start', { start: 100 })
  expect(start.status, start.text).toBe(201)
  const body = { kind: 'check', reason: 'Came by mail', attempts: 1, lastFour: '4242' }
  expect((await admin.post(at('settle'), body)).status).toBe(200)
  const { order_id: order, total_cents: cents } = (await deliveriesOf(shop, id)).at(-1)!
  const tenders = () => shop.db.selectFrom('tenders').selectAll().where('order_id', '=', order!).execute()
  const taken = { kind: body.kind, cents, rounding_cents: 0, last_four: '', counter_day_id: null }
  expect(await tenders()).toMatchObject([taken])
  expect(await books()).toEqual({ ...before, bank: cents! / 100 })
  const back = await admin.post(`/api/orders/${order}/refund`, { amount: 1.01 })
  expect(back.body.refunds).toMatchObject([{ amount: 1.01, to: body.kind, state: 'completed' }])
  expect((await tenders())[1]).toMatchObject({ kind: body.kind, cents: -101, counter_day_id: null })
  expect((await books()).bank).toBeCloseTo((cents! - 101) / 100)
  const { _id, version } = (await admin.get('/api/counter-day')).body.open
  const closed = await admin.post('/api/counter-day/close', { _id, version, counted: 100 })
  expect(closed.body).toMatchObject({ expected: 100, sales: 0 })
  expect(await violations(shop.db)).toEqual([])
})

test('a failed charge that is settled in cash is in the books of the order once, and is not charged again', async () => {
  await setNextCharges(shop, id, 'INSTRUMENT_DECLINED')
  const last = async () => (await deliveriesOf(shop, id)).at(-1)!
  for (let day = 0; day < 35 && (await last()).number === 1; day++) await passDays(shop, 1)
  const settle = (body: object) =>
    admin.post(at('settle'), { kind: 'cash', reason: 'Paid at the bar', attempts: 1, ...body })
  for (const body of [
    { kind: 'gold' },
    { reason: '' },
    { reason: 'card 4111 1111 1111 1111' },
    { received: 1 },
  ])
    expect((await settle(body)).status).toBe(400)
  expect((await buyer.post(at('settle'), { kind: 'cash', reason: 'x', attempts: 1 })).status).toBe(403)
  expect((await settle({ attempts: 0 })).body.code).toBe('tried')
  const both = await Promise.all([settle({}), settle({})])
  expect(both.map(({ status }) => status).toSorted((first, second) => first - second)).toEqual([200, 409])
  const { order_id: order, state, total_cents: cents } = await last()
  expect(state).toBe('paid')
  const tenders = await shop.db.selectFrom('tenders').selectAll().where('order_id', '=', order!).execute()
  expect(tenders).toMatchObject([{ kind: 'cash', cents }])
  expect((await told()).at(-1)).toMatchObject([
    { before: expect.stringContaining('Failed'), after: 'Settled in cash' },
  ])
  expect((await logged())[0]).toContainEqual({ field: 'Reason', before: '', after: 'Paid at the bar' })
  await setNextCharges(shop, id, 'accept')
  await passDays(shop, 9)
  const payments = await shop.db
    .selectFrom('payments')
    .select('state')
    .where('order_id', '=', order!)
    .execute()
  expect(payments.map((payment) => payment.state).toSorted()).toEqual(['completed', 'declined'])
  expect((await settle({})).status).toBe(409)
  expect(await violations(shop.db)).toEqual([])
})
