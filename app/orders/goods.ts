/** A size is in grams of coffee (spec section 3); what is no coffee has none. */
type Line = { size: number | null; qty: number }

/** What the shop holds, in a buyer's words: bags only when all of it is coffee. */
export function goodsOf(lines: readonly Line[]): string {
  if (!lines.every(({ size }) => size)) return 'your order'
  return lines.length === 1 && lines[0]?.qty === 1 ? 'your bag' : 'your bags'
}
