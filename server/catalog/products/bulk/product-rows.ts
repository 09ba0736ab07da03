/** Products as bulk changes see them. */
import { createHash } from 'node:crypto'
import type { Db, ProductRow, SizeRow } from '#server/kernel/db/schema.ts'
import type { BulkRow } from '#server/platform/bulk/bulk-list.ts'
import { productRows } from '../catalogue.ts'
import { readSizes, sizeRows } from '../sizes.ts'
import { subscribedProducts } from '../subscribers.ts'

/**
 * @property isWork whether it is a work of art, which has a form of its own
 * @property subscriptions the running subscriptions that contain it
 * @property endsOn the day on which its end is planned
 */
export type ProductOfBulk = {
  product: ProductRow
  sizes: SizeRow[]
  isWork: boolean
  subscriptions: number
  endsOn: string | null
}

/** Those of these products that are not deleted. */
export async function readForBulk(db: Db, ids: readonly string[]): Promise<BulkRow<ProductOfBulk>[]> {
  const products = await db
    .selectFrom('products')
    .selectAll()
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute()
  const [sizes, counted, works, subscribed] = await Promise.all([
    readSizes(db, ids),
    timesCounted(db, ids),
    db.selectFrom('works').select('product_id').where('product_id', 'in', ids).execute(),
    subscribedProducts(db, ids),
  ])
  const isWork = new Set(works.map(({ product_id: id }) => id))
  return products.map((product) => {
    const { subscriptions = 0, endsOn = null } = subscribed.get(product.id) ?? {}
    const own = { sizes: sizes.get(product.id)!, isWork: isWork.has(product.id) }
    const row = { product, ...own, subscriptions, endsOn }
    const version = versionOf(row, counted.get(product.id) ?? 0)
    return { _id: product.id, name: product.name, version, row }
  })
}

/** How often the sizes of these products were counted by hand. */
async function timesCounted(db: Db, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('stock_moves')
    .innerJoin('product_sizes', 'product_sizes.id', 'stock_moves.size_id')
    .select((eb) => ['product_id', eb.fn.countAll<number>().as('times')])
    .where('product_id', 'in', ids)
    .where('reason', '=', 'edit')
    .groupBy('product_id')
    .execute()
  return new Map(rows.map(({ product_id, times }) => [product_id, times]))
}

/**
 * Differs after each save by a person, but not after a sale: a price is changed and taken back although bags were sold. So it
 * is not the version of the row, which grows with each sale.
 */
function versionOf({ product, sizes }: Pick<ProductOfBulk, 'product' | 'sizes'>, counted: number): string {
  const ofSizes = sizes.map((size) => [size.id, { ...sizeRows.editOf(size), countInStock: 0 }])
  return hashOf([productRows.editOf(product), ofSizes, counted])
}

/** The version for an action that must not overwrite a sale. */
export function versionWithCounts({ version, row }: BulkRow<ProductOfBulk>): string {
  return hashOf([version, row.sizes.map(({ count_in_stock: count }) => count)])
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22)
}
