/** The discount of an order as text, for screens, mails and the invoice. */
import { formatDollars, toCents, toDollars } from '#shared/kernel/pricing.ts'

/** Amounts in dollars. `itemsPrice` is after the discount. */
type Discounted = { itemsPrice: number; discount: number; discountLabel: string }

/** The items before the discount, in dollars. */
export function subtotalOf({ itemsPrice, discount }: Omit<Discounted, 'discountLabel'>): number {
  return toDollars(toCents(itemsPrice) + toCents(discount))
}

/**
 * The line between the items and the shipping: `Discount, CODE10 (10% off)` and `−$1.85`. Null if there is no discount.
 */
export function discountRow({
  discount,
  discountLabel,
}: Omit<Discounted, 'itemsPrice'>): [name: string, amount: string] | null {
  if (discount === 0 && discountLabel === '') return null
  const name = discountLabel ? `Discount, ${discountLabel}` : 'Discount'
  // A free shipping code: the line with the shipping says that it is free.
  return [name, discount > 0 ? `−${formatDollars(discount)}` : 'applied']
}

/**
 * A code and what it does: `WELCOME10 (10% off)`.
 * @param value the percentage, or the amount in dollars
 */
export function codeLabel(code: string, kind: 'percent' | 'amount' | 'shipping', value: number): string {
  const what =
    kind === 'shipping' ? 'free shipping' : `${kind === 'percent' ? `${value}%` : formatDollars(value)} off`
  return `${code} (${what})`
}
