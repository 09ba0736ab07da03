/** The columns of a product that the search of the shop reads, and their filling when the server starts. */
import { ROASTS } from '#shared/kernel/categories.ts'
import type { Db, ProductRow } from '#server/kernel/db/schema.ts'
import { fold, wordsOf } from '#server/kernel/db/search.ts'
import { sql } from 'kysely'
import type { Crash } from '#server/kernel/crash-points.ts'
import { transact } from '#server/kernel/db/transact.ts'

type Searched = Pick<
  ProductRow,
  | 'name'
  | 'origin'
  | 'cupping_note'
  | 'brand'
  | 'category'
  | 'process'
  | 'variety'
  | 'flavors'
  | 'best_for'
  | 'composition'
  | 'is_decaf'
  | 'roasting_level'
> & { altitude?: number | null; brew_method?: string; material?: string }

/** What people search for who brew in this way, by the use that a coffee is best for. */
const BREWED_WITH: Record<string, string> = {
  Espresso: 'moka pot',
  Filter: 'pour over drip chemex v60 aeropress french press',
  Milk: 'latte cappuccino flat white',
  'Cold brew': 'iced coffee',
}

/** The columns that a search reads; the server derives them at every save. */
export function searchColumnsOf(row: Searched): Pick<ProductRow, 'search_text' | 'search_words'> {
  const roast = ROASTS[row.roasting_level]
  const uses = JSON.parse(row.best_for) as string[]
  const texts = [
    row.name,
    row.origin,
    row.cupping_note,
    row.brand,
    row.category,
    row.material ?? '',
    row.process,
    row.variety,
    (row.altitude ?? null) === null ? '' : `${row.altitude} m`,
    ...(JSON.parse(row.flavors) as string[]),
    ...uses,
    ...uses.map((use) => BREWED_WITH[use] ?? ''),
    row.brew_method ?? '',
    row.composition,
    row.is_decaf ? 'decaf decaffeinated' : '',
    roast ? `${roast} roast` : '',
  ].filter(Boolean)
  const search_text = fold(texts.join(' '))
  return { search_text, search_words: [...new Set(wordsOf(search_text))].join(' ') }
}

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
