/** Fills the search columns and the full-text index if they are missing or an earlier release wrote them. */
import { sql } from 'kysely'
import type { Crash } from '#server/kernel/crash-points.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { searchColumnsOf } from './search-text.ts'

/** Rows per transaction, so that orders do not wait long. */
const BATCH = 500

/**
 * Computes the search columns of all products, and updates the products whose columns differ. Returns the number of
 * updated products. During an update of the shop, the previous release saves products without these columns.
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
          // If the product was saved since it was read, that save has written the search columns.
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
 * Fills the search columns and the index when the server starts. On SQLite, the index is first rebuilt from the
 * products: migration 026 creates it empty, the trigger of an update first removes the words that the index should
 * have, and FTS5 reports a damaged database if it does not have them. `vacuum` may also change the row ids that the
 * index refers to (https://sqlite.org/lang_vacuum.html).
 */
export async function prepareSearch(
  db: Db,
  dialect: 'sqlite' | 'postgres',
  crash: Crash = () => {},
): Promise<void> {
  if (dialect === 'sqlite')
    await sql`insert into product_search (product_search) values ('rebuild')`.execute(db)
  crash('within-search')
  await fillSearch(db)
}
