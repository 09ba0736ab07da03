/**
 * Which lines of an account are taxed. A sale is taxed until a complete certificate shows that it is for resale
 * (Code of Virginia 58.1-623), and a certificate covers only what its words cover (23 VAC 10-210-280).
 */
import { COFFEE_BEANS } from '#shared/kernel/categories.ts'
import { partOf, type TaxRule } from '#shared/kernel/pricing.ts'

/** The certificate that counts on the day; null without one. `covers`: categories; none named: what a cafe resells, coffee. */
export type Exemption = { covers: readonly string[] } | null

/** Whether a line is taxed. An office drinks its coffee itself, so it has nothing to resell. */
export function isLineTaxed(
  category: string,
  { exemption, kind }: { exemption: Exemption; kind: string },
): boolean {
  if (exemption === null || kind === 'office') return true
  const { covers } = exemption
  return covers.length === 0 ? category !== COFFEE_BEANS : !covers.includes(category)
}

type Line = { priceCents: number; qty: number; isTaxed: boolean }

/** The tax of an order, in cents: on its taxed lines together, rounded once. */
export function taxOfLines(lines: readonly Line[], state: string, rule: TaxRule): number {
  if (state !== rule.state) return 0
  const taxed = lines.reduce((sum, line) => sum + (line.isTaxed ? line.priceCents * line.qty : 0), 0)
  return partOf(taxed, rule.thousandths, 100_000)
}
