/** `size` is in grams; null if the product is not coffee. */
type Line = { size: number | null; qty: number }

/** The text for the held items: 'your bag' or 'your bags' if all of them are coffee, otherwise 'your order'. */
export function goodsOf(lines: readonly Line[]): string {
  if (!lines.every(({ size }) => size)) return 'your order'
  return lines.length === 1 && lines[0]?.qty === 1 ? 'your bag' : 'your bags'
}
