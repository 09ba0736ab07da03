/**
 * The dollars in a typed amount, such as `12.50`, `$12.50` or `−2`. A text that is no amount is NaN, which JSON sends as
 * null, so that the server names the field.
 */
export function amountIn(typed: string): number {
  const text = typed
    .trim()
    .replace('−', '-')
    .replace(/[$\s]/g, '')
    .replace(/,(?=\d{3}\b)/g, '')
  return text === '' ? Number.NaN : Number(text)
}
