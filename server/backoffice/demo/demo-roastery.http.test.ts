/** The roast week of the demo and its removal. Each test continues the previous one. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedDemo } from '#server/start/seed/demo.ts'
import { imbalances } from '#test/roastery-balance.ts'
import { bought } from '#test/purchase.ts'
import { fillLine } from '#test/roastery/bags.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn, type SignedInVisitor } from '#test/signed-in.ts'
import { rowOf } from '#test/table-rows.ts'

let shop: TestShop
let admin: SignedInVisitor
beforeAll(async () => {
  shop = await openShop()
  admin = await signedIn(shop, { isAdmin: true })
  await seedDemo(shop.db, shop.clock, { hasHistory: true })
})
afterAll(() => shop.close())

const get = async (path: string) => {
  const { status, body, text } = await admin.get(path)
  expect(status, text).toBe(200)
  return body
}

/** What is left in each place, from its rows and from the dated rows of the inventory. Both must agree. */
async function expectBalance(): Promise<void> {
  const { totals } = await get('/api/roastery/inventory')
  const grams = Object.fromEntries(
    totals.map(({ place, grams: each }: { place: string; grams: number }) => [place, each]),
  )
  for (const [place, table] of [
    ['green', 'green_lots'],
    ['loose', 'batches'],
    ['lot', 'coffee_lots'],
  ] as const) {
    const { left } = await shop.db
      .selectFrom(table)
      .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('grams_left'), eb.lit(0)).as('left'))
      .executeTakeFirstOrThrow()
    expect(grams[place], place).toBe(left)
  }
}

const count = async (table: 'green_lots' | 'roasts' | 'recipes' | 'batches' | 'coffee_lots' | 'bags') => {
  const { rows } = await shop.db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow()
  return rows
}
const counts = () =>
  Promise.all((['green_lots', 'roasts', 'recipes', 'batches', 'coffee_lots'] as const).map(count))

test('the demo has a roast week whose coffee balances to the gram', async () => {
  expect(await counts()).toEqual([7, 7, 7, 12, 6])
  await expectBalance()
  const { coffees } = await get('/api/roastery/costs')
  const known = coffees.filter(({ warnings }: { warnings: string[] }) => warnings.length === 0)
  expect(known).toHaveLength(7)
  for (const { sizes } of known)
    for (const { single } of sizes) {
      expect(single.marginPercent).toBeGreaterThan(35)
      expect(single.marginPercent).toBeLessThan(90)
    }
  const { lots } = await get('/api/roastery/lot-costs')
  for (const { real, standard } of lots) expect(Math.abs(real - standard)).toBeLessThan(standard * 0.02)
})

test('an upcoming roast day of the demo has a demand that is not covered yet', async () => {
  expect(await imbalances(shop.db)).toEqual([])
  const { days } = await get('/api/roastery/plan')
  const { day } = days.toSorted(
    (one: { bookedGrams: number }, other: { bookedGrams: number }) => other.bookedGrams - one.bookedGrams,
  )[0]
  const plan = await get(`/api/roastery/plan/${day}`)
  expect(plan.capacityGrams).toBe(48_000)
  expect(plan.bookedGrams).toBeGreaterThan(0)
  expect(plan.coffees.some(({ netGrams }: { netGrams: number }) => netGrams > 0)).toBe(true)
  const { body } = await admin.post(`/api/roastery/plan/${day}/automatic`)
  expect(body.batches.length).toBeGreaterThan(0)
  expect(body.problems.map(({ kind }: { kind: string }) => kind)).not.toContain('short')
  for (const { _id } of body.batches)
    expect((await admin.delete(`/api/roastery/batches/${_id}`)).status).toBe(200)
})

test('batches of the demo have curves and cuppings', async () => {
  const [batch] = await shop.db.selectFrom('batches').orderBy('code').select(['id', 'roast_id']).execute()
  const { curve } = await get(`/api/roastery/batches/${batch!.id}/curve`)
  expect(curve.events).toHaveLength(5)
  const { cuppings, others } = await get(`/api/roastery/batches/${batch!.id}/cuppings`)
  // 57.25 points of the seven scores and 30 of the cups.
  expect(cuppings).toMatchObject([{ total: 87.25, form: 'SCA form' }])
  expect(others).toHaveLength(1)
})

test('a removal keeps the coffee of real orders, edited rows, and all rows that these need', async () => {
  const lot = await shop.db
    .selectFrom('coffee_lots')
    .innerJoin('products', 'products.id', 'coffee_lots.product_id')
    .where('name', '=', 'The Gallery Blend')
    .select(['coffee_lots.id', 'product_id'])
    .executeTakeFirstOrThrow()
  const bags = await shop.db
    .selectFrom('bags')
    .where('coffee_lot_id', '=', lot.id)
    .select(['id', 'size_id', 'grind', 'qty_left'])
    .executeTakeFirstOrThrow()
  const real = await bought(shop, await signedIn(shop), [
    { _id: lot.product_id, sizeId: bags.size_id, grind: bags.grind, qty: 1 },
  ])
  await fillLine(shop, { order: real.id, bags: bags.id, qty: 1 })
  // The barista has also packed an invented order.
  const invented = await shop.db
    .selectFrom('order_lines')
    .innerJoin('orders', 'orders.id', 'order_id')
    .where('size_id', '=', bags.size_id)
    .where('grind', '=', bags.grind)
    .where('state', '=', 'delivered')
    .select(['order_id as order', 'position as line'])
    .executeTakeFirstOrThrow()
  await fillLine(shop, { ...invented, bags: bags.id, qty: 1 })
  expect(await imbalances(shop.db)).toEqual([])
  await shop.db.updateTable('green_lots').set({ version: 2 }).where('code', '=', 'RW-2602').execute()

  const before = await get('/api/demo')
  // The blend needs two batches, which need the lots of Guji, Cerrado and Huila. The contract stays because it was
  // edited.
  expect(before).toMatchObject({ greenLots: 3, batches: 10 })
  const answers = await Promise.all([1, 2].map(() => admin.post('/api/demo/remove', { products: true })))
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(answers.map(({ body }) => body.batches).toSorted((a, b) => a - b)).toEqual([0, 10])
  expect(await counts()).toEqual([4, 2, 0, 2, 1])
  expect(await shop.db.selectFrom('roast_days').select('day').execute()).toEqual([])
  await expectBalance()
  expect(await imbalances(shop.db)).toEqual([])
  expect(await rowOf(shop.db, 'bags', bags.id)).toMatchObject({ qty_left: bags.qty_left - 1 })
  const names = await shop.db.selectFrom('roasts').select('name').orderBy('name').execute()
  expect(names.map(({ name }) => name)).toEqual(['Gallery base', 'Guji, filter'])
  expect(await get('/api/demo')).toMatchObject({ greenLots: 0, batches: 0 })
})
