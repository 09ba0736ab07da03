/** A lock that lets only one instance at a time prepare a PostgreSQL database; other instances wait. */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { START_LOCK } from './advisory-locks.ts'
import { connectionOptions, SHOP_NAME } from './postgres.ts'

const RETRY_MS = 200
const NOTICE_AFTER_MS = 1000
/** After this time without a response the connection counts as lost. */
const READ_TIMEOUT_MS = 7000

type Options = {
  /** Called once when another instance has held the lock for a second. */
  onWait?: () => void
  /** The application name of the connection. */
  name?: string
}

/**
 * Waits for the lock without a time limit, and runs `work` while holding it. The lock ends with its connection, so an
 * instance that dies does not block the others. Throws the errors of `work` and of the database.
 */
export async function withStartLock<T>(
  url: string,
  work: () => Promise<T>,
  { onWait = () => {}, name = SHOP_NAME }: Options = {},
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
