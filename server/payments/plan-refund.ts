/** What an admin's refund comes to and consists of, before it is promised. */
import type { Body } from '#shared/api/endpoint.ts'
import { isItemized, type orderAdmin } from '#shared/api/order-admin.ts'
import { formatCents, toCents } from '#shared/pricing.ts'
import type { PaymentRow, Tx } from '../db/schema.ts'
import { badRequest, conflict, type Refusal } from '../errors.ts'
import { choose, readUnrefunded, readUnreturned, type OrderLine } from './refund-goods.ts'
import {
  leftOf,
  partsOfAmount,
  priceItems,
  readRefundable,
  toColumns,
  type PartColumns,
  type Refundable,
} from './refund-parts.ts'

type Wish = Body<typeof orderAdmin.refund>

export type Plan = {
  amount_cents: number
  is_itemized: 0 | 1
  parts: PartColumns
  /** The pieces that are paid back. */
  items: OrderLine[]
  /** The pieces that go back on the shelf. */
  stock: OrderLine[]
}

/**
 * @param payment locked, so that what is left stays left
 * Throws 400 for goods that this money did not pay for, 409 for more than is left of the money or of a line.
 */
export async function planRefund(tx: Tx, payment: PaymentRow, wish: Wish): Promise<Plan> {
  if (payment.state !== 'completed' && (wish.stock.length > 0 || isItemized(wish)))
    throw badRequest('This money paid for no goods, so none can come back with it')
  const refund = isItemized(wish)
    ? await planItems(tx, payment, wish)
    : await planAmount(tx, payment, wish.amount)
  const stock = wish.stock.length === 0 ? [] : await readUnreturned(tx, payment.order_id)
  return { ...refund, stock: choose(stock, wish.stock, 'come back') }
}

/** The refusal of more than is left of a payment. */
export function nothingLeft(payment: PaymentRow): Refusal {
  const left = leftOfPayment(payment)
  if (left <= 0) return conflict('All of this money is back or on its way back already', { code: 'left' })
  return conflict(`Only ${formatCents(left)} of this payment is left to give back`, { code: 'left' })
}

type Priced = Omit<Plan, 'stock'>

/** @param dollars all that is left, when missing */
async function planAmount(tx: Tx, payment: PaymentRow, dollars: number | undefined): Promise<Priced> {
  const left = leftOfPayment(payment)
  const cents = dollars === undefined ? left : toCents(dollars)
  if (left <= 0 || cents > left) throw nothingLeft(payment)
  const parts = await partsOfAmount(tx, payment, cents)
  return { amount_cents: cents, is_itemized: 0, parts, items: [] }
}

async function planItems(tx: Tx, payment: PaymentRow, wish: Wish): Promise<Priced> {
  if (leftOfPayment(payment) <= 0) throw nothingLeft(payment)
  const items = choose(await readUnrefunded(tx, payment.order_id), wish.lines ?? [], 'be refunded')
  const refundable = await readRefundable(tx, payment)
  const shippingCents = shippingOf(refundable, wish.shipping)
  const goodwillCents = toCents(wish.goodwill ?? 0)
  const parts = priceItems(refundable, items, { shippingCents, goodwillCents })
  // All the money that is left, and goodwill on top of it.
  const without = priceItems(refundable, items, { shippingCents, goodwillCents: 0 })
  if (goodwillCents > 0 && parts.totalCents < without.totalCents + goodwillCents) throw nothingLeft(payment)
  if (parts.totalCents === 0) throw conflict('Nothing is left to refund of what you chose')
  if (wish.total !== undefined && toCents(wish.total) !== parts.totalCents)
    throw conflict(`This refund comes to ${formatCents(parts.totalCents)} now. Look at it again`, {
      code: 'total',
    })
  return { amount_cents: parts.totalCents, is_itemized: 1, parts: toColumns(parts), items }
}

/** Throws 409 for more than is left of the shipping. */
export function shippingOf(refundable: Refundable, wanted: Wish['shipping'] = 0): number | 'all' {
  if (wanted === 'all') return wanted
  const cents = toCents(wanted)
  const { shippingCents: left } = leftOf(refundable)
  if (cents > left) throw conflict(`Only ${formatCents(left)} of the shipping can still be refunded`)
  return cents
}

function leftOfPayment({ captured_cents, returned_cents }: PaymentRow): number {
  return (captured_cents ?? 0) - returned_cents
}
