/**
 * The interfaces to the outside services, without vendor-specific names. The folders beside this file implement
 * them, and the files beside it have those of payments, shipping and maps. Code outside `server/providers/` does not use field names of a vendor.
 * Money is integer cents, weight is grams, times are ISO 8601 in UTC.
 */
import { MapsUnavailable, type Maps } from './maps.ts'
import { PaymentUnavailable, type Payments } from './payments.ts'
import { isAboutShop, isAnswered, type Mode } from './service.ts'
import { ShippingUnavailable, type Shipping } from './shipping.ts'

export type Providers = { payments: Payments; shipping: Shipping; mail: Mail; maps: Maps }

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

/** The mail server refused this email. */
export class MailRefused extends Error {
  override name = 'MailRefused'
}

/** The mail server did not respond or refused the sign-in. It is unknown whether it accepted the mail. */
export class MailUnavailable extends Error {
  override name = 'MailUnavailable'
}

/** The error of each service that means: no usable response. */
export const UNAVAILABLE: Record<keyof Providers, new (message: string) => Error> = {
  payments: PaymentUnavailable,
  shipping: ShippingUnavailable,
  mail: MailUnavailable,
  maps: MapsUnavailable,
}

/**
 * Whether there was no response, or one of which nothing is usable. Such errors open a circuit, and end a run of calls
 * early.
 */
export function isOutage(error: unknown): boolean {
  const isUnavailable = Object.values(UNAVAILABLE).some((type) => error instanceof type)
  return isUnavailable && !isRefusal(error) && !isAboutShop(error) && !isAnswered(error)
}

/**
 * Whether the service refused this single call. Refused credentials (401, 403) and rate limits (429) affect all calls,
 * so they do not count.
 */
export function isRefusal(error: unknown): boolean {
  const { status } = error as { status?: unknown }
  return typeof status === 'number' && status >= 400 && status < 500 && ![401, 403, 429].includes(status)
}
