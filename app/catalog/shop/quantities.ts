/** The maximum quantity in the list. A longer list is hard to use. */
const MAXIMUM = 20

/** The quantities to choose from: 1 up to the stock, and the quantity already chosen. */
export function quantities(countInStock: number, chosen = 1): number[] {
  const numbers = Array.from({ length: Math.min(countInStock, MAXIMUM) }, (_, index) => index + 1)
  return numbers.includes(chosen) ? numbers : [...numbers, chosen]
}
