// On PostgreSQL only: outages and locks of a database server.
// Slow, not in `npm run check`: servers in child processes.
/** A database that fails, stops answering or refuses writes while the shop runs; `npm run torture` does this longer. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { onPostgres } from './database.ts'
import { orderBody, place } from './purchase.ts'
import { startPostgres, type Postgres } from './postgres.ts'
import { openShop } from './shop.ts'
import { signedIn } from './signed-in.ts'
import { failingDatabase, silentDatabase } from './torture/outages.ts'
import { startProxy, type SilentProxy } from './torture/postgres-failures.ts'
import { ensureBuilt, startShop } from './torture/running-shop.ts'

/** These tests have a database server of their own, because they restart it. */
describe.runIf(onPostgres)('a shop under orders', () => {
  let server: Postgres
  let proxy: SilentProxy
  beforeAll(async () => {
    ensureBuilt()
    server = await startPostgres()
    proxy = await startProxy(server)
  }, 300_000)
  afterAll(async () => {
    await proxy.close()
    await server.stop()
  })

  async function withSite<T>(
    database: string,
    url: (name: string) => string,
    run: (site: Parameters<typeof failingDatabase>[0]) => Promise<T>,
  ): Promise<T> {
    await server.createDatabase(database)
    const folder = await mkdtemp(join(tmpdir(), 'frame-outage-'))
    const shop = await startShop({ dataDir: folder, databaseUrl: url(database) })
    try {
      return await run({
        origin: shop.origin,
        shops: [shop],
        databaseUrl: server.url(database),
        folder,
        capturedWithinMs: null,
        watchedMs: 1000,
      })
    } finally {
      await shop.kill()
      await rm(folder, { recursive: true, force: true })
    }
  }

  test('survives restarts of its database and loses nothing that it confirmed', async () => {
    const failures = ['fast', 'immediate', 'terminated'] as const
    const found = await withSite('failing', server.url, (site) => failingDatabase(site, server, 3, failures))
    expect(found.violations).toEqual([])
  })

  test('notices a database that no longer answers, and recovers', { timeout: 180_000 }, async () => {
    const found = await withSite('silent', proxy.url, (site) =>
      silentDatabase(site, { server, proxy }, { times: 2, silentMs: 12_000 }),
    )
    expect(found.violations).toEqual([])
  })
})

test.runIf(onPostgres)(
  'a read-only database is an outage, and is used at once when it accepts writes again',
  async () => {
    const shop = await openShop()
    const admin = new pg.Client({ connectionString: inject('postgresUrl') })
    await admin.connect()
    try {
      const name = new URL(shop.shop.config.databaseUrl!).pathname.slice(1)
      const buyer = await signedIn(shop)
      const items = [{ _id: await shop.sell(), qty: 1 }]
      expect((await place(buyer, items)).status).toBe(201)
      const body = await orderBody(buyer, items)

      // Simulates a failover: all connections are new, and the server is read-only.
      await admin.query(`alter database ${name} set default_transaction_read_only = on`)
      await admin.query('select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1', [
        name,
      ])
      const refused = await buyer.post('/api/orders', body)
      expect(refused.status).toBe(503)
      expect(refused.body.message).toBe('The shop cannot save this right now. Please try again in a moment')

      await admin.query(`alter database ${name} reset default_transaction_read_only`)
      expect((await buyer.post('/api/orders', body)).status).toBe(201)
    } finally {
      await admin.end()
      await shop.close()
    }
  },
)

test.runIf(onPostgres)(
  'a backup whose connection is ended fails with a message, and the shop keeps running',
  async () => {
    const shop = await openShop()
    const admin = new pg.Client({ connectionString: shop.shop.config.databaseUrl! })
    await admin.connect()
    try {
      const owner = await shop.admin()
      // The backup waits here until it is ended.
      await admin.query('begin')
      await admin.query('lock table orders in access exclusive mode')
      const saving = owner.get('/api/backup')
      await expect
        .poll(
          async () => {
            const { rows } = await sql`
            select pg_terminate_backend(pid) from pg_stat_activity
            where application_name = 'FRAME backup' and wait_event_type = 'Lock'
              and datname = current_database()`.execute(shop.db)
            return rows.length
          },
          { timeout: 20_000 },
        )
        .toBe(1)
      const { status, body } = await saving
      expect(status).toBe(503)
      expect(body.message).toMatch(/Please try again/)
      await admin.query('rollback')
      expect((await owner.get('/api/backup')).status).toBe(200)
    } finally {
      await admin.end()
      await shop.close()
    }
  },
)
