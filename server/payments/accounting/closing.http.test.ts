import { afterAll, beforeAll, expect, test } from 'vitest'
import { violations } from '#test/invariants.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { rereadPayments } from '../events/events.ts'
import { bookkeeper, sumOf, YEAR, type Sale } from './accounting.testing.ts'

let shop: TestShop
afterAll(async () => {
  expect(await violations(shop.db)).toEqual([])
  await shop.close()
})

const { owner, goTo, read, bookingsOf, close, fileOf, sale, refund, settleAgain } = bookkeeper(() => shop)

const FILES = ['days', 'orders', 'quickbooks-journal', 'quickbooks-bank', 'xero-journal', 'xero-bank']
const filesOf = (month: string) => Promise.all(FILES.map((file) => fileOf(month, file)))

let sold: Sale
let other: Sale
beforeAll(async () => {
  shop = await openShop()
  goTo(`${YEAR}-12-10T12:00:00-05:00`)
  await sale(1)
  goTo(`${YEAR + 1}-02-10T12:00:00-05:00`)
  sold = await sale(2)
  other = await sale(1)
  goTo(`${YEAR + 1}-03-02T12:00:00-05:00`)
})
const FEBRUARY = `${YEAR + 1}-02`
const MARCH = `${YEAR + 1}-03`

test('months are closed in order, only after their end, and only if their bookings are those that the admin has seen', async () => {
  const admin = await owner()
  const post = async (month: string, stamp: string) =>
    (await admin.post(`/api/accounting/months/${month}/close`, { stamp })).body.message
  expect(await post(MARCH, (await read(MARCH)).stamp)).toBe('This month is not over yet')
  expect(await post(FEBRUARY, (await read(FEBRUARY)).stamp)).toBe('Close the months before this one first')
  expect(await post(`${YEAR}-12`, 'other')).toContain('have changed since')
  expect((await admin.get(`/api/accounting/months/${YEAR - 3}-01`)).status).toBe(404)
  expect((await admin.get(`/api/accounting/months/${YEAR + 2}-01`)).status).toBe(404)
  await close(`${YEAR}-12`)
  await close(`${YEAR + 1}-01`)
  expect(await close(FEBRUARY)).toMatchObject({ state: 'closed', closed: { by: 'Olive Owner' } })
  expect(await post(FEBRUARY, (await read(FEBRUARY)).stamp)).toBe('This month is closed already')
  const { months } = (await admin.get('/api/accounting/months')).body
  expect(months.slice(0, 2)).toEqual([
    { month: MARCH, state: 'current' },
    { month: FEBRUARY, state: 'closed' },
  ])
  const { lines } = (await admin.get('/api/record?subject=accounting')).body
  expect(lines[0]).toMatchObject({ by: 'Olive Owner', action: 'Closed', subjectName: FEBRUARY })
})

test('a closed month keeps its bookings and the bytes of its files; later changes are booked in the open month', async () => {
  const [before, files] = [await read(FEBRUARY), await filesOf(FEBRUARY)]
  const id = await refund(sold.id, { amount: 5 })
  // A refund of an earlier day, recorded after the month was closed.
  const late = await refund(other.id, { amount: 1 })
  await shop.db
    .updateTable('refunds')
    .set({ completed_at: `${FEBRUARY}-27T12:00:00.000Z` })
    .where('id', '=', late)
    .execute()
  const accounts = (await (await owner()).get('/api/settings/accounting')).body
  const saved = await (await owner()).put('/api/settings/accounting', { ...accounts, sales: 'Coffee' })
  expect(saved.status).toBe(200)
  expect(await read(FEBRUARY)).toEqual(before)
  expect(await filesOf(FEBRUARY)).toEqual(files)
  const march = await read(MARCH)
  expect(march.corrections).toMatchObject([
    { _id: `refund:${late}`, kind: 'refund', corrects: `${FEBRUARY}-27`, total: -1 },
  ])
  expect(march.total).toMatchObject({ payments: 0, received: 0, refunds: 1, refunded: 6 })
  expect((await bookingsOf(march)).map(({ _id }) => _id)).toContain(`refund:${id}`)
  expect(await fileOf(MARCH, 'orders')).toContain(`${MARCH}-01,${other.id}`)
})

test('a closed month is corrected if a refund fails later, if it is split again, and if PayPal reports a fee late', async () => {
  const march = await read(MARCH)
  goTo(`${YEAR + 1}-04-02T12:00:00-04:00`)
  await shop.db.updateTable('payments').set({ fee_cents: null }).where('order_id', '=', other.id).execute()
  await close(MARCH)
  const APRIL = `${YEAR + 1}-04`
  // The fee of February is missing in the facts, so March books it back until PayPal reports the fee again.
  const { fee_cents: fee } = (await shop.db
    .selectFrom('accounting_lines')
    .select('fee_cents')
    .where('order_id', '=', other.id)
    .where('kind', '=', 'payment')
    .where('month', '=', FEBRUARY)
    .executeTakeFirst())!
  expect((await read(MARCH)).total.fee).toBe(-fee / 100)
  await rereadPayments(shop.shop)
  const [correction] = (await read(APRIL)).corrections
  expect(correction).toMatchObject({ order: { _id: other.id }, fee: fee / 100, total: 0 })
  shop.paypal.endRefund(shop.paypal.refunds(sold.paypalId)[0]!.id, 'FAILED')
  await settleAgain(sold)
  const april = await read(APRIL)
  expect(april.corrections.map(({ total }) => total).toSorted((a, b) => a - b)).toEqual([0, 5])
  expect(march.total.refunded).toBe(6)
  expect(april.total).toMatchObject({ refunds: 0, refunded: -5 })
})

test('two admins cannot close a month twice', async () => {
  goTo(`${YEAR + 1}-05-02T12:00:00-04:00`)
  const month = `${YEAR + 1}-04`
  const { stamp } = await read(month)
  const admins = [await owner(), await owner(), await owner()]
  const answers = await Promise.all(
    admins.map((admin) => admin.post(`/api/accounting/months/${month}/close`, { stamp })),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  // Nothing is booked twice or left out over all months.
  const months = (await (await owner()).get('/api/accounting/months')).body.months as { month: string }[]
  const all = await Promise.all(months.map((each) => read(each.month)))
  const [facts] = await shop.db
    .selectFrom('payments')
    .select(({ fn }) => [fn.sum<number>('captured_cents').as('cents'), fn.sum<number>('fee_cents').as('fee')])
    .where('captured_at', 'is not', null)
    .execute()
  const [back] = await shop.db
    .selectFrom('refunds')
    .select(({ fn }) => fn.sum<number>('amount_cents').as('cents'))
    .where('state', '=', 'completed')
    .execute()
  expect(sumOf(all, ({ total }) => total.received)).toBe(facts!.cents)
  expect(sumOf(all, ({ total }) => total.fee)).toBe(facts!.fee)
  expect(sumOf(all, ({ total }) => total.refunded)).toBe(back!.cents)
})
