/**
 * Tracks the server's connections. When the process stops, closes them without interrupting accepted requests
 * (decisions/030-several-instances.md). Closes those whose client reads too slowly.
 */
import type { Server, ServerResponse } from 'node:http'
import { connect, Server as NetServer, type Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { MINUTE, SECOND } from '#server/kernel/time/clock.ts'

/** `since` is the time when a connection last received data; null while a response is being sent on it. */
type IdleState = { since: number | null; bytesRead: number }

/** Milliseconds between two checks of all connections. */
const CHECK_INTERVAL = 50
/** A connection is closed after this idle time, and not at once, because its next request may be in transit. */
const IDLE_TIME = SECOND
/** Maximum time for requests in progress: longer than the longest allowed upload (receive-files.ts). */
const MAX_TIME = 16 * MINUTE
/** Maximum time for requests in progress after a second stop signal. */
const MAX_TIME_AFTER_SECOND_SIGNAL = 2 * SECOND
/** Maximum time to wait until the kernel's accept queue is empty. */
const MAX_QUEUE_TIME = 5 * SECOND

export type Connections = ReturnType<typeof watchConnections>

export function watchConnections() {
  const servers = new Set<Server>()
  const open = new Map<Socket, IdleState>()
  const answering = new Set<ServerResponse>()
  let isDraining = false

  function updateIdleTimes(): void {
    const busy = new Set([...answering].map(({ socket }) => socket))
    for (const [socket, idle] of open) {
      const { bytesRead, writableLength } = socket
      if (busy.has(socket) || writableLength > 0) open.set(socket, { since: null, bytesRead })
      else if (idle.since === null || bytesRead !== idle.bytesRead)
        open.set(socket, { since: performance.now(), bytesRead })
    }
  }

  function closeIdle(milliseconds: number): void {
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

    /** Call before a response begins. While the process stops, this response closes its connection. */
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
     * @param stopNow if aborted, new connections are no longer accepted, and requests in progress get two seconds
     * @returns the number of connections that were closed before their requests were complete, because they took too
     * long
     */
    async finish({ acceptFor, stopNow }: { acceptFor: number; stopNow: AbortSignal }): Promise<number> {
      const began = performance.now()
      let secondSignalAt = Infinity
      stopNow.addEventListener('abort', () => (secondSignalAt = performance.now()), { once: true })
      if (stopNow.aborted) secondSignalAt = began
      const passed = () => performance.now() - began
      for (; passed() < acceptFor && !stopNow.aborted; await pause(CHECK_INTERVAL)) updateIdleTimes()
      await Promise.all([...servers].map(stopListening))
      for (; open.size > 0; await pause(CHECK_INTERVAL)) {
        // After this turn of the event loop, data that arrived during the pause has been read.
        await nextTurn()
        updateIdleTimes()
        closeIdle(stopNow.aborted ? 0 : IDLE_TIME)
        const isTooLong =
          performance.now() - secondSignalAt > MAX_TIME_AFTER_SECOND_SIGNAL || passed() > MAX_TIME
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
 * Closes the listening socket but no accepted connection. The problem: when the socket closes, the kernel resets all
 * connections that still wait to be accepted. So the queue is shortened to one place, and the socket is closed when our
 * own connection takes that place. Linux then drops the first packet of other clients. They send it again a second
 * later and are refused, as by any closed port. A proxy sends a refused request to the next instance, even if it does
 * not retry requests that were sent.
 */
async function stopListening(server: Server): Promise<void> {
  const until = performance.now() + MAX_QUEUE_TIME
  handleOf(server)?.listen?.(0)
  do await nextTurn()
  while (!(await closeBehindOwnConnection(server)) && performance.now() < until)
  // The `close` method of an HTTP server would also close its idle connections and stop its timeouts.
  if (server.listening) NetServer.prototype.close.call(server)
}

/** Takes the only place in the queue and closes the socket. Returns false if another client had the place. */
async function closeBehindOwnConnection(server: Server): Promise<boolean> {
  const address = server.address()
  if (address === null || typeof address === 'string') return true
  const own = connect({ host: address.address, port: address.port, autoSelectFamily: false })
  own.on('error', () => {})
  // Node connects in the next tick, before other events. If the queue has room, the local connection is then
  // established.
  await new Promise((resolve) => process.nextTick(resolve))
  const isConnected = handleOf(own)?.getpeername?.({}) === 0
  if (isConnected) NetServer.prototype.close.call(server)
  own.destroy()
  return isConnected
}

type Handle = { listen?: (backlog: number) => number; getpeername?: (out: object) => number }

/**
 * The internal handle of a socket. Node has no documented API for the length of the accept queue, and none for the
 * state of a connection within the same turn of the event loop.
 */
function handleOf(holder: object): Handle | undefined {
  return (holder as { _handle?: Handle })._handle
}

/** When a client reads too slowly. */
export type ReaderLimits = {
  /** Milliseconds for which a client may read nothing: a phone may be in a tunnel. */
  grace: number
  /** Minimum bytes per second, as the mean of each period of the grace time in which bytes wait. */
  slowest: number
  /** Milliseconds between two checks of all connections. */
  every: number
}

/** The minimum speed is 1 kB/s, a quarter of the speed of a GPRS phone of 2001. */
const READER_LIMITS: ReaderLimits = { grace: 30 * SECOND, slowest: 1024, every: 5 * SECOND }

/** The bytes that a client had read when it last read something, and at the start of the measured period. */
type Progress = { taken: number; at: number; first: number; since: number }

/**
 * Checks all connections of a server at an interval until the server closes. Destroys a connection if bytes wait and its
 * client has read nothing for the grace time, or reads too slowly, however many bytes wait. This costs nothing per request.
 * Node limits how long a request may take to arrive, but not how long a response may take to be sent, and each pending
 * response holds memory and a connection.
 */
export function disconnectSlowReaders(
  server: Server,
  { grace, slowest, every }: ReaderLimits = READER_LIMITS,
): void {
  const open = new Map<Socket, Progress | null>()
  server.on('connection', (socket: Socket) => {
    open.set(socket, null)
    socket.once('close', () => open.delete(socket))
  })
  const check = () => {
    const now = performance.now()
    for (const [socket, before] of open) {
      const waiting = socket.writableLength
      const taken = socket.bytesWritten - waiting
      if (waiting === 0) open.set(socket, null)
      else if (before === null) open.set(socket, { taken, at: now, first: taken, since: now })
      else {
        const at = taken === before.taken ? before.at : now
        const isOver = now - before.since > grace
        const isSlow = taken - before.first < (slowest * (now - before.since)) / SECOND
        if (now - at > grace || (isOver && isSlow)) socket.destroy()
        else if (isOver) open.set(socket, { taken, at, first: taken, since: now })
        else open.set(socket, { ...before, taken, at })
      }
    }
  }
  const timer = setInterval(check, every).unref()
  server.once('close', () => clearInterval(timer))
}
