/** A select with more choices than this is a nuisance. */
const MOST = 20

/** What may be chosen of a product: 1 up to its stock, and whatever is chosen already. */
export function quantities(countInStock: number, chosen = 1): number[] {
  const numbers = Array.from({ length: Math.min(countInStock, MOST) }, (_, index) => index + 1)
  return numbers.includes(chosen) ? numbers : [...numbers, chosen]
}
