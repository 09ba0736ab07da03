/** Findings: how a payment in the shop's records differs from its state at PayPal, and where the differences are stored. */
import type { Comparison } from '#shared/payments/api/payments-check.ts'
import type { FindingRow, OrderRow, PaymentRow, Db } from '#server/kernel/db/schema.ts'
import type { Movement, Payment } from '#server/providers/payments.ts'
import type { Shop } from '#server/platform/shop.ts'
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { mismatch } from '../checks/refusals.ts'
import { refundedCents } from '../refunds/settle-refund.ts'

/** A difference that is not stored yet. */
export type NewFinding = Pick<
  FindingRow,
  'key' | 'kind' | 'order_id' | 'payment_id' | 'product_id' | 'size_id' | 'capture_id' | 'ours' | 'theirs'
>

export type BookedPayment = PaymentRow & {
  order_state: OrderRow['state']
  paid_at: string | null
  /** The sum in cents of requested refunds that PayPal has not confirmed. */
  started_cents: number
}

const CLOSED = new Set<OrderRow['state']>(['cancelled', 'expired', 'refunded'])
/** States in which the shop's records say that the money came in. */
const BOOKED = new Set<PaymentRow['state']>(['completed', 'refund_due', 'refunded'])
/** PayPal states of a capture that received money, even if it was refunded later. */
const RECEIVED = new Set(['completed', 'refunded', 'partially_refunded'])

/** @param seen the payment at PayPal; null if it does not exist there */
export function comparePayment(shop: Shop, known: BookedPayment, seen: Payment | null): NewFinding | null {
  const capture = seen?.capture && RECEIVED.has(seen.capture.status) ? seen.capture : null
  const isBooked = BOOKED.has(known.state)
  if (!seen || !capture) return isBooked ? foundOf(known, 'missing', known.amount_cents, 0) : null
  const { amountCents: theirs, id } = capture
  if (!isBooked) {
    const fits = mismatch(shop, known, seen) === null
    return foundOf(known, fits ? unbooked(known) : 'amount', 0, theirs, id)
  }
  const fits = theirs === known.amount_cents && capture.currency === known.currency
  // If the money is owed back or refunded, the amount does not have to match the order.
  if (!fits && known.state === 'completed') return foundOf(known, 'amount', known.amount_cents, theirs, id)
  const back = refundedCents(seen, theirs)
  if (back > known.returned_cents) return foundOf(known, 'returned', known.returned_cents, back, id)
  return back < known.returned_cents - known.started_cents
    ? foundOf(known, 'unreturned', known.returned_cents, back, id)
    : null
}

function unbooked(known: BookedPayment): 'twice' | 'closed' | 'unpaid' {
  if (known.paid_at !== null) return 'twice'
  return CLOSED.has(known.order_state) ? 'closed' : 'unpaid'
}

function foundOf(
  known: BookedPayment,
  kind: NewFinding['kind'],
  ours: number,
  theirs: number,
  captureId = known.capture_id ?? '',
): NewFinding {
  return {
    key: `${kind}:${known.id}:${ours}:${theirs}`,
    kind,
    order_id: known.order_id,
    payment_id: known.id,
    product_id: null,
    size_id: null,
    capture_id: captureId,
    ours,
    theirs,
  }
}

/** The finding for a payment on PayPal's list that names one of our orders but was not opened by this shop. */
export function unknownPaymentFinding(movement: Movement, orderId: string): NewFinding {
  return {
    key: `stranger:${movement.id}:0:${movement.cents}`,
    kind: 'stranger',
    order_id: orderId,
    payment_id: null,
    product_id: null,
    size_id: null,
    capture_id: movement.id,
    ours: 0,
    theirs: movement.cents,
  }
}

/** PayPal's list of transactions, indexed for lookups. */
export type PaypalList = {
  payments: Map<string, Movement>
  /** Ids of the orders that the listed payments name. */
  orders: Set<string>
  /** Refunded cents by payment id. */
  returned: Map<string, number>
  /** Ids of payments with a listed refund that lacks required fields. */
  incomplete: Set<string>
}

