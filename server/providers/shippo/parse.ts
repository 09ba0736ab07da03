/**
 * Reads fields of Shippo's responses. Throws ShippingUnavailable if a field is invalid. Such an error concerns one answer, so
 * it is marked as `answered`.
 */
import { fromDecimal } from '#shared/kernel/pricing.ts'
import { answered } from '../service.ts'
import { ShippingUnavailable } from '../shipping.ts'

export type Fields = Record<string, unknown>

/** The fields of a JSON object. Throws ShippingUnavailable if the value is not an object. */
export function fieldsOf(value: unknown, what: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw unreadable(what)
  return { ...value }
}

/** A JSON list. Throws ShippingUnavailable if the value is not a list. */
export function listOf(value: unknown, what: string): unknown[] {
  if (!Array.isArray(value)) throw unreadable(what)
  return value
}

/** A text; empty for null and other types. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** A text that must not be empty. Throws ShippingUnavailable. */
export function required(fields: Fields, name: string): string {
  const text = textOf(fields[name])
  if (!text) throw unreadable(name)
  return text
}

/**
 * Converts a decimal text in US dollars to cents. Throws ShippingUnavailable for another currency, for fractions of a
 * cent, and for a price outside $0.01 to $99,999.99.
 */
export function usdCents(amount: unknown, currency: unknown): number {
  const cents = currency === 'USD' ? fromDecimal(textOf(amount)) : null
  if (!cents || cents > 9_999_999) throw unreadable('price')
  return cents
}

function unreadable(what: string): ShippingUnavailable {
  return unclear(`Shippo's answer has no valid ${what}`)
}

/** The error for a response that lacks what the call needs, although Shippo works. */
export function unclear(message: string): ShippingUnavailable {
  return answered(new ShippingUnavailable(message))
}

/**
 * Why an object must not be used: its mode is not the mode of the token. Null if they match or the object has no flag.
 * A live shop would send parcels with sample labels; a shop in test mode would pay for real ones.
 */
export function modeMismatch({ test }: Fields, token: string): string | null {
  if (typeof test !== 'boolean' || test === isTestToken(token)) return null
  return test ? ONLY_SAMPLES : REAL_LABELS
}

export const ONLY_SAMPLES =
  'SHIPPO_TOKEN is live, but Shippo answers with test objects (test: true), whose labels are samples that carry no parcel'

const REAL_LABELS =
  'SHIPPO_TOKEN is a test token, but Shippo answers with live objects (test: false), whose labels cost money'

/** Whether the token is of the test side of Shippo, whose objects are separate. */
export function isTestToken(token: string): boolean {
  return token.startsWith('shippo_test_')
}
