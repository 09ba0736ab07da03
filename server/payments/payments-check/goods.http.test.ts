/** Stock counts that differ from their moves, and closed orders that still hold goods. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FindingKind } from '#shared/payments/api/payments-check.ts'
import { violations } from '#test/invariants.ts'
import { placed } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'
import { moneyAdmin } from './payments-check.testing.ts'

let shop: TestShop
let buyer: SignedInVisitor
beforeEach(async () => {
  shop = await openShop()
  buyer = await signedIn(shop)
})
afterEach(async () => {
  expect(await violations(shop.db)).toEqual([])
  await shop.close()
})

const { admin, compare, settle, theOne } = moneyAdmin(() => shop)
const expectFinding = (kind: FindingKind) => theOne({ kind, action: 'stock', amount: null })

test('a count that differs from its moves is corrected, and the count stays', async () => {
  const product = await shop.sell({ name: 'Drifted Beans', stock: 10 })
  await shop.db.updateTable('product_sizes').set({ count_in_stock: 7 }).where('id', '=', product).execute()
  const finding = await expectFinding('count')
  expect(finding.text).toContain('The stock count of Drifted Beans is 7, but its stock moves add up to 10')
  expect((await settle(finding)).findings).toEqual([])
  expect((await buyer.get(`/api/products/${product}`)).body.countInStock).toBe(7)
  const { lines } = (await (await admin()).get(`/api/record?subject=product&subjectId=${product}`)).body
  expect(lines[0]).toMatchObject({
    action: 'Stock corrected',
    changes: [{ field: 'Sum of the moves', before: '10', after: '7' }],
  })
})

test('the goods of a closed order are put back in stock once, even with concurrent requests', async () => {
  const product = await shop.sell({ stock: 10 })
  const id = await placed(buyer, [{ _id: product, qty: 3 }])
  await buyer.delete(`/api/orders/${id}`)
  await shop.db.deleteFrom('stock_moves').where('order_id', '=', id).where('reason', '=', 'return').execute()
  await shop.db.updateTable('product_sizes').set({ count_in_stock: 7 }).where('id', '=', product).execute()
  const finding = await expectFinding('held')
  const owner = await admin()
  const answers = await Promise.all([1, 2, 3].map(() => owner.post(`/api/money/${finding._id}/settle`)))
  expect(answers.map(({ status }) => status).filter((status) => status !== 404)).toContain(200)
  expect((await buyer.get(`/api/products/${product}`)).body.countInStock).toBe(10)
  expect((await compare()).findings).toEqual([])
})
