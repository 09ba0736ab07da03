import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { allOrNone } from '../all-or-none.ts'
import type { Db } from '../schema.ts'
import { addProduct, names, openShop, type Tables } from './testing.ts'

/** For tests of a group, which on a busy machine must not be closed before all are in it. */
const PATIENT = { groupAgeMs: 10_000 }

test('concurrent transactions share commits', async () => {
  const { db, commits } = await openShop(PATIENT)
  await Promise.all(Array.from({ length: 100 }, async (_, index) => await addProduct(db, `Coffee ${index}`)))
  expect(commits().length).toBeLessThan(30)
  expect(units(commits())).toBe(100)
  expect(await names(db)).toHaveLength(100)
})

test('concurrent single statements share commits', async () => {
  const { db, commits } = await openShop(PATIENT)
  await Promise.all(
    Array.from({ length: 1000 }, async (_, index) => {
      await db
        .insertInto('product')
        .values({ name: `Coffee ${index}`, stock: 1 })
        .execute()
    }),
  )
  expect(commits().length).toBeLessThan(30)
  expect(await names(db)).toHaveLength(1000)
})

test('a transaction reads its own writes, and nobody else sees them before the commit', async () => {
  const { db } = await openShop()
  await db.transaction().execute(async (trx) => {
    await trx.insertInto('product').values({ name: 'Kenya', stock: 3 }).execute()
    expect(await names(trx)).toEqual(['Kenya'])
    expect(await names(db)).toEqual([])
  })
  expect(await names(db)).toEqual(['Kenya'])
})

test('who is refused because of a neighbour’s row can read that row', async () => {
  const { db } = await openShop()
  const look = async () => await names(db)
  const wholes = Array.from({ length: 20 }, async () => await addProduct(db, 'Kenya').then(look, look))
  const singles = Array.from({ length: 20 }, async () => {
    const write = db.insertInto('product').values({ name: 'Kenya', stock: 1 }).execute()
    return await write.then(look, look)
  })
  for (const seen of await Promise.all([...wholes, ...singles])) expect(seen).toEqual(['Kenya'])
})

test('a batch is done as a whole or not at all, and does not disturb its neighbours', async () => {
  const { db, commits } = await openShop()
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
  expect(commits().length).toBeLessThan(6)
})

test('whose batch is not done because of a neighbour’s row can read that row', async () => {
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

test('transactions run one after the other, so that a read-then-write never loses an update', async () => {
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

test('a rolled-back transaction does not disturb its neighbours', async () => {
  const { db } = await openShop()
  const results = await Promise.allSettled(
    ['Kenya', 'Brazil', 'Peru', 'Laos'].map(async (name) => {
      await db.transaction().execute(async (trx) => {
        await trx.insertInto('product').values({ name, stock: 1 }).execute()
        if (name === 'Brazil') throw new Error('changed my mind')
      })
    }),
  )
  expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
  expect(await names(db)).toEqual(['Kenya', 'Laos', 'Peru'])
})

test('a failing COMMIT rejects every transaction of the group, and the next one is clean', async () => {
  const { db, file } = await openShop(PATIENT)
  // The dialect refuses deferred keys because of just this; made elsewhere, they are a COMMIT that fails at will.
  const other = new DatabaseSync(file)
  other.exec(
    'create table late (id integer primary key, product_id integer references product (id) deferrable initially deferred)',
  )
  other.close()
  const results = await Promise.allSettled([
    addProduct(db, 'Kenya'),
    db.transaction().execute(async (trx) => {
      await sql`insert into late (product_id) values (99)`.execute(trx)
    }),
    addProduct(db, 'Peru'),
  ])
  expect(results.map((result) => result.status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(results[0]).toMatchObject({ reason: { errcode: 787 } })
  await addProduct(db, 'Laos')
  expect(await names(db)).toEqual(['Laos'])
})

test('when SQLite rolls back the whole group, nobody in it is told that it was saved', async () => {
  const { db } = await openShop(PATIENT)
  await addProduct(db, 'Kenya')
  const results = await Promise.allSettled([
    addProduct(db, 'Peru'),
    db.transaction().execute(async (trx) => {
      await sql`insert or rollback into product (name, stock) values ('Kenya', 1)`.execute(trx)
    }),
    addProduct(db, 'Laos'),
  ])
  expect(results.map((result) => result.status).slice(0, 2)).toEqual(['rejected', 'rejected'])
  const saved = results[2].status === 'fulfilled' ? ['Kenya', 'Laos'] : ['Kenya']
  expect(await names(db)).toEqual(saved)
  await addProduct(db, 'Togo')
  expect(await names(db)).toContain('Togo')
})

test('an idle transaction is rolled back, and the others go on', async () => {
  const { db, events } = await openShop({ idleLimitMs: 100 })
  const idle = db.transaction().execute(async (trx) => {
    await trx.insertInto('product').values({ name: 'Kenya', stock: 1 }).execute()
    await sleep(400)
    await trx.insertInto('product').values({ name: 'Peru', stock: 1 }).execute()
  })
  const [first, second] = await Promise.allSettled([idle, addProduct(db, 'Laos')])
  expect(first).toMatchObject({ reason: { code: 'ERR_SQLITE_IDLE_TRANSACTION' } })
  expect(second.status).toBe('fulfilled')
  expect(await names(db)).toEqual(['Laos'])
  expect(events).toContainEqual({ type: 'idle rollback' })
})

test('a query of the outer handle inside a transaction ends in an error, not in a standstill', async () => {
  const { db } = await openShop({ idleLimitMs: 100 })
  const confused = db.transaction().execute(async (trx) => {
    await trx.insertInto('product').values({ name: 'Kenya', stock: 1 }).execute()
    await db.insertInto('product').values({ name: 'Peru', stock: 1 }).execute()
  })
  await expect(confused).rejects.toMatchObject({ code: 'ERR_SQLITE_IDLE_TRANSACTION' })
  expect(await names(db)).toEqual(['Peru'])
})

test('an error inside a transaction leaves the statements before it', async () => {
  const { db } = await openShop()
  await db.transaction().execute(async (trx) => {
    await trx.insertInto('product').values({ name: 'Kenya', stock: 1 }).execute()
    const twice = trx.insertInto('product').values({ name: 'Kenya', stock: 1 }).execute()
    await expect(twice).rejects.toMatchObject({ errcode: 2067 })
  })
  expect(await names(db)).toEqual(['Kenya'])
})

async function stockOf(db: Kysely<Tables>, name: string): Promise<number> {
  const row = await db
    .selectFrom('product')
    .select('stock')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return row.stock
}

function units(commits: readonly { units: number }[]): number {
  return commits.reduce((sum, commit) => sum + commit.units, 0)
}
