// On PostgreSQL only: the settings and the sharing of its connections, and statements with a name.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { onPostgres } from '#test/database.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { onOneConnection } from './one-connection.ts'
import type { Db } from './schema.ts'
import { transact } from './transact.ts'

const namedIn = async (db: Db, part: string) => {
  const { rows } = await sql<{ name: string }>`select name from pg_prepared_statements
    where statement like ${`%${part}%`}`.execute(db)
  return rows.map(({ name }) => name)
}

/** The process of the connection that reads. Waits, so that reads at the same time need several connections. */
const idOf = async (db: Db) =>
  (await sql<{ id: number }>`select pg_backend_pid() as id, pg_sleep(0.05)`.execute(db)).rows[0]!.id

const readGrown = (db: Db) => sql`select * from grown where id = ${1}`.execute(db)

describe.runIf(onPostgres)('the connections of the shop', () => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await openShop()
  })
  afterAll(() => shop.close())

  test('do not compile statements, because that takes longer than the sums of a month', async () => {
    const { rows } = await sql<{ jit: string }>`show jit`.execute(shop.db)
    expect(rows).toEqual([{ jit: 'off' }])
  })

  test('name a statement that runs often, and no other', async () => {
    await shop.db.connection().execute(async (db) => {
      for (let time = 0; time < 8; time++) await sql`select ${time}::int as often`.execute(db)
      await sql`select ${1}::int as seldom`.execute(db)
      expect(await namedIn(db, 'as often')).toEqual([expect.stringMatching(/^s\d+$/)])
      expect(await namedIn(db, 'as seldom')).toEqual([])
    })
  })

  test('answer a statement whose columns a newer release has changed, alone and in a transaction', async () => {
    await sql`create table grown (id integer)`.execute(shop.db)
    await sql`insert into grown values (1)`.execute(shop.db)
    const grow = (column: string) => sql`alter table grown add ${sql.ref(column)} integer`.execute(shop.db)
    const readTwice = (db: Db) =>
      db.connection().execute(async (one) => {
        for (let time = 0; time < 8; time++) await readGrown(one)
        expect(await namedIn(one, 'from grown where')).not.toEqual([])
        await grow('later')
        return [(await readGrown(one)).rows, (await readGrown(one)).rows]
      })
    expect(await readTwice(shop.db)).toEqual([[{ id: 1, later: null }], [{ id: 1, later: null }]])

    for (let time = 0; time < 40; time++) await readGrown(shop.db)
    await grow('last')
    const rows = await transact(shop.db, async (tx) => (await readGrown(tx)).rows)
    expect(rows).toEqual([{ id: 1, later: null, last: null }])
  })

  test('are one for reads that belong together, another one for a transaction, and are given back after an error', async () => {
    const apart = await Promise.all([idOf(shop.db), idOf(shop.db), idOf(shop.db)])
    expect(new Set(apart).size).toBe(3)

    const ids = await onOneConnection(() =>
      Promise.all([idOf(shop.db), idOf(shop.db), transact(shop.db, idOf), idOf(shop.db)]),
    )
    expect(ids[1]).toBe(ids[0])
    expect(ids[3]).toBe(ids[0])
    expect(ids[2]).not.toBe(ids[0])

    // More often than there are connections.
    for (let time = 0; time < 20; time++) {
      let late: Promise<number> | undefined
      const failing = onOneConnection(async () => {
        late = idOf(shop.db).then(() => idOf(shop.db))
        await sql`select 1 / 0`.execute(shop.db)
      })
      await expect(failing).rejects.toThrow('division by zero')
      expect(await late).toEqual(expect.any(Number))
    }
    expect(await idOf(shop.db)).toEqual(expect.any(Number))
  })

  test('are not held by reads that wait for a value which another request reads', async () => {
    const source = { read: idOf }
    const waiting = Promise.withResolvers<void>()
    // As many as there are connections.
    const reads = [1, 2, 3].map(() =>
      onOneConnection(async () => {
        await idOf(shop.db)
        await waiting.promise
        return shop.shop.cached('Settings', source)
      }),
    )
    await idOf(shop.db)
    const value = shop.shop.cached('Settings', source)
    waiting.resolve()
    expect(new Set(await Promise.all([value, ...reads])).size).toBe(1)
  })

  test('are others for a value that other requests wait for too', async () => {
    const [own, value] = await onOneConnection(() =>
      Promise.all([idOf(shop.db), shop.shop.cached('Settings', { read: idOf })]),
    )
    expect(value).not.toBe(own)
  })
})
