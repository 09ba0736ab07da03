import { DatabaseSync } from 'node:sqlite'
import { sql, type Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { openShop, type Tables } from './testing.ts'

const COLUMNS = [
  'note text',
  "origin text not null default 'it''s unknown, (perhaps)'",
  'grams integer not null default -5 check (grams < 0 or grams in (1, 2))',
  'roast_id text references product (id) on delete set null',
]

const add = (db: Kysely<Tables>, columns: readonly string[]) =>
  db.transaction().execute(async (trx) => {
    for (const column of columns) await sql.raw(`alter table product add column ${column}`).execute(trx)
  })

const productsOf = (db: Kysely<Tables>) => db.selectFrom('product').selectAll().execute()

test('columns that are added in a transaction are those that SQLite would add, and old rows have their defaults', async () => {
  const { db, file } = await openShop()
  await db.insertInto('product').values({ name: 'Kenya', stock: 3 }).execute()
  const [before] = await productsOf(db)
  await add(db, COLUMNS)
  expect(await productsOf(db)).toEqual([
    { ...before, note: null, origin: "it's unknown, (perhaps)", grams: -5, roast_id: null },
  ])
  const there = new DatabaseSync(file)
  const model = new DatabaseSync(':memory:')
  const definition = "select sql from sqlite_schema where name = 'product'"
  model.exec(
    'create table product (id integer primary key, name text not null unique, stock integer not null check (stock >= 0))',
  )
  for (const column of COLUMNS) model.exec(`alter table product add column ${column}`)
  expect(there.prepare(definition).get()).toEqual(model.prepare(definition).get())
  expect(there.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' })
  there.close()
})

test('a column whose default its own check refuses is not added to a table with rows', async () => {
  const { db } = await openShop()
  await db.insertInto('product').values({ name: 'Kenya', stock: 3 }).execute()
  const before = await productsOf(db)
  const column = 'grams integer not null default 0 check (grams > 0)'
  await expect(add(db, [column])).rejects.toThrow('CHECK constraint failed')
  expect(await productsOf(db)).toEqual(before)
  await add(db, ['grams integer'])
  expect(await productsOf(db)).toEqual([{ ...before[0], grams: null }])
})

test('a column without a default that must not be null is refused, and so is one that exists', async () => {
  const { db } = await openShop()
  await db.insertInto('product').values({ name: 'Kenya', stock: 3 }).execute()
  await expect(add(db, ['grams integer not null'])).rejects.toThrow('default value NULL')
  await expect(add(db, ['stock integer'])).rejects.toThrow('duplicate column')
  const toMissing = db
    .transaction()
    .execute((trx) => sql`alter table missing add column grams integer`.execute(trx))
  await expect(toMissing).rejects.toThrow('no such table')
})

test('a table that got a column can be renamed or removed in the same transaction, after its rows were checked', async () => {
  const { db } = await openShop()
  await db.insertInto('product').values({ name: 'Kenya', stock: 3 }).execute()
  const run = (...statements: string[]) =>
    db.transaction().execute(async (trx) => {
      for (const statement of statements) await sql.raw(statement).execute(trx)
    })
  const wrong = 'alter table product add column grams integer not null default 0 check (grams > 0)'
  await expect(run(wrong, 'alter table product rename to goods')).rejects.toThrow('CHECK constraint failed')
  await run('alter table line add column grams integer', 'drop table line')
  await run('alter table product add column grams integer', 'alter table product rename to goods')
  const { rows } = await sql`select * from goods`.execute(db)
  expect(rows).toEqual([{ id: 1, name: 'Kenya', stock: 3, grams: null }])
})

test('a stored column that is computed, and a second statement in the same text, are refused', async () => {
  const { db } = await openShop()
  await db.insertInto('product').values({ name: 'Kenya', stock: 3 }).execute()
  await expect(add(db, ['twice integer as (stock * 2) stored'])).rejects.toThrow('cannot add a STORED column')
  await expect(add(db, ["grams integer; insert into product (name) values ('Peru')"])).rejects.toThrow(
    'Run one statement at a time',
  )
})
