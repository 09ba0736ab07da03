/** Sets up orders and messages by the API, for tests that are not about the screens that create them. */
import { expect, request, type APIRequestContext, type Page } from '@playwright/test'
import { GUEST_LINK_HEADER } from '#server/platform/sessions/guests.ts'
import { VIENNA } from '../purchase.ts'
import { asOwner } from './owner.ts'
import { BASE_URL } from './playwright.config.ts'
import { createProduct, uniqueName } from './products.ts'
import { BUYER, newEmail } from './steps.ts'

export type Buyer = {
  name: string
  email: string
  id: string
  /** Places an order for `qty` pieces of one coffee and does not pay; returns its id. */
  order: (qty?: number) => Promise<string>
  /** Places an order and pays; returns its id. */
  buy: (qty?: number) => Promise<string>
  /** Like `buy`, but also returns PayPal's id of the payment. */
  buyWithPayment: (qty?: number) => Promise<{ order: string; payment: string }>
}

/** A new user, whose orders go to this address. */
export async function newBuyer(name = BUYER.name, address = VIENNA): Promise<Buyer> {
  const { api, email, id } = await register(name)
  const order = async (qty = 1) => (await place(api, await coffeeInStock(api), qty, address))._id
  const buyWithPayment = async (qty = 1) => {
    const placed = await order(qty)
    return { order: placed, payment: await pay(api, placed) }
  }
  const buy = async (qty = 1) => (await buyWithPayment(qty)).order
  return { name, email, id, order, buy, buyWithPayment }
}

async function register(name: string): Promise<{ api: APIRequestContext; email: string; id: string }> {
  const api = await request.newContext({ baseURL: BASE_URL })
  const email = newEmail()
  const account = { name, email, password: BUYER.password }
  const { _id: id } = await callApi(api, 'POST', '/api/users', account)
  return { api, email, id }
}

/** The coffee with the most stock, because other tests buy too. */
async function coffeeInStock(api: APIRequestContext): Promise<string> {
  const { products } = await callApi(api, 'GET', '/api/products?keyword=coffee%20beans')
  const [coffee] = products.toSorted(
    (a: { countInStock: number }, b: { countInStock: number }) => b.countInStock - a.countInStock,
  )
  return coffee._id
}

async function place(
  api: APIRequestContext,
  product: string,
  qty = 1,
  shippingAddress = VIENNA,
): Promise<{ _id: string; totalPrice: number }> {
  const goods = { orderItems: [{ _id: product, qty }], shippingAddress }
  const { quoteId } = await callApi(api, 'POST', '/api/shippo/calcship', goods)
  const body = { ...goods, paymentMethod: 'PayPal', shippingQuote: { quoteId } }
  return callApi(api, 'POST', '/api/orders', body)
}

/** Opens the payment. Returns PayPal's id of it. */
async function openPayment(api: APIRequestContext, order: string): Promise<string> {
  return (await callApi(api, 'POST', `/api/orders/${order}/paypal`, {})).orderId
}

/** Returns PayPal's id of the payment. */
async function pay(api: APIRequestContext, order: string, opened?: string): Promise<string> {
  const payment = opened ?? (await openPayment(api, order))
  await callApi(api, 'POST', `/sandbox/paypal/checkoutnow/${payment}/approve`, {})
  const paid = await callApi(api, 'PUT', `/api/orders/${order}/pay`, { id: payment })
  expect(paid.isPaid).toBe(true)
  return payment
}

type OnSale = { _id: string; name: string }
type PlacedOrder = { _id: string; totalPrice: number; product: string; productId: string; email: string }

/**
 * A new user orders one piece and pays; returns the order.
 * @param product by default the first one on sale, which another test may have created
 */
export async function placePaidOrder(name: string, product?: OnSale): Promise<PlacedOrder> {
  const { buyer, payment, ...order } = await startPayment(name, product)
  await pay(buyer, order._id, payment)
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
  const { api: buyer, email } = await register(name)
  const { _id, name: product } = wanted ?? (await firstOnSale(buyer))
  const order = await place(buyer, _id)
  const payment = await openPayment(buyer, order._id)
  return { _id: order._id, totalPrice: order.totalPrice, product, productId: _id, email, buyer, payment }
}

async function firstOnSale(visitor: APIRequestContext): Promise<OnSale> {
  const { products } = await callApi(visitor, 'GET', '/api/products')
  return products.find((each: { countInStock: number }) => each.countInStock > 0)
}

/** A coffee of this test only, in bags of 340 g. */
export function coffeeOfOwn(name: string, form: object = {}): Promise<OnSale> {
  return asOwner((owner) => createProduct({ request: owner }, uniqueName(name), form))
}

type Ordered = { _id: string; qty: number; sizeId?: string; grind?: string }

/** A guest orders goods and pays. Returns the id of the order, and the address that opens its page on any device. */
export async function buyAsGuest(
  orderItems: Ordered[],
  { name = BUYER.name, isPickup = false, isPaid = true, discountCode = '' } = {},
): Promise<{ order: string; path: string }> {
  const api = await request.newContext({ baseURL: BASE_URL })
  const guest = { name, email: newEmail() }
  const goods = { orderItems, guest, ...(isPickup ? {} : { shippingAddress: VIENNA }) }
  const delivery = isPickup
    ? { pickup: {} }
    : { shippingQuote: { quoteId: (await callApi(api, 'POST', '/api/shippo/calcship', goods)).quoteId } }
  const body = { ...goods, paymentMethod: 'PayPal', ...delivery, ...(discountCode ? { discountCode } : {}) }
  const placed = await callApi(api, 'POST', '/api/orders', body)
  await api.dispose()
  if (isPaid) {
    const extraHTTPHeaders = { [GUEST_LINK_HEADER]: placed.guestLink }
    const opened = await request.newContext({ baseURL: BASE_URL, extraHTTPHeaders })
    await pay(opened, placed._id)
    await opened.dispose()
  }
  return { order: placed._id, path: `/order/${placed._id}#${placed.guestLink}` }
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

/** Puts a work of art on sale that has no box, so that it can only be picked up. Returns its product. */
export const createPickupOnlyWork = () =>
  asOwner(async (owner) => {
    const [artist] = await callApi(owner, 'GET', '/api/artshow')
    return callApi(owner, 'POST', '/api/works', {
      title: uniqueName('The Ridge'),
      artist: artist._id,
      price: 780,
      year: 2025,
      medium: 'Gouache',
      dimensions: '60 × 80 in',
      text: '',
      image: '',
      box: '',
      packedGrams: null,
    })
  })
