/** Sets up orders and messages by the API, for tests that are not about the screens that create them. */
import { expect, request, type APIRequestContext, type Page } from '@playwright/test'
import { asOwner } from './owner.ts'
import { BASE_URL } from './playwright.config.ts'
import { createProduct, uniqueName } from './products.ts'
import { BUYER, newEmail } from './steps.ts'

const ADDRESS = {
  address: '123 Maple Avenue E',
  address2: '',
  city: 'Vienna',
  state: 'VA',
  postalCode: '22180',
  country: 'US',
}

type OnSale = { _id: string; name: string }
type PlacedOrder = { _id: string; totalPrice: number; product: string; productId: string; email: string }

/**
 * A new user orders one piece and pays; returns the order.
 * @param product by default the first one on sale, which another test may have created
 */
export async function placePaidOrder(name: string, product?: OnSale): Promise<PlacedOrder> {
  const { buyer, payment, ...order } = await startPayment(name, product)
  await callApi(buyer, 'POST', `/sandbox/paypal/checkoutnow/${payment}/approve`, {})
  const paid = await callApi(buyer, 'PUT', `/api/orders/${order._id}/pay`, { id: payment })
  expect(paid.isPaid).toBe(true)
  await buyer.dispose()
  return order
}

/** A new user orders and PayPal captures the payment, but the shop is not notified; returns the order. */
export async function payWithoutNotice(name: string): Promise<PlacedOrder> {
  const { buyer, payment, ...order } = await startPayment(name)
  await callApi(buyer, 'POST', '/sandbox/controls/payments', { capture: { id: payment } })
  await buyer.dispose()
  return order
}

/** A new user orders and starts the payment at PayPal. */
export async function startPayment(
  name: string,
  wanted?: OnSale,
): Promise<PlacedOrder & { buyer: APIRequestContext; payment: string }> {
  const buyer = await request.newContext({ baseURL: BASE_URL })
  const email = newEmail()
  await callApi(buyer, 'POST', '/api/users', { name, email, password: BUYER.password })
  const { _id, name: product } = wanted ?? (await firstOnSale(buyer))
  const asked = { orderItems: [{ _id, qty: 1 }], shippingAddress: ADDRESS }
  const { quoteId } = await callApi(buyer, 'POST', '/api/shippo/calcship', asked)
  const order = await callApi(buyer, 'POST', '/api/orders', {
    ...asked,
    paymentMethod: 'PayPal',
    shippingQuote: { quoteId },
  })
  const { orderId } = await callApi(buyer, 'POST', `/api/orders/${order._id}/paypal`, {})
  const placed = { _id: order._id, totalPrice: order.totalPrice, product, productId: _id, email }
  return { ...placed, buyer, payment: orderId }
}

async function firstOnSale(visitor: APIRequestContext): Promise<OnSale> {
  const { products } = await callApi(visitor, 'GET', '/api/products')
  return products.find((each: { countInStock: number }) => each.countInStock > 0)
}

/** A coffee of this test only, in bags of 340 g. */
export function coffeeOfOwn(name: string, form: object = {}): Promise<OnSale> {
  return asOwner((owner) => createProduct({ request: owner }, uniqueName(name), form))
}

/** The number that people use for an order; `page` is signed in as its buyer or an admin. */
export async function numberOf(page: Page, orderId: string): Promise<string> {
  const { number } = await callApi(page.request, 'GET', `/api/orders/${orderId}`)
  return number
}

/** Sends a message with the contact form. */
export async function sendContactMessage(name: string, message: string): Promise<void> {
  const visitor = await request.newContext({ baseURL: BASE_URL })
  await callApi(visitor, 'POST', '/send', { mailerState: { name, email: 'ada@example.com', message } })
  await visitor.dispose()
}

/** A call that must succeed; returns its JSON. */
// oxlint-disable-next-line typescript/no-explicit-any
export async function callApi(
  context: APIRequestContext,
  method: string,
  path: string,
  data?: object,
): Promise<any> {
  // With the origin of the shop, because PayPal's window accepts no clicks from other origins.
  const headers = { 'sec-fetch-site': 'same-origin', origin: BASE_URL }
  const answer = await context.fetch(path, { method, data, headers })
  expect(answer.ok(), `${method} ${path}: ${await answer.text()}`).toBe(true)
  return answer.json()
}
