/** The interface to the payment provider: payments, refunds, disputes and webhooks. */
import type { SavedMethod, Vault } from './saved-methods.ts'
import type { Mode } from './service.ts'
import type { Webhooks } from './webhooks.ts'

export type Payments = Vault &
  Webhooks & {
    mode: Mode
    /** The shop's seller account, which must receive every payment; null if it is not configured. */
    merchantId: string | null
    /** What the browser needs to show the PayPal button; sent by GET /api/config/paypal. */
    browser: {
      clientId: string
      scriptUrl: string
      googleScriptUrl: string
      appleScriptUrl: string
      environment: 'production' | 'sandbox'
      currency: 'USD'
    }
    /**
     * Opens a payment for an order. A retry with the same `requestId` returns the same payment.
     * Throws PaymentRefused or PaymentUnavailable.
     */
    createPayment(request: PaymentRequest): Promise<Payment>
    /**
     * Reads the current state of a payment; null if the provider no longer has it. Throws PaymentRefused for an
     * uncaptured payment to another account, and PaymentUnavailable.
     */
    getPayment(id: string): Promise<Payment | null>
    /** Reads the payment that a capture belongs to; null if the provider does not have it. Throws as `getPayment`. */
    getPaymentOfCapture(captureId: string): Promise<Payment | null>
    /**
     * Changes the amount of a payment that the buyer has not approved, and nothing else. Throws PaymentRefused, also if it is
     * approved or captured, and PaymentUnavailable.
     */
    changeAmount(id: string, sums: Sums): Promise<void>
    /**
     * Captures an approved payment. A retry with the same `requestId` never captures twice.
     * Throws PaymentDeclined if the buyer may choose another payment method, PaymentRefused if the refusal is final, and
     * PaymentUnavailable if the result is unknown: retry with the same requestId.
     */
    capturePayment(id: string, requestId: string): Promise<Payment>
    /**
     * Charges a saved payment method for an order without the buyer, as one of a series of recurring payments. A retry
     * with the same `requestId` within five hours never charges twice.
     * Throws PaymentDeclined, MethodGone if the buyer has removed the payment method at the provider, PaymentRefused if
     * the refusal is final, and PaymentUnavailable if the result is unknown: retry with the same requestId.
     */
    chargeSaved(request: PaymentRequest & { token: string }): Promise<Payment>
    /**
     * All transactions between two times in the provider's own list; null if the shop's account may not read it. Throws
     * PaymentUnavailable.
     */
    listMovements(from: string, to: string): Promise<Movement[] | null>
    /**
     * Refunds a capture, in full or in part. A retry with the same `requestId` never refunds twice.
     * Throws PaymentRefused with the provider's code if the refusal is final, and PaymentUnavailable if the result is
     * unknown.
     */
    refundCapture(captureId: string, request: RefundRequest): Promise<Refund>
    /** Reads the current state of a refund; null if the provider does not have it. */
    getRefund(id: string): Promise<Refund | null>
    /**
     * The ids of all disputes that buyers opened after a time, which must be within the last 180 days; null if the shop's
     * account may not read them. Throws PaymentUnavailable.
     */
    listDisputes(since: string): Promise<string[] | null>
    /** Reads a dispute; null if the provider does not have it. */
    getDispute(id: string): Promise<Dispute | null>
    /**
     * Sends the tracking number of a parcel to the provider; sending a number again has no effect.
     * Throws PaymentRefused or PaymentUnavailable.
     */
    addTracking(id: string, parcel: { captureId: string; number: string; carrier: string }): Promise<void>
    /** Whether the provider sends webhooks to the shop; otherwise the shop polls. */
    receivesEvents: boolean
    /** Whether a webhook request has the provider's format. Does not call the provider. */
    mayBeGenuine(delivery: Delivery): boolean
    /** Whether the provider confirms that it sent exactly this webhook request. Throws PaymentUnavailable. */
    isGenuine(delivery: Delivery): Promise<boolean>
    /**
     * Tests the connection with the steps that a sale makes before the buyer's approval: gets a new access token, opens a
     * payment, and reads it. Also looks up the webhook. No money moves. Throws PaymentRefused or PaymentUnavailable, with
     * the provider's reason.
     */
    check(): Promise<void>
  }

/** The parts of an amount, in cents. */
export type Sums = {
  /** After discounts. */
  itemsCents: number
  /** The discount of the items together. */
  discountCents: number
  shippingCents: number
  taxCents: number
  /** The price of the order. */
  totalCents: number
  /** The part of the price that gift cards pay. The payment is the rest. */
  giftCardCents: number
}

export type PaymentRequest = Sums & {
  requestId: string
  /** The shop's order id; the provider returns it as `Payment.orderId`. */
  orderId: string
  /** Must be unique at the provider, so each attempt has its own. */
  invoiceId: string
  /** Prices without discounts. */
  lines: { name: string; sku: string; quantity: number; unitCents: number }[]
  /** Null for an order for pickup, and if the buyer chooses the address at the provider. */
  shipTo: ShipTo | null
  /** Whether the buyer chooses the address at the provider (express buttons). Only for accounts. */
  asksAddress?: boolean
  /**
   * Whether the buyer pays with an account at the provider. Otherwise the browser tells the provider what the buyer pays
   * with: a card, Venmo, Apple Pay or Google Pay.
   */
  isByAccount: boolean
  /** Whether the provider also saves the payment method, for charges without the buyer. Only for accounts. */
  savesMethod?: boolean
}

