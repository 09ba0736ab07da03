/** Changes at PayPal that the shop does not make: reviews, refunds on PayPal's site, reversals and disputes. */
import { disputeAnswer, refundableCents, unitOf } from './answers.ts'
import { emitCapture, type Context } from './orders.ts'
import { addRefund } from './refunds.ts'
import type { RefundOutcome } from './shapes.ts'
import type { CaptureState, CaptureDifference, StoredDispute, StoredOrder, StoredRefund } from './store.ts'

export type SellerSide = {
  /** Ends the review of a pending capture. False if there is no pending capture. */
  review(id: string, state: Exclude<CaptureState, 'PENDING'>): boolean
  /** Sets the outcomes of the next refunds, in this order. Refunds after that are completed at once. */
  setRefundOutcomes(...refundOutcomes: RefundOutcome[]): void
  /** Sets how the next captures differ from their orders, in this order. Captures after that do not differ. */
  setCaptureDifferences(...differences: CaptureDifference[]): void
  /** Leaves out fields of a transaction in the list of transactions. */
  omitFromTransactions(transactionId: string, ...fields: string[]): void
  /** Sets the final state of a refund that is pending, or of a completed refund that fails later. */
  endRefund(refundId: string, state: 'COMPLETED' | 'FAILED' | 'CANCELLED'): void
  /** Refunds an order on PayPal's site: `cents`, or the rest if missing. Returns the refund's id. */
  refundAtPaypal(id: string, cents?: number): string
  /** Simulates that PayPal reverses a capture. Returns the refund's id. */
  reverse(id: string): string
  /** Opens a dispute, or changes the open dispute. Returns its id. */
  dispute(id: string, status?: StoredDispute['status'], outcome?: StoredDispute['outcome']): string
  /**
   * A step of a dispute about a capture, for a shop that rehearses one: the buyer opens it, PayPal asks the shop to answer, or
   * decides. If PayPal decides for the buyer, it takes the money back. Returns why the step is not possible; null if it
   * was made.
   */
  stepOfDispute(captureId: string, step: DisputeStep): string | null
  /** The tracking numbers that the shop has sent for an order. */
  trackers(id: string): { captureId: string; number: string; carrier: string }[]
  /** The id of an order's capture; empty if the order is not captured. */
  captureOf(id: string): string
  /** The refunds of an order in their current state. */
  refunds(id: string): StoredRefund[]
}

export function sellerSide(context: Context): SellerSide {
  const { store } = context
  return {
    review(id, state) {
      const order = store.find(id)
      if (order?.capture?.state !== 'PENDING') return false
      store.change(order, { capture: { ...order.capture, state } })
      emitCapture(context, order, state === 'COMPLETED' ? 'COMPLETED' : 'DECLINED')
      return true
    },
    setRefundOutcomes: (...outcomes) => void context.refundOutcomes.push(...outcomes),
    setCaptureDifferences: (...differences) => void context.captureDifferences.push(...differences),
    omitFromTransactions: (id, ...fields) => void context.omittedFields.set(id, fields),
    endRefund(refundId, state) {
      const order = store.findByPart(refundId)
      if (!order) throw new RangeError(`no refund ${refundId}`)
      const refunds = (order.refunds ?? []).map((one) => (one.id === refundId ? { ...one, state } : one))
      store.change(order, { refunds })
      const ended = refunds.find((one) => one.id === refundId)
      if (state === 'COMPLETED' && ended) emitRefund(context, order, ended)
    },
    refundAtPaypal: (id, cents) => refundBySeller(context, id, 'PAYMENT.CAPTURE.REFUNDED', cents),
    reverse: (id) => refundBySeller(context, id, 'PAYMENT.CAPTURE.REVERSED'),
    dispute: (id, status = 'OPEN', outcome = null) => dispute(context, id, status, outcome),
    stepOfDispute: (captureId, step) => stepOfDispute(context, captureId, step),
    trackers: (id) => store.find(id)?.trackers ?? [],
    captureOf: (id) => store.find(id)?.capture?.ids[0] ?? '',
    refunds: (id) => store.find(id)?.refunds ?? [],
  }
}

function emitRefund(context: Context, order: StoredOrder, refund: StoredRefund): void {
  const others = (order.refunds ?? []).filter(({ id }) => id !== refund.id)
  context.store.change(order, { refunds: others })
  addRefund(context, order, refund, 'PAYMENT.CAPTURE.REFUNDED')
}

function refundBySeller(context: Context, id: string, event: string, requestedCents?: number): string {
  const { order, captureId, unit } = findCapture(context, id)
  const cents = requestedCents ?? refundableCents(order, unit, captureId)
  const refund: StoredRefund = {
    id: context.newId(),
    captureId,
    requestId: null,
    cents,
    state: 'COMPLETED',
    at: context.now(),
  }
  addRefund(context, order, refund, event)
  return refund.id
}

function dispute(
  context: Context,
  id: string,
  status: StoredDispute['status'],
  outcome: StoredDispute['outcome'],
): string {
  const { order, captureId, unit } = findCapture(context, id)
  const existing = order.dispute
  const reason = 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED'
  const fresh = { id: `PP-D-${context.newId().slice(0, 6)}`, captureId, reason, at: context.now() }
  const now: StoredDispute = { ...(existing ?? fresh), status, outcome }
  context.store.change(order, { dispute: now })
  const what = existing ? (status === 'RESOLVED' ? 'RESOLVED' : 'UPDATED') : 'CREATED'
  context.emit(`CUSTOMER.DISPUTE.${what}`, 'dispute', disputeAnswer(now, unit, context.site))
  return now.id
}

export const DISPUTE_STEPS = ['open', 'ask', 'won', 'lost'] as const
type DisputeStep = (typeof DISPUTE_STEPS)[number]

function stepOfDispute(context: Context, captureId: string, step: DisputeStep): string | null {
  const order = context.store.findByPart(captureId)
  const unit = order && unitOf(order, captureId)
  if (!order || !unit) return 'PayPal has no such payment'
  const { dispute: existing } = order
  if (existing?.status === 'RESOLVED') return 'The dispute is over'
  if (step === 'open') {
    if (existing) return 'The dispute is open already'
    dispute(context, order.id, 'OPEN', null)
    return null
  }
  if (!existing) return 'There is no dispute'
  if (step === 'ask') dispute(context, order.id, 'WAITING_FOR_SELLER_RESPONSE', null)
  else if (step === 'won') dispute(context, order.id, 'RESOLVED', 'RESOLVED_SELLER_FAVOUR')
  else {
    dispute(context, order.id, 'RESOLVED', 'RESOLVED_BUYER_FAVOUR')
    if (refundableCents(order, unit, captureId) > 0)
      refundBySeller(context, order.id, 'PAYMENT.CAPTURE.REVERSED')
  }
  return null
}

function findCapture(context: Context, id: string) {
  const order = context.store.find(id)
  const captureId = order?.capture?.ids[0]
  const unit = order && captureId !== undefined && unitOf(order, captureId)
  if (!order || captureId === undefined || !unit) throw new RangeError(`nothing was captured of ${id}`)
  return { order, captureId, unit }
}
