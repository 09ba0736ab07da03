/**
 * Tracks the server's connections and closes them when the process stops, without cutting off requests that were
 * accepted. decisions/030-several-instances.md
 */
import type { Server, ServerResponse } from 'node:http'
import { connect, Server as NetServer, type Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { MINUTE, SECOND } from '../time/clock.ts'

/** When a connection last received data; null while a response is being sent on it. */
type Quiet = { since: number | null; bytesRead: number }

/** Milliseconds between two checks of all connections. */
const LOOK_EVERY = 50
/** Idle time before a connection is closed: its next request may be in transit. */
const QUIET_FOR = SECOND
/** Longer than the longest upload may take (receive-files.ts). */
const LONGEST = 16 * MINUTE
/** Time left for requests in progress after a second stop signal. */
const LONGEST_IN_A_HURRY = 2 * SECOND
/** How long to wait until the kernel's accept queue is empty. */
const LONGEST_QUEUE = 5 * SECOND

export type Connections = ReturnType<typeof watchConnections>

export function watchConnections() {
  const servers = new Set<Server>()
  const open = new Map<Socket, Quiet>()
  const answering = new Set<ServerResponse>()
  let isDraining = false

  function look(): void {
    const busy = new Set([...answering].map(({ socket }) => socket))
    for (const [socket, quiet] of open) {
      const { bytesRead, writableLength } = socket
      if (busy.has(socket) || writableLength > 0) open.set(socket, { since: null, bytesRead })
      else if (quiet.since === null || bytesRead !== quiet.bytesRead)
        open.set(socket, { since: performance.now(), bytesRead })
    }
  }

  function closeQuiet(milliseconds: number): void {
    const now = performance.now()
    for (const [socket, { since }] of open)
      if (since !== null && now - since >= milliseconds) socket.destroy()
  }

  return {
    /** Tracks the connections of a server from now on. */
    watch(server: Server): void {
      servers.add(server)
      server.on('connection', (socket: Socket) => {
        open.set(socket, { since: performance.now(), bytesRead: 0 })
        socket.once('close', () => open.delete(socket))
      })
    },

    /** Call before a response begins: while the process stops, the response closes its connection. */
    prepare(response: ServerResponse): void {
      if (isDraining) response.shouldKeepAlive = false
    },

    /** Tracks a response that is not ready immediately. */
    answering(response: ServerResponse): void {
      answering.add(response)
      response.once('close', () => answering.delete(response))
    },

    /** From now on every response closes its connection, including responses in progress. */
    drain(): void {
      isDraining = true
      for (const response of answering) if (!response.headersSent) response.shouldKeepAlive = false
    },

    /**
     * Closes all connections; call `drain` first. Accepts new connections for `acceptFor` milliseconds, then answers
     * every accepted request and closes connections once they are idle.
     * @param hurry aborted when there is no time: no new connections, and two seconds for requests in progress
     * @returns the number of connections that were cut because they took too long
     */
    async finish({ acceptFor, hurry }: { acceptFor: number; hurry: AbortSignal }): Promise<number> {
      const began = performance.now()
      let hurryingSince = Infinity
      hurry.addEventListener('abort', () => (hurryingSince = performance.now()), { once: true })
      if (hurry.aborted) hurryingSince = began
      const passed = () => performance.now() - began
      for (; passed() < acceptFor && !hurry.aborted; await pause(LOOK_EVERY)) look()
      await Promise.all([...servers].map(stopListening))
      for (; open.size > 0; await pause(LOOK_EVERY)) {
        // Data that arrived during the pause has been read after this turn.
        await nextTurn()
        look()
        closeQuiet(hurry.aborted ? 0 : QUIET_FOR)
        const isTooLong = performance.now() - hurryingSince > LONGEST_IN_A_HURRY || passed() > LONGEST
        if (isTooLong) return cut(open.keys())
      }
      return 0
    },
  }
}

function cut(sockets: Iterable<Socket>): number {
  const left = [...sockets]
  for (const socket of left) socket.destroy()
  return left.length
}

/**
 * Closes the listening socket but no connection. The kernel resets connections that are still waiting to be accepted
 * when the socket closes. So the queue is shortened to one place, and the socket is closed once our own connection
 * holds that place: Linux then drops the first packet of other clients, which send it again a second later and are
 * refused, as by any closed port. A proxy sends a refused request to the next instance, even if it never retries a sent
 * request.
 */
async function stopListening(server: Server): Promise<void> {
  const until = performance.now() + LONGEST_QUEUE
  handleOf(server)?.listen?.(0)
  do await nextTurn()
  while (!(await closeBehindOwnConnection(server)) && performance.now() < until)
  // The `close` method of an HTTP server would also close its idle connections and stop its timeouts.
  if (server.listening) NetServer.prototype.close.call(server)
}

/** Takes the only place in the queue and closes the socket. False if another client had the place. */
async function closeBehindOwnConnection(server: Server): Promise<boolean> {
  const address = server.address()
  if (address === null || typeof address === 'string') return true
  const own = connect({ host: address.address, port: address.port, autoSelectFamily: false })
  own.on('error', () => {})
  // Node connects in the next tick, before other events; a local connection is then established if there was room.
  await new Promise((resolve) => process.nextTick(resolve))
  const isConnected = handleOf(own)?.getpeername?.({}) === 0
  if (isConnected) NetServer.prototype.close.call(server)
  own.destroy()
  return isConnected
}

type Handle = { listen?: (backlog: number) => number; getpeername?: (out: object) => number }

/** Node has no documented API for the length of the accept queue, nor for a connection's state before the next turn. */
function handleOf(holder: object): Handle | undefined {
  return (holder as { _handle?: Handle })._handle
}
