/**
 * A purchase in each way that buyers have: the methods of the checkout, and the express buttons of the cart. For tests that
 * have the same result for all of them.
 */
import { expect } from 'vitest'
import { guestOf, type GuestVisitor } from '#test/guests.ts'
import { orderBody, placed, type CartLines } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn } from '#test/signed-in.ts'
import type { Answer, Visitor } from '#test/visitor.ts'
import { METHOD_NAMES, PAY_METHODS, type PayMethod } from '#shared/platform/pay-methods.ts'
import type { Payment } from '#server/providers/payments.ts'
import * as paypalExpress from '../express/express.testing.ts'

export type Purchase = {
  /** The id of the order, which PayPal's express button places only after the approval. */
  id: string
  /** PayPal's id of the payment. */
  paypalId: string
  buyer: Visitor
  /** What the buyer's browser sends after the approval. */
  pay: () => Promise<Answer>
  /** Opens a payment of the placed order with a method. */
  open: (method: PayMethod) => Promise<Answer>
  /** Captures a payment of the placed order. */
  send: (paypalId: string) => Promise<Answer>
}

export type Way = {
  name: string
  method: PayMethod
  /** Whether a guest buys with an address of the wallet. */
  isExpress: boolean
  /** Whether the order is placed only after the approval, for the approved amount. */
  isPlacedLate: boolean
  begin: (shop: TestShop, lines: CartLines) => Promise<Purchase>
}

/** `$name` in the names of tests. */
export const WAYS: readonly Way[] = [
  ...PAY_METHODS.map((method) => ({
    name: METHOD_NAMES[method],
    method,
    isExpress: false,
    isPlacedLate: false,
    begin: async (shop: TestShop, lines: CartLines) => {
      const buyer = await signedIn(shop)
      return opened(buyer, await placed(buyer, lines), method)
    },
  })),
  ...(['apple_pay', 'google_pay'] as const).map((method) => ({
    name: `express ${METHOD_NAMES[method]}`,
    method,
    isExpress: true,
    isPlacedLate: false,
    begin: async (shop: TestShop, lines: CartLines) => {
      const guest = guestOf(shop)
      const { status, body } = await confirmed(guest, lines, method)
      expect([status, body.message]).toEqual([201, undefined])
      return opened(guest, body._id, method)
    },
  })),
  {
    name: 'express PayPal',
    method: 'paypal',
    isExpress: true,
    isPlacedLate: true,
    begin: beginPayPalExpress,
  },
]

/** The price for the sheet of Apple or Google, and the order that the browser places once the buyer has confirmed. */
export async function confirmed(
  guest: GuestVisitor,
  orderItems: CartLines,
  method: 'apple_pay' | 'google_pay',
  { between = async () => {}, ...more }: { between?: () => Promise<unknown>; discountCode?: string } = {},
): Promise<Answer> {
  const sheet = await guest.post('/api/express/price', { orderItems, ...more, ...paypalExpress.PLACE })
  expect(sheet.status).toBe(200)
  await between()
  const body = await orderBody(guest, orderItems)
  return guest.post('/api/orders', { ...body, ...more, ...sheet.body, paymentMethod: METHOD_NAMES[method] })
}

async function opened(buyer: Visitor, id: string, method: PayMethod): Promise<Purchase> {
  const calls = callsFor(buyer, id)
  const { status, body } = await calls.open(method)
  expect([status, body.message]).toEqual([200, undefined])
  return { id, paypalId: body.orderId, buyer, ...calls, pay: () => calls.send(body.orderId) }
}

async function beginPayPalExpress(shop: TestShop, lines: CartLines): Promise<Purchase> {
  const guest = guestOf(shop)
  const express = await paypalExpress.open(guest, lines)
  expect((await paypalExpress.choosePlace(guest, express)).status).toBe(200)
  const { expressId: id, orderId: paypalId } = express
  const pay = async () => {
    const answer = await paypalExpress.pay(guest, express)
    // A payment that fails tells the link of the placed order too.
    if (answer.body.guestLink) guest.links.set(id, answer.body.guestLink)
    return answer
  }
  return { id, paypalId, buyer: guest, ...callsFor(guest, id), pay }
}

function callsFor(buyer: Visitor, id: string): Pick<Purchase, 'open' | 'send'> {
  return {
    open: (method) => buyer.post(`/api/orders/${id}/paypal`, { method }),
    send: (paypalId) => buyer.put(`/api/orders/${id}/pay`, { id: paypalId }),
  }
}

export type WatchedShop = TestShop & {
  /** The ids at PayPal and the request ids of all calls that capture. */
  captures: { id: string; requestId: string }[]
  /** What PayPal reports about the payments, apart from what the sandbox does. */
  reported: Partial<Payment>
}

/** A shop whose calls to PayPal are watched, and whose answers can be changed. */
export async function openWatchedShop(): Promise<WatchedShop> {
  const watched: Pick<WatchedShop, 'captures' | 'reported'> = { captures: [], reported: {} }
  const shop = await openShop({
    providers: (real) => ({
      ...real,
      payments: {
        ...real.payments,
        getPayment: async (id) => {
          const seen = await real.payments.getPayment(id)
          return seen && { ...seen, ...watched.reported }
        },
        capturePayment: async (id, requestId) => {
          watched.captures.push({ id, requestId })
          return { ...(await real.payments.capturePayment(id, requestId)), ...watched.reported }
        },
      },
    }),
  })
  return Object.assign(watched, shop)
}

/** Approves a payment with the method of a way. */
export function approve({ paypal }: TestShop, { method }: Pick<Way, 'method'>, { paypalId }: Purchase): void {
  expect(paypal.choose(paypalId, 'approve', { method })).toBe(true)
}

/** Pays the placed order with another method; returns PayPal's id. */
export async function payAnotherWay(shop: TestShop, purchase: Purchase, not: PayMethod): Promise<string> {
  const method = not === 'venmo' ? 'card' : 'venmo'
  const { status, body } = await purchase.open(method)
  expect([status, body.message]).toEqual([200, undefined])
  shop.paypal.choose(body.orderId, 'approve', { method })
  const paid = await purchase.send(body.orderId)
  expect([paid.status, paid.body.state]).toEqual([200, 'paid'])
  return body.orderId
}

/** The state of the order; null if there is none. */
export async function stateOf({ db }: TestShop, { id }: Purchase): Promise<string | null> {
  const row = await db.selectFrom('orders').select('state').where('id', '=', id).executeTakeFirst()
  return row?.state ?? null
}
