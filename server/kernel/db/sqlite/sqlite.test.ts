import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { allOrNone } from '../all-or-none.ts'
import type { Db } from '../schema.ts'
import { addProduct, names, openShop, type Tables } from './testing.ts'

test('statements that arrive during a commit share the next one', async () => {
  const { db, file } = await openShop()
  const release = blockWrites(file)
  const writes = Array.from({ length: 300 }, async (_, index) => await addName(db, `Coffee ${index}`))
  await sleep(100)
  release()
  await Promise.all(writes)
  expect(await names(db)).toHaveLength(300)
  // Each commit adds at least one page of the table and one page of its index to the log.
  expect(statSync(`${file}-wal`).size / 4096).toBeLessThan(100)
})

test('a transaction reads its own writes, which others do not see before the commit', async () => {
  const { db } = await openShop()
  await db.transaction().execute(async (trx) => {
    await trx.insertInto('product').values({ name: 'Kenya', stock: 3 }).execute()
    expect(await names(trx)).toEqual(['Kenya'])
    expect(await names(db)).toEqual([])
  })
  expect(await names(db)).toEqual(['Kenya'])
})

test('after a write is refused because of a row of another write, that row can be read', async () => {
  const { db } = await openShop()
  const look = async () => await names(db)
  const wholes = Array.from({ length: 20 }, async () => await addProduct(db, 'Kenya').then(look, look))
  const singles = Array.from({ length: 20 }, async () => {
    const write = db.insertInto('product').values({ name: 'Kenya', stock: 1 }).execute()
    return await write.then(look, look)
  })
  for (const seen of await Promise.all([...wholes, ...singles])) expect(seen).toEqual(['Kenya'])
})

test('a batch runs completely or not at all, and does not affect concurrent writes', async () => {
  const { db } = await openShop()
  await db.insertInto('product').values({ name: 'Kenya', stock: 2 }).execute()
  const sell = async (qty: number, note: string) =>
    await allOrNone(db as unknown as Db, [
      { query: db.insertInto('product').values({ name: note, stock: qty }) },
      {
        query: db
          .updateTable('product')
          .set((eb) => ({ stock: eb('stock', '-', qty) }))
          .where('name', '=', 'Kenya')
          .where('stock', '>=', qty),
        rows: 1,
      },
    ])
  const results = await Promise.allSettled([
    sell(1, 'first'),
    sell(2, 'too many'),
    sell(1, 'first'),
    addProduct(db, 'Brazil'),
    sell(1, 'last'),
  ])
  expect(results).toMatchObject([
    { value: null },
    { value: { rows: 1 } },
    { reason: { errcode: 2067 } },
    { status: 'fulfilled' },
    { value: null },
  ])
  expect(await names(db)).toEqual(['Brazil', 'Kenya', 'first', 'last'])
  expect(await stockOf(db, 'Kenya')).toBe(0)
})

test('after a batch fails because of another write, the change of the other write can be read', async () => {
  const { db } = await openShop()
  await db.insertInto('product').values({ name: 'Kenya', stock: 1 }).execute()
  const take = db
    .updateTable('product')
    .set((eb) => ({ stock: eb('stock', '-', 1) }))
    .where('stock', '>=', 1)
  const seen = await Promise.all(
    Array.from({ length: 20 }, async () => {
      await allOrNone(db as unknown as Db, [{ query: take, rows: 1 }])
      return await stockOf(db, 'Kenya')
    }),
  )
  expect(seen).toEqual(Array.from({ length: 20 }, () => 0))
})

test('transactions run one after another, so that no update is lost', async () => {
  const { db } = await openShop()
  await db.insertInto('product').values({ name: 'Kenya', stock: 0 }).execute()
  const increment = async () =>
    await db.transaction().execute(async (trx) => {
      const { stock } = await trx.selectFrom('product').select('stock').executeTakeFirstOrThrow()
      await trx
        .updateTable('product')
        .set({ stock: stock + 1 })
        .execute()
    })
  await Promise.all(Array.from({ length: 50 }, increment))
  expect(await db.selectFrom('product').select('stock').execute()).toStrictEqual([{ stock: 50 }])
})

test('a rolled-back transaction does not affect concurrent transactions', async () => {
  const { db } = await openShop()
  const results = await Promise.allSettled(
    ['Kenya', 'Brazil', 'Peru', 'Laos'].map(async (name) => {
      await db.transaction().execute(async (trx) => {
        await trx.insertInto('product').values({ name, stock: 1 }).execute()
        if (name === 'Brazil') throw new Error('rolled back')
      })
    }),
  )
  expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
  expect(await names(db)).toEqual(['Kenya', 'Laos', 'Peru'])
})

