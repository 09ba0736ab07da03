/** The whole roast day in one request, and filling its orders with bags. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bought } from '#test/purchase.ts'
import { DAY, refusal, roastWork } from '#test/roastery/work.ts'
import { plannedBatch } from '#test/roastery/batches.ts'
import { greenLot, roastOf } from '#test/roastery/green.ts'
import { addOrder } from '#test/roastery/orders.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn } from '#test/signed-in.ts'
import { countOf, type Visitor } from '#test/visitor.ts'

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

describe('Filling an order', () => {
  test('gives each line its bags, those of the promised day first, and says which are older', async () => {
    const { product, roast } = await work.straight(5_100)
    const older = await work.roasted(roast, 680, '2026-11-26')
    await work.pack(product, 2, { batchId: older })
    await work.pack(product, 2, { packagedBefore: 2 })
    await work.pack(product, 3, { grind: 'Espresso' })
    const order = await addOrder(shop, {
      day: DAY,
      lines: [
        { product, qty: 3 },
        { product, grind: 'Espresso', qty: 2 },
      ],
    })
    const filling = await work.fill(order)
    expect([filling.status, filling.body.message]).toEqual([
      200,
      expect.stringMatching(/5 bags put in, of lot 261127-\w+, 261127-\w+ \(roasted Nov 26\), 261127-\w+$/),
    ])
    const left = (await work.bagsOf(product)).map(({ grind, qty_left }) => [grind, qty_left])
    expect(left).toEqual([
      ['Whole bean', 1],
      ['Whole bean', 0],
      ['Espresso', 1],
    ])
    expect(refusal(await work.fill(order))[1]).toMatch(
      /^Ben filled order .* at \d+:\d\d [AP]M\. Nothing was changed$/,
    )
    const admin = await shop.admin()
    const { body } = await admin.get(`/api/record?subject=order&subjectId=${order}`)
    expect(body.lines[0]).toMatchObject({
      by: 'Ben',
      action: expect.stringMatching(/^Filled: 5 bags put in, of lot/),
    })
  })

  test('is all or nothing, and names everything that is missing', async () => {
    const { product } = await work.straight()
    const other = await work.straight()
    await work.pack(product, 2)
    const order = await addOrder(shop, {
      day: DAY,
      lines: [
        { product, qty: 2 },
        { product, grind: 'Espresso', qty: 1 },
        { product: other.product, qty: 4 },
      ],
    })
    expect(refusal(await work.fill(order))).toEqual([
      409,
      'Not packaged yet: 1 × Test Beans, 12 oz (340 g), Espresso; 4 × Test Beans, 12 oz (340 g), Whole bean',
    ])
    expect((await work.bagsOf(product))[0]!.qty_left).toBe(2)
  })

  test('leaves out refunded pieces, and takes out those that are refunded after filling', async () => {
    const { product } = await work.straight()
    await work.pack(product, 5)
    const order = await work.paidOrder(product, 5)
    const admin = await shop.admin()
    const refund = (qty: number) =>
      admin.post(`/api/orders/${order}/refund`, { reason: 'x', lines: [{ _id: product, qty }], stock: [] })
    expect((await refund(2)).status).toBe(200)
    expect((await work.fill(order)).body.message).toMatch(/3 bags put in/)
    await refund(1)
    expect((await work.fill(order)).body.message).toMatch(/1 bag of refunded pieces taken out$/)
    expect((await work.bagsOf(product))[0]!.qty_left).toBe(3)
    expect(refusal(await work.fill(order))[1]).toMatch(/^Ben filled order/)
  })

  test('is refused for an order that is not paid, has no such coffee, or does not exist', async () => {
    const { product } = await work.straight()
    const order = await addOrder(shop, { day: DAY, lines: [{ product, qty: 3 }] })
    await shop.db
      .updateTable('orders')
      .set({ state: 'pending', paid_at: null })
      .where('id', '=', order)
      .execute()
    expect(refusal(await work.fill(order))[1]).toMatch(/is not paid yet$/)
    const buyer = await shop.customer()
    const { id } = await bought(shop, buyer, [{ _id: await shop.sell(), qty: 1 }])
    expect(refusal(await work.fill(id))[1]).toMatch(/has no coffee that is roasted to order$/)
    expect((await work.fill('nothere')).status).toBe(404)
  })

  test('ends with free bags when the order is refunded in full before it ships; a shipped one keeps them', async () => {
    const { product } = await work.straight()
    await work.pack(product, 4)
    const admin = await shop.admin()
    const [kept, freed] = await Promise.all([work.paidOrder(product), work.paidOrder(product)])
    expect(countOf(await Promise.all([work.fill(kept), work.fill(freed)]))).toEqual({ 200: 2 })
    const sent = await admin.put(`/api/orders/${kept}/ship`, { trackingNumber: '', trackingUrl: '' })
    expect(sent.status).toBe(200)
    for (const order of [kept, freed])
      expect((await admin.post(`/api/orders/${order}/refund`, { reason: 'x', stock: [] })).status).toBe(200)
    expect((await work.bagsOf(product))[0]!.qty_left).toBe(2)
    expect((await ben.delete(`/api/roastery/orders/${freed}/fill`)).status).toBe(409)
  })

  test('by twenty people at once happens once; two orders never share a bag', async () => {
    const { product } = await work.straight()
    await work.pack(product, 5)
    const orders = await Promise.all(
      Array.from({ length: 4 }, () => addOrder(shop, { day: DAY, lines: [{ product, qty: 2 }] })),
    )
    const answers = await Promise.all(
      orders.flatMap((order) => Array.from({ length: 5 }, () => work.fill(order))),
    )
    expect(countOf(answers)).toEqual({ 200: 2, 409: 18 })
    expect((await work.bagsOf(product))[0]!.qty_left).toBe(1)
  })

  test('can be undone until the order is shipped, also by twenty people at once', async () => {
    const { product } = await work.straight()
    await work.pack(product, 2)
    const order = await addOrder(shop, { day: DAY, lines: [{ product, qty: 2 }] })
    await work.fill(order)
    const [bags] = await work.bagsOf(product)
    expect(refusal(await ben.delete(`/api/roastery/bags/${bags!.id}`))[1]).toMatch(
      /^Ben put some of these bags into order .*Take them out of the order first$/,
    )
    const undo = () => ben.delete(`/api/roastery/orders/${order}/fill`)
    expect(countOf(await Promise.all(Array.from({ length: 20 }, undo)))).toEqual({ 200: 1, 409: 19 })
    expect((await work.bagsOf(product))[0]!.qty_left).toBe(2)
    await work.fill(order)
    await shop.db.updateTable('orders').set({ state: 'shipped' }).where('id', '=', order).execute()
    expect(refusal(await undo())[1]).toMatch(/is shipped, so its bags cannot be taken back$/)
  })

  test('of a shipped order without bags completes its trace', async () => {
    const { product } = await work.straight()
    await work.pack(product, 1)
    const order = await addOrder(shop, { day: DAY, lines: [{ product, qty: 1 }], state: 'shipped' })
    expect((await work.fill(order)).status).toBe(200)
  })
})
