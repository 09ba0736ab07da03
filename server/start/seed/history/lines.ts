/** The lines of an invented order with their discounts. */
import { discountLines, type PricedLine } from '#shared/kernel/discounts.ts'
import type { Bought, Inventing } from './rows.ts'

/** The lines as shared/kernel/discounts.ts computes with them. */
export function pricedLines(bought: readonly Bought[]): PricedLine[] {
  return bought.map(({ size, qty, discountCents = 0 }) => ({
    priceCents: size.price_cents,
    qty,
    discountCents,
  }))
}

/** The discount of each line. */
export function discountsOf({ bought, saving }: Pick<Inventing, 'bought' | 'saving'>): number[] {
  return discountLines(pricedLines(bought), saving?.discount ?? null)
}
