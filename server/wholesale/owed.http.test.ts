/** Wholesale as a part of the shop: what keeps it from being off. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { owedOf } from '#test/parts.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { account, invoiced, left, ordered } from './invoices/ledger.testing.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const textsOf = () => owedOf(shop, 'wholesale')

test('orders that are not delivered, goods without a bill, open invoices and credit keep wholesale from being off', async () => {
  expect(await textsOf()).toEqual([])
  const monthly = await account(shop, { bills: 'monthly' })
  const waiting = await ordered(shop, monthly)
  expect(await textsOf()).toEqual(['1 order that is not delivered'])
  await left(shop, waiting)
  await shop.db
    .updateTable('orders')
    .set({ state: 'delivered', delivered_at: shop.clock.now().toISOString() })
    .execute()
  expect(await textsOf()).toEqual(['1 delivery without a bill'])
  const company = await account(shop)
  const invoice = await invoiced(shop, company)
  const owner = await shop.staff('owner')
  await shop.db
    .updateTable('orders')
    .set({ state: 'delivered', delivered_at: shop.clock.now().toISOString() })
    .execute()
  expect(await textsOf()).toEqual(['1 delivery without a bill', '1 open invoice'])
  const { day } = nowAt(shop.clock)
  const paid = await owner.post(`/api/ledgers/${company}/receipts`, {
    kind: 'check',
    amount: 101,
    receivedOn: day,
  })
  expect(paid.status, paid.text).toBe(201)
  expect((await owner.get(`/api/invoices/${invoice}`)).body.state).toBe('paid')
  expect(await textsOf()).toEqual(['1 delivery without a bill', '1 payment that no invoice has used'])
})
