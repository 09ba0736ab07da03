/**
 * What the shop needs from outside services, in its own words. One file or folder beside this one per
 * service speaks that service's language; nothing above `server/providers/` knows a vendor's field name.
 * Money is integer cents, weight is grams, times are ISO 8601 in UTC.
 */
import type { Labels } from './labels.ts'
import type { Maps } from './maps.ts'
import type { Mode } from './mode.ts'
import type { Movement } from './movements.ts'
import type { Delivery, Dispute, Refund, RefundRequest } from './refunds.ts'

export type Providers = { payments: Payments; shipping: Shipping; mail: Mail; maps: Maps }

export type Payments = {
  mode: Mode
  /** Our seller account, which every payment must go to; null when nobody told the shop. */
  merchantId: string | null
  /** What the browser needs to show the button; answered by GET /api/config/paypal. */
  browser: { clientId: string; scriptUrl: string; environment: 'production' | 'sandbox'; currency: 'USD' }
  /**
   * Opens a payment for an order. The same `requestId` answers the same payment again.
   * Throws PaymentRefused or PaymentUnavailable.
   */
  createPayment(request: PaymentRequest): Promise<Payment>
  /**
   * Reads a payment as the provider knows it now; null when the provider no longer knows it. Throws PaymentRefused for
   * one that would pay another account and has not been captured, and PaymentUnavailable.
   */
  getPayment(id: string): Promise<Payment | null>
  /**
   * Takes the money of an approved payment. The same `requestId` never takes it twice.
   * Throws PaymentDeclined (the buyer may choose another source), PaymentRefused (definitive),
   * or PaymentUnavailable (nobody knows yet whether money moved: ask again with the same requestId).
   */
  capturePayment(id: string, requestId: string): Promise<Payment>
  /**
   * All that came in and went out between two moments, by the provider's own list; null when our account may not read
   * it. Throws PaymentUnavailable.
   */
  listMovements(from: string, to: string): Promise<Movement[] | null>
  /**
   * Gives captured money back, all or part of it. The same `requestId` never gives it back twice.
   * Throws PaymentRefused (definitive, with the provider's code) or PaymentUnavailable (nobody knows yet).
   */
  refundCapture(captureId: string, request: RefundRequest): Promise<Refund>
  /** Reads a refund as the provider knows it now; null when it knows none of this id. */
  getRefund(id: string): Promise<Refund | null>
  /**
   * The ids of all complaints that buyers made since a moment within the last 180 days; null when our account may not
   * read them. Throws PaymentUnavailable.
   */
  listDisputes(since: string): Promise<string[] | null>
  /** Reads a buyer's complaint; null when the provider knows none of this id. */
  getDispute(id: string): Promise<Dispute | null>
  /**
   * Tells the provider how a parcel is followed; the same number twice is one.
   * Throws PaymentRefused or PaymentUnavailable.
   */
  addTracking(id: string, parcel: { captureId: string; number: string; carrier: string }): Promise<void>
  /** Whether the provider tells us by itself what happens there; without, we ask. */
  receivesEvents: boolean
  /** Whether a delivery has the form of the provider's at all. Asks nobody, so it says nothing of how the provider is. */
  mayBeGenuine(delivery: Delivery): boolean
  /** Whether a delivery comes from the provider, word for word. Throws PaymentUnavailable. */
  isGenuine(delivery: Delivery): Promise<boolean>
  /**
   * Does what a sale does, up to the point where a buyer would approve: signs in afresh, opens a payment, reads it, and
   * looks up our webhook. No money moves. Throws PaymentRefused or PaymentUnavailable, with the provider's reason.
   */
  check(): Promise<void>
}

export type PaymentRequest = {
  requestId: string
  /** Our order's id: comes back as `Payment.orderId`. */
  orderId: string
  /** Unique at the provider, one per attempt. */
  invoiceId: string
  itemsCents: number
  shippingCents: number
  taxCents: number
  totalCents: number
  lines: { name: string; sku: string; quantity: number; unitCents: number }[]
  shipTo: {
    name: string
    line1: string
    line2: string
    city: string
    state: string
    postalCode: string
    country: string
  }
}

