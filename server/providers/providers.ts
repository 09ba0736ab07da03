/**
 * The interfaces to the outside services, without vendor-specific names. The folders beside this file implement the
 * interfaces. Code outside `server/providers/` does not use field names of a vendor.
 * Money is integer cents, weight is grams, times are ISO 8601 in UTC.
 */
import type { Labels } from './labels.ts'
import type { Maps } from './maps.ts'
import type { Mode } from './mode.ts'
import type { Movement } from './movements.ts'
import type { Delivery, Dispute, Refund, RefundRequest } from './refunds.ts'
import type { SavedMethod, Vault } from './vault.ts'

export type Providers = { payments: Payments; shipping: Shipping; mail: Mail; maps: Maps }

export type Payments = Vault & {
  mode: Mode
  /** The shop's seller account, which must receive every payment; null if it is not configured. */
  merchantId: string | null
  /** What the browser needs to show the PayPal button; sent by GET /api/config/paypal. */
  browser: { clientId: string; scriptUrl: string; environment: 'production' | 'sandbox'; currency: 'USD' }
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

export type PaymentRequest = {
  requestId: string
  /** The shop's order id; the provider returns it as `Payment.orderId`. */
  orderId: string
  /** Must be unique at the provider, so each attempt has its own. */
  invoiceId: string
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
  /** Prices without discounts. */
  lines: { name: string; sku: string; quantity: number; unitCents: number }[]
  /** Null for an order for pickup. */
  shipTo: {
    name: string
    line1: string
    line2: string
    city: string
    state: string
    postalCode: string
    country: string
  } | null
  /** Whether the provider also saves the payment method, for charges without the buyer. */
  savesMethod?: boolean
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
  capture: Capture | null
  /** The payment method that the provider saved with this payment; null if it saved none. */
  saved: SavedMethod | null
  /** Refunds of the capture, oldest first, including refunds that were made directly at the provider. */
  refunds: Refund[]
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

export type Shipping = Labels & {
  mode: Mode
  /** Validates a US address. Throws ShippingUnavailable. */
  validateAddress(address: ShipAddress): Promise<ValidatedAddress>
  /** The ground service's price for one parcel. Throws ShippingUnavailable or NoGroundRate. */
  quoteGround(request: QuoteRequest): Promise<GroundRate>
  /**
   * Tests the connection with a quote for a small parcel from the shop to itself, within seconds. Free of charge.
   * Throws ShippingUnavailable or NoGroundRate.
   */
  check(): Promise<void>
}

export type ShipAddress = {
  name: string
  /** Left out if there is none. */
  phone?: string
  street1: string
  street2: string
  city: string
  state: string
  zip: string
  country: string
}

/** USPS requires a phone number and an email address of the sender when a label is bought. */
export type Sender = ShipAddress & { email?: string }

/** `from` is the sender; by default, the sender in the environment. */
export type QuoteRequest = { to: ShipAddress; parcel: Parcel; from?: Sender }

export type ValidatedAddress = ShipAddress & {
  objectId: string
  isValid: boolean
  /** The provider's messages, to be shown to people. */
  messages: string[]
}

/** Outer dimensions in inches; weight of goods and box in grams. */
export type Parcel = { lengthIn: number; widthIn: number; heightIn: number; grams: number }

export type GroundRate = {
  shipmentId: string
  rateId: string
  cents: number
  currency: 'USD'
  provider: string
  service: string
  serviceToken: string
  estimatedDays: number | null
}

export type Mail = {
  mode: Mode
  /**
   * Sends an email through the configured mail server; resolves when the server has accepted it.
   * Throws MailRefused if the server refused this email, and MailUnavailable if no mail can be sent at present.
   */
  send(mail: OutgoingMail): Promise<void>
  /**
   * Tests the connection: signs in to the mail server and sends this email, within seconds. Throws the same errors as
   * `send`.
   */
  check(mail: OutgoingMail): Promise<void>
  /**
   * The text of an email in the sandbox, which delivers no mail; null if the sandbox does not have it. Undefined for a
   * live service.
   */
  caught?: (messageId: string) => Promise<string | null>
}

export type OutgoingMail = {
  from: { name: string; address: string }
  to: string
  replyTo: string | null
  subject: string
  text: string
  html: string
  /** An attached calendar file (RFC 5545). */
  calendar?: string
  /** The URL that unsubscribes the recipient with one POST (RFC 8058). For newsletters and notices. */
  unsubscribe?: string
  /** The Message-ID, including the angle brackets. */
  messageId: string
}

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

export class ShippingUnavailable extends Error {
  override name = 'ShippingUnavailable'
}

/**
 * Marks an error that is caused by the shop's own account or settings, so it affects every buyer. The service has
 * responded, so the circuit breaker stays closed, but the admin must see the reason.
 */
export function aboutShop<E extends Error>(error: E): E {
  return Object.assign(error, { isAboutShop: true })
}

export function isAboutShop(error: unknown): boolean {
  return error instanceof Error && (error as { isAboutShop?: unknown }).isAboutShop === true
}

/**
 * Marks an error about a single answer: the service has responded, and its answer lacks what this call needs. The outcome of
 * the call is unknown, as without an answer, but the service works, so it is no outage (watched.ts).
 */
export function answered<E extends Error>(error: E): E {
  return Object.assign(error, { isAnswered: true })
}

export function isAnswered(error: unknown): boolean {
  return error instanceof Error && (error as { isAnswered?: unknown }).isAnswered === true
}

/** The carrier's refusal is final: nothing was bought or refunded. `message` is for the admin. */
export class LabelRefused extends ShippingUnavailable {
  override name = 'LabelRefused'
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** The rate has expired: request a new quote. */
export class RateExpired extends LabelRefused {
  override name = 'RateExpired'
}

/** The carrier offers no ground service to this address. */
export class NoGroundRate extends Error {
  override name = 'NoGroundRate'
}

/** The mail server refused this email. */
export class MailRefused extends Error {
  override name = 'MailRefused'
}

/** The mail server did not respond or refused the sign-in. It is unknown whether it accepted the mail. */
export class MailUnavailable extends Error {
  override name = 'MailUnavailable'
}
