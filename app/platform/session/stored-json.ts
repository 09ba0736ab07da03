/**
 * Reads JSON from local storage. Each value is checked before it is used, because an earlier version of the site, a
 * browser extension or the user may have written it.
 */
import type { Address } from '#shared/platform/address.ts'

/** The object in a stored text; null if the text is missing, is not valid JSON or is not an object. */
export function parseObject(text: string | null): Record<string, unknown> | null {
  try {
    return objectOf(JSON.parse(text ?? 'null'))
  } catch {
    return null
  }
}

/** The value if it is an object and not an array, otherwise null. */
export function objectOf(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null
}

/** The value if it is text, otherwise empty. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

const ADDRESS_FIELDS = ['address', 'address2', 'city', 'state', 'postalCode', 'country'] as const

/** The fields of an address that are text. Other fields are left out. */
export function addressIn(value: unknown): Partial<Address> {
  const found = objectOf(value) ?? {}
  return Object.fromEntries(
    ADDRESS_FIELDS.flatMap((name) => {
      const field = found[name]
      return typeof field === 'string' ? [[name, field]] : []
    }),
  )
}
