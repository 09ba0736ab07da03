/** The sample file of price lists: every size that the shop sells, with its price in the shop. */
import { toDollars } from '#shared/kernel/pricing.ts'
import { labelOf } from '#shared/kernel/sizes.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import { sizesForAccounts } from '#server/wholesale/prices/sizes.ts'
import type { FileColumn } from '../file-head.ts'
import { PRICE_LIST_COLUMNS, type Key } from './columns.ts'

/** Enough to see how a file looks, and to fill in the prices of most shops. */
const MOST = 500

/** The columns with a row for each size. A shop without products has the rows of an example. */
export async function samplePrices(db: Db): Promise<FileColumn[]> {
  const sizes = await sizesForAccounts(db)
    .select(['sku', 'name', 'label', 'grams', 'price_cents', 'pack'])
    .orderBy('category')
    .orderBy('name')
    .orderBy('products.id')
    .orderBy('position')
    .limit(MOST)
    .execute()
  const cells: Partial<Record<Key, string[]>> = {
    list: sizes.map(() => PRICE_LIST_COLUMNS.list.sample![0]!),
    sku: sizes.map(({ sku }) => sku),
    product: sizes.map(({ name }) => name),
    size: sizes.map(labelOf),
    price: sizes.map(({ price_cents }) => toDollars(price_cents).toFixed(2)),
    pack: sizes.map(({ pack }) => (pack === null ? '' : String(pack))),
  }
  return Object.entries(PRICE_LIST_COLUMNS).map(([key, column]) =>
    sizes.length === 0 ? column : { ...column, sample: cells[key as Key] ?? column.sample!.slice(0, 1) },
  )
}
