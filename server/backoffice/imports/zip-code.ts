/** ZIP codes that lost the zeros at their beginning in a spreadsheet. */
import { normalCountry, normalState, zipMatchesState, type Address } from '#shared/platform/address.ts'

/** 2138, 501, 2138.0, 2138-1234 and 21381234: the last four digits may be those of ZIP+4. */
const NUMBER = /^(\d{3,4})(?:\.0)?(?:-?(\d{4}))?$/

/**
 * The ZIP code of an address with the zeros at its beginning, which a spreadsheet removes. Null if the ZIP code has them,
 * or if the completed one is not in the state of the address: then something else is missing.
 */
export function completedZip({ postalCode, state, country }: Address): string | null {
  const digits = NUMBER.exec(postalCode.trim())
  const code = normalState(state)
  if (!digits || code === null || normalCountry(country || 'US') !== 'US') return null
  const zip = digits[1]!.padStart(5, '0')
  if (!zipMatchesState(zip, code)) return null
  return digits[2] ? `${zip}-${digits[2]}` : zip
}
