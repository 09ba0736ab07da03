/** The migration 045-first-hour.sql, for shops whose demo artists and menu have no marks. */
import { expect, test } from 'vitest'
import { OLD_TIME, openOldDatabase } from '#test/old-database.ts'

const artist = (id: string, name: string, updated_at = OLD_TIME) => ({
  id,
  name,
  title: '',
  script: '',
  quote: '',
  instagram: '',
  website: '',
  main_images: '[]',
  other_images: '[]',
  created_at: OLD_TIME,
  updated_at,
})

/** The marks after the migration of a shop with demo artists and a demo menu. @param facts more rows of shop_facts */
async function marksOf(facts: string[]): Promise<string[]> {
  const { db: old, reopen } = await openOldDatabase('038-moving-in')
  await old
    .insertInto('artists')
    .values([
      artist('demo', 'Ilse Maren Thorvald'),
      artist('edited', 'Odile Marrable', '2026-02-01T00:00:00.000Z'),
      artist('own', 'Ann Lee'),
    ])
    .execute()
  await old
    .insertInto('menu_pages')
    .values([
      { position: 0, file: 'menu_1.jpg', title: 'Bar', lines: '[]' },
      { position: 1, file: 'own.jpg', title: 'Own', lines: '[]' },
    ])
    .execute()
  if (facts.length > 0)
    await old
      .insertInto('shop_facts')
      .values(facts.map((key) => ({ key, value: OLD_TIME })))
      .execute()
  const { db, close } = await reopen()
  const marks = await db.selectFrom('demo_rows').selectAll().orderBy('kind').orderBy('id').execute()
  await close()
  return marks.map(({ kind, id }) => `${kind} ${id}`)
}

test('demo artists and menu pages that nobody has changed are marked', async () => {
  expect(await marksOf(['demo-artists', 'demo-menu'])).toEqual(['artists demo', 'menu_pages menu_1.jpg'])
})

test('a menu that was saved, and the rows of a shop without the demo, are not marked', async () => {
  expect(await marksOf(['demo-artists', 'demo-menu', 'menu-version'])).toEqual(['artists demo'])
  expect(await marksOf([])).toEqual([])
})
