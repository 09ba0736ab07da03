/** The steps of a purchase, with the browser's requests, for tests that start in the middle of one. */
import { sendUntilAccepted } from './send-until-accepted.ts'
import type { TestShop } from './shop.ts'
import type { Answer, Visitor } from './visitor.ts'
import { rowOf } from './table-rows.ts'

export const VIENNA = {
  address: '123 Maple Avenue E',
  address2: '',
  city: 'Vienna',
  state: 'VA',
  postalCode: '22180',
  country: 'US',
}
export const BALTIMORE = {
  ...VIENNA,
  address: '12 Light Street',
  city: 'Baltimore',
  state: 'MD',
  postalCode: '21202',
}

export type CartLines = { _id: string; sizeId?: string; grind?: string; qty: number }[]

export async function quote(buyer: Visitor, orderItems: CartLines, shippingAddress = VIENNA) {
  const answer = await buyer.post('/api/shippo/calcship', { orderItems, shippingAddress })
  if (answer.status !== 200) throw new Error(`No quote: ${answer.text}`)
  return answer.body as { quoteId: string; shippingRate: number }
}

/** The body of POST /api/orders for these items, with a new quote. */
export async function orderBody(buyer: Visitor, orderItems: CartLines, shippingAddress = VIENNA) {
  const { quoteId } = await quote(buyer, orderItems, shippingAddress)
  return { orderItems, shippingAddress, paymentMethod: 'PayPal', shippingQuote: { quoteId } }
}

export async function place(
  buyer: Visitor,
  orderItems: CartLines,
  shippingAddress = VIENNA,
): Promise<Answer> {
  return buyer.post('/api/orders', await orderBody(buyer, orderItems, shippingAddress))
}

/** Places an order and returns its id. Throws if it is refused. */
export async function placed(
  buyer: Visitor,
  orderItems: CartLines,
  shippingAddress = VIENNA,
): Promise<string> {
  const answer = await place(buyer, orderItems, shippingAddress)
  if (answer.status !== 201) throw new Error(`Not placed: ${answer.text}`)
  return answer.body._id
}

/** Starts the payment and makes the buyer's choice in PayPal's window. Returns PayPal's id. */
export async function approve(
  shop: TestShop,
  buyer: Visitor,
  orderId: string,
  choice: 'approve' | 'decline' | 'pending' = 'approve',
): Promise<string> {
  const opened = await buyer.post(`/api/orders/${orderId}/paypal`)
  if (opened.status !== 200) throw new Error(`Not opened: ${opened.text}`)
  shop.paypal.choose(opened.body.orderId, choice)
  return opened.body.orderId
}

/** The number that people use for an order. */
export async function numberOf({ db }: TestShop, orderId: string): Promise<string> {
  const { number } = await rowOf(db, 'orders', orderId)
  return number!
}

export async function pay(shop: TestShop, buyer: Visitor, orderId: string): Promise<Answer> {
  return buyer.put(`/api/orders/${orderId}/pay`, { id: await approve(shop, buyer, orderId) })
}

/** A paid order: its id, PayPal's id of its payment, and its total in dollars. */
export async function bought(shop: TestShop, buyer: Visitor, orderItems: CartLines) {
  const id = await placed(buyer, orderItems)
  const paypalId = await approve(shop, buyer, id)
  const { status, text, body } = await buyer.put(`/api/orders/${id}/pay`, { id: paypalId })
  if (status !== 200) throw new Error(`Not paid: ${text}`)
  return { id, paypalId, total: body.totalPrice as number }
}

/** The id of a paid order that bought a gift card. */
export async function boughtGiftCard(shop: TestShop, buyer: Visitor): Promise<string> {
  const order = await sendUntilAccepted(() => buyer.post('/api/giftcards/orders', { amount: 25 }))
  await sendUntilAccepted(() => pay(shop, buyer, order.body._id))
  return order.body._id
}

const ORDER_TABLES = [
  'gift_card_uses',
  'gift_card_moves',
  'gift_cards',
  'order_history',
  'refund_lines',
  'refund_items',
  'refunds',
  'payments',
  'stock_moves',
  'order_lines',
  'orders',
] as const

/** Deletes all orders, for tests that need a shop without other orders. */
export async function forgetOrders({ db }: TestShop): Promise<void> {
  for (const table of ORDER_TABLES) await db.deleteFrom(table).execute()
}
