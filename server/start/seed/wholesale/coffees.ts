/** The coffees that the invented accounts buy: the largest bags of those that are roasted to order. */
import type { Db, ProductRow, SizeRow } from '#server/kernel/db/schema.ts'

export type DemoCoffee = { product: ProductRow; size: SizeRow }

/** In the order of the shop. */
export async function demoCoffees(db: Db): Promise<DemoCoffee[]> {
  const products = await db
    .selectFrom('products')
    .innerJoin('demo_rows', (join) =>
      join.onRef('demo_rows.id', '=', 'products.id').on('demo_rows.kind', '=', 'products'),
    )
    .where('is_roasted_to_order', '=', 1)
    .selectAll('products')
    .orderBy('created_at', 'desc')
    .execute()
  const sizes = await db
    .selectFrom('product_sizes')
    .selectAll()
    .where('removed_at', 'is', null)
    .where('grams', 'is not', null)
    .orderBy('grams', 'desc')
    .execute()
  return products.map((product) => ({
    product,
    size: sizes.find(({ product_id: id }) => id === product.id)!,
  }))
}
