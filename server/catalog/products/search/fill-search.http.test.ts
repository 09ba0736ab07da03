/** The search of products that a release without the search index has saved. */
import { expect, test } from 'vitest'
import { sql } from 'kysely'
import { onPostgres } from '#test/database.ts'
import { OLD_TIME, openOldDatabase } from '#test/old-database.ts'
import { prepareSearch } from './search-text.ts'

test('a start after the migrations finds the products of a release that had no search index', async () => {
  const old = await openOldDatabase('025-trusted-reviews')
  const product = {
    name: 'Colombia Huila',
    brand: 'Frame',
    category: 'Coffee Beans',
    description: '',
    origin: 'Colombia',
    cupping_note: 'Plum',
    roasting_level: 2,
    image: '',
    second_image: '',
    is_draft: 0,
    search_text: 'colombia huila',
    created_at: OLD_TIME,
    updated_at: OLD_TIME,
  }
  await old.db
    .insertInto('products')
    .values([
      { id: 'one', ...product },
      { id: 'two', ...product, name: 'Kenya' },
    ])
    .execute()
  const { db, close } = await old.reopen()
  for (const _start of ['first', 'second']) await prepareSearch(db, onPostgres ? 'postgres' : 'sqlite')
  const words = await db.selectFrom('products').select(['id', 'search_words']).orderBy('id').execute()
  expect(words).toEqual([
    { id: 'one', search_words: expect.stringContaining('huila') },
    { id: 'two', search_words: expect.stringContaining('kenya') },
  ])
  if (!onPostgres) {
    const { rows } = await sql`select rowid from product_search where product_search match 'huila'`.execute(
      db,
    )
    expect(rows).toHaveLength(1)
    await sql`insert into product_search (product_search, rank) values ('integrity-check', 1)`.execute(db)
  }
  // The triggers change the index with the product.
  await db.deleteFrom('products').where('id', '=', 'one').execute()
  await close()
})
