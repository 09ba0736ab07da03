/** Orders of accounts that leave without a driver are billed, too. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type TestShop } from '#test/shop.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { signedIn, type SignedInVisitor } from '#test/signed-in.ts'
import { account, ledgerViolations, ordered } from '../invoices/ledger.testing.ts'
import { billWhatLeft } from './leave.ts'

let shop: TestShop
let owner: SignedInVisitor
beforeAll(async () => {
  shop = await openShop()
  owner = await signedIn(shop, { role: 'owner' })
})
afterAll(() => shop.close())

const invoicesOf = (company: string) =>
  shop.db
    .selectFrom('invoices')
    .select(['total_cents', 'delivered_on'])
    .where('company_id', '=', company)
    .execute()

test('an order that staff mark as delivered gets one invoice, also from two instances at once', async () => {
  const company = await account(shop)
  const sent = await ordered(shop, company)
  const waiting = await ordered(shop, company)
  const { day } = nowAt(shop.clock)
  await shop.db.updateTable('orders').set({ delivers_on: day }).where('company_id', '=', company).execute()
  expect((await owner.put(`/api/orders/${sent}/deliver`)).status).toBe(200)
  await Promise.all([billWhatLeft(shop.shop), billWhatLeft(shop.shop)])
  await billWhatLeft(shop.shop)
  expect(await invoicesOf(company)).toMatchObject([{ total_cents: 10_000 }])
  expect((await owner.get(`/api/orders/${waiting}`)).body.state).toBe('paid')
  expect(await ledgerViolations(shop.db)).toEqual([])
})
