/**
 * Takes connections out of a pool of pg's that are of no more use: closed by the server, silent, or to a server that has
 * become read-only. The statement under way fails, and the next one gets a fresh connection.
 */
import type { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'
import type pg from 'pg'
import { READ_ONLY } from './failures.ts'

/** pg's own connection below a client, which its types leave out. */
type Wire = { connection: EventEmitter & { stream: Socket } }

/** @param readTimeoutMs silence for so long while a connection is in use ends it; 0 waits for ever */
export function dropLostConnections(pool: pg.Pool, readTimeoutMs: number): void {
  const idle = new Set<pg.PoolClient>()
  // What one connection has run into is true of those that were opened with it. They cost little to open again; tried
  // one by one, each would cost a visitor the whole read timeout.
  const dropIdle = () => {
    for (const client of idle) streamOf(client).destroy()
  }
  pool.on('connect', (client) => {
    const { connection } = client as unknown as Wire
    // A lost connection is an event besides the failed statement. Without a listener it would end the process.
    client.on('error', () => {})
    connection.on('errorMessage', ({ code }: { code?: string }) => {
      if (code !== READ_ONLY) return
      dropIdle()
      void client.end()
    })
    connection.stream.on('timeout', () => {
      dropIdle()
      const silent = new Error(`The database has not answered for ${readTimeoutMs} ms`)
      connection.stream.destroy(Object.assign(silent, { code: 'ETIMEDOUT' }))
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
  // The same for a connection that nobody uses just now: the pool has removed it by then.
  pool.on('error', (_error, client) => idle.delete(client))
}

function streamOf(client: pg.PoolClient): Socket {
  return (client as unknown as Wire).connection.stream
}
