/** Creates orders by the API, for tests of the admin's screens. */
import { expect, request, type APIRequestContext, type APIResponse } from '@playwright/test'
import { BUYER, newEmail } from './steps.ts'

const ADDRESS = {
  address: '145 Church Street NE',
  address2: '',
  city: 'Vienna',
  state: 'VA',
  postalCode: '22180',
  country: 'US',
}

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

/** A new user, at the shop of this test. */
export async function newBuyer(baseURL: string | undefined, name = BUYER.name): Promise<Buyer> {
  const api = await request.newContext(baseURL === undefined ? {} : { baseURL })
  const email = newEmail()
  const account = { name, email, password: BUYER.password }
  const { _id } = await jsonOf(api.post('/api/users', { data: account }))
  const order = (qty = 1) => place(api, qty)
  const buyWithPayment = async (qty = 1) => {
    const id = await place(api, qty)
    return { order: id, payment: await pay(api, id) }
  }
  const buy = async (qty = 1) => (await buyWithPayment(qty)).order
  return { name, email, id: _id, order, buy, buyWithPayment }
}

async function place(api: APIRequestContext, qty: number): Promise<string> {
  // The coffee with the most stock, because other tests buy too.
  const { products } = await jsonOf(api.get('/api/products?keyword=coffee%20beans'))
  const [coffee] = products.toSorted(
    (a: { countInStock: number }, b: { countInStock: number }) => b.countInStock - a.countInStock,
  )
  const orderItems = [{ _id: coffee._id, qty }]
  const goods = { orderItems, shippingAddress: ADDRESS }
  const quote = await jsonOf(api.post('/api/shippo/calcship', { data: goods }))
  const body = { ...goods, paymentMethod: 'PayPal', shippingQuote: { quoteId: quote.quoteId } }
  return (await jsonOf(api.post('/api/orders', { data: body })))._id
}

/** Returns PayPal's id of the payment. */
async function pay(api: APIRequestContext, id: string): Promise<string> {
  const { orderId } = await jsonOf(api.post(`/api/orders/${id}/paypal`))
  const headers = { 'sec-fetch-site': 'same-origin' }
  await jsonOf(api.post(`/sandbox/paypal/checkoutnow/${orderId}/approve`, { headers }))
  await jsonOf(api.put(`/api/orders/${id}/pay`, { data: { id: orderId } }))
  return orderId
}

// oxlint-disable-next-line typescript/no-explicit-any
async function jsonOf(call: Promise<APIResponse>): Promise<any> {
  const answer = await call
  expect(answer.ok(), `${answer.url()} ${answer.status()}`).toBe(true)
  return answer.json()
}
