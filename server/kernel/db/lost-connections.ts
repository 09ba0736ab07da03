/**
 * Removes unusable connections from a pg pool: closed by the server, not responding, or connected to a server that has
 * become read-only. The running statement fails, and the next one gets a new connection.
 */
import type { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import type pg from 'pg'
import { READ_ONLY } from './failures.ts'

/** The internal connection of a pg client, which pg's types do not include. */
type ClientInternals = { connection: EventEmitter & { stream: Socket } }

/** @param readTimeoutMs closes a connection in use that has received no data for this long; 0 means no limit */
export function dropLostConnections(pool: pg.Pool, readTimeoutMs: number): void {
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
