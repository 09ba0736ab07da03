/** The whole roast day in one request. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY, roastWork } from '#test/roastery/work.ts'
import { plannedBatch } from '#test/roastery/batches.ts'
import { greenLot, roastOf } from '#test/roastery/green.ts'
import { addOrder } from '#test/roastery/orders.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn } from '#test/signed-in.ts'
import type { Visitor } from '#test/visitor.ts'

let shop: TestShop
let ben: Visitor
let work: ReturnType<typeof roastWork>
beforeAll(async () => {
  shop = await openShop()
  ben = await signedIn(shop, { name: 'Ben', role: 'packer' })
  work = roastWork(shop, ben)
})
afterAll(() => shop.close())

describe('The whole day', () => {
  test('shows what is needed and done, and who did it', async () => {
    const day = '2026-12-03'
    const { product, roast } = await work.straight()
    const batch = await work.roasted(roast, 3_400, day)
    const filled = await addOrder(shop, { day, lines: [{ product, qty: 2 }] })
    await addOrder(shop, { day, lines: [{ product, grind: 'Espresso', qty: 3 }] })
    await work.pack(product, 4, { day })
    await work.fill(filled)
    const { status, body } = await ben.get(`/api/roastery/days/${day}`)
    expect(status).toBe(200)
    expect(body.batches).toMatchObject([
      {
        _id: batch,
        state: 'roasted',
        roastedGrams: 3_400,
        weighedBy: 'Ben',
        hasCurve: false,
        greens: [{ grams: 4_000 }],
      },
    ])
    const [coffee] = body.coffees
    expect(coffee).toMatchObject({ product: { _id: product }, neededGrams: 3 * 340 })
    expect(coffee.packaging).toMatchObject([
      {
        grind: 'Whole bean',
        ordered: 2,
        filled: 2,
        free: 2,
        packaged: 4,
        bags: [{ qty: 4, qtyLeft: 2, madeBy: 'Ben' }],
      },
      { grind: 'Espresso', ordered: 3, filled: 0, free: 0, packaged: 0, bags: [] },
    ])
    expect(body.orders.map((order: { isFilled: boolean }) => order.isFilled)).toEqual([true, false])
    expect(body.orders[0].lines[0]).toMatchObject({ qty: 2, isRoastedToOrder: true, filled: [{ qty: 2 }] })
    expect(body.previous).toBe(DAY)
  })

  test('shows planned green coffee by the recipe, also for a day without work, and refuses a day that does not exist', async () => {
    const lots = [await greenLot(shop), await greenLot(shop)]
    const roast = await roastOf(shop, [
      { lot: lots[0]!, percent: 70 },
      { lot: lots[1]!, percent: 30 },
    ])
    await plannedBatch(shop, { roast, day: '2026-12-08', grams: 10_001 })
    const { body } = await ben.get('/api/roastery/days/2026-12-08')
    expect(body.batches[0]).toMatchObject({
      state: 'planned',
      expectedGrams: 8_500,
      greens: [{ grams: 7_000 }, { grams: 3_001 }],
    })
    const empty = await ben.get('/api/roastery/days/2026-12-09')
    expect(empty.body).toMatchObject({ previous: '2026-12-08', next: null, batches: [], orders: [] })
    expect((await ben.get('/api/roastery/days/2026-02-30')).status).toBe(404)
  })

  test('leads to the next day with open orders, not to one whose orders are all shipped', async () => {
    const { product } = await work.straight()
    const [done, open] = ['2027-02-01', '2027-02-08'] as const
    await addOrder(shop, { day: done, lines: [{ product, qty: 1 }], state: 'shipped' })
    await addOrder(shop, { day: open, lines: [{ product, qty: 1 }] })
    const next = async (day: string) => (await ben.get(`/api/roastery/days/${day}`)).body.next
    expect(await next('2027-01-31')).toBe(open)
    expect(await next(open)).toBeNull()
    expect((await ben.get(`/api/roastery/days/${open}`)).body.previous).toBe(done)
  })
})
