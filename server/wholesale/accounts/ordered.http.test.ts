/** What accounts order in a month, beside what they promised. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '#shared/kernel/days.ts'
import { nowAt, startOf } from '#server/kernel/time/shop-days.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn, type SignedInVisitor } from '#test/signed-in.ts'
import { account, order } from '../wholesale.testing.ts'

let shop: TestShop
let owner: SignedInVisitor
beforeAll(async () => {
  shop = await openShop()
  owner = await signedIn(shop, { role: 'owner' })
})
afterAll(() => shop.close())

const KG = 1000
/** The first day of a month, so many months ago. */
function firstDay(ago: number): string {
  let day = `${nowAt(shop.clock).day.slice(0, 7)}-01`
  for (let month = 0; month < ago; month++) day = `${addDays(day, -1).slice(0, 7)}-01`
  return day
}
/** A new account that exists for some months and has ordered so many kilograms in each: this month, the last one, and so on. */
async function orderedIn(kilograms: number[], promised: number, months = 12) {
  const company = {
    promised_grams: promised * KG,
    created_at: startOf(firstDay(months)),
    terms: 'net' as const,
    credit: 'unlimited' as const,
  }
  const cafe = await account(shop, { company })
  const coffee = await shop.sell({ sizeGrams: KG, stock: 500 })
  for (const [ago, qty] of kilograms.entries()) {
    if (qty === 0) continue
    const { status, body, text } = await order(cafe, [{ product: coffee, qty }])
    expect([status, status === 201 ? '' : text]).toEqual([201, ''])
    const at = ago === 0 ? new Date(shop.clock.now()).toISOString() : startOf(firstDay(ago))
    await shop.db.updateTable('orders').set({ created_at: at }).where('id', '=', body._id).execute()
  }
  return { ...cafe, coffee }
}
const read = async (company: string) => {
  const { months, isBelow } = (await owner.get(`/api/accounts/${company}`)).body
  return [months.map(({ grams }: { grams: number }) => grams / KG), isBelow]
}
const below = async () =>
  (await owner.get('/api/accounts?below=promise&pageSize=50')).body.accounts.map(
    ({ _id }: { _id: string }) => _id,
  )

test('the coffee of accepted orders counts in the month in which they were placed, and others do not count', async () => {
  const cafe = await orderedIn([4, 10, 0, 12], 9)
  const goods = await shop.sell({ sizeGrams: null, stock: 50 })
  expect((await order(cafe, [{ product: goods, qty: 20 }])).status).toBe(201)
  const { body: unpaid } = await order(cafe, [{ product: cafe.coffee, qty: 7 }], { payBy: 'now' })
  expect(unpaid._id).toEqual(expect.any(String))
  const { body: canceled } = await order(cafe, [{ product: cafe.coffee, qty: 5 }])
  await cafe.buyer.post(`/api/account-orders/${canceled._id}/cancel`, { version: canceled.version })
  expect(await read(cafe.company)).toEqual([[4, 10, 0, 12], true])
  const { accounts } = (await owner.get('/api/accounts?pageSize=50')).body
  const listed = accounts.find(({ _id }: { _id: string }) => _id === cafe.company)
  expect([listed.months.length, listed.isBelow]).toEqual([4, true])
  expect(listed.months[1].month).toBe(firstDay(1).slice(0, 7))
})

test('below the promise is who ordered less on average in the whole months of the account', async () => {
  const keeps = await orderedIn([0, 10, 10, 10], 10)
  const fails = await orderedIn([50, 9, 10, 10], 10)
  const young = await orderedIn([0, 10], 10, 1)
  const fresh = await orderedIn([0], 10, 0)
  const silent = await orderedIn([0], 0)
  const found = await below()
  expect([keeps, fails, young, fresh, silent].map(({ company }) => found.includes(company))).toEqual([
    false,
    true,
    false,
    false,
    false,
  ])
  await shop.db.updateTable('companies').set({ status: 'closed' }).where('id', '=', fails.company).execute()
  expect(await below()).not.toContain(fails.company)
  expect((await owner.get('/api/accounts?below=other')).status).toBe(400)
})
