/** A proxy to the tests' PostgreSQL that can be cut or stop answering, like a network failure or a server restart. */
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { freePort } from './free-port.ts'

export type DatabaseLine = {
  /** The database's URL through this proxy. */
  url: string
  /** Ends all connections and refuses new ones. */
  cut: () => Promise<void>
  /** Drops all data in both directions, and keeps connections open. */
  silence: () => void
  /** Restores the initial state. Ends connections that had stopped answering. */
  mend: () => Promise<void>
  close: () => Promise<void>
}

export async function openDatabaseLine(databaseUrl: string): Promise<DatabaseLine> {
  const there = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let isSilent = false
  const server = createServer((near) => {
    const far = connect(Number(there.port), there.hostname)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('data', (bytes) => isSilent || to.write(bytes))
      from.on('error', () => {})
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  const cut = async () => {
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }
  const port = await freePort()
  await listen(port)
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${port}`
  return {
    url: url.href,
    cut,
    silence: () => {
      isSilent = true
    },
    mend: async () => {
      isSilent = false
      for (const socket of sockets) socket.destroy()
      if (!server.listening) await listen(port)
    },
    close: async () => {
      if (server.listening) await cut()
    },
  }
}
