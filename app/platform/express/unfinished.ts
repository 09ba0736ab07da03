/**
 * The PayPal payments that express buttons have opened, in local storage under `expressPayments`, until their results are
 * known. The buyer may approve one and not come back to the page that opened it: the shop then places the order by itself.
 */
import { express } from '#shared/checkout/api/express.ts'
import type { Order } from '#shared/checkout/api/orders.ts'
import { CallError, call } from '../api/call.ts'
import { keepGuestLink } from '../api/guest-links.ts'
import { removeOrdered } from '../cart/cart.ts'
import { keepUnpaid, orderedLines, type OrderedLine } from '../cart/placed.ts'
import { localText } from '../session/local-text.ts'
import { objectOf, textOf } from '../session/stored-json.ts'

/** `id` is that of the order that the payment becomes. */
type Unfinished = { id: string; token: string; lines: OrderedLine[] }

const stored = localText('expressPayments')

/** More windows than a buyer has open. */
const MOST = 5

export function keepExpress(payment: Unfinished): void {
  write([...read(), payment].slice(-MOST))
}

/** The order is bought: its goods leave the cart, unless another tab has removed them. */
export function settleExpress({ _id, guestLink }: Order & { guestLink?: string | undefined }): void {
  if (guestLink) keepGuestLink(_id, guestLink)
  const payment = take(_id)
  if (payment) removeOrdered(payment.lines)
}

/**
 * The id of the order that an error is about: it is placed, and not paid. Its link is kept, and its goods stay in the cart
 * until it is paid. Null if nothing is placed.
 */
export function unpaidIn(error: unknown): string | null {
  const { order, guestLink } = error instanceof CallError ? error.data : {}
  if (typeof order !== 'string') return null
  if (typeof guestLink === 'string') keepGuestLink(order, guestLink)
  const payment = take(order)
  if (payment) keepUnpaid(order, payment.lines)
  return order
}

/**
 * Places and captures a stored payment, if the buyer has approved it. Returns its order if it is bought, and null if there
 * is none. Throws CallError if the shop does not say what became of a payment.
 */
export async function finishExpress(): Promise<Order | null> {
  for (const { id, token } of read()) {
    try {
      const order = await call(express.pay, { params: { id }, body: { token } })
      settleExpress(order)
      return order
    } catch (error) {
      if (unpaidIn(error) !== null || isNotApproved(error)) continue
      if (!isRefused(error)) throw error
      take(id)
    }
  }
  return null
}

function isNotApproved(error: unknown): boolean {
  return error instanceof CallError && error.data.code === 'not-approved'
}

/** Whether nothing can be charged any more. */
function isRefused(error: unknown): boolean {
  return error instanceof CallError && (error.failure === 404 || error.data.code === 'express')
}

/** Removes a payment from the store. Null if it is not there. */
function take(id: string): Unfinished | null {
  const all = read()
  const found = all.find((each) => each.id === id)
  if (found) write(all.filter((each) => each !== found))
  return found ?? null
}

function write(payments: Unfinished[]): void {
  stored.write(payments.length === 0 ? null : JSON.stringify(payments))
}

function read(): Unfinished[] {
  try {
    const found: unknown = JSON.parse(stored.read() ?? '[]')
    return (Array.isArray(found) ? found.map(objectOf) : []).flatMap((each) =>
      each && textOf(each['id']) && textOf(each['token'])
        ? [{ id: textOf(each['id']), token: textOf(each['token']), lines: orderedLines(each['lines']) }]
        : [],
    )
  } catch {
    return []
  }
}
