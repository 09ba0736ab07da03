/** PostgreSQL: the connections with their limits, those that are lost, and the locks of the shop. */
import type { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { PostgresDialect, type Dialect } from 'kysely'
import { READ_ONLY } from './failures.ts'
import { NamingClient } from './postgres-statements.ts'

const INT8 = 20

/** The application name of the shop's connections. A restore refuses to run while such connections exist. */
export const SHOP_NAME = 'FRAME'

/** Counts and sums are int8, which pg returns as text; the shop's values fit a double. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => ((oid as number) === INT8 ? Number : pg.types.getTypeParser(oid, format)),
}

/** TCP keepalive; the delay is the milliseconds until the first probe on an idle connection. */
const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 5000 }

/**
 * Compiling a sum over a month of bookings takes PostgreSQL a second, and the sum itself some milliseconds. A shop's rows are in
 * memory or on an SSD: with PostgreSQL's default for a disk, it reads whole tables instead of an index for a few hundred rows.
 * Starting parallel workers takes longer than they save.
 */
const SETTINGS = '-c jit=off -c random_page_cost=1.1 -c max_parallel_workers_per_gather=0'

/** Options of every connection. Times in milliseconds. */
export const connectionOptions = (url: string) => ({
  connectionString: url,
  application_name: SHOP_NAME,
  connectionTimeoutMillis: 5000,
  ...KEEP_ALIVE,
  options: SETTINGS,
  types,
})

/**
 * Time limits of statements of requests, in milliseconds. The server's limits are shorter than the read timeout, which
 * applies only if the server does not respond at all. If a process dies, the locks of its transactions are released
 * after `idle_in_transaction_session_timeout`.
 */
const REQUEST_LIMITS = {
  statement_timeout: 5000,
  lock_timeout: 3000,
  idle_in_transaction_session_timeout: 10_000,
}
const READ_TIMEOUT_MS = 7000

/** The limits for migrations and restores: statements have no time limit, only waiting for a lock has one. */
const WITHOUT_TIME_LIMITS = { lock_timeout: 10_000 }

type Options = {
  poolSize: number
  /** True for migrations and restores: statements have no time limit. */
  withoutTimeLimits?: boolean
}

/** @param url postgres:// address */
export function postgresDialect(url: string, options: Options): Dialect {
  return new PostgresDialect({ pool: openPool(url, options) })
}

/** @param url postgres:// address */
export function openPool(url: string, { poolSize, withoutTimeLimits = false }: Options): pg.Pool {
  const pool = new pg.Pool({
    ...connectionOptions(url),
    ...(withoutTimeLimits ? WITHOUT_TIME_LIMITS : REQUEST_LIMITS),
    max: poolSize,
    // Statements that are sent without waiting (all-or-none.ts) go out at once, not one per round trip.
    pipeline: true,
    idleTimeoutMillis: 30_000,
    // Frees the memory of named statements that are no longer used.
    maxLifetimeSeconds: 3600,
    Client: NamingClient,
  })
  dropLostConnections(pool, withoutTimeLimits ? 0 : READ_TIMEOUT_MS)
  return pool
}

/** The internal connection of a pg client, which pg's types do not include. */
type ClientInternals = { connection: EventEmitter & { stream: Socket } }

/**
 * Removes unusable connections from a pool: closed by the server, not responding, or connected to a server that has become
 * read-only. The running statement fails, and the next one gets a new connection.
 * @param readTimeoutMs closes a connection in use that has received no data for this long; 0 means no limit
 */
function dropLostConnections(pool: pg.Pool, readTimeoutMs: number): void {
  const idle = new Set<pg.PoolClient>()
  // If one connection is lost, the idle connections are probably lost too. New connections are cheap, but a request
  // that tries a lost connection waits for the whole read timeout.
  const dropIdle = () => {
    for (const client of idle) streamOf(client).destroy()
  }
  pool.on('connect', (client) => {
    const { connection } = client as unknown as ClientInternals
    // A lost connection also emits an error event. Without a listener, that event would end the process.
    client.on('error', () => {})
    connection.on('errorMessage', ({ code }: { code?: string }) => {
      if (code !== READ_ONLY) return
      dropIdle()
      void client.end()
    })
    connection.stream.on('timeout', () => {
      dropIdle()
      const timeout = new Error(`The database has not answered for ${readTimeoutMs} ms`)
      connection.stream.destroy(Object.assign(timeout, { code: 'ETIMEDOUT' }))
    })
  })
  pool.on('acquire', (client) => {
    idle.delete(client)
    streamOf(client).setTimeout(readTimeoutMs)
  })
  pool.on('release', (_error, client) => {
    streamOf(client).setTimeout(0)
    idle.add(client)
  })
  pool.on('remove', (client) => idle.delete(client))
  // An idle connection was lost. The pool has already removed it.
  pool.on('error', (_error, client) => idle.delete(client))
}

function streamOf(client: pg.PoolClient): Socket {
  return (client as unknown as ClientInternals).connection.stream
}

/** An advisory lock is a pair of numbers; the first is 'FRAM' in ASCII. */
type AdvisoryLock = readonly [number, number]

const FRAM = 0x4652414d

/** Held while one instance migrates and seeds the database. */
const START_LOCK: AdvisoryLock = [FRAM, 1]

/** Held while an instance runs the sandboxes. */
export const SANDBOX_LOCK: AdvisoryLock = [FRAM, 2]

/** Shared by all instances that run, so that they can be counted. */
export const INSTANCE_LOCK: AdvisoryLock = [FRAM, 3]

const RETRY_MS = 200
const NOTICE_AFTER_MS = 1000

type LockOptions = {
  /** Called once when another instance has held the lock for a second. */
  onWait?: () => void
  /** The application name of the connection. */
  name?: string
}

/**
 * Waits for `START_LOCK` without a time limit, and runs `work` while holding it. The lock ends with its connection, so an
 * instance that dies does not block the others. Throws the errors of `work` and of the database.
 */
export async function withStartLock<T>(
  url: string,
  work: () => Promise<T>,
  { onWait = () => {}, name = SHOP_NAME }: LockOptions = {},
): Promise<T> {
  const client = new pg.Client({
    ...connectionOptions(url),
    application_name: name,
    query_timeout: READ_TIMEOUT_MS,
  })
  client.on('error', () => {})
  await client.connect()
  try {
    // With these settings, the server detects within half a minute that the machine of the lock's holder is gone.
    await client.query(
      'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3',
    )
    const since = performance.now()
    for (let isReported = false; !(await tryLock(client)); await pause(RETRY_MS)) {
      if (isReported || performance.now() - since < NOTICE_AFTER_MS) continue
      isReported = true
      onWait()
    }
    return await work()
  } finally {
    // Closing the connection releases the lock. Ignore errors: the connection may be lost already.
    await client.end().catch(() => {})
  }
}

async function tryLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1, $2) as locked', [
    ...START_LOCK,
  ])
  return rows[0]!.locked
}
