/** The supply of green coffee, the list to reorder, and the file of the inventory. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ListedGreenLot } from '#shared/roastery/api/green.ts'
import { pay, placed } from '#test/purchase.ts'
import { addArrivedLot, addLot, addRoast } from '#test/roastery/by-admin.ts'
import { batchOf } from '#test/roastery/batches.ts'
import { setRoastedToOrder } from '#test/roastery/green.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'
import { DAY } from '#server/kernel/time/clock.ts'

let shop: TestShop
let admin: SignedInVisitor
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  admin = await signedIn(shop, { isAdmin: true, name: 'Olive Owner' })
})

const take = (id: string, grams: number) =>
  admin.post(`/api/green/${id}/adjustments`, { change: -grams, reason: 'sample', note: '' })
const supplyOf = async (name: string) =>
  (await admin.get('/api/green')).body.supply.find((each: { name: string }) => each.name === name)

describe('the supply', () => {
  test('is what is left divided by the weekly use of the last eight weeks', async () => {
    const lot = await addArrivedLot(shop, admin, 100_000, { name: 'Supply A' })
    await addLot(admin, { name: 'supply  a', boughtGrams: 40_000 })
    const roast = await addRoast(admin, [{ id: lot, percent: 100 }])
    const ago = (days: number) => new Date(shop.clock.now().getTime() - days * DAY).toISOString()
    await batchOf(shop, { roast, greens: [{ lot, grams: 12_000 }], state: 'weighed', at: ago(70) })
    await batchOf(shop, { roast, greens: [{ lot, grams: 16_000 }], state: 'weighed', at: ago(50) })
    await batchOf(shop, { roast, greens: [{ lot, grams: 24_000 }], state: 'weighed', at: ago(3) })
    // 40 kg in eight weeks.
    expect(await supplyOf('Supply A')).toMatchObject({
      gramsHere: 48_000,
      gramsOnTheWay: 40_000,
      gramsPerWeek: 5000,
      weeks: 9.6,
      weeksWithOnTheWay: 17.6,
    })
  })

  test('of a coffee that is new uses the weeks since its first batch, and of an unused coffee has no end', async () => {
    const lot = await addArrivedLot(shop, admin, 50_000, { name: 'Supply B' })
    expect(await supplyOf('Supply B')).toMatchObject({ gramsPerWeek: 0, weeks: null })
    const roast = await addRoast(admin, [{ id: lot, percent: 100 }])
    const at = new Date(shop.clock.now().getTime() - 14 * DAY).toISOString()
    await batchOf(shop, { roast, greens: [{ lot, grams: 10_000 }], state: 'weighed', at })
    expect(await supplyOf('Supply B')).toMatchObject({ gramsPerWeek: 5000, weeks: 8 })
  })

  test('counts open orders of coffee that is roasted to order, until they have their bags', async () => {
    const lot = await addArrivedLot(shop, admin, 50_000, { name: 'Supply C' })
    const other = await addArrivedLot(shop, admin, 50_000, { name: 'Supply D' })
    const roast = await addRoast(
      admin,
      [
        { id: lot, percent: 60 },
        { id: other, percent: 40 },
      ],
      { loss: 20 },
    )
    const product = await shop.sell({ stock: 100, sizeGrams: 1000 })
    const saved = await admin.put(`/api/recipes/${product}`, {
      roasts: [{ id: roast, percent: 100 }],
      notes: '',
    })
    expect(saved.status).toBe(200)
    const buyer = await signedIn(shop)
    const order = async (qty: number) => pay(shop, buyer, await placed(buyer, [{ _id: product, qty }]))
    // Orders keep what they were when the coffee is switched: the first one took its bags from stock.
    await order(3)
    await setRoastedToOrder(shop, product, true)
    expect((await supplyOf('Supply C')).gramsPerWeek).toBe(0)
    await order(4)
    // 4 kg roasted are 5 kg of green coffee.
    expect((await supplyOf('Supply C')).gramsPerWeek).toBe(3000)
    expect((await supplyOf('Supply D')).gramsPerWeek).toBe(2000)
    await setRoastedToOrder(shop, product, false)
    await placed(buyer, [{ _id: product, qty: 1 }])
    expect((await supplyOf('Supply C')).gramsPerWeek).toBe(3000)
  })

  test('below its reorder point is on the list, until a contract for it is on the way', async () => {
    const lot = await addArrivedLot(shop, admin, 10_000, { name: 'Supply E', reorderGrams: 20_000 })
    expect(await supplyOf('Supply E')).toMatchObject({ isToReorder: true, reorderGrams: 20_000 })
    const listed = async () => (await admin.get('/api/desk')).body.todo.greenToReorder
    const before = await listed()
    expect(before.first).toContainEqual({ name: 'Supply E', left: 10_000, reorderBelow: 20_000 })
    await addLot(admin, { name: 'Supply E', boughtGrams: 10_000 })
    expect((await supplyOf('Supply E')).isToReorder).toBe(false)
    expect((await listed()).count).toBe(before.count - 1)
    await take(lot, 1)
    expect((await supplyOf('Supply E')).isToReorder).toBe(true)
  })
})

describe('the list and the file', () => {
  test('have the cost of what is left', async () => {
    const id = await addArrivedLot(shop, admin, 60_000, { cost: 600 })
    await take(id, 20_000)
    const lot = (await admin.get('/api/green')).body.lots.find((each: ListedGreenLot) => each._id === id)
    expect(lot).toMatchObject({ value: 400, costPerKg: 10, costPerPound: 4.54 })
  })

  test('are one line per lot, with both units', async () => {
    const id = await addArrivedLot(shop, admin, 45_360, { supplier: '=SUM(A1)', code: 'CSV-1' })
    const { text, headers } = await admin.get('/api/green/inventory.csv')
    expect(headers['content-type']).toContain('text/csv')
    const line = text.split('\r\n').find((each) => each.startsWith('CSV-1,'))!
    expect(line).toContain(",'=SUM(A1),")
    expect(line).toContain('45.36,45.36,100,600,')
    await take(id, 360)
  })
})
