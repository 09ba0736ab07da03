/**
 * The payments that a refund goes back to. Money returns to its source: first to PayPal, up to what PayPal paid, and the rest
 * to the gift cards (decisions/062-gift-cards.md).
 */
import type { Body } from '#shared/platform/api/endpoint.ts'
import type { orderAdmin } from '#shared/checkout/api/order-admin.ts'
import { divideRefund } from '#shared/kernel/pricing.ts'
import type { PaymentRow, RefundRow, Tx } from '#server/kernel/db/schema.ts'
import { conflict } from '#server/kernel/errors.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import { reserveFromBoughtCard } from './bought-card.ts'
import { CARD_PROVIDER, cardRequestOf } from '../checks/card-part.ts'
import { completeCardRefund } from './card-refund.ts'
import { reserve } from '../checks/lock-payment.ts'
import { nothingLeft, type Plan } from './plan-refund.ts'
import { writeStock } from './refund-goods.ts'
import { toColumns, toParts, writeItems, type PartColumns } from './refund-parts.ts'

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
  if (sources.some(isInvented))
    throw conflict('This order was invented for the demo. It has no payment that can be refunded')
  return sources
}

function placeOf({ provider }: PaymentRow): number {
  return provider === CARD_PROVIDER ? 1 : 0
}

function isInvented({ provider, provider_order_id: id }: PaymentRow): boolean {
  return id === null && provider !== CARD_PROVIDER
}

type Request = { admin: SignedIn; sources: PaymentRow[]; plan: Plan; reason: string }

/**
 * Inserts the refund, or its two parts. Returns the part at PayPal, which has yet to be sent; the part of gift cards waits
 * for it. A refund to gift cards alone is completed here.
 */
export async function insertParts(tx: Tx, shop: Shop, request: Request): Promise<RefundRow> {
  const { sources, plan } = request
  const shares = sharesOf(sources, plan)
  let first: RefundRow | null = null
  for (const { payment, parts, cents } of shares) {
    const refund = newRefund(shop, request, payment, { ...parts, amount_cents: cents })
    if (first) refund.request_id = cardRequestOf(first)
    if (!(await reserve(tx, payment.id, cents))) throw nothingLeft(sources)
    await tx.insertInto('refunds').values(refund).execute()
    await reserveFromBoughtCard(tx, shop, payment, refund)
    if (!first) {
      await writeItems(tx, refund.id, refund.goods_cents, plan.items)
      await writeStock(tx, refund.id, plan.stock)
    }
    first ??= refund
  }
  const [only] = shares
  if (only?.payment.provider === CARD_PROVIDER) {
    await completeCardRefund(tx, shop, only.payment, first!)
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
