/** Rows of works: a work, its product, its size and its artist, and the state that follows from stock and orders. */
import type { WorkState } from '#shared/catalog/api/works.ts'
import { workFields } from '#shared/catalog/resources/work.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import { notFound } from '#server/kernel/errors.ts'
import { rowsOf } from '#server/platform/resources/rows.ts'

/** Converts between the columns of a work in all its tables and the fields of the form. */
export const workRows = rowsOf(workFields)

/** The query for works that are not deleted. The first size of a product has the id of the product. */
export function worksQuery(db: Db) {
  return db
    .selectFrom('works')
    .innerJoin('products', 'products.id', 'works.product_id')
    .innerJoin('product_sizes', 'product_sizes.id', 'works.product_id')
    .innerJoin('artists', 'artists.id', 'works.artist_id')
    .where('products.deleted_at', 'is', null)
    .select(['products.id', 'products.name', 'products.image', 'products.description', 'products.is_draft'])
    .select(['products.version', 'artist_id', 'year', 'medium', 'dimensions', 'box', 'packed_grams'])
    .select(['works.place', 'is_hidden', 'price_cents', 'count_in_stock', 'artists.name as artist_name'])
    .select((eb) =>
      eb
        .selectFrom('order_lines')
        .innerJoin('orders', 'orders.id', 'order_lines.order_id')
        .whereRef('order_lines.product_id', '=', 'works.product_id')
        .where('orders.state', 'in', ['pending', 'capturing'])
        .select((orders) => orders.fn.countAll<number>().as('count'))
        .$asScalar()
        .$castTo<number>()
        .as('holds'),
    )
    .orderBy('is_feat', 'desc')
    .orderBy('artists.created_at', 'desc')
    .orderBy('artists.id')
    .orderBy('works.place')
    .orderBy('products.id')
}

export type WholeWork = Awaited<ReturnType<ReturnType<typeof worksQuery>['execute']>>[number]

/** One work. Throws 404. */
export async function findWork(db: Db, id: string): Promise<WholeWork> {
  const row = await worksQuery(db).where('works.product_id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Work')
  return row
}

export function stateOf({ count_in_stock: count, holds, is_draft: isDraft }: WholeWork): WorkState {
  if (count > 0) return isDraft ? 'notForSale' : 'forSale'
  return holds > 0 ? 'held' : 'sold'
}
