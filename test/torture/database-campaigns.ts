/** The campaigns about PostgreSQL: it fails, it falls silent, and several instances start on it at once. */
import { makeDatabase } from './places.ts'
import type { Postgres } from '../postgres.ts'
import { openBehindNginx } from './behind-nginx.ts'
import { firstStarts } from './first-starts.ts'
import { failingDatabase, silentDatabase, type Found, type Site } from './outages.ts'
import { startProxy } from './postgres-trouble.ts'
import type { Result } from './table.ts'

const INSTANCES = 2
const SILENT_MS = 20_000
/** The shop asks PayPal about an interrupted payment after half a minute, once a minute. */
const CAPTURED_WITHIN_MS = 150_000

type Plan = { count: number; server: Postgres | null }

/** Two instances behind nginx under orders, while the server is restarted in every way. */
export function failingResults(plan: Plan): Promise<Result[]> {
  return results('failing database', plan, (server) =>
    withHouse(server, server.url, (site) => failingDatabase(site, server, plan.count)),
  )
}

/** The same, while the server or the way to it falls silent. */
export function silentResults(plan: Plan): Promise<Result[]> {
  return results('silent database', plan, async (server) => {
    const proxy = await startProxy(server)
    try {
      return await withHouse(server, proxy.url, (site) =>
        silentDatabase(site, { server, proxy }, { times: plan.count, silentMs: SILENT_MS }),
      )
    } finally {
      await proxy.close()
    }
  })
}

/** Three instances at once on an empty database. */
export function firstStartResults(plan: Plan): Promise<Result[]> {
  return results('simultaneous first starts', plan, (server) =>
    firstStarts(server.url('postgres'), plan.count),
  )
}

async function results(
  campaign: string,
  { count, server }: Plan,
  run: (server: Postgres) => Promise<Found>,
): Promise<Result[]> {
  // SQLite has one process, and nothing between it and its file.
  if (!server) return []
  const start = performance.now()
  const found = await run(server)
  const seconds = (performance.now() - start) / 1000
  return [{ campaign, database: 'postgres', trials: count, ...found, seconds }]
}

/** @param url the address by which the shops call a database: the server's, or one in between */
async function withHouse(
  server: Postgres,
  url: (database: string) => string,
  run: (site: Site) => Promise<Found>,
): Promise<Found> {
  const databaseUrl = await makeDatabase(server.url('postgres'))
  const name = new URL(databaseUrl).pathname.slice(1)
  const house = await openBehindNginx({ count: INSTANCES, databaseUrl: url(name) })
  try {
    return await run({
      origin: house.origin,
      shops: house.instances.map(({ shop }) => shop),
      databaseUrl,
      folder: house.folder,
      capturedWithinMs: CAPTURED_WITHIN_MS,
      watchedMs: 5500,
    })
  } finally {
    await house.close()
  }
}
