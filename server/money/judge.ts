/** What is wrong with a payment, given what we wrote down of it and what PayPal says. */
import type { FindingRow, OrderRow, PaymentRow } from '../db/schema.ts'
import type { Movement } from '../providers/movements.ts'
import { mismatch } from '../payments/mismatch.ts'
import { wentBack } from '../payments/went-back.ts'
import type { Payment } from '../providers/providers.ts'
import type { Shop } from '../shop.ts'

/** What was found, before it is written down. */
export type Found = Pick<
  FindingRow,
  'key' | 'kind' | 'order_id' | 'payment_id' | 'product_id' | 'capture_id' | 'ours' | 'theirs'
>

export type Known = PaymentRow & {
  order_state: OrderRow['state']
  paid_at: string | null
  /** Of what we promised to give back, what PayPal may not know of yet, in cents. */
  started_cents: number
}

const CLOSED = new Set<OrderRow['state']>(['cancelled', 'expired', 'refunded'])
/** We have written down that money came in. */
const BOOKED = new Set<PaymentRow['state']>(['completed', 'refund_due', 'refunded'])
/** Money has come in there, whatever became of it afterwards. */
const TOOK = new Set(['completed', 'refunded', 'partially_refunded'])

/** @param seen null when PayPal knows nothing of it (any more) */
export function judgePayment(shop: Shop, known: Known, seen: Payment | null): Found | null {
  const capture = seen?.capture && TOOK.has(seen.capture.status) ? seen.capture : null
  const isBooked = BOOKED.has(known.state)
  if (!seen || !capture) return isBooked ? foundOf(known, 'missing', known.amount_cents, 0) : null
  const { amountCents: theirs, id } = capture
  if (!isBooked) {
    const fits = mismatch(shop, known, seen) === null
    return foundOf(known, fits ? unbooked(known) : 'amount', 0, theirs, id)
  }
  const fits = theirs === known.amount_cents && capture.currency === known.currency
  // Owed back as a whole, or back already: what it was taken for is no question any more.
  if (!fits && known.state === 'completed') return foundOf(known, 'amount', known.amount_cents, theirs, id)
  const back = wentBack(seen, theirs)
  if (back > known.returned_cents) return foundOf(known, 'returned', known.returned_cents, back, id)
  return back < known.returned_cents - known.started_cents
    ? foundOf(known, 'unreturned', known.returned_cents, back, id)
    : null
}

function unbooked(known: Known): 'twice' | 'closed' | 'unpaid' {
  if (known.paid_at !== null) return 'twice'
  return CLOSED.has(known.order_state) ? 'closed' : 'unpaid'
}

function foundOf(
  known: Known,
  kind: Found['kind'],
  ours: number,
  theirs: number,
  captureId = known.capture_id ?? '',
): Found {
  return {
    key: `${kind}:${known.id}:${ours}:${theirs}`,
    kind,
    order_id: known.order_id,
    payment_id: known.id,
    product_id: null,
    capture_id: captureId,
    ours,
    theirs,
  }
}

/** Money that PayPal lists for an order of ours under a payment that we never opened. */
export function strangerOf(movement: Movement, orderId: string): Found {
  return {
    key: `stranger:${movement.id}:0:${movement.cents}`,
    kind: 'stranger',
    order_id: orderId,
    payment_id: null,
    product_id: null,
    capture_id: movement.id,
    ours: 0,
    theirs: movement.cents,
  }
}

/** PayPal's list, in the ways in which it is asked. */
export type Listed = {
  payments: Map<string, Movement>
  /** Orders that any payment on it names. */
  orders: Set<string>
  /** What went back of a payment, in cents, by the payment's id. */
  returned: Map<string, number>
  /** Payments with a refund on the list of which it does not say enough. */
  vague: Set<string>
}

export function listOf(movements: Movement[]): Listed {
  const listed: Listed = { payments: new Map(), orders: new Set(), returned: new Map(), vague: new Set() }
  for (const movement of movements) {
    const { id, kind, orderId, of, status, cents } = movement
    if (kind === 'payment' && orderId !== null) listed.orders.add(orderId)
    if (status === 'unclear') {
      if (of !== null) listed.vague.add(of)
    } else if (kind === 'payment') listed.payments.set(id, movement)
    // A refund that PayPal denied or took back is not back with the buyer.
    else if (of !== null && (status === 'done' || status === 'pending'))
      listed.returned.set(of, (listed.returned.get(of) ?? 0) - cents)
  }
  return listed
}

/**
 * Whether the list alone shows that a payment is in order, so that it need not be read.
 * @param complete the moment up to which the list is taken to be complete
 */
export function isVouchedFor(known: Known, listed: Listed, complete: string): boolean {
  if (known.state === 'completed') {
    const movement = listed.payments.get(known.capture_id ?? '')
    return (
      !listed.vague.has(known.capture_id ?? '') &&
      movement?.status === 'done' &&
      movement.cents === known.amount_cents &&
      movement.currency === known.currency &&
      (listed.returned.get(known.capture_id ?? '') ?? 0) === known.returned_cents
    )
  }
  const isIdle = known.state === 'created' || known.state === 'failed' || known.state === 'declined'
  return isIdle && known.updated_at < complete && !listed.orders.has(known.order_id)
}
