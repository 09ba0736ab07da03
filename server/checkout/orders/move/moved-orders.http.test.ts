// On SQLite only: files of other shops, the same parser on both databases.
// Slow, not in `npm run check`: files and lists with hundreds or thousands of rows.
/** Orders whose promised dates no longer fit the roast plan, and new dates for their buyers. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  BAG,
  FRIDAY,
  MONDAY,
  openRoastery,
  setCapacity,
  setDay,
  THURSDAY,
  type Roastery,
} from '#server/roastery/delivery/capacity.testing.ts'
import { DAY } from '#server/kernel/time/clock.ts'
import { SHIPPING_DEFAULTS } from '#shared/platform/settings/shipping.ts'
import { violations } from '#test/invariants.ts'
import { MAIL_SETTINGS, mailboxOf, type Mailbox } from '#test/mailbox.ts'
import { bought, pay, placed } from '#test/purchase.ts'
import type { TestShop } from '#test/shop.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'

let roastery: Roastery
let shop: TestShop
let admin: SignedInVisitor
let buyer: SignedInVisitor
let mailbox: Mailbox
beforeEach(async () => {
  roastery = await openRoastery(MAIL_SETTINGS)
  ;({ shop, admin, buyer } = roastery)
  mailbox = mailboxOf(shop)
})
afterEach(async () => {
  expect(await violations(shop.db)).toEqual([])
  await shop.close()
})

const lines = (qty = 1) => roastery.lines(qty)
const affected = async () => (await admin.get('/api/roastery/affected')).body
const move = (orders: string[], message = '') => admin.post('/api/roastery/affected', { orders, message })
const paid = async (qty = 1, by = buyer) => (await bought(shop, by, lines(qty))).id

/** Closes the shop on a day, as the owner does in the roast calendar. */
async function close(day: string): Promise<void> {
  const { version } = (await admin.get('/api/settings/shipping')).body
  const body = { ...SHIPPING_DEFAULTS, closures: [day], version }
  expect((await admin.put('/api/settings/shipping', body)).status).toBe(200)
}

/** Advances the clock, and signs the owner in again, because this ends the session. */
async function wait(days: number): Promise<void> {
  shop.clock.advance(days * DAY)
  admin = await signedIn(shop, { name: 'Olive Owner', isAdmin: true })
}

describe('an order needs a new date', () => {
  test('if its roast day is closed, also if its coffee is in stock', async () => {
    const bean = await shop.sell({ name: 'Counted' })
    const mug = await shop.sell({ name: 'Mug', sizeGrams: null })
    const id = await paid()
    const counted = (await bought(shop, buyer, [{ _id: bean, qty: 1 }])).id
    await bought(shop, buyer, [{ _id: mug, qty: 1 }])
    await placed(buyer, lines(1))
    expect(await affected()).toEqual({ orders: [], count: 0 })
    await close(THURSDAY)
    const { orders, count } = await affected()
    expect(count).toBe(2)
    expect(orders.map(({ _id }: { _id: string }) => _id)).toEqual([id, counted])
    expect(orders[0]).toMatchObject({
      buyer: { name: 'Ann Buyer' },
      roastsOn: THURSDAY,
      reason: 'The shop no longer roasts on this day',
      next: { roastsOn: FRIDAY, shipsOn: FRIDAY, pickup: null },
    })
  })

  test('if its day is over and nothing was roasted, until it is packed', async () => {
    const id = await paid()
    await wait(2)
    const { orders } = await affected()
    expect(orders).toMatchObject([{ _id: id, reason: 'Its roast day is over, and it is not packed' }])
    expect(orders[0].next.roastsOn > FRIDAY).toBe(true)
    expect((await admin.put(`/api/orders/${id}/ship`, { trackingNumber: '9400' })).status).toBe(200)
    expect((await affected()).count).toBe(0)
  })

  test('if the orders of its day exceed the capacity: the newest ones', async () => {
    const ids = [await paid(2), await paid(1), await paid(2)]
    await setDay(shop, THURSDAY, 4 * BAG)
    const { orders } = await affected()
    expect(orders).toMatchObject([
      { _id: ids[2], reason: 'The orders of this day exceed its capacity', next: { roastsOn: FRIDAY } },
    ])
    expect((await move([ids[2]!])).body).toMatchObject({ moved: 1, skipped: 0 })
    expect((await affected()).count).toBe(0)
    expect(await roastery.bookings()).toMatchObject([
      { day: THURSDAY, green_grams: 2 * BAG },
      { day: THURSDAY },
      { day: FRIDAY, order_id: ids[2] },
    ])
  })

  test('if it was placed while no day had room, as soon as there is one', async () => {
    await setCapacity(admin, 1)
    const id = await paid()
    expect((await affected()).orders).toMatchObject([{ _id: id, roastsOn: null, next: null }])
    expect((await move([id])).body).toMatchObject({ moved: 0, skipped: 1 })
    await setCapacity(admin, 5 * BAG)
    expect((await affected()).orders).toMatchObject([
      { reason: 'It has no date yet', next: { roastsOn: THURSDAY } },
    ])
    expect((await move([id])).body.moved).toBe(1)
    expect(await roastery.roastsOn(id)).toBe(THURSDAY)
  })

  test('and all of them together get dates that have room', async () => {
    await setCapacity(admin, 2 * BAG)
    const ids = [await paid(2), await paid(2), await paid(1)]
    await close(THURSDAY)
    const { orders } = await affected()
    expect(orders).toMatchObject([{ _id: ids[0], next: { roastsOn: '2026-12-01' } }])
    expect((await move(ids)).body).toMatchObject({ moved: 1, skipped: 2 })
    const days = await Promise.all(ids.map((id) => roastery.roastsOn(id)))
    expect(days).toEqual(['2026-12-01', FRIDAY, MONDAY])
  })
})

