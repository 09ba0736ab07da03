import { openJournal, readJournal } from '../journal.ts'
import type { PayMethod } from '#shared/platform/pay-methods.ts'
import type { OrderRequest } from './shapes.ts'

/** The buyer's choice in the approval window. It decides the result of a capture. */
export type Choice = 'approve' | 'decline' | 'pending'

export type CaptureState = 'COMPLETED' | 'PENDING' | 'DECLINED'

/** How a capture differs from its order: amount in dollars, ISO currency code, merchant id, and `custom_id`. */
export type CaptureDifference = { value?: string; currency?: string; payee?: string; reference?: string }

export type Card = { brand: string; last_digits: string; type: 'CREDIT' | 'DEBIT' }

/** The result of 3-D Secure, as in PayPal's answers. */
type Authentication = {
  liability_shift: 'NO' | 'POSSIBLE' | 'UNKNOWN'
  three_d_secure: { enrollment_status: 'Y'; authentication_status: 'Y' | 'N' | 'U' }
}

/** How the buyer has approved an order. */
export type Approval = {
  method: PayMethod
  /** Null for accounts without a card. */
  card: Card | null
  /** The result of 3-D Secure: `open` until the buyer has confirmed or canceled; null if 3-D Secure was not required. */
  authentication: Authentication | 'open' | null
  /** Whether PayPal answers the capture late. */
  isSlow: boolean
  /** Whether PayPal refuses the next capture until the buyer has confirmed again. */
  asksAgain: boolean
}

export type StoredRefund = {
  id: string
  captureId: string
  requestId: string | null
  cents: number
  state: 'COMPLETED' | 'PENDING' | 'FAILED' | 'CANCELLED'
  at: number
  customId?: string
  invoiceId?: string
  note?: string
}

export type StoredDispute = {
  id: string
  captureId: string
  reason: string
  status: 'OPEN' | 'WAITING_FOR_SELLER_RESPONSE' | 'UNDER_REVIEW' | 'RESOLVED'
  outcome: 'RESOLVED_BUYER_FAVOUR' | 'RESOLVED_SELLER_FAVOUR' | null
  at: number
}

export type StoredOrder = {
  id: string
  /** Milliseconds since 1970, like all times here. */
  createdAt: number
  updatedAt: number
  /** The create request as JSON. Stored as text, which needs far less memory than objects; most requests are never read again. */
  request: string
  requestId: string | null
  choice: Choice | null
  /** Missing before the buyer has chosen, and in journals of older versions. */
  approval?: Approval
  /** The last capture was declined, and the buyer has not chosen again. */
  isDeclined: boolean
  /** `ids`: the ids of the captures, one per purchase unit. */
  capture: ({ at: number; ids: string[]; state: CaptureState } & CaptureDifference) | null
  /** The results of the capture requests, so that a repeated request gets the same result. */
  answers: [requestId: string, outcome: 'captured' | 'declined'][]
  /** The payment method that is saved with the capture; `id` is null until PayPal has saved it. */
  vault?: { id: string | null; customerId: string }
  /** Missing in journals of older versions, like the next two fields. */
  refunds?: StoredRefund[]
  dispute?: StoredDispute
  trackers?: { captureId: string; number: string; carrier: string }[]
}

/** The parsed create request. */
export function requestOf(order: StoredOrder): OrderRequest {
  const request: OrderRequest = JSON.parse(order.request)
  return request
}

export type Store = ReturnType<typeof openStore>

/**
 * An order that is not captured expires after this time. It may take 3 h to open it and 3 h to approve it (PayPal
 * Orders v2).
 */
const lifetimeMs = 6 * 3_600_000

/**
 * Stores the sandbox's orders in memory and, with a `file`, also in a journal.
 */
export function openStore(file: string | null, now: () => number) {
  const orders = new Map<string, StoredOrder>()
  const byRequestId = new Map<string, string>()
  const paidInvoices = new Map<string, string>()
  /** The ids of orders by the ids of their captures, refunds and disputes. */
  const byPart = new Map<string, string>()
  let added = 0

  const isValid = (order: StoredOrder) => order.capture !== null || now() - order.createdAt < lifetimeMs
  const insert = (order: StoredOrder) => {
    orders.set(order.id, order)
    if (order.requestId !== null) byRequestId.set(order.requestId, order.id)
  }
  const index = (order: StoredOrder) => {
    indexInvoices(paidInvoices, order)
    indexParts(byPart, order)
  }
  const removeExpired = () => {
    for (const order of orders.values()) {
      if (order.requestId !== null && now() - order.createdAt >= lifetimeMs)
        byRequestId.delete(order.requestId)
      if (!isValid(order)) orders.delete(order.id)
    }
  }
  for (const order of readJournal<StoredOrder>(file)) insert(order)
  removeExpired()
  for (const order of orders.values()) index(order)
  const journal = openJournal(file, orders.values())

  return {
    /** Null for an unknown or expired order. */
    find(id: string): StoredOrder | null {
      const order = orders.get(id)
      return order && isValid(order) ? order : null
    },
    findByRequestId(requestId: string): StoredOrder | null {
      const order = this.find(byRequestId.get(requestId) ?? '')
      return order && now() - order.createdAt < lifetimeMs ? order : null
    },
    /** All orders, including expired orders, in the order of their creation. */
    all: (): Iterable<StoredOrder> => orders.values(),
    /** The order that a capture, a refund or a dispute belongs to. */
    findByPart: (id: string): StoredOrder | null => orders.get(byPart.get(id) ?? '') ?? null,
    /** Whether another order with this invoice id was captured. */
    isInvoicePaid(invoiceId: string, byOtherThan: string): boolean {
      return (paidInvoices.get(invoiceId) ?? byOtherThan) !== byOtherThan
    },
    add(order: StoredOrder): void {
      journal.write(order)
      insert(order)
      added += 1
      if (added % 4096 === 0) removeExpired()
    },
    change(order: StoredOrder, fields: Partial<Omit<StoredOrder, 'id'>>): void {
      const changes = { ...fields, updatedAt: now() }
      journal.write({ id: order.id, ...changes })
      Object.assign(order, changes)
      index(order)
    },
    close: journal.close,
  }
}

function indexInvoices(paidInvoices: Map<string, string>, order: StoredOrder): void {
  if (!order.capture) return
  for (const { invoice_id: id } of requestOf(order).purchase_units) {
    if (id !== undefined) paidInvoices.set(id, order.id)
  }
}

function indexParts(byPart: Map<string, string>, order: StoredOrder): void {
  for (const id of order.capture?.ids ?? []) byPart.set(id, order.id)
  for (const { id } of order.refunds ?? []) byPart.set(id, order.id)
  if (order.dispute) byPart.set(order.dispute.id, order.id)
}
