/** Costs and margins with figures that were computed by hand. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { csvRows } from '#server/kernel/text/csv.ts'
import { bagsOf, coffeeLot } from '#test/roastery/bags.ts'
import { batchOf } from '#test/roastery/batches.ts'
import { greenLot, recipeOf, roastOf } from '#test/roastery/green.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import type { Visitor } from '#test/visitor.ts'

let shop: TestShop
let admin: Visitor
let single: string
let blend: string
let without: string
/** 1 cent and 1.5 cents per gram. */
let lots: { one: string; other: string }
let roast: string
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
  await shop.db.deleteFrom('products').execute()
  lots = {
    one: await greenLot(shop, { code: 'G-1', bought_grams: 60_000, cost_cents: 60_000 }),
    other: await greenLot(shop, { code: 'G-2', bought_grams: 50_000, cost_cents: 75_000 }),
  }
  // 1 / 0.8 = 1.25 cents per gram.
  roast = await roastOf(shop, [{ lot: lots.one, percent: 100 }], { loss_thousandths: 200 })
  // (0.4 * 1 + 0.6 * 1.5) / 0.85 = 1.529411… cents per gram.
  const mixed = await roastOf(
    shop,
    [
      { lot: lots.one, percent: 40 },
      { lot: lots.other, percent: 60 },
    ],
    { loss_thousandths: 150 },
  )
  single = await shop.sell({
    name: 'A single',
    priceCents: 1800,
    sizeGrams: 340,
    sizes: [{ priceCents: 500, stock: 1, sizeGrams: 50 }],
  })
  blend = await shop.sell({
    name: 'B blend',
    priceCents: 1900,
    sizeGrams: 340,
    sizes: [{ priceCents: 4500, stock: 1, sizeGrams: 907 }],
  })
  without = await shop.sell({ name: 'C without', priceCents: 1700, sizeGrams: 340 })
  await recipeOf(shop, single, [{ roast, percent: 100 }])
  await recipeOf(shop, blend, [
    { roast, percent: 25 },
    { roast: mixed, percent: 75 },
  ])
})
afterAll(() => shop.close())

const read = async () => {
  const { status, body, text } = await admin.get('/api/roastery/costs')
  expect(status, text).toBe(200)
  return body
}
const save = (costs: { grams: number; cost: number | null }[], stamp: string) =>
  admin.put('/api/roastery/packaging-costs', { costs, stamp })

test('without packaging costs and recipes, costs are not known, and warnings say why', async () => {
  const { coffees, packaging, subscriptionPercent } = await read()
  expect(subscriptionPercent).toBe(10)
  expect(coffees.map(({ product }: { product: { name: string } }) => product.name)).toEqual([
    'A single',
    'B blend',
    'C without',
  ])
  expect(coffees[0]).toMatchObject({
    perKilogram: 12.5,
    warnings: ['The packaging of 12 oz, 50 g has no cost'],
    sizes: [{ coffee: 4.25, packaging: null, cost: null, single: { price: 18, margin: null } }, {}],
  })
  expect(coffees[2]).toMatchObject({
    perKilogram: null,
    warnings: ['There is no recipe', 'The packaging of 12 oz has no cost'],
    sizes: [{ coffee: null, cost: null }],
  })
  expect(packaging).toEqual([
    { grams: 50, label: '50 g', cost: null, sizes: 1, missing: 1 },
    { grams: 340, label: '12 oz', cost: null, sizes: 3, missing: 3 },
    { grams: 907, label: '2 lb', cost: null, sizes: 1, missing: 1 },
  ])
})

test('cost and margin of bags, alone and for subscribers', async () => {
  const { stamp } = await read()
  const { status, text } = await save(
    [
      { grams: 340, cost: 0.62 },
      { grams: 907, cost: 1.1 },
      { grams: 50, cost: 0 },
    ],
    stamp,
  )
  expect(status, text).toBe(200)
  const { coffees, packaging } = await read()
  expect(packaging.map(({ cost }: { cost: number }) => cost)).toEqual([0, 0.62, 1.1])
  const [bag, sample] = coffees[0].sizes
  // 340 * 1.25 = 425 cents, with 62 for the packaging 487. 1313 of 1800 are 72.94%.
  expect(bag).toMatchObject({
    coffee: 4.25,
    packaging: 0.62,
    cost: 4.87,
    single: { price: 18, margin: 13.13, marginPercent: 72.9 },
    subscription: { price: 16.2, margin: 11.33, marginPercent: 69.9 },
  })
  // 50 * 1.25 = 62.5 cents, rounded up.
  expect(sample).toMatchObject({ coffee: 0.63, cost: 0.63, single: { margin: 4.37, marginPercent: 87.4 } })
  // 0.25 * 1.25 + 0.75 * 1.529411… = 1.459558… cents per gram.
  expect(coffees[1]).toMatchObject({
    perKilogram: 14.6,
    warnings: [],
    sizes: [
      { coffee: 4.96, cost: 5.58, single: { margin: 13.42, marginPercent: 70.6 } },
      { coffee: 13.24, cost: 14.34, single: { margin: 30.66, marginPercent: 68.1 } },
    ],
  })
})