describe('a new date', () => {
  test('changes the order and its history, and tells the buyer once, with the old date and the owner’s sentence', async () => {
    const id = await paid()
    await mailbox.newMails()
    await close(THURSDAY)
    const message = 'Our roaster needs a new part.'
    const preview = (await admin.post('/api/roastery/affected/mail', { order: id, message })).body
    const answers = await Promise.all([move([id], message), move([id], message)])
    expect(answers.reduce((sum, { body }) => sum + body.moved, 0)).toBe(1)
    const [mail, ...more] = await mailbox.newMails()
    expect(more).toEqual([])
    expect(mail!.subject).toMatch(/^A new date for your order No\. /)
    expect([preview.subject, preview.text.trim()]).toEqual([mail!.subject, mail!.text?.trim()])
    const text = mail!.text!.replaceAll('\u00a0', ' ').replaceAll('\n', ' ')
    expect(text).toContain('your order needs a new date. Our roaster needs a new part.')
    expect(text).toContain('It roasts and ships Fri, Nov 27, arrives')
    expect(text).toContain('Before, we said: roasts Thu, Nov 26, ships Fri, Nov 27')
    expect(text).toContain('answer this email, and we cancel the order and refund all of it')
    const { body } = await buyer.get(`/api/orders/${id}`)
    expect(body.delivery).toMatchObject({ roastsOn: FRIDAY, shipsOn: FRIDAY })
    const events = (await admin.get(`/api/orders/${id}`)).body.history.map(
      ({ event }: { event: string }) => event,
    )
    expect(events.filter((event: string) => event.startsWith('New date, told to the buyer'))).toHaveLength(1)
    expect((await roastery.bookings()).map(({ day }) => day)).toEqual([FRIDAY])
  })

  test('of a pickup changes the day and the hours at the bar', async () => {
    const body = { orderItems: lines(1), paymentMethod: 'PayPal', pickup: {} }
    const { _id: id } = (await buyer.post('/api/orders', body)).body
    await pay(shop, buyer, id)
    await mailbox.newMails()
    await close(`${THURSDAY} to ${FRIDAY}`)
    expect((await affected()).orders).toMatchObject([
      { _id: id, next: { roastsOn: MONDAY, delivery: null, pickup: { readyOn: MONDAY, from: '14:00' } } },
    ])
    expect((await move([id])).body.moved).toBe(1)
    expect((await buyer.get(`/api/orders/${id}`)).body.pickup).toMatchObject({
      readyOn: MONDAY,
      from: '14:00',
    })
    const [mail] = await mailbox.newMails()
    expect(mail!.text?.replaceAll('\u00a0', ' ')).toContain('Ready Monday, Nov 30, from 2 pm at the bar')
  })

  test('can follow a new date, with an email for each', async () => {
    const id = await paid()
    await mailbox.newMails()
    await close(THURSDAY)
    await move([id])
    await close(`${THURSDAY} to ${FRIDAY}`)
    expect((await move([id])).body.moved).toBe(1)
    expect(await roastery.roastsOn(id)).toBe(MONDAY)
    expect((await mailbox.newMails()).map(({ subject }) => subject)).toHaveLength(2)
  })

  test('is only for orders that need one', async () => {
    const id = await paid()
    expect((await move([id, 'nothing'])).body).toMatchObject({ moved: 0, skipped: 2 })
    expect((await admin.post('/api/roastery/affected/mail', { order: id, message: '' })).status).toBe(409)
    expect((await move([])).status).toBe(400)
    expect((await buyer.post('/api/roastery/affected', { orders: [id] })).status).toBe(403)
    await close(THURSDAY)
    await shop.db
      .updateTable('orders')
      .set({ state: 'shipped', shipped_at: shop.clock.now().toISOString() })
      .where('id', '=', id)
      .execute()
    expect((await move([id])).body.moved).toBe(0)
  })
})

test('the to-do list counts orders that need a new date, and says nothing without them', async () => {
  const id = await paid()
  expect((await admin.get('/api/desk')).body.todo.movedOrders).toBeUndefined()
  await close(THURSDAY)
  expect((await admin.get('/api/desk')).body.todo.movedOrders).toMatchObject({
    count: 1,
    first: [{ _id: id, name: 'Ann Buyer', reason: 'The shop no longer roasts on this day' }],
  })
})
