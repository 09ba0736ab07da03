/** A database that fails, falls silent or refuses to write, under a shop that goes on; `npm run torture` does it longer. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { onPostgres } from './database.ts'
import { startPostgres, type Postgres } from './postgres.ts'
import { failingDatabase, silentDatabase } from './torture/outages.ts'
import { startProxy, type SilentProxy } from './torture/postgres-trouble.ts'
import { ensureBuilt, startShop } from './torture/running-shop.ts'

/** A server of its own: the other tests' must not be restarted. */
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
      })
    } finally {
      await shop.kill()
      await rm(folder, { recursive: true, force: true })
    }
  }

  test(
    'lives through restarts of its database and loses nothing it acknowledged',
    { timeout: 120_000 },
    async () => {
      const troubles = ['fast', 'immediate', 'terminated'] as const
      const found = await withSite('failing', server.url, (site) =>
        failingDatabase(site, server, 3, troubles),
      )
      expect(found.violations).toEqual([])
    },
  )

  test('notices a database that has fallen silent, and recovers', { timeout: 180_000 }, async () => {
    const found = await withSite('silent', proxy.url, (site) =>
      silentDatabase(site, { server, proxy }, { times: 2, silentMs: 12_000 }),
    )
    expect(found.violations).toEqual([])
  })
})
