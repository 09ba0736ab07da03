import type { DemoCounts } from '#shared/api/demo.ts'
import type { Db } from '../db/schema.ts'

/** The numbers of invented rows that are still in the shop. */
export async function countDemo(db: Db): Promise<DemoCounts> {
  const rows = await db
    .selectFrom('demo_rows')
    .groupBy('kind')
    .select((eb) => ['kind', eb.fn.countAll<number>().as('count')])
    .execute()
  const count = (kind: (typeof rows)[number]['kind']) => rows.find((row) => row.kind === kind)?.count ?? 0
  const products = await untouchedProducts(db)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return {
    orders: count('orders'),
    customers: count('users'),
    reviews: count('reviews'),
    messages: count('messages'),
    products: products.count,
  }
}

/**
 * The query for products of the demo that are not deleted and that no admin has saved. A sale does not change
 * `updated_at`.
 */
export function untouchedProducts(db: Db) {
  return db
    .selectFrom('products')
    .where('deleted_at', 'is', null)
    .whereRef('updated_at', '=', 'created_at')
    .where('id', 'in', demoProductIds(db))
}

function demoProductIds(db: Db) {
  return db.selectFrom('demo_rows').where('kind', '=', 'products').select('id')
}
