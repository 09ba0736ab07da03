/** The owner's view of subscriptions: what is due, what is charged, what failed, and what she does about it. */
import { afterAll, expect, test } from 'vitest'
import { signedIn } from '#test/signed-in.ts'
import {
  deliveriesOf,
  passDays,
  openSubscriptionShop,
  setNextCharges,
  subscribed,
} from './subscriptions.testing.ts'
import { renew } from './renew.ts'

const shop = await openSubscriptionShop()
const admin = await shop.admin()
const packer = await signedIn(shop, { role: 'packer' })
const buyer = await signedIn(shop)
const coffee = await shop.sell({ name: 'Guji', priceCents: 2000, stock: 500 })
const id = (await subscribed(shop, buyer, [{ _id: coffee, qty: 2, subscribe: { weeks: 1 } }])).id

afterAll(() => shop.close())

const dueNow = async () => (await admin.get('/api/subscriptions/due')).body.days
const plannedOf = async () =>
  (await dueNow()).map(({ lines }: { lines: { planned: number }[] }) => lines[0]?.planned)
const troublesNow = async () => (await admin.get('/api/subscriptions/troubles')).body.troubles

test('each roast day of the next four weeks lists the pieces by coffee, size and grind, paid and planned', async () => {
  const days = await dueNow()
  expect(days.length).toBeGreaterThanOrEqual(4)
  expect(days[0].lines).toEqual([expect.objectContaining({ name: 'Guji', paid: 2, planned: 0 })])
  expect(days[1].lines).toEqual([expect.objectContaining({ name: 'Guji', paid: 0, planned: 2 })])
  expect(days.map(({ deliveries }: { deliveries: number }) => deliveries)).toEqual(days.map(() => 1))
})

test('packers see what is due, and nothing about money', async () => {
  expect((await packer.get('/api/subscriptions/due')).body.days).toEqual(await dueNow())
  expect((await packer.get('/api/subscriptions/charges')).status).toBe(403)
})

test('the charges of the next four weeks have the discounted price of the items', async () => {
  const { days } = (await admin.get('/api/subscriptions/charges')).body
  expect(days.length).toBeGreaterThanOrEqual(3)
  expect(days[0]).toMatchObject({ deliveries: 1, items: 36 })
})

test('a skip by the owner is in the plan and, with her name, in the change log', async () => {
  const before = await plannedOf()
  const { next } = (await admin.get(`/api/subscriptions/${id}`)).body
  const skipped = await admin.post(`/api/subscriptions/${id}/skip`, { number: next.number })
  expect(skipped.status).toBe(200)
  expect((await plannedOf()).length).toBe(before.length - 1)
  const { lines } = (await admin.get(`/api/record?subject=subscription&subjectId=${id}`)).body
  expect(lines).toEqual([
    expect.objectContaining({
      action: 'Changed for the buyer',
      changes: [
        expect.objectContaining({ after: skipped.body.message }),
        expect.objectContaining({ field: 'Next roast day' }),
      ],
    }),
  ])
})

test('changes by the buyer are not in the change log', async () => {
  const path = `/api/record?subject=subscription&subjectId=${id}`
  const { lines: before } = (await admin.get(path)).body
  expect((await buyer.put(`/api/subscriptions/${id}/rhythm`, { weeks: 2 })).status).toBe(200)
  expect((await admin.get(path)).body.lines).toEqual(before)
})

test('a declined charge is listed with its next retry, and the owner can charge again at once', async () => {
  await setNextCharges(shop, id, 'INSTRUMENT_DECLINED')
  for (let day = 0; day < 40 && (await troublesNow()).length === 0; day++) await passDays(shop, 1)
  expect(await troublesNow()).toEqual([
    expect.objectContaining({ _id: id, kind: 'declined', attempts: 1, nextAt: expect.any(String) }),
  ])
  const ofOne = async (one: string) =>
    (await admin.get(`/api/subscriptions/troubles?subscription=${one}`)).body
  expect(await ofOne(id)).toEqual({ troubles: await troublesNow(), total: 1 })
  expect(await ofOne('another')).toEqual({ troubles: [], total: 0 })
  await setNextCharges(shop, id, 'accept')
  const retried = await admin.post(`/api/subscriptions/${id}/retry`, { attempts: 1 })
  expect(retried.body).toMatchObject({ isPaid: true })
  await renew(shop.shop)
  expect(await troublesNow()).toEqual([])
  expect((await deliveriesOf(shop, id)).at(-1)!.state).toBe('paid')
})

test('nothing is charged again if no delivery is open', async () => {
  expect((await admin.post(`/api/subscriptions/${id}/retry`, { attempts: 1 })).status).toBe(409)
})

test('the figures have the subscriptions and their revenue of each month', async () => {
  const { months, paidEach, deliveriesEach } = (await admin.get('/api/subscriptions/figures')).body
  expect(months).toHaveLength(12)
  expect(months.at(-1)).toMatchObject({ atEnd: 1 })
  const paid = (await deliveriesOf(shop, id)).filter(({ state }) => state === 'paid')
  const cents = paid.reduce((sum, { items_cents: items }) => sum + items!, 0)
  expect(paidEach).toBe(cents / 100)
  expect(deliveriesEach).toBe(paid.length)
})

test('a cancellation counts as churn in its month, with its reason', async () => {
  await passDays(shop, 35)
  const body = { reason: 'too much coffee', note: '' }
  expect((await buyer.post(`/api/subscriptions/${id}/cancel`, body)).status).toBe(200)
  const { months, reasons, monthsEach } = (await admin.get('/api/subscriptions/figures')).body
  expect(months.at(-1)).toMatchObject({ canceled: 1, churn: 100, atEnd: 0 })
  expect(reasons).toEqual([{ reason: 'too much coffee', count: 1 }])
  expect(monthsEach).toBeGreaterThan(1)
  expect(await plannedOf()).not.toContain(2)
})

test('the CSV file has a line for each subscription, and the change log says who exported it', async () => {
  const proven = await shop.admin()
  const { text } = await proven.get('/api/subscriptions/all.csv')
  expect(text.split('\r\n')[1]).toMatch(/,canceled,.*2 × Guji/)
  const { lines } = (await admin.get('/api/record?subject=subscription')).body
  expect(lines[0].action).toBe('Exported')
})