export type Payment = {
  id: string
  /** `open`: waits for the buyer. `approved`: may be captured. `done`: look at `capture`. `void`: dead. */
  status: 'open' | 'approved' | 'done' | 'void'
  intent: string
  orderId: string | null
  amountCents: number | null
  currency: string | null
  payeeMerchantId: string | null
  payerEmail: string | null
  capture: Capture | null
  /** Of the capture, in the order in which they were made; also those that others made at the provider. */
  refunds: Refund[]
}

export type Capture = {
  id: string
  status: 'completed' | 'pending' | 'declined' | 'failed' | 'refunded' | 'partially_refunded'
  amountCents: number
  currency: string
  at: string
}

export type Shipping = Labels & {
  mode: Mode
  /** Checks a US address. Throws ShippingUnavailable. */
  validateAddress(address: ShipAddress): Promise<ValidatedAddress>
  /** The ground service's price for one parcel. Throws ShippingUnavailable or NoGroundRate. */
  quoteGround(request: { to: ShipAddress; parcel: Parcel }): Promise<GroundRate>
  /**
   * Does what a sale does: asks for the price of a small parcel, from the sender to the sender. Costs nothing.
   * Throws ShippingUnavailable or NoGroundRate, within seconds.
   */
  check(): Promise<void>
}

export type ShipAddress = {
  name: string
  street1: string
  street2: string
  city: string
  state: string
  zip: string
  country: string
}

export type ValidatedAddress = ShipAddress & {
  objectId: string
  isValid: boolean
  /** In the provider's words, meant for people. */
  messages: string[]
}

/** Outer measures in inches, weight of goods and box together in grams. */
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
   * Hands a mail to the house's mail server; resolves once that has taken it over.
   * Throws MailRefused (this mail, at least for now) or MailUnavailable (no mail would go just now).
   */
  send(mail: OutgoingMail): Promise<void>
  /** Signs in to the mail server and hands it this mail, within seconds. Throws MailUnavailable or MailRefused. */
  check(mail: OutgoingMail): Promise<void>
  /** Of a sandbox, which delivers nothing: the text of a mail that it was sent; null when it does not know it (any more). */
  caught?: (messageId: string) => Promise<string | null>
}

export type OutgoingMail = {
  from: { name: string; address: string }
  to: string
  replyTo: string | null
  subject: string
  text: string
  html: string
  /** With its angle brackets. */
  messageId: string
}

/** The provider's clear answer that is not a yes. `issue` is its code. */
class PaymentNo extends Error {
  readonly issue: string
  constructor(issue: string, message: string) {
    super(message)
    this.issue = issue
  }
}

/** The buyer's source of money was declined; the payment stays open for another one. */
export class PaymentDeclined extends PaymentNo {
  override name = 'PaymentDeclined'
}

/** The provider says no for good: wrong request, wrong state, wrong merchant. */
export class PaymentRefused extends PaymentNo {
  override name = 'PaymentRefused'
}

/** No answer, or none to be believed: time-out, broken connection, 5xx, 429, unreadable body, no credentials accepted. */
export class PaymentUnavailable extends Error {
  override name = 'PaymentUnavailable'
}

export class ShippingUnavailable extends Error {
  override name = 'ShippingUnavailable'
}

/**
 * Marks an error that is about the shop's own account or settings, so that every buyer would get it. The service has
 * answered, so its circuit stays closed; but the admin must see the reason.
 */
export function aboutShop<E extends Error>(error: E): E {
  return Object.assign(error, { isAboutShop: true })
}

export function isAboutShop(error: unknown): boolean {
  return error instanceof Error && (error as { isAboutShop?: unknown }).isAboutShop === true
}

/** The carrier said no for good, and nothing was bought or given back. `message` is for the owner to read. */
export class LabelRefused extends ShippingUnavailable {
  override name = 'LabelRefused'
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** The rate can no longer be bought: ask for a fresh one. */
export class RateGone extends LabelRefused {
  override name = 'RateGone'
}

/** The carrier does not serve this lane by ground. */
export class NoGroundRate extends Error {
  override name = 'NoGroundRate'
}

/** The mail server answered and would not have this mail. */
export class MailRefused extends Error {
  override name = 'MailRefused'
}

/** No mail server, or none that lets us in. Whether it had taken the mail over is not known. */
export class MailUnavailable extends Error {
  override name = 'MailUnavailable'
}
