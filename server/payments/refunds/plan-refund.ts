/** Computes the amount and the parts of an admin's refund, before it is reserved. */
import type { Body } from '#shared/platform/api/endpoint.ts'
import { isItemized, type orderAdmin } from '#shared/checkout/api/order-admin.ts'
import { formatCents, toCents } from '#shared/kernel/pricing.ts'
import type { PaymentRow, Tx } from '#server/kernel/db/schema.ts'
import { badRequest, conflict, type Refusal } from '#server/kernel/errors.ts'
import {
  chooseLines,
  readUnrefunded,
  readUnreturned,
  type OrderLine,
  type UnrefundedLine,
} from './refund-goods.ts'
import {
  leftOf,
  partsOfAmount,
  priceItems,
  readRefundable,
  toColumns,
  type PartColumns,
  type Refundable,
} from './refund-parts.ts'

type RefundBody = Body<typeof orderAdmin.refund>

export type Plan = {
  amount_cents: number
  is_itemized: 0 | 1
  parts: PartColumns
  /** The items that are refunded. */
  items: UnrefundedLine[]
  /** The items that return to stock. */
  stock: OrderLine[]
}

/**
 * Throws 400 for goods that this payment did not pay for, and 409 if the refund is more than what is left of the
 * payment or of a line.
 * @param sources the payments to refund; they must be locked, so that the remaining amount cannot change
 */
export async function planRefund(tx: Tx, sources: Sources, body: RefundBody): Promise<Plan> {
  const payment = sources[0]!
  if (payment.state !== 'completed' && (body.stock.length > 0 || isItemized(body)))
    throw badRequest('This payment did not pay for the order, so no goods can be returned with it')
  const refund = isItemized(body)
    ? await planItems(tx, sources, body)
    : await planAmount(tx, sources, body.amount)
  const stock = body.stock.length === 0 ? [] : await readUnreturned(tx, payment.order_id)
  return { ...refund, stock: chooseLines(stock, body.stock, 'come back') }
}

/** The 409 if a refund is more than what is left of the payments. */
export function nothingLeft(sources: Sources): Refusal {
  const left = leftOfPayments(sources)
  if (left <= 0)
    return conflict('All of this money has been refunded, or its refund is in progress', { code: 'left' })
  return conflict(`Only ${formatCents(left)} of this payment can still be refunded`, { code: 'left' })
}

/** The payments of an order that a refund goes back to, at least one. */
type Sources = readonly PaymentRow[]

type Priced = Omit<Plan, 'stock'>

/** @param dollars the amount; if missing, everything that is left is refunded */
async function planAmount(tx: Tx, sources: Sources, dollars: number | undefined): Promise<Priced> {
  const left = leftOfPayments(sources)
  const cents = dollars === undefined ? left : toCents(dollars)
  if (left <= 0 || cents > left) throw nothingLeft(sources)
  const parts = await partsOfAmount(tx, sources[0]!, cents)
  return { amount_cents: cents, is_itemized: 0, parts, items: [] }
}

async function planItems(tx: Tx, sources: Sources, body: RefundBody): Promise<Priced> {
  const payment = sources[0]!
  if (leftOfPayments(sources) <= 0) throw nothingLeft(sources)
  const items = chooseLines(await readUnrefunded(tx, payment.order_id), body.lines ?? [], 'be refunded')
  const refundable = await readRefundable(tx, payment)
  const shippingCents = shippingOf(refundable, body.shipping)
  const goodwillCents = toCents(body.goodwill ?? 0)
  const parts = priceItems(refundable, items, { shippingCents, goodwillCents })
  // Item prices are reduced to the money that is left. Goodwill is not reduced: it must fit completely.
  const without = priceItems(refundable, items, { shippingCents, goodwillCents: 0 })
  if (goodwillCents > 0 && parts.totalCents < without.totalCents + goodwillCents) throw nothingLeft(sources)
  if (parts.totalCents === 0) throw conflict('Nothing that you chose can still be refunded')
  if (body.total !== undefined && toCents(body.total) !== parts.totalCents)
    throw conflict(`The amount of this refund is now ${formatCents(parts.totalCents)}. Please check it`, {
      code: 'total',
    })
  return { amount_cents: parts.totalCents, is_itemized: 1, parts: toColumns(parts), items }
}

/** The shipping to refund, in cents. Throws 409 if that is more than what is left of the shipping. */
export function shippingOf(refundable: Refundable, requested: RefundBody['shipping'] = 0): number | 'all' {
  if (requested === 'all') return requested
  const cents = toCents(requested)
  const { shippingCents: left } = leftOf(refundable)
  if (cents > left) throw conflict(`Only ${formatCents(left)} of the shipping can still be refunded`)
  return cents
}

function leftOfPayments(sources: Sources): number {
  return sources.reduce((sum, payment) => sum + (payment.captured_cents ?? 0) - payment.returned_cents, 0)
}
