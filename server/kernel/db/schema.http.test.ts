import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type TestShop } from '#test/shop.ts'
import { TABLES } from './schema.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

/** The tables of the database and their columns, without the migrations' own. */
async function columnsByTable(): Promise<Record<string, string[]>> {
  const tables = await shop.db.introspection.getTables()
  // SQLite's full-text index has its own tables, which it derives from the products.
  const own = tables.filter(({ name, isView }) => !isView && !name.startsWith('product_search'))
  return Object.fromEntries(own.map(({ name, columns }) => [name, columns.map((column) => column.name)]))
}

test('every table of the database is in the list of tables', async () => {
  expect(Object.keys(await columnsByTable()).toSorted()).toEqual(Object.keys(TABLES).toSorted())
})

test('a described table has the columns of its description, and the columns that all described tables have', async () => {
  const columns = await columnsByTable()
  const described = Object.entries(TABLES).flatMap(([table, { fields }]) => (fields ? { table, fields } : []))
  expect(described.map(({ table }) => table)).toContain('departments')
  for (const { table, fields } of described) {
    const expected = Object.values(fields).map(({ column }) => column)
    const all = ['id', ...expected, 'version', 'created_at', 'updated_at']
    expect(columns[table]?.toSorted(), table).toEqual(all.toSorted())
  }
})
