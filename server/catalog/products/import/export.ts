/** Exports products as a CSV file. */
import type { Query } from '#shared/platform/api/endpoint.ts'
import type { productAdmin } from '#shared/catalog/api/product-admin.ts'
import { dayOf } from '#shared/kernel/dates.ts'
import { csvHead, csvLine, foreignLine } from '#server/kernel/text/csv.ts'
import type { ProductRow } from '#server/kernel/db/schema.ts'
import type { Download } from '#server/platform/http/serve.ts'
import type { Shop } from '#server/platform/shop.ts'
import { filterProducts } from '../admin-list.ts'
import { FOREIGN_FORMATS, type ForeignFormat } from './foreign-export.ts'
import { COLUMNS } from './sheet.ts'
import { readSizes } from '../sizes.ts'

/** Rows per query, so that the server can answer other requests between two queries. */
const BATCH = 500

/** Exports the products that match `filter`, newest first: a row per size, with every column that an import reads. */
export async function exportProducts(
  shop: Shop,
  { format, ...filter }: Query<typeof productAdmin.export>,
): Promise<Download> {
  const { head, rowsOf } = format ? FOREIGN_FORMATS[format] : OWN
  const origin = shop.config.publicOrigin ?? ''
  // Other shops would read a byte order mark as part of the first column's name.
  let content = format ? foreignLine(head) : csvHead(head)
  const toLine = format ? foreignLine : csvLine
  for (let last: ProductRow | undefined, rows = await nextRows(shop, filter); rows.length > 0;) {
    const sizes = await readSizes(
      shop.db,
      rows.map(({ id }) => id),
    )
    for (const product of rows)
      content += rowsOf({ product, sizes: sizes.get(product.id)! }, origin)
        .map(toLine)
        .join('')
    last = rows.at(-1)
    rows = rows.length < BATCH ? [] : await nextRows(shop, filter, last)
  }
  return { name: `${format ?? 'products'}-${dayOf(shop.clock.now())}.csv`, content }
}

/** Our own format: a row per size, with every column that an import reads. */
const OWN: ForeignFormat = {
  head: COLUMNS.map(({ name }) => name),
  rowsOf: ({ product, sizes }) => sizes.map((size) => COLUMNS.map(({ write }) => write({ product, size }))),
}

async function nextRows(
  { db }: Shop,
  filter: Omit<Query<typeof productAdmin.export>, 'format'>,
  after?: ProductRow,
): Promise<ProductRow[]> {
  return await filterProducts(db, filter)
    .selectAll()
    .$if(after !== undefined, (query) =>
      query.where((eb) => eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(after!.created_at, after!.id))),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(BATCH)
    .execute()
}
