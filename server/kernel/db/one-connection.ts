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

/** Runs reads on one connection, in the order in which they are sent. Without effect on SQLite. */
export async function onOneConnection<T>(read: () => Promise<T>): Promise<T> {
  const own: Shared = { client: null, lease: null, users: 0, isOver: false }
  try {
    return await shared.run(own, read)
  } finally {
    // Reads that still run after an error end on this connection; those that begin later get another one.
    own.isOver = true
    await giveBack(own)
  }
}

/** Runs `work`, such as a transaction, on a connection of its own. */
export function onAnyConnection<T>(work: () => Promise<T>): Promise<T> {
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
    own.lease ??= {
      query: client.query.bind(client),
      release: () => {
        own.users--
        void giveBack(own)
      },
    }
    return own.lease
  } catch (error) {
    own.users--
    throw error
  }
}

async function giveBack(own: Shared): Promise<void> {
  if (!own.isOver || own.users > 0 || own.client === null) return
  const { client } = own
  own.client = null
  // Without a connection every read has failed with this error already.
  const connected = await client.catch(() => null)
  connected?.release()
}
