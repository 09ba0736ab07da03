/** Purchases with the express button of PayPal, with the browser's requests. */
import { expect } from 'vitest'
import { rowOf } from '#test/table-rows.ts'
import type { CartLines } from '#test/purchase.ts'
import type { TestShop } from '#test/shop.ts'
import type { Answer, Visitor } from '#test/visitor.ts'

export const PLACE = { city: 'Vienna', state: 'VA', postalCode: '22180', country: 'US' }
export const ALASKA = { city: 'Anchorage', state: 'AK', postalCode: '99501', country: 'US' }

export type Express = { expressId: string; token: string; orderId: string; amount: string }

export async function open(
  buyer: Visitor,
  orderItems: CartLines,
  more: { discountCode?: string } = {},
): Promise<Express> {
  const { status, body } = await buyer.post('/api/express', { orderItems, ...more })
  expect([status, body.message]).toEqual([200, undefined])
  return body
}

/** The wallet tells the place that the buyer has chosen. */
export function choosePlace(
  buyer: Visitor,
  { expressId, token }: Express,
  place: object = PLACE,
): Promise<Answer> {
  return buyer.post(`/api/express/${expressId}/address`, { token, ...place })
}

/** Opens the payment, chooses Vienna, and approves. */
export async function approved(
  shop: TestShop,
  buyer: Visitor,
  orderItems: CartLines,
  more: { discountCode?: string } = {},
): Promise<Express> {
  const opened = await open(buyer, orderItems, more)
  expect((await choosePlace(buyer, opened)).status).toBe(200)
  shop.paypal.choose(opened.orderId, 'approve')
  return opened
}

export function pay(buyer: Visitor, { expressId, token }: Express): Promise<Answer> {
  return buyer.post(`/api/express/${expressId}/pay`, { token })
}

/** PayPal's status of the payment. */
export function statusAtPaypal({ paypal }: TestShop, { orderId }: Express): string | undefined {
  return paypal.view(orderId)?.status
}

export async function stockOf({ db }: TestShop, size: string): Promise<number> {
  return (await rowOf(db, 'product_sizes', size)).count_in_stock
}

export function paymentsOf({ db }: TestShop, { orderId }: Express) {
  return db.selectFrom('payments').selectAll().where('provider_order_id', '=', orderId).execute()
}

export function ordersOf({ db }: TestShop, { expressId }: Express) {
  return db.selectFrom('orders').selectAll().where('id', '=', expressId).execute()
}