test('a failing COMMIT rejects all writes that share it, and the next one succeeds', async () => {
  const { db, file } = await openShop()
  // A deferred foreign key can make a COMMIT fail. The dialect refuses to create one, so another connection does.
  const other = new DatabaseSync(file)
  other.exec(
    'create table late (id integer primary key, product_id integer references product (id) deferrable initially deferred)',
  )
  other.close()
  const release = blockWrites(file)
  const writes = [
    addName(db, 'Kenya'),
    sql`insert into late (product_id) values (99)`.execute(db),
    addName(db, 'Peru'),
  ]
  const ended = Promise.allSettled(writes)
  await sleep(100)
  release()
  const results = await ended
  expect(results.map((result) => result.status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(results[0]).toMatchObject({ reason: { errcode: 787 } })
  await addProduct(db, 'Laos')
  expect(await names(db)).toEqual(['Laos'])
})

test('a transaction whose COMMIT fails saves nothing, and the next one succeeds', async () => {
  const { db, file } = await openShop()
  const other = new DatabaseSync(file)
  other.exec(
    'create table late (id integer primary key, product_id integer references product (id) deferrable initially deferred)',
  )
  other.close()
  const failing = db.transaction().execute(async (trx) => {
    await addName(trx, 'Kenya')
    await sql`insert into late (product_id) values (99)`.execute(trx)
  })
  await expect(failing).rejects.toMatchObject({ errcode: 787 })
  await addProduct(db, 'Laos')
  expect(await names(db)).toEqual(['Laos'])
})

test('when SQLite rolls back a shared commit, no write in it is reported as saved', async () => {
  const { db, file } = await openShop()
  await addProduct(db, 'Kenya')
  const release = blockWrites(file)
  const ended = Promise.allSettled([
    addName(db, 'Peru'),
    sql`insert or rollback into product (name, stock) values ('Kenya', 1)`.execute(db),
    addName(db, 'Laos'),
  ])
  await sleep(100)
  release()
  const results = await ended
  expect(results.map((result) => result.status)).toEqual(['rejected', 'rejected', 'fulfilled'])
  expect(await names(db)).toEqual(['Kenya', 'Laos'])
})

test('after SQLite rolls back a transaction, its later statements are not saved either', async () => {
  const { db } = await openShop()
  await addProduct(db, 'Kenya')
  const lost = db.transaction().execute(async (trx) => {
    await addName(trx, 'Peru')
    const rolledBack = sql`insert or rollback into product (name, stock) values ('Kenya', 1)`.execute(trx)
    await expect(rolledBack).rejects.toMatchObject({ errcode: 2067 })
    await addName(trx, 'Togo')
  })
  await expect(lost).rejects.toMatchObject({ code: 'ERR_SQLITE_ROLLED_BACK' })
  await addProduct(db, 'Laos')
  expect(await names(db)).toEqual(['Kenya', 'Laos'])
})

test('an idle transaction is rolled back, and waiting transactions continue', async () => {
  const { db } = await openShop({ idleLimitMs: 500 })
  const idle = db.transaction().execute(async (trx) => {
    await trx.insertInto('product').values({ name: 'Kenya', stock: 1 }).execute()
    await sleep(1500)
    await trx.insertInto('product').values({ name: 'Peru', stock: 1 }).execute()
  })
  const [first, second] = await Promise.allSettled([idle, addProduct(db, 'Laos')])
  expect(first).toMatchObject({ reason: { code: 'ERR_SQLITE_IDLE_TRANSACTION' } })
  expect(second.status).toBe('fulfilled')
  expect(await names(db)).toEqual(['Laos'])
})

test('a query with `db` instead of `trx` inside a transaction causes an error, not a deadlock', async () => {
  const { db } = await openShop({ idleLimitMs: 500 })
  const mixed = db.transaction().execute(async (trx) => {
    await trx.insertInto('product').values({ name: 'Kenya', stock: 1 }).execute()
    await db.insertInto('product').values({ name: 'Peru', stock: 1 }).execute()
  })
  await expect(mixed).rejects.toMatchObject({ code: 'ERR_SQLITE_IDLE_TRANSACTION' })
  expect(await names(db)).toEqual(['Peru'])
})

test('when a statement in a transaction fails, the statements before it are still saved', async () => {
  const { db } = await openShop()
  await db.transaction().execute(async (trx) => {
    await trx.insertInto('product').values({ name: 'Kenya', stock: 1 }).execute()
    const twice = trx.insertInto('product').values({ name: 'Kenya', stock: 1 }).execute()
    await expect(twice).rejects.toMatchObject({ errcode: 2067 })
  })
  expect(await names(db)).toEqual(['Kenya'])
})

test('a value that cannot be sent to the thread fails its own statement, and no other of the same turn', async () => {
  const { db } = await openShop()
  const note = new Uint8Array(8)
  note.buffer.transfer()
  const sent = await Promise.allSettled([
    addName(db, 'Kenya'),
    db.insertInto('line').values({ product_id: 1, note }).execute(),
    addName(db, 'Peru'),
  ])
  expect(sent.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(await names(db)).toEqual(['Kenya', 'Peru'])
})

async function stockOf(db: Kysely<Tables>, name: string): Promise<number> {
  const row = await db
    .selectFrom('product')
    .select('stock')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return row.stock
}

/** Locks the database, so that writes wait. Returns the function that unlocks it. */
function blockWrites(file: string): () => void {
  const other = new DatabaseSync(file)
  other.exec('begin immediate')
  return () => other.close()
}

async function addName(db: Kysely<Tables>, name: string): Promise<void> {
  await db.insertInto('product').values({ name, stock: 1 }).execute()
}
