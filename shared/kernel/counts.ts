/**
 * Numbers and their nouns: '1 order', '1,204 orders'; and the first word of a sentence. Does not use `Intl.NumberFormat`,
 * because a browser needs longer to create the first one than to load all of a page's own code (decisions/001).
 */

/** A whole number with thousands separators: 1204 -> '1,204'. */
export function formatNumber(value: number): string {
  return String(value).replace(/\B(?=(\d{3}){1,7}$)/g, ',')
}

/**
 * Selects the singular or the plural of a word or sentence, depending on the number.
 * @param many the plural; by default `one` with an s
 */
export function plural(value: number, one: string, many = `${one}s`): string {
  return value === 1 ? one : many
}

/** A number and its noun: (1204, 'order') -> '1,204 orders', (2, 'address', 'addresses') -> '2 addresses'. */
export function counted(value: number, one: string, many?: string): string {
  return `${formatNumber(value)} ${plural(value, one, many)}`
}

/** The text with a capital first letter. */
export function capitalized(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}
