/**
 * Many independent reads on one connection of PostgreSQL: they go out together, and its plans are known after a few requests.
 * On ten connections each of the reads wakes a process, and each connection plans for itself.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import type { PostgresPool, PostgresPoolClient } from 'kysely'

/** `users`: the statements that have not ended. The connection is given back after the last one. */
type Shared = { client: Promise<pg.PoolClient> | null; lease: Lease | null; users: number; isOver: boolean }

type Lease = Pick<PostgresPoolClient, 'query' | 'release'>

const shared = new AsyncLocalStorage<Shared | null>()

/**
 * Runs reads on one connection, in the order in which they are sent. Without effect on SQLite. The connection is held only
 * while statements run: a read that waits for something else, which may need a connection too, must not keep one.
 */
export async function onOneConnection<T>(read: () => Promise<T>): Promise<T> {
  const own: Shared = { client: null, lease: null, users: 0, isOver: false }
  try {
    return await shared.run(own, read)
  } finally {
    // What begins later, such as a timer, gets another connection.
    own.isOver = true
  }
}

/** Runs `work`, such as a transaction or a read for other requests too, on a connection of its own. */
export function onAnyConnection<T>(work: () => T): T {
  return shared.run(null, work)
}

/** The pool for Kysely: it gives the reads of `onOneConnection` the same connection. */
export function sharingPool(pool: pg.Pool): PostgresPool {
  return {
    connect: async () => {
      const own = shared.getStore()
      return own && !own.isOver ? lease(own, pool) : pool.connect()
    },
    end: () => pool.end(),
    options: pool.options,
  }
}

async function lease(own: Shared, pool: pg.Pool): Promise<PostgresPoolClient> {
  own.users++
  own.client ??= pool.connect()
  try {
    const client = await own.client
    own.lease ??= { query: client.query.bind(client), release: () => leave(own, client) }
    return own.lease
  } catch (error) {
    leave(own)
    throw error
  }
}

function leave(own: Shared, client?: pg.PoolClient): void {
  own.users--
  if (own.users > 0) return
  own.client = null
  own.lease = null
  client?.release()
}
