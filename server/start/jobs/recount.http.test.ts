/** The job that corrects derived columns. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { violations } from '#test/invariants.ts'
import { bought } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'
import { DAY, isoNow } from '#server/kernel/time/clock.ts'
import { recount } from './jobs.ts'

let shop: TestShop
let admin: SignedInVisitor
let buyer: SignedInVisitor
beforeAll(async () => {
  shop = await openShop()
  admin = await signedIn(shop, { isAdmin: true })
  buyer = await signedIn(shop)
})
afterAll(() => shop.close())

const orderRow = (id: string) =>
  shop.db.selectFrom('orders').select('refunded_cents').where('id', '=', id).executeTakeFirstOrThrow()

const reviewRow = (product: string) =>
  shop.db
    .selectFrom('reviews')
    .select('is_by_buyer')
    .where('product_id', '=', product)
    .executeTakeFirstOrThrow()

test('writes the refunded amount of an order that an earlier release refunded', async () => {
  const { id } = await bought(shop, buyer, [{ _id: await shop.sell(), qty: 1 }])
  const refunded = await admin.post(`/api/orders/${id}/refund`, { amount: 5, reason: 'Torn bag', stock: [] })
  expect(refunded.status).toBe(200)
  expect((await orderRow(id)).refunded_cents).toBe(500)
  await shop.db.updateTable('orders').set({ refunded_cents: 0 }).where('id', '=', id).execute()
  expect(await violations(shop.db)).toHaveLength(1)
  await recount(shop.shop)
  expect((await orderRow(id)).refunded_cents).toBe(500)
  expect(await violations(shop.db)).toEqual([])
})

test('marks the review of a buyer whose payment an earlier release recorded, and clears the cached product', async () => {
  const product = await shop.sell()
  const review = { name: 'Ann', rating: 4, comment: 'Good', created_at: isoNow(shop.clock) }
  await shop.db
    .insertInto('reviews')
    .values({ ...review, id: 'before-the-purchase', product_id: product, user_id: buyer.id })
    .execute()
  await recount(shop.shop)
  expect((await reviewRow(product)).is_by_buyer).toBe(0)
  await bought(shop, buyer, [{ _id: product, qty: 1 }])
  expect((await reviewRow(product)).is_by_buyer).toBe(1)
  await shop.db.updateTable('reviews').set({ is_by_buyer: 0 }).where('product_id', '=', product).execute()
  await recount(shop.shop)
  expect((await reviewRow(product)).is_by_buyer).toBe(1)
})

test('does not count the review of a deleted account', async () => {
  const product = await shop.sell()
  const guest = await signedIn(shop)
  await bought(shop, guest, [{ _id: product, qty: 1 }])
  await guest.post(`/api/products/${product}/reviews`, { rating: 5, comment: 'Very good' })
  expect((await reviewRow(product)).is_by_buyer).toBe(1)
  expect((await admin.delete(`/api/users/${guest.id}`)).status).toBe(200)
  expect((await reviewRow(product)).is_by_buyer).toBe(0)
  await shop.db.updateTable('reviews').set({ is_by_buyer: 1 }).where('product_id', '=', product).execute()
  await recount(shop.shop)
  expect((await reviewRow(product)).is_by_buyer).toBe(0)
})

test('reads only rows of the last day', async () => {
  const { id } = await bought(shop, buyer, [{ _id: await shop.sell(), qty: 1 }])
  await admin.post(`/api/orders/${id}/refund`, { amount: 5, reason: 'Torn bag', stock: [] })
  await shop.db.updateTable('orders').set({ refunded_cents: 0 }).where('id', '=', id).execute()
  shop.clock.advance(2 * DAY)
  await recount(shop.shop)
  expect((await orderRow(id)).refunded_cents).toBe(0)
})
