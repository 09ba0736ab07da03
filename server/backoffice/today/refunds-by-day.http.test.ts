/** Refunds in the sales of the admin home page. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bought } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn } from '#test/signed-in.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

function setTime(moment: string): void {
  shop.clock.advance(Date.parse(moment) - shop.clock.now().getTime())
}

async function home() {
  return (await (await signedIn(shop, { isAdmin: true })).get('/api/desk')).body
}

test('a refund is subtracted on its own day, so the days before do not change', async () => {
  const beans = await shop.sell({ stock: 100 })
  setTime('2027-09-10T16:00:00Z')
  const { id, total } = await bought(shop, await signedIn(shop), [{ _id: beans, qty: 3 }])
  setTime('2027-09-12T16:00:00Z')
  const daysOf = async () => {
    const { days } = (await home()).sales as { days: { day: string; orders: number; total: number }[] }
    return days.slice(-4).map(({ day, orders, total: sold }) => [day.slice(-2), orders, sold])
  }
  expect(await daysOf()).toEqual([
    ['09', 0, 0],
    ['10', 1, total],
    ['11', 0, 0],
    ['12', 0, 0],
  ])
  const admin = await signedIn(shop, { isAdmin: true })
  await admin.post(`/api/orders/${id}/refund`, { lines: [{ _id: beans, qty: 1 }] })
  await admin.post(`/api/orders/${id}/refund`, {})
  expect(await daysOf()).toEqual([
    ['09', 0, 0],
    ['10', 1, total],
    ['11', 0, 0],
    ['12', -1, -total],
  ])
  expect((await home()).sales).toMatchObject({ month: { orders: 0, total: 0 }, best: [] })
})