export type ShipTo = {
  name: string
  line1: string
  line2: string
  city: string
  state: string
  postalCode: string
  country: string
}

export type Payment = {
  id: string
  /** `open`: waits for the buyer's approval. `approved`: can be captured. `done`: see `capture`. `void`: canceled. */
  status: 'open' | 'approved' | 'done' | 'void'
  intent: string
  orderId: string | null
  amountCents: number | null
  currency: string | null
  payeeMerchantId: string | null
  payerEmail: string | null
  /** The payer's full name, and where the provider says that the goods go; null if it does not report them. */
  payerName: string | null
  shipTo: ShipTo | null
  /** What the buyer pays or paid with; null if the provider does not report it. */
  source: PaymentSource | null
  /**
   * False if the bank of the card did not confirm that the buyer is its owner (3-D Secure), so that the payment must not
   * be captured.
   */
  isAuthenticated: boolean
  capture: Capture | null
  /** The payment method that the provider saved with this payment; null if it saved none. */
  saved: SavedMethod | null
  /** Refunds of the capture, oldest first, including refunds that were made directly at the provider. */
  refunds: Refund[]
}

/**
 * What pays. The provider does not report whether an account pays with a card or in installments: `account` is all of
 * that. `brand` and `lastDigits` are empty if it reports no card.
 */
export type PaymentSource = {
  kind: 'account' | 'card' | 'venmo' | 'apple_pay' | 'google_pay'
  /** Such as `Visa`. */
  brand: string
  lastDigits: string
}

export type Capture = {
  id: string
  status: 'completed' | 'pending' | 'declined' | 'failed' | 'refunded' | 'partially_refunded'
  amountCents: number
  currency: string
  /** What the provider keeps of the amount; null if it has not reported this yet. */
  feeCents: number | null
  at: string
}

export type RefundRequest = {
  requestId: string
  /** The shop's refund id; the provider returns it as `Refund.refundId`. */
  refundId: string
  amountCents: number
  /** A text that the buyer sees; may be empty. */
  reason: string
}

export type Refund = {
  id: string
  status: 'completed' | 'pending' | 'failed'
  amountCents: number
  currency: string
  /** The shop's refund id; null if the refund was made at the provider. */
  refundId: string | null
  /** The part of its fee that the provider returns; null if the provider has not reported it. */
  feeBackCents: number | null
  at: string
}

export type Dispute = {
  id: string
  state: 'open' | 'waiting_for_us' | 'waiting_for_buyer' | 'under_review' | 'won' | 'lost' | 'closed'
  /** The provider's code, such as `MERCHANDISE_OR_SERVICE_NOT_RECEIVED`. */
  reason: string
  amountCents: number
  captureIds: string[]
  /** The shop's order ids, as it gave them to the provider with the payments. */
  orderIds: string[]
  respondBy: string | null
  at: string
}

/** A webhook request: its headers with lower-case names, and the unchanged bytes of its body. */
export type Delivery = { headers: Record<string, string | undefined>; body: Buffer }

/** A transaction in the provider's own list, which the payments check compares with the shop's payments. */
export type Movement = {
  /** The id of the transaction, which is the capture id for a payment; '' if the list does not include it. */
  id: string
  kind: 'payment' | 'refund'
  /** The order id that the shop sent with the payment; null for other transactions. */
  orderId: string | null
  /** The amount: positive for received money, negative for money paid out; 0 if the list does not include it. */
  cents: number
  currency: string
  /** `unclear`: required fields are missing in the list, so it is only certain that the transaction exists. */
  status: 'done' | 'pending' | 'denied' | 'reversed' | 'unclear'
  at: string
  /** For a refund, the id of the refunded payment. */
  of: string | null
}

/** A payment may appear in the provider's list this many hours late. */
export const LIST_LAG_HOURS = 3

/** The provider refused the request. `issue` is the provider's error code. */
class PaymentError extends Error {
  readonly issue: string
  constructor(issue: string, message: string) {
    super(message)
    this.issue = issue
  }
}

/** The buyer's payment method was declined. The payment stays open, so that the buyer can use another one. */
export class PaymentDeclined extends PaymentError {
  override name = 'PaymentDeclined'
}

/**
 * The provider's refusal is final: the request is invalid, or the payment has the wrong state or the wrong merchant.
 */
export class PaymentRefused extends PaymentError {
  override name = 'PaymentRefused'
}

/** The saved payment method no longer exists at the provider, so it can never be charged again. */
export class MethodGone extends PaymentError {
  override name = 'MethodGone'
}

/** No valid response: timeout, connection error, 5xx, 429, unreadable body, or refused credentials. */
export class PaymentUnavailable extends Error {
  override name = 'PaymentUnavailable'
}
