/**
 * Plans an admin's refund: its amount and parts, and the payments that it goes back to. Money returns to its source: first to
 * PayPal, up to what PayPal paid, or in the ways in which staff took it, and the rest to the gift cards
 * (decisions/062-gift-cards.md).
 */
import type { Body } from '#shared/platform/api/endpoint.ts'
import { isItemized, type orderAdmin } from '#shared/checkout/api/order-admin.ts'
import { isTender } from '#shared/checkout/tenders.ts'
import { formatCents, toCents } from '#shared/kernel/pricing.ts'
import { divideRefund } from '#shared/kernel/refunds.ts'
import type { PaymentRow, Tx, RefundRow } from '#server/kernel/db/schema.ts'
import { badRequest, conflict, type Refusal } from '#server/kernel/errors.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { isInventedPayment } from '#server/checkout/orders/read/paid-with.ts'
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import {
  chooseLines,
  readUnrefunded,
  readUnreturned,
  type OrderLine,
  type UnrefundedLine,
  writeStock,
} from './refund-goods.ts'
import {
  leftOf,
  partsOfAmount,
  priceItems,
  readRefundable,
  toColumns,
  type PartColumns,
  type Refundable,
  toParts,
  writeItems,
} from './refund-parts.ts'
import { reserveFromBoughtCard } from './bought-card.ts'
import { CARD_PROVIDER, cardRequestOf, completeCardRefund } from './end-refund.ts'
import { completeByHand, type HandSettings } from './by-hand.ts'
import { reserve } from './lock-payment.ts'

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
function nothingLeft(sources: Sources): Refusal {
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

/**
 * The requested payment. If none is requested: the payments that paid the order, PayPal first; or a payment whose money is
 * owed back. Throws 409 if there is none.
 */
export function chooseSources(
  payments: readonly PaymentRow[],
  { payment: wanted }: Body<typeof orderAdmin.refund>,
): PaymentRow[] {
  const inStates = (...states: PaymentRow['state'][]) =>
    payments
      .filter(({ id, state }) => states.includes(state) && (wanted === undefined || id === wanted))
      .toSorted((one, other) => placeOf(one) - placeOf(other) || (one.created_at < other.created_at ? -1 : 1))
  const paid = inStates('completed')
  const sources = paid.length > 0 ? paid : inStates('refund_due', 'refunded').slice(0, 1)
  if (sources.length === 0) throw conflict('This order has no payment that can be refunded')
  if (sources.some(isInventedPayment))
    throw conflict('This order was invented for the demo. It has no payment that can be refunded')
  return sources
}

/** Of a payment with the card machine and cash, the machine gives back first. */
function placeOf({ provider }: PaymentRow): number {
  if (provider === CARD_PROVIDER) return 2
  return provider === 'cash' ? 1 : 0
}

type Request = { admin: SignedIn; sources: PaymentRow[]; plan: Plan; reason: string; byHand: HandSettings }

/**
 * Inserts the refund, or its parts. Returns the part at PayPal, which has yet to be sent; the part of gift cards waits
 * for it. A refund to gift cards alone is completed here, and so is one of money that was taken by hand: staff give it back in
 * the same way.
 */
export async function insertParts(tx: Tx, shop: Shop, request: Request): Promise<RefundRow> {
  const { sources, plan } = request
  const shares = sharesOf(sources, plan)
  let first: RefundRow | null = null
  const byHand: { payment: PaymentRow; refund: RefundRow }[] = []
  for (const { payment, parts, cents } of shares) {
    const refund = newRefund(shop, request, payment, { ...parts, amount_cents: cents })
    if (first && payment.provider === CARD_PROVIDER) refund.request_id = cardRequestOf(first)
    if (!(await reserve(tx, payment.id, cents))) throw nothingLeft(sources)
    await tx.insertInto('refunds').values(refund).execute()
    await reserveFromBoughtCard(tx, shop, payment, refund)
    if (!first) {
      await writeItems(tx, refund.id, refund.goods_cents, plan.items)
      await writeStock(tx, refund.id, plan.stock)
    }
    first ??= refund
    if (isTender(payment.provider)) byHand.push({ payment, refund })
  }
  const { payment } = shares[0]!
  if (payment.provider === CARD_PROVIDER) {
    await completeCardRefund(tx, shop, payment, first!)
    return { ...first!, state: 'completed' }
  }
  if (byHand.length > 0) {
    await completeByHand(tx, shop, byHand, request.byHand)
    return { ...first!, state: 'completed' }
  }
  return first!
}

type Share = { payment: PaymentRow; cents: number; parts: PartColumns }

/** The parts of the refund by payment. The first payments are used up before the next ones. */
function sharesOf(sources: PaymentRow[], { amount_cents, parts }: Plan): Share[] {
  const shares: Share[] = []
  let rest = toParts({ amount_cents, ...parts })
  for (const payment of sources) {
    const left = (payment.captured_cents ?? 0) - payment.returned_cents
    const isLast = payment === sources.at(-1)
    const cents = isLast ? rest.totalCents : Math.min(left, rest.totalCents)
    if (cents === 0) continue
    const [share, others] = isZero(parts) ? [rest, rest] : divideRefund(rest, cents)
    shares.push({ payment, cents, parts: toColumns(share) })
    rest = { ...others, totalCents: rest.totalCents - cents }
  }
  return shares
}

/** A payment that did not pay for the order has no parts. */
function isZero({ goods_cents, tax_cents, shipping_cents, goodwill_cents }: PartColumns): boolean {
  return goods_cents === 0 && tax_cents === 0 && shipping_cents === 0 && goodwill_cents === 0
}

function newRefund(
  shop: Shop,
  { admin, plan, reason }: Request,
  payment: PaymentRow,
  amounts: PartColumns & Pick<RefundRow, 'amount_cents'>,
): RefundRow {
  const now = isoNow(shop.clock)
  const id = newId(shop.clock)
  return {
    id,
    payment_id: payment.id,
    of_sale: payment.state === 'completed' ? 1 : 0,
    state: 'started',
    reason,
    request_id: `${payment.order_id}-refund-${id}`,
    provider_refund_id: null,
    problem: null,
    actor: admin.name,
    created_at: now,
    updated_at: now,
    completed_at: null,
    restocked_at: null,
    is_itemized: plan.is_itemized,
    fee_back_cents: null,
    ...amounts,
  }
}
