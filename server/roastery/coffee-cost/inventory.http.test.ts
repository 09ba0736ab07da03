/** The value of the inventory over three days, with figures that were computed by hand. */
import { addDays } from '#shared/kernel/days.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { csvRows } from '#server/kernel/text/csv.ts'
import { DAY, isoNow, newId } from '#server/kernel/time/clock.ts'
import { nowAt, startOf } from '#server/kernel/time/shop-days.ts'
import { placed } from '#test/purchase.ts'
import { bagsOf, coffeeLot, fillLine } from '#test/roastery/bags.ts'
import { batchOf } from '#test/roastery/batches.ts'
import { greenLot, roastOf, take } from '#test/roastery/green.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn } from '#test/signed-in.ts'

let shop: TestShop
let first: string
let product: string
beforeAll(async () => {
  shop = await openShop()
  first = nowAt(shop.clock).day
  product = await shop.sell({ name: 'Guji' })
  await shop.db
    .insertInto('packaging_costs')
    .values({ size_id: product, cents: 62, updated_at: isoNow(shop.clock) })
    .execute()
  // Day 1: 60 kg of green coffee for $600, so 1 cent per gram. A contract has no weight yet.
  const lot = await greenLot(shop, { code: 'G-1', bought_grams: 60_000, cost_cents: 60_000 })
  await greenLot(shop, { code: 'G-2', arrived_on: null })
  const roast = await roastOf(shop, [{ lot, percent: 100 }])
  // Day 2: 10 kg become 8 kg, so 1.25 cents per gram.
  shop.clock.advance(DAY)
  const { id: batch } = await batchOf(shop, { roast, greens: [{ lot, grams: 10_000 }], roastedGrams: 8000 })
  // Day 3: a lot of 5 kg, ten bags of 340 g of which an order gets four, a sample of 100 g, and 5 kg in the roaster.
  shop.clock.advance(DAY)
  const { id: made } = await coffeeLot(shop, { product, batches: [{ batch, grams: 5000 }] })
  const bags = await bagsOf(shop, { lot: made, qty: 10 })
  const order = await placed(await signedIn(shop), [{ _id: product, qty: 1 }])
  await fillLine(shop, { order, bags, qty: 4 })
  await sample(batch, -100)
  await batchOf(shop, { roast, greens: [{ lot, grams: 5000 }], state: 'weighed' })
})
afterAll(() => shop.close())

async function sample(batch: string, change: number): Promise<void> {
  const taken = { batch_id: batch, change, reason: 'sample', actor: 'Olive' } as const
  await shop.db
    .insertInto('coffee_adjustments')
    .values({ id: newId(shop.clock), at: isoNow(shop.clock), ...taken })
    .execute()
  await take(shop, 'batches', batch, -change)
}

const at = async (day?: string) => {
  const admin = await shop.admin()
  const { status, body, text } = await admin.get(`/api/roastery/inventory${day ? `?day=${day}` : ''}`)
  expect(status, text).toBe(200)
  return body
}
const totalsOf = ({ totals }: { totals: { place: string; grams: number; value: number }[] }) =>
  Object.fromEntries(totals.map(({ place, grams, value }) => [place, [grams, value]]))

test('the value of each place today', async () => {
  const today = await at()
  expect(today.day).toBe(addDays(first, 2))
  expect(totalsOf(today)).toEqual({
    green: [45_000, 450],
    roasting: [5000, 50],
    // 8000 - 5000 - 100 grams at 1.25 cents.
    loose: [2900, 36.25],
    // 5000 - 10 * 340 grams.
    lot: [1600, 20],
    // Six bags of 425 cents of coffee and 62 of packaging.
    bags: [2040, 29.22],
  })
  expect(today.value).toBe(585.47)
  expect(today.lines.find(({ place }: { place: string }) => place === 'bags')).toMatchObject({
    name: 'Guji, Whole bean, 12 oz',
    bags: 6,
  })
})

test('today agrees with what is left in each row', async () => {
  const sumOf = async (table: 'green_lots' | 'batches' | 'coffee_lots') => {
    const { left } = await shop.db
      .selectFrom(table)
      .select((eb) => eb.fn.sum<number>('grams_left').as('left'))
      .executeTakeFirstOrThrow()
    return left
  }
  const bags = await shop.db.selectFrom('bags').select(['qty_left', 'grams']).execute()
  const { green, loose, lot, bags: inBags } = totalsOf(await at())
  expect([green![0], loose![0], lot![0], inBags![0]]).toEqual([
    await sumOf('green_lots'),
    await sumOf('batches'),
    await sumOf('coffee_lots'),
    bags.reduce((sum, { qty_left: left, grams }) => sum + left * grams, 0),
  ])
})

test('the value of earlier days, and nothing before the first arrival', async () => {
  const second = await at(addDays(first, 1))
  expect(totalsOf(second)).toMatchObject({ green: [50_000, 500], loose: [8000, 100], lot: [0, 0] })
  expect(second.value).toBe(600)
  expect(await at(first)).toMatchObject({
    value: 600,
    lines: [{ place: 'green', code: 'G-1', grams: 60_000 }],
  })
  expect(await at(addDays(first, -1))).toMatchObject({ value: 0, lines: [] })
})

const arrivalAt = (moment: number) =>
  shop.db
    .updateTable('coffee_adjustments')
    .set({ at: new Date(moment).toISOString() })
    .where('reason', '=', 'arrival')
    .execute()

test('a day ends at midnight of the shop', async () => {
  const midnight = startOf(addDays(first, 1))
  await arrivalAt(Date.parse(midnight))
  expect((await at(first)).value).toBe(0)
  await arrivalAt(Date.parse(midnight) - 1)
  expect((await at(first)).value).toBe(600)
})

test('the file has the same lines and the total', async () => {
  const admin = await shop.admin()
  const { status, text } = await admin.get('/api/roastery/inventory.csv')
  expect(status).toBe(200)
  const rows = csvRows(text).filter((row) => row.length > 1)
  expect(rows[0]).toEqual(['Day', 'Place', 'Code', 'Name', 'Grams', 'Bags', 'Value'])
  expect(rows[1]!.slice(1)).toEqual(['Green coffee', 'G-1', 'Green coffee G-1', '45000', '', '450'])
  expect(rows.at(-1)).toEqual([addDays(first, 2), 'Total', '', '', '56540', '', '585.47'])
})

test.each(['2999-01-01', '2026-02-30', 'today'])('the day %s is refused', async (day) => {
  const admin = await shop.admin()
  expect((await admin.get(`/api/roastery/inventory?day=${day}`)).status).toBe(400)
})
