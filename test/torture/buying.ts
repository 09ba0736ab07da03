/** A purchase that stores its progress, so that it can continue after a crash of the shop. */
import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { pdfText } from '../pdf-text.ts'
import { type CartLines, orderBody } from '../purchase.ts'
import type { Answer } from '../visitor.ts'
import { caller, choose, type Caller } from './caller.ts'
import { OWNER } from './running-shop.ts'

/** What the shop has acknowledged; null if it has not. */
export type Purchase = {
  key: string
  items: CartLines
  /** The codes of gift cards that pay a part of it. */
  giftCards: string[]
  body: unknown
  order: string | null
  total: number | null
  payment: string | null
  paidAt: string | null
  isCanceled: boolean
  /** The shop refused with a valid reason: sold out or expired. */
  isOver: boolean
}

export function purchase(items: CartLines, giftCards: string[] = []): Purchase {
  return {
    key: randomUUID(),
    items,
    giftCards,
    body: null,
    order: null,
    total: null,
    payment: null,
    paidAt: null,
    isCanceled: false,
    isOver: false,
  }
}

/** A response that a buyer must never get. */
export class Unexpected extends Error {
  override name = 'Unexpected'
  constructor(what: string, { status, text }: Answer) {
    super(`${what} returned ${status} ${text.slice(0, 200)}`)
  }
}

/** Quotes and places the order; a repeated call gets the existing order. */
export async function placeOrder(buyer: Caller, bought: Purchase): Promise<void> {
  if (bought.order || bought.isOver) return
  bought.body ??= {
    ...(await orderBody(buyer, bought.items)),
    ...(bought.giftCards.length > 0 ? { giftCards: bought.giftCards } : {}),
  }
  const answer = await buyer.post('/api/orders', bought.body, { 'idempotency-key': bought.key })
  if (answer.status === 201) {
    bought.order = answer.body._id
    bought.total = answer.body.totalPrice
  } else if (answer.status === 409 && answer.body.code === 'stock') bought.isOver = true
  else throw new Unexpected('Placing an order', answer)
}

/** Opens the payment at PayPal. */
export async function openPayment(buyer: Caller, bought: Purchase): Promise<void> {
  if (!bought.order || bought.payment || bought.isOver) return
  const answer = await buyer.post(`/api/orders/${bought.order}/paypal`)
  if (answer.status === 200) bought.payment = answer.body.orderId
  else await checkRefusal(buyer, bought, 'Opening a payment', answer)
}

/** Approves the payment at PayPal and pays. @param window where PayPal's window is, if it is not at the shop */
export async function payOrder(buyer: Caller, bought: Purchase, window = buyer): Promise<void> {
  if (!bought.payment || bought.paidAt || bought.isOver) return
  const now = await buyer.get(`/api/orders/${bought.order}`)
  if (now.body.state === 'pending') await choose(window, bought.payment, 'approve')
  const answer = await buyer.put(`/api/orders/${bought.order}/pay`, { id: bought.payment })
  if (answer.status === 200 && answer.body.isPaid) bought.paidAt = answer.body.paidAt
  else await checkRefusal(buyer, bought, 'Paying', answer)
}

export async function cancelOrder(buyer: Caller, bought: Purchase): Promise<void> {
  if (!bought.order) return
  const answer = await buyer.delete(`/api/orders/${bought.order}`)
  if (answer.status === 200) bought.isCanceled = bought.isOver = true
  else await checkRefusal(buyer, bought, 'Canceling', answer)
}

/** Accepts a refusal if the state of the order explains it; throws otherwise. */
async function checkRefusal(buyer: Caller, bought: Purchase, what: string, answer: Answer): Promise<void> {
  if (answer.status !== 409 && answer.status !== 503) throw new Unexpected(what, answer)
  const order = await settled(buyer, bought)
  if (order.body.isPaid) bought.paidAt = order.body.paidAt
  else if (['expired', 'cancelled'].includes(order.body.state)) bought.isOver = true
  else if (answer.status === 409) throw new Unexpected(`${what}, order ${order.body.state},`, answer)
}

/** Waits until the order is no longer being captured and returns it. Throws after `waitMs`. */
export async function settled(buyer: Caller, bought: Purchase, waitMs = 10_000): Promise<Answer> {
  const until = performance.now() + waitMs
  for (;;) {
    const order = await buyer.get(`/api/orders/${bought.order}`)
    if (order.status !== 200 || order.body.state !== 'capturing') return order
    if (performance.now() > until) throw new Unexpected(`After ${waitMs / 1000} s the order`, order)
    await pause(20)
  }
}

/** Registers a buyer. @param always headers of every call, such as those of a proxy */
export async function newBuyer(origin: string, always?: Record<string, string>): Promise<Caller> {
  const buyer = caller(origin, always)
  const email = `${randomBytes(8).toString('hex')}@example.com`
  const account = { name: 'Patient Buyer', email, password: OWNER.password }
  const answer = await buyer.post('/api/users', account)
  if (answer.status !== 201) throw new Unexpected('Signing up', answer)
  return buyer
}

/** The shop's owner, signed in. */
export async function ownerAt(origin: string): Promise<Caller> {
  const owner = caller(origin)
  const signedIn = await owner.post('/api/users/auth', OWNER)
  if (signedIn.status !== 200) throw new Unexpected('Signing in', signedIn)
  return owner
}

/** Sells a gift card at the bar, and returns its code. @param amount in dollars */
export async function sellGiftCard(origin: string, amount: number): Promise<string> {
  const owner = await ownerAt(origin)
  const sold = await owner.post('/api/giftcards', { amount })
  if (sold.status !== 201) throw new Unexpected('Selling a gift card', sold)
  const { bytes } = await owner.get(`/api/giftcards/${sold.body._id}/file.pdf`)
  const { pages } = await pdfText(bytes!)
  return /[A-Z2-9]{4}(-[A-Z2-9]{4}){3}/.exec(pages.flat().join('\n'))![0]
}

/** Sets the stock of the newest products and returns their ids in the same order. */
export async function restock(origin: string, counts: number[]): Promise<string[]> {
  const owner = await ownerAt(origin)
  const { body } = await owner.get('/api/products')
  const ids: string[] = []
  for (const [index, countInStock] of counts.entries()) {
    await saveProduct(owner, body.products[index], { countInStock })
    ids.push(body.products[index]._id)
  }
  return ids
}

/** Saves a product of the API with some changed fields. */
export async function saveProduct(
  owner: Caller,
  product: Record<string, unknown>,
  changes: Record<string, unknown>,
): Promise<void> {
  const { _id, name, price, image, category, size, countInStock } = product
  const edit = { name, price, image, category, size, countInStock, ...changes }
  const saved = await owner.put(`/api/products/${String(_id)}`, edit)
  if (saved.status !== 200) throw new Unexpected('Saving a product', saved)
}
