/** The migration 071-addresses.sql and the start after it: the records of an earlier release get addresses. */
import { expect, test } from 'vitest'
import { OLD_TIME, openOldDatabase } from '#test/old-database.ts'
import { fillAddresses } from '#server/start/fill-addresses.ts'
import { systemClock } from '../time/clock.ts'

const product = (id: string, name: string, columns: object = {}) => ({
  id,
  name,
  brand: 'Frame',
  category: 'Coffee Beans',
  description: '',
  origin: '',
  cupping_note: '',
  roasting_level: 2,
  image: '',
  second_image: '',
  is_draft: 0,
  search_text: '',
  version: 1,
  deleted_at: null,
  created_at: OLD_TIME,
  updated_at: OLD_TIME,
  ...columns,
})

const PRODUCTS = [
  product('a1', 'Ethiopia Guji Highlands'),
  product('a2', 'Ethiopia Guji Highlands'),
  product('a3', 'Guji', { origin: 'Ethiopia, Sidamo' }),
  product('a4', 'Guji', { origin: 'Ethiopia, Sidamo' }),
  product('a5', 'コーヒー'),
  product('a6', 'x'.repeat(120)),
  product('a7', 'Featured'),
  // The id of another product.
  product('a8', 'A1'),
  product('b1', 'Steam', { category: 'Art Show', brand: 'Odile Marrable' }),
  product('b2', 'Steam', { category: 'Art Show', brand: 'Ada Lund' }),
  product('d1', 'Deleted', { deleted_at: OLD_TIME }),
  product('d2', 'Sample name', { is_draft: 1, version: 1 }),
  product('d3', 'Hidden', { is_draft: 1, version: 2 }),
]

test('products, events and artists of an earlier release get unique addresses from their names, once', async () => {
  const old = await openOldDatabase('070-booked-methods')
  await old.db.insertInto('products').values(PRODUCTS).execute()
  const times = { created_at: OLD_TIME, updated_at: OLD_TIME }
  const event = { title: 'Cupping', starts: '2026-05-03T18:00', ends: '2026-05-03T20:00', seats: 8, ...times }
  await old.db
    .insertInto('events')
    .values(['e1', 'e2'].map((id) => ({ ...event, id, place: '', description: '', image: '', is_draft: 0 })))
    .execute()
  const texts = { title: '', script: '', quote: '', instagram: '', website: '' }
  const pictures = { main_images: '[]', other_images: '[]' }
  await old.db
    .insertInto('artists')
    .values([
      { id: 'p1', name: 'Odile Marrable', is_draft: 0, ...texts, ...pictures, ...times },
      { id: 'p2', name: 'Sample Name', is_draft: 1, ...texts, ...pictures, ...times },
    ])
    .execute()
  const { db, close } = await old.reopen()
  expect(await fillAddresses(db, systemClock)).toEqual(['Product', 'Event', 'Artshow'])
  const slugs = async (table: 'products' | 'events' | 'artists') => {
    const rows = await db.selectFrom(table).select(['id', 'slug']).orderBy('id').execute()
    return Object.fromEntries(rows.map(({ id, slug }) => [id, slug]))
  }
  const filled = await slugs('products')
  expect(filled).toEqual({
    a1: 'ethiopia-guji-highlands',
    a2: 'ethiopia-guji-highlands-2',
    a3: 'guji',
    a4: 'guji-sidamo',
    a5: 'product',
    a6: 'x'.repeat(60),
    a7: 'featured-2',
    a8: 'a1-2',
    b1: 'steam',
    b2: 'steam-ada-lund',
    d1: '',
    d2: '',
    d3: 'hidden',
  })
  expect(await slugs('events')).toEqual({ e1: 'cupping', e2: 'cupping-2026' })
  expect(await slugs('artists')).toEqual({ p1: 'odile-marrable', p2: '' })
  expect(await fillAddresses(db, systemClock)).toEqual([])
  expect(await slugs('products')).toEqual(filled)
  expect(await db.selectFrom('former_slugs').selectAll().execute()).toEqual([])
  await close()
})

test('thousands of products with one name get addresses, and each start after it reads none of them', async () => {
  const old = await openOldDatabase('070-booked-methods')
  const many = Array.from({ length: 1200 }, (_, index) =>
    product(`id${String(index).padStart(5, '0')}`, 'Blend'),
  )
  for (let from = 0; from < many.length; from += 300)
    await old.db
      .insertInto('products')
      .values(many.slice(from, from + 300))
      .execute()
  const { db, close } = await old.reopen()
  await fillAddresses(db, systemClock)
  const { rows, addresses } = await db
    .selectFrom('products')
    .select((eb) => [
      eb.fn.countAll<number>().as('rows'),
      eb.fn.count<number>('slug').distinct().as('addresses'),
    ])
    .where('slug', '<>', '')
    .executeTakeFirstOrThrow()
  expect([rows, addresses]).toEqual([1200, 1200])
  await close()
})
