/** What happens at PayPal without the shop: the seller's own site, complaints, money taken back. */
import { disputeAnswer, leftOf, unitOf } from './captures.ts'
import { emitCapture, type Desk } from './orders.ts'
import { addRefund } from './refunds.ts'
import type { RefundFate } from './shapes.ts'
import type { CaptureState, CaptureTwist, StoredDispute, StoredOrder, StoredRefund } from './store.ts'

export type SellerSide = {
  /** Ends the review of a pending capture; false when there is none. */
  review(id: string, state: Exclude<CaptureState, 'PENDING'>): boolean
  /** What the next refunds come to, in their order; those without are completed at once. */
  fateOfRefunds(...fates: RefundFate[]): void
  /** How the next captures differ from what was asked for, in their order; those without are as asked for. */
  twistCaptures(...twists: CaptureTwist[]): void
  /** Leaves fields out of a transaction wherever it is listed. */
  omitFromList(transactionId: string, ...fields: string[]): void
  /** Ends a refund: a pending one, or one that PayPal had said was completed and that fails afterwards. */
  endRefund(refundId: string, state: 'COMPLETED' | 'FAILED' | 'CANCELLED'): void
  /** A refund made in PayPal's own site; all that is left when no amount is said. Answers its id. */
  refundHere(id: string, cents?: number): string
  /** PayPal takes the money of a capture back. */
  reverse(id: string): string
  /** The buyer complains, or a complaint goes on. Answers the dispute's id. */
  dispute(id: string, status?: StoredDispute['status'], outcome?: StoredDispute['outcome']): string
  /** The parcel numbers PayPal was told of an order. */
  trackers(id: string): { captureId: string; number: string; carrier: string }[]
  /** The id of an order's capture; '' when nothing was captured. */
  captureOf(id: string): string
  /** The refunds of an order, as they stand. */
  refunds(id: string): StoredRefund[]
}

export function sellerSide(desk: Desk): SellerSide {
  const { store } = desk
  return {
    review(id, state) {
      const order = store.find(id)
      if (order?.capture?.state !== 'PENDING') return false
      store.change(order, { capture: { ...order.capture, state } })
      emitCapture(desk, order, state === 'COMPLETED' ? 'COMPLETED' : 'DENIED')
      return true
    },
    fateOfRefunds: (...fates) => void desk.fates.push(...fates),
    twistCaptures: (...twists) => void desk.twists.push(...twists),
    omitFromList: (id, ...fields) => void desk.omissions.set(id, fields),
    endRefund(refundId, state) {
      const order = store.findByPart(refundId)
      if (!order) throw new RangeError(`no refund ${refundId}`)
      const refunds = (order.refunds ?? []).map((one) => (one.id === refundId ? { ...one, state } : one))
      store.change(order, { refunds })
      const ended = refunds.find((one) => one.id === refundId)
      if (state === 'COMPLETED' && ended) tellOfRefund(desk, order, ended)
    },
    refundHere: (id, cents) => takeBack(desk, id, 'PAYMENT.CAPTURE.REFUNDED', cents),
    reverse: (id) => takeBack(desk, id, 'PAYMENT.CAPTURE.REVERSED'),
    dispute: (id, status = 'OPEN', outcome = null) => dispute(desk, id, status, outcome),
    trackers: (id) => store.find(id)?.trackers ?? [],
    captureOf: (id) => store.find(id)?.capture?.ids[0] ?? '',
    refunds: (id) => store.find(id)?.refunds ?? [],
  }
}

function tellOfRefund(desk: Desk, order: StoredOrder, refund: StoredRefund): void {
  const others = (order.refunds ?? []).filter(({ id }) => id !== refund.id)
  desk.store.change(order, { refunds: others })
  addRefund(desk, order, refund, 'PAYMENT.CAPTURE.REFUNDED')
}

function takeBack(desk: Desk, id: string, event: string, wished?: number): string {
  const { order, captureId, unit } = captured(desk, id)
  const cents = wished ?? leftOf(order, unit, captureId)
  const refund: StoredRefund = {
    id: desk.newId(),
    captureId,
    requestId: null,
    cents,
    state: 'COMPLETED',
    at: desk.now(),
  }
  addRefund(desk, order, refund, event)
  return refund.id
}

function dispute(
  desk: Desk,
  id: string,
  status: StoredDispute['status'],
  outcome: StoredDispute['outcome'],
): string {
  const { order, captureId, unit } = captured(desk, id)
  const known = order.dispute
  const reason = 'MERCHANDISE_OR_SERVICE_NOT_RECEIVED'
  const fresh = { id: `PP-D-${desk.newId().slice(0, 6)}`, captureId, reason, at: desk.now() }
  const now: StoredDispute = { ...(known ?? fresh), status, outcome }
  desk.store.change(order, { dispute: now })
  const what = known ? (status === 'RESOLVED' ? 'RESOLVED' : 'UPDATED') : 'CREATED'
  desk.emit(`CUSTOMER.DISPUTE.${what}`, 'dispute', disputeAnswer(now, unit, desk.places))
  return now.id
}

function captured(desk: Desk, id: string) {
  const order = desk.store.find(id)
  const captureId = order?.capture?.ids[0]
  const unit = order && captureId !== undefined && unitOf(order, captureId)
  if (!order || captureId === undefined || !unit) throw new RangeError(`nothing was captured of ${id}`)
  return { order, captureId, unit }
}
