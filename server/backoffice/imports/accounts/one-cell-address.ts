/** Reads an address that is in one cell, or in the printed lines of QuickBooks: 'Bill to 1' to 'Bill to 5'. */
import { normalCountry, normalState, type Address } from '#shared/platform/address.ts'
import { nameKey } from '#shared/wholesale/name-key.ts'

/**
 * The parts of 'Cafe Mosaic, 120 Church St NE, Suite 2, Vienna, VA 22180'; null if it does not end with a state and a ZIP
 * code.
 * @param name the name of the account, which may be the first line
 */
export function readOneCell(text: string, name: string): Omit<Address, 'country'> | null {
  const lines = text
    .slice(0, 500)
    .split(/[\r\n,]+/)
    .map((line) => line.trim())
    .filter(Boolean)
  if (normalCountry(lines.at(-1) ?? '') === 'US') lines.pop()
  const last = (lines.pop() ?? '').replace(/ (?:USA?|United States)$/i, '')
  const [postalCode] = /\d{5}(?:-\d{4})?$/.exec(last) ?? []
  if (!postalCode) return null
  const place = stateAt(last.slice(0, -postalCode.length).trim() || (lines.pop() ?? ''))
  if (!place) return null
  const city = place.before || (lines.pop() ?? '')
  const first = lines.findIndex((line) => /\d/.test(line) || /^p\.?\s*o\.?\s*box/i.test(line))
  const start =
    first > 0 || (lines.length > 1 && nameKey(lines[0]!) === nameKey(name)) ? Math.max(first, 1) : 0
  const [address = '', ...more] = lines.slice(start)
  return { address, address2: more.join(', '), city, state: place.state, postalCode }
}

/** The state at the end of a text, as its code or written out: 'Falls Church West Virginia' has the city before it. */
function stateAt(text: string): { state: string; before: string } | null {
  const words = text.split(/\s+/).filter(Boolean)
  for (let count = Math.min(4, words.length); count > 0; count--) {
    const state = normalState(words.slice(-count).join(' '))
    if (state) return { state, before: words.slice(0, -count).join(' ') }
  }
  return null
}
