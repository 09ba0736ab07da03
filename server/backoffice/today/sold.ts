/** What was sold on a day. */
export type Sold = { orders: number; cents: number; sizes: SoldSizes }
/** The pieces sold of each size, and their price. */
export type SoldSizes = Map<string, { qty: number; cents: number }>

export type SoldByDay = Map<string, Sold>

/** Adds the sizes to `sum`. */
export function addSizes(sum: SoldSizes, sizes: SoldSizes): void {
  for (const [id, { qty, cents }] of sizes) {
    const before = sum.get(id)
    sum.set(id, before ? { qty: before.qty + qty, cents: before.cents + cents } : { qty, cents })
  }
}
