/**
 * Reads fields of Shippo's responses. Throws ShippingUnavailable if a field is invalid. Such an error concerns one answer, so
 * it is marked as `answered`.
 */
import { fromDecimal } from '#shared/kernel/pricing.ts'
import { answered, ShippingUnavailable } from '../providers.ts'

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