test('the file has a row per size', async () => {
  const { status, text, headers } = await admin.get('/api/roastery/costs.csv')
  expect(status).toBe(200)
  expect(headers['content-disposition']).toMatch(/filename="coffee-costs-\d{4}-\d\d-\d\d\.csv"/)
  const [head, ...rows] = csvRows(text)
  expect(head!.slice(0, 6)).toEqual([
    'Coffee',
    'Size',
    'Grams',
    'Coffee cost',
    'Packaging cost',
    'Cost of goods',
  ])
  expect(rows[0]!.slice(0, 9)).toEqual([
    'A single',
    '12 oz',
    '340',
    '4.25',
    '0.62',
    '4.87',
    '18',
    '13.13',
    '72.9',
  ])
  expect(rows.filter((row) => row.length > 1)).toHaveLength(5)
})

test('of two people who change the packaging costs at the same time, one is asked to load the page again', async () => {
  const { stamp } = await read()
  const answers = await Promise.all([0.5, 0.7, 0.9].map((cost) => save([{ grams: 340, cost }], stamp)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  const winner = answers.findIndex(({ status }) => status === 200)
  const { packaging, stamp: now } = await read()
  expect(packaging[1].cost).toBe([0.5, 0.7, 0.9][winner])
  expect((await save([{ grams: 340, cost: 0.62 }], now)).status).toBe(200)
  const { lines } = (await admin.get('/api/record?subject=recipe')).body
  expect(lines[0]).toMatchObject({
    subjectName: 'Packaging costs',
    changes: [{ field: '12 oz', after: '$0.62' }],
  })
})

test('a new size has no packaging cost until the costs are saved again, and null removes a cost', async () => {
  const late = await shop.sell({ name: 'D late', priceCents: 1600, sizeGrams: 340 })
  const before = await read()
  expect(before.packaging[1]).toEqual({ grams: 340, label: '12 oz', cost: 0.62, sizes: 4, missing: 1 })
  await save([{ grams: 340, cost: null }], before.stamp)
  const after = await read()
  expect(after.packaging[1]).toMatchObject({ cost: null, missing: 4 })
  await save([{ grams: 340, cost: 0.62 }], after.stamp)
  expect((await read()).packaging[1]).toMatchObject({ cost: 0.62, missing: 0 })
  await shop.db.updateTable('products').set({ deleted_at: '2026-01-01' }).where('id', '=', late).execute()
})

test.each<[string, object]>([
  ['a weight that is not sold', { grams: 333, cost: 1 }],
  ['a negative cost', { grams: 340, cost: -1 }],
  ['a third of a cent', { grams: 340, cost: 0.333 }],
])('%s is refused', async (_, cost) => {
  const { stamp } = await read()
  expect((await save([cost as { grams: number; cost: number }], stamp)).status).toBe(400)
})

test('a lot of green coffee without a cost causes a warning', async () => {
  await shop.db.updateTable('green_lots').set({ cost_cents: 0 }).where('id', '=', lots.other).execute()
  const { coffees } = await read()
  expect(coffees[0].warnings).toEqual([])
  expect(coffees[1].warnings).toEqual(['The lot G-2 of green coffee has no cost'])
  await shop.db.updateTable('green_lots').set({ cost_cents: 75_000 }).where('id', '=', lots.other).execute()
})

test('a lot costs what the green coffee of its batches cost, beside its cost by the recipe', async () => {
  // 10 kg at 1 cent that became 7.5 kg: 1.333… cents per gram.
  const { id: batch } = await batchOf(shop, {
    roast,
    greens: [{ lot: lots.one, grams: 10_000 }],
    roastedGrams: 7500,
  })
  const { id: lot } = await coffeeLot(shop, { product: single, batches: [{ batch, grams: 3000 }] })
  await bagsOf(shop, { lot, qty: 2 })
  const { status, body, text } = await admin.get('/api/roastery/lot-costs')
  expect(status, text).toBe(200)
  // By the recipe 3000 * 1.25 cents.
  expect(body.lots).toMatchObject([
    { _id: lot, product: { name: 'A single' }, grams: 3000, real: 40, standard: 37.5 },
  ])
  expect(body).toMatchObject({ page: 1, pages: 1 })
})

test('the loss of the last batches replaces the expected loss', async () => {
  const greens = [{ lot: lots.one, grams: 10_000 }]
  for (const roastedGrams of [7500, 7500]) await batchOf(shop, { roast, greens, roastedGrams })
  // With the batch of the test before: three batches with a loss of 25%, so 1.333… cents per gram.
  expect((await read()).coffees[0].sizes[0].coffee).toBe(4.53)
})

test('only admins see costs', async () => {
  const packer = await shop.staff('packer')
  for (const path of ['costs', 'costs.csv', 'lot-costs', 'inventory', 'inventory.csv'])
    expect((await packer.get(`/api/roastery/${path}`)).status).toBe(403)
  expect(without).toBeTruthy()
})
