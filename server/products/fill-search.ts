/** Fills the search columns and the full-text index where they are missing or were written by an earlier release. */
import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import { searchColumnsOf } from './search-text.ts'

/** Rows per transaction, so that orders do not wait long. */
const BATCH = 500

/**
 * Derives the search columns of all products again, and writes those that differ. Returns the number of written
 * products. During an update, the previous release saves products without these columns.
 * @param since only products that were saved since this time (ISO 8601)
 */
export async function fillSearch(db: Db, since = ''): Promise<number> {
  let written = 0
  for (let last = '', count = BATCH; count === BATCH;) {
    const rows = await db
      .selectFrom('products')
      .selectAll()
      .where('id', '>', last)
      .where('updated_at', '>=', since)
      .orderBy('id')
      .limit(BATCH)
      .execute()
    const outdated = rows.filter((row) => {
      const { search_text, search_words } = searchColumnsOf(row)
      return search_text !== row.search_text || search_words !== row.search_words
    })
    await transact(db, async (tx) => {
      for (const row of outdated) {
        await tx
          .updateTable('products')
          .set(searchColumnsOf(row))
          .where('id', '=', row.id)
          // A save since the read has written its own words.
          .where('version', '=', row.version)
          .execute()
      }
    })
    written += outdated.length
    count = rows.length
    last = rows.at(-1)?.id ?? last
  }
  return written
}

/**
 * Fills the search at the start of the shop. On SQLite, the index is built again from the products: `vacuum` may give
 * rows other numbers than those in the index (https://sqlite.org/lang_vacuum.html).
 */
export async function prepareSearch(db: Db, dialect: 'sqlite' | 'postgres'): Promise<void> {
  await fillSearch(db)
  if (dialect === 'sqlite')
    await sql`insert into product_search (product_search) values ('rebuild')`.execute(db)
}
