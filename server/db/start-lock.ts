/** One instance at a time prepares a PostgreSQL database; the others wait until it is done. */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { START_LOCK } from './advisory-locks.ts'
import { connectionOptions, SHOP_NAME } from './postgres.ts'

const ASK_EVERY_MS = 200
const SAY_AFTER_MS = 1000
/** No answer in this time, and the server is taken to be lost. */
const READ_TIMEOUT_MS = 7000

type Options = {
  /** Called once when another instance has held the lock for a second. */
  onWait?: () => void
  /** What the connection calls itself. */
  name?: string
}

/**
 * Does the work while holding the lock, however long another instance takes before it. The lock ends with its
 * connection, so that an instance that dies keeps nobody waiting. Throws what the work or the database throws.
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
    // So that the server notices within half a minute when the holder's machine has gone.
    await client.query(
      'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3',
    )
    const since = performance.now()
    for (let isSaid = false; !(await isOurs(client)); await pause(ASK_EVERY_MS)) {
      if (isSaid || performance.now() - since < SAY_AFTER_MS) continue
      isSaid = true
      onWait()
    }
    return await work()
  } finally {
    // The end of the connection is the end of the lock. It may be lost already.
    await client.end().catch(() => {})
  }
}

async function isOurs(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ ours: boolean }>('select pg_try_advisory_lock($1, $2) as ours', [
    ...START_LOCK,
  ])
  return rows[0]!.ours
}
