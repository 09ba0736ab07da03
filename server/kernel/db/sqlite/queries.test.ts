import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { sqliteDialect } from './dialect.ts'
import { addProduct, names, openShop, type Tables } from './testing.ts'

test('constraint errors keep their code across the threads', async () => {
  const { db } = await openShop()
  await db.insertInto('product').values({ id: 1, name: 'Kenya', stock: 1 }).execute()
  const insert = (id: number, name: string, stock: number) =>
    db.insertInto('product').values({ id, name, stock })
  await expect(insert(2, 'Kenya', 1).execute()).rejects.toMatchObject({
    code: 'ERR_SQLITE_ERROR',
    errcode: 2067,
    message: 'UNIQUE constraint failed: product.name',
  })
  await expect(insert(1, 'Peru', 1).execute()).rejects.toMatchObject({ errcode: 1555 })
  await expect(insert(2, 'Peru', -1).execute()).rejects.toMatchObject({ errcode: 275 })
  const orphan = db.insertInto('line').values({ product_id: 99 })
  await expect(orphan.execute()).rejects.toMatchObject({ errcode: 787 })
  await expect(orphan.execute()).rejects.toHaveProperty('stack', expect.stringContaining('queries.test.ts'))
})

test('results contain counts, ids and returned rows', async () => {
  const { db } = await openShop()
  const inserted = await db
    .insertInto('product')
    .values({ name: 'Kenya', stock: 1 })
    .executeTakeFirstOrThrow()
  expect(inserted).toMatchObject({ insertId: 1n, numInsertedOrUpdatedRows: 1n })
  const rows = [
    { name: 'Peru', stock: 2 },
    { name: 'Laos', stock: 2 },
  ]
  const returned = await db.insertInto('product').values(rows).returning(['id', 'name']).execute()
  expect(returned).toStrictEqual([
    { id: 2, name: 'Peru' },
    { id: 3, name: 'Laos' },
  ])
  const updated = await db
    .updateTable('product')
    .set({ stock: 5 })
    .where('stock', '=', 2)
    .executeTakeFirstOrThrow()
  expect(updated.numUpdatedRows).toBe(2n)
  const deleted = await db.deleteFrom('product').where('stock', '=', 99).executeTakeFirstOrThrow()
  expect(deleted.numDeletedRows).toBe(0n)
})

test('parameters of every type are stored and read unchanged', async () => {
  const { db } = await openShop()
  const bytes = Buffer.from('naïve ☕')
  const query = sql<object>`select ${true} as yes, ${null} as nil, ${9007199254740991n} as big, ${1.5} as part`
  expect((await query.execute(db)).rows).toStrictEqual([
    { yes: 1, nil: null, big: 9007199254740991, part: 1.5 },
  ])
  await db.insertInto('product').values({ name: 'O’Brien 咖啡', stock: 1 }).execute()
  const line = db.insertInto('line').values({ product_id: 1, note: bytes }).returning('note')
  expect(Buffer.from((await line.executeTakeFirstOrThrow()).note ?? [])).toEqual(bytes)
  expect(await names(db)).toEqual(['O’Brien 咖啡'])
  await expect(sql`select ${new Date()}`.execute(db)).rejects.toThrow('Parameter 1 is [object Date]')
})

test('savepoints nest inside a transaction', async () => {
  const { db } = await openShop()
  const trx = await db.startTransaction().execute()
  await trx.insertInto('product').values({ name: 'Kenya', stock: 1 }).execute()
  const before = await trx.savepoint('before').execute()
  await before.insertInto('product').values({ name: 'Peru', stock: 1 }).execute()
  const after = await before.rollbackToSavepoint('before').execute()
  await after.insertInto('product').values({ name: 'Laos', stock: 1 }).execute()
  await after.releaseSavepoint('before').execute()
  await trx.commit().execute()
  expect(await names(db)).toEqual(['Kenya', 'Laos'])
})

test('readers see a schema change at once', async () => {
  const { db } = await openShop()
  await addProduct(db, 'Kenya')
  await db.selectFrom('product').selectAll().execute()
  await db.transaction().execute(async (trx) => {
    await trx.schema.alterTable('product').renameColumn('stock', 'left_over').execute()
  })
  const rows = await db.selectFrom('product').selectAll().execute()
  expect(rows).toStrictEqual([{ id: 1, name: 'Kenya', left_over: 1 }])
})

test('statements that would break the shared commit are refused', async () => {
  const { db } = await openShop()
  await expect(sql`commit`.execute(db)).rejects.toThrow('Use db.transaction()')
  await expect(sql`pragma defer_foreign_keys = on`.execute(db)).rejects.toThrow('Deferred foreign keys')
  await expect(sql`delete from line; delete from product`.execute(db)).rejects.toThrow(
    'Run one statement at a time',
  )
  await sql`pragma foreign_keys = off`.execute(db)
  await db.insertInto('line').values({ product_id: 99 }).execute()
  await sql`vacuum`.execute(db)
})

test('destroy finishes pending work and leaves one file', async () => {
  const { db, file } = await openShop()
  const saved = addProduct(db, 'Kenya')
  await Promise.all([saved, sleep(1).then(async () => await db.destroy())])
  await expect(addProduct(db, 'Peru')).rejects.toThrow('destroyed')
  const other = new DatabaseSync(file, { readOnly: true })
  expect(other.prepare('select name from product').all()).toHaveLength(1)
  other.close()
})

test('a database that cannot be opened causes an error', async () => {
  const db = new Kysely<Tables>({ dialect: sqliteDialect({ file: '/nowhere/shop.db' }) })
  await expect(names(db)).rejects.toThrow('unable to open database file')
})
