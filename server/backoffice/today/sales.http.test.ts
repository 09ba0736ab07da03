// On SQLite only: sums of many days and time zones, which the same code computes on both databases.
// Slow, not in `npm run check`: sales of many days and time zones.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '#server/kernel/time/clock.ts'
import { bought, pay, placed } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn } from '#test/signed-in.ts'
import { readSales } from './sales-by-day.ts'

let shop: TestShop
beforeEach(async () => {
  shop = await openShop()
})
afterEach(() => shop.close())

/** Sets the clock forward to a time; a test must use its times in ascending order. */
function setTime(moment: string): void {
  const wait = Date.parse(moment) - shop.clock.now().getTime()
  if (wait < 0) throw new Error(`${moment} has passed`)
  shop.clock.advance(wait)
}

async function home() {
  const answer = await (await signedIn(shop, { isAdmin: true })).get('/api/desk')
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

/** Orders and pays; returns the total in dollars. */
async function buy(product: string, qty = 1): Promise<number> {
  const buyer = await signedIn(shop)
  const id = await placed(buyer, [{ _id: product, qty }])
  const { body } = await pay(shop, buyer, id)
  expect(body.isPaid).toBe(true)
  return body.totalPrice
}

const sum = (...amounts: number[]) => amounts.reduce((cents, each) => cents + Math.round(each * 100), 0) / 100

describe('a day of the sales is a day in the time zone of Vienna, Virginia, and', () => {
  test('starts at 05:00 UTC in winter', async () => {
    const beans = await shop.sell({ stock: 100 })
    setTime('2027-01-20T04:57:00Z')
    const late = await buy(beans)
    expect(await home()).toMatchObject({
      day: '2027-01-19',
      sales: { today: { orders: 1, total: late } },
    })
    setTime('2027-01-20T05:00:30Z')
    const early = await buy(beans, 2)
    const { day, sales } = await home()
    expect(day).toBe('2027-01-20')
    expect(sales.today).toEqual({ orders: 1, total: early, before: { orders: 1, total: late } })
    expect(sales.days.slice(-2)).toMatchObject([
      { day: '2027-01-19', orders: 1, total: late },
      { day: '2027-01-20', orders: 1, total: early },
    ])
    expect(sales.week).toMatchObject({ orders: 2, total: sum(late, early) })
  })

  test('starts at 04:00 UTC in summer, and has 23 hours at the time change in spring', async () => {
    const beans = await shop.sell({ stock: 100 })
    // 2027-03-14: 01:59 EST is followed by 03:00 EDT.
    setTime('2027-03-14T04:57:00Z')
    const saturday = await buy(beans)
    setTime('2027-03-14T05:00:30Z')
    const sundayFirst = await buy(beans, 2)
    setTime('2027-03-15T03:57:00Z')
    const sundayLast = await buy(beans, 3)
    setTime('2027-03-15T04:00:30Z')
    const monday = await buy(beans, 4)
    const { sales } = await home()
    expect(sales.days.slice(-3)).toMatchObject([
      { day: '2027-03-13', orders: 1, total: saturday },
      { day: '2027-03-14', orders: 2, total: sum(sundayFirst, sundayLast) },
      { day: '2027-03-15', orders: 1, total: monday },
    ])
  })

  test('has 25 hours at the time change in autumn', async () => {
    const beans = await shop.sell({ stock: 100 })
    // 2027-11-07: 01:59 EDT is followed by 01:00 EST.
    setTime('2027-11-07T04:00:30Z')
    const first = await buy(beans)
    setTime('2027-11-08T04:57:00Z')
    const last = await buy(beans, 2)
    setTime('2027-11-08T05:00:30Z')
    const monday = await buy(beans, 3)
    const { sales } = await home()
    expect(sales.days.slice(-2)).toMatchObject([
      { day: '2027-11-07', orders: 2, total: sum(first, last) },
      { day: '2027-11-08', orders: 1, total: monday },
    ])
  })
})

test('the thirty days end today, each with the day thirty days before for comparison', async () => {
  const beans = await shop.sell({ stock: 100 })
  setTime('2027-05-01T16:00:00Z')
  const forgotten = await buy(beans)
  setTime('2027-05-02T16:00:00Z')
  const oldest = await buy(beans, 2)
  setTime('2027-05-31T16:00:00Z')
  const before = await buy(beans, 3)
  setTime('2027-06-01T16:00:00Z')
  const first = await buy(beans, 4)
  setTime('2027-06-24T16:00:00Z')
  const weekBefore = await buy(beans, 5)
  setTime('2027-06-30T16:00:00Z')
  const last = await buy(beans, 6)
  const { sales } = await home()
  expect(sales.days).toHaveLength(30)
  expect(sales.days[0]).toEqual({
    day: '2027-06-01',
    dayBefore: '2027-05-02',
    orders: 1,
    total: first,
    before: { orders: 1, total: oldest },
  })
  expect(sales.days[29]).toMatchObject({
    day: '2027-06-30',
    dayBefore: '2027-05-31',
    orders: 1,
    total: last,
    before: { orders: 1, total: before },
  })
  expect(sales.days.slice(1, 23).every(({ orders }: { orders: number }) => orders === 0)).toBe(true)
  expect(sales.month).toEqual({
    orders: 3,
    total: sum(first, weekBefore, last),
    before: { orders: 2, total: sum(oldest, before) },
  })
  expect(sales.week).toEqual({ orders: 2, total: sum(weekBefore, last), before: { orders: 0, total: 0 } })
  expect(sales.today).toMatchObject({ orders: 1, total: last })
  expect(forgotten).toBeGreaterThan(0)
})

test('only paid orders count, and refunds are subtracted', async () => {
  const beans = await shop.sell({ stock: 100 })
  const buyer = await signedIn(shop)
  const open = await placed(buyer, [{ _id: beans, qty: 1 }])
  const canceled = await placed(buyer, [{ _id: beans, qty: 1 }])
  await buyer.delete(`/api/orders/${canceled}`)
  expect((await home()).sales).toMatchObject({
    today: { orders: 0, total: 0, before: { orders: 0, total: 0 } },
    coffees: [],
    otherCoffees: { qty: 0, total: 0 },
    best: [],
  })
  const { totalPrice } = (await pay(shop, buyer, open)).body
  const kept = await buy(beans, 2)
  expect((await home()).sales).toMatchObject({
    today: { orders: 2, total: sum(totalPrice, kept) },
    best: [{ _id: beans, qty: 3, total: 54 }],
  })
  // Refunds are also subtracted from a day that is already cached.
  shop.clock.advance(HOUR)
  await home()
  const admin = await signedIn(shop, { isAdmin: true })
  await admin.post(`/api/orders/${open}/refund`, { amount: 1 })
  expect((await home()).sales).toMatchObject({
    month: { orders: 2, total: sum(totalPrice, kept, -1) },
    best: [{ _id: beans, qty: 3, total: 54 }],
  })
  await admin.post(`/api/orders/${open}/refund`, {})
  expect((await home()).sales).toMatchObject({
    month: { orders: 1, total: kept },
    best: [{ _id: beans, qty: 2, total: 36 }],
  })
})

test('returned goods are subtracted from the sold quantity once; a refund without goods changes no quantity', async () => {
  const beans = await shop.sell({ name: 'House', stock: 100 })
  const mug = await shop.sell({ name: 'Mug', priceCents: 2400, stock: 100, sizeGrams: null })
  const buyer = await signedIn(shop)
  const { id, total } = await bought(shop, buyer, [
    { _id: beans, qty: 3 },
    { _id: mug, qty: 1 },
  ])
  // From here on this day is cached.
  shop.clock.advance(HOUR)
  await home()
  const admin = await signedIn(shop, { isAdmin: true })
  const refund = (request: object) => admin.post(`/api/orders/${id}/refund`, request)
  await refund({ amount: 2 })
  await refund({ amount: 18, stock: [{ _id: beans, qty: 1 }] })
  await refund({ amount: 18, stock: [{ _id: beans, qty: 1 }] })
  expect((await home()).sales).toMatchObject({
    month: { orders: 1, total: sum(total, -38) },
    best: [
      { _id: mug, qty: 1, total: 24 },
      { _id: beans, qty: 1, total: 18 },
    ],
  })
  await refund({ stock: [{ _id: beans, qty: 1 }] })
  expect((await home()).sales).toMatchObject({ month: { orders: 0, total: 0 }, best: [] })
})

test('a refunded item is subtracted from the sold quantity once, whether or not it returned to stock', async () => {
  const beans = await shop.sell({ name: 'House', stock: 100 })
  const mug = await shop.sell({ name: 'Mug', priceCents: 2400, stock: 100, sizeGrams: null })
  const { id, total } = await bought(shop, await signedIn(shop), [
    { _id: beans, qty: 3 },
    { _id: mug, qty: 2 },
  ])
  const admin = await signedIn(shop, { isAdmin: true })
  const refund = (request: object) => admin.post(`/api/orders/${id}/refund`, request)
  const { body } = await refund({ lines: [{ _id: mug, qty: 1 }] })
  await refund({ lines: [{ _id: beans, qty: 1 }], stock: [{ _id: beans, qty: 1 }] })
  const expected = {
    month: { orders: 1, total: sum(total, -24.24, -18.18) },
    best: [
      { _id: beans, qty: 2, total: 36 },
      { _id: mug, qty: 1, total: 24 },
    ],
  }
  expect((await home()).sales).toMatchObject(expected)
  const stock = [{ _id: mug, qty: 1 }]
  await admin.post(`/api/orders/${id}/refunds/${body.refunds[0]._id}/stock`, { stock })
  expect((await home()).sales).toMatchObject(expected)
})

test('coffees are sorted by revenue, and best sellers of all categories by quantity', async () => {
  const dear = await shop.sell({ name: 'Gesha', priceCents: 6000, stock: 100 })
  const cheap = await shop.sell({ name: 'House', priceCents: 1500, stock: 100 })
  const mug = await shop.sell({ name: 'Mug', priceCents: 2400, stock: 100, sizeGrams: null })
  await shop.db.updateTable('products').set({ category: 'Goods' }).where('id', '=', mug).execute()
  await buy(dear, 2)
  await buy(cheap, 3)
  await buy(mug, 4)
  const { sales } = await home()
  expect(sales.coffees).toEqual([
    { _id: dear, name: 'Gesha', qty: 2, total: 120 },
    { _id: cheap, name: 'House', qty: 3, total: 45 },
  ])
  expect(sales.best).toEqual([
    { _id: mug, name: 'Mug', size: '', qty: 4, total: 96 },
    { _id: cheap, name: 'House', size: '12 oz', qty: 3, total: 45 },
    { _id: dear, name: 'Gesha', size: '12 oz', qty: 2, total: 120 },
  ])
  // A coffee taken off sale keeps its name in the figures.
  await (await signedIn(shop, { isAdmin: true })).delete(`/api/products/${dear}`)
  expect((await home()).sales.coffees[0]).toMatchObject({ _id: dear, name: 'Gesha' })
})

test('coffees beyond the first ten are added up', async () => {
  for (let index = 1; index <= 12; index++)
    await buy(await shop.sell({ name: `Coffee ${index}`, priceCents: index * 1000, stock: 100 }))
  const { coffees, otherCoffees, best } = (await home()).sales
  expect(coffees).toHaveLength(10)
  expect(coffees[0]).toMatchObject({ name: 'Coffee 12', total: 120 })
  expect(otherCoffees).toEqual({ qty: 2, total: 30 })
  expect(best).toHaveLength(5)
})

test('cached and new sales add up, also for repeated and concurrent requests', async () => {
  const beans = await shop.sell({ stock: 100 })
  let expected = 0
  let orders = 0
  for (const wait of [0, 2 * MINUTE, 4 * MINUTE, 10 * MINUTE, 3 * HOUR, DAY, 2 * DAY]) {
    shop.clock.advance(wait)
    expected = sum(expected, await buy(beans))
    orders++
    const responses = await Promise.all([home(), home(), home()])
    for (const { sales } of responses) expect(sales.month).toMatchObject({ orders, total: expected })
  }
  const again = await home()
  expect(again.sales.month).toMatchObject({ orders, total: expected })
  expect(again.sales.best).toEqual([expect.objectContaining({ qty: orders })])
})

test('the first request, which reads sixty days, lets others be answered after each day', async () => {
  let turns = 0
  let isRead = false
  const count = () => {
    if (isRead) return
    turns++
    setImmediate(count)
  }
  setImmediate(count)
  await readSales(shop.shop)
  isRead = true
  expect(turns).toBeGreaterThanOrEqual(60)
})
