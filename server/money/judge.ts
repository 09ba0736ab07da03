/** What is wrong with a payment, given what we wrote down of it and what PayPal says. */
import type { FindingRow, OrderRow, PaymentRow } from '../db/schema.ts'
import type { Movement } from '../providers/movements.ts'
import type { Payment } from '../providers/providers.ts'

/** What was found, before it is written down. */
export type Found = Pick<
  FindingRow,
  'key' | 'kind' | 'order_id' | 'payment_id' | 'product_id' | 'capture_id' | 'ours' | 'theirs'
>

export type Known = PaymentRow & { order_state: OrderRow['state']; paid_at: string | null }

const CLOSED = new Set<OrderRow['state']>(['cancelled', 'expired', 'refunded'])
/** We have written down that money came in. */
const BOOKED = new Set<PaymentRow['state']>(['completed', 'refund_due', 'refunded'])
/** Money has come in there, whatever became of it afterwards. */
const TOOK = new Set(['completed', 'refunded', 'partially_refunded'])

/** @param seen null when PayPal knows nothing of it (any more) */
export function judgePayment(known: Known, seen: Payment | null): Found | null {
  const capture = seen?.capture && TOOK.has(seen.capture.status) ? seen.capture : null
  const isBooked = BOOKED.has(known.state)
  if (!capture) return isBooked ? foundOf(known, 'missing', known.amount_cents, 0) : null
  const { amountCents: theirs } = capture
  const fits = theirs === known.amount_cents && capture.currency === known.currency
  if (!isBooked) return foundOf(known, fits ? unbooked(known) : 'amount', 0, theirs, capture.id)
  // Owed back as a whole: what it was taken for is no question any more.
  if (known.state !== 'completed') return null
  if (!fits) return foundOf(known, 'amount', known.amount_cents, theirs, capture.id)
  const back = returnedThere(seen!, theirs)
  return back > known.returned_cents
    ? foundOf(known, 'returned', known.returned_cents, back, capture.id)
    : null
}

/** What went back by PayPal's own word; it may say so of a capture without naming the refunds. */
function returnedThere({ capture, refunds }: Payment, taken: number): number {
  const named = refunds.filter(({ status }) => status !== 'failed')
  return capture?.status === 'refunded' ? taken : named.reduce((sum, { amountCents }) => sum + amountCents, 0)
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
}

export function listOf(movements: Movement[]): Listed {
  const listed: Listed = { payments: new Map(), orders: new Set(), returned: new Map() }
  for (const movement of movements) {
    if (movement.kind === 'payment') {
      listed.payments.set(movement.id, movement)
      if (movement.orderId !== null) listed.orders.add(movement.orderId)
    } else if (movement.of !== null) {
      listed.returned.set(movement.of, (listed.returned.get(movement.of) ?? 0) - movement.cents)
    }
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
      movement?.status === 'done' &&
      movement.cents === known.amount_cents &&
      (listed.returned.get(known.capture_id ?? '') ?? 0) === known.returned_cents
    )
  }
  const isIdle = known.state === 'created' || known.state === 'failed' || known.state === 'declined'
  return isIdle && known.updated_at < complete && !listed.orders.has(known.order_id)
}
