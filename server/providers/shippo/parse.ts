import { fromDecimal } from '#shared/pricing.ts'
import { ShippingUnavailable } from '../providers.ts'

export type Fields = Record<string, unknown>

/** A JSON object's fields. Throws ShippingUnavailable when the value is not one. */
export function fieldsOf(value: unknown, what: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw unreadable(what)
  return { ...value }
}

/** A JSON list. Throws ShippingUnavailable when the value is not one. */
export function listOf(value: unknown, what: string): unknown[] {
  if (!Array.isArray(value)) throw unreadable(what)
  return value
}

/** A text or, for what Shippo leaves null, the empty one. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** A field that must be a text with something in it. Throws ShippingUnavailable. */
export function required(fields: Fields, name: string): string {
  const text = textOf(fields[name])
  if (!text) throw unreadable(name)
  return text
}

/**
 * Exact cents of a decimal text in US dollars. Throws ShippingUnavailable for another currency, for parts of
 * a cent, and for anything that is not a price between $0.01 and $99,999.99.
 */
export function usdCents(amount: unknown, currency: unknown): number {
  const cents = currency === 'USD' ? fromDecimal(textOf(amount)) : null
  if (!cents || cents > 9_999_999) throw unreadable('price')
  return cents
}

function unreadable(what: string): ShippingUnavailable {
  return new ShippingUnavailable(`Shippo's answer has no believable ${what}`)
}
