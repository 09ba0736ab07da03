/** Campaigns with PostgreSQL: the server fails, stops responding, or several instances start at once. */
import { makeDatabase } from './places.ts'
import type { Postgres } from '../postgres.ts'
import { openBehindNginx } from './behind-nginx.ts'
import { firstStarts } from './first-starts.ts'
import { failingDatabase, silentDatabase, type Found, type Site } from './outages.ts'
import { startProxy } from './postgres-failures.ts'
import type { Result } from './table.ts'

const INSTANCES = 2
const SILENT_MS = 20_000
/** The shop checks an interrupted payment with PayPal after half a minute, then once a minute. */
const CAPTURED_WITHIN_MS = 150_000

type Plan = { count: number; server: Postgres | null }

/** Two instances behind nginx process orders while the PostgreSQL server is restarted in every way. */
export function failingResults(plan: Plan): Promise<Result[]> {
  return results('failing database', plan, (server) =>
    withCluster(server, server.url, (site) => failingDatabase(site, server, plan.count)),
  )
}

/** The same, while the PostgreSQL server or the network connection to it stops responding. */
export function silentResults(plan: Plan): Promise<Result[]> {
  return results('silent database', plan, async (server) => {
    const proxy = await startProxy(server)
    try {
      return await withCluster(server, proxy.url, (site) =>
        silentDatabase(site, { server, proxy }, { times: plan.count, silentMs: SILENT_MS }),
      )
    } finally {
      await proxy.close()
    }
  })
}

/** Three instances start at once on an empty database. */
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
  // SQLite has one process and no network connection.
  if (!server) return []
  const start = performance.now()
  const found = await run(server)
  const seconds = (performance.now() - start) / 1000
  return [{ campaign, database: 'postgres', trials: count, ...found, seconds }]
}

/** @param url returns the address of a database for the shops: the server's or a proxy's */
async function withCluster(
  server: Postgres,
  url: (database: string) => string,
  run: (site: Site) => Promise<Found>,
): Promise<Found> {
  const databaseUrl = await makeDatabase(server.url('postgres'))
  const name = new URL(databaseUrl).pathname.slice(1)
  const cluster = await openBehindNginx({ count: INSTANCES, databaseUrl: url(name) })
  try {
    return await run({
      origin: cluster.origin,
      shops: cluster.instances.map(({ shop }) => shop),
      databaseUrl,
      folder: cluster.folder,
      capturedWithinMs: CAPTURED_WITHIN_MS,
      watchedMs: 5500,
    })
  } finally {
    await cluster.close()
  }
}