export function summarizeList(movements: Movement[]): PaypalList {
  const listed: PaypalList = {
    payments: new Map(),
    orders: new Set(),
    returned: new Map(),
    incomplete: new Set(),
  }
  for (const movement of movements) {
    const { id, kind, orderId, of, status, cents } = movement
    if (kind === 'payment' && orderId !== null) listed.orders.add(orderId)
    if (status === 'unclear') {
      if (of !== null) listed.incomplete.add(of)
    } else if (kind === 'payment') listed.payments.set(id, movement)
    // If PayPal denied or reversed a refund, the money has not reached the buyer.
    else if (of !== null && (status === 'done' || status === 'pending'))
      listed.returned.set(of, (listed.returned.get(of) ?? 0) - cents)
  }
  return listed
}

/**
 * Whether PayPal's list shows that a payment is correct. Such a payment does not have to be read from PayPal
 * individually.
 * @param complete the time up to which the list is assumed to be complete
 */
export function isConfirmedByList(known: BookedPayment, listed: PaypalList, complete: string): boolean {
  if (known.state === 'completed') {
    const movement = listed.payments.get(known.capture_id ?? '')
    return (
      !listed.incomplete.has(known.capture_id ?? '') &&
      movement?.status === 'done' &&
      movement.cents === known.amount_cents &&
      movement.currency === known.currency &&
      (listed.returned.get(known.capture_id ?? '') ?? 0) === known.returned_cents
    )
  }
  const isIdle = known.state === 'created' || known.state === 'failed' || known.state === 'declined'
  return isIdle && known.updated_at < complete && !listed.orders.has(known.order_id)
}

const LAST = 'money-comparison'

export async function readComparison(db: Db): Promise<Comparison | null> {
  const row = await db.selectFrom('shop_facts').select('value').where('key', '=', LAST).executeTakeFirst()
  return row ? (JSON.parse(row.value) as Comparison) : null
}

export async function saveComparison({ db }: Shop, comparison: Comparison): Promise<void> {
  const value = JSON.stringify(comparison)
  await db
    .insertInto('shop_facts')
    .values({ key: LAST, value })
    .onConflict((taken) => taken.column('key').doUpdateSet({ value }))
    .execute()
}

/**
 * Replaces stored findings. A finding with the same key keeps its row and its note. Findings about failed refunds stay
 * until the money is refunded: they come from the shop's own records, so no comparison finds them.
 * @param isCompared whether this comparison covered a stored finding
 */
export async function replaceFindings(
  shop: Shop,
  isCompared: (known: FindingRow) => boolean,
  found: NewFinding[],
): Promise<void> {
  const now = isoNow(shop.clock)
  const keys = new Set(found.map(({ key }) => key))
  await transact(shop.db, async (tx) => {
    const known = await tx.selectFrom('money_findings').selectAll().execute()
    const gone = known.filter((each) => each.kind !== 'failed' && isCompared(each) && !keys.has(each.key))
    for (const { id } of gone) await tx.deleteFrom('money_findings').where('id', '=', id).execute()
    const old = new Set(known.map(({ key }) => key))
    for (const each of found.filter(({ key }) => !old.has(key))) {
      await tx
        .insertInto('money_findings')
        .values({
          ...each,
          id: newId(shop.clock),
          found_at: now,
          seen_at: null,
          seen_by: null,
          note: null,
        })
        .onConflict((taken) => taken.column('key').doNothing())
        .execute()
    }
  })
}

/** Findings that no admin has marked as seen, the oldest first. */
export function openFindings(db: Db): Promise<FindingRow[]> {
  return db
    .selectFrom('money_findings')
    .selectAll()
    .where('seen_at', 'is', null)
    .orderBy('found_at')
    .orderBy('id')
    .execute()
}
