/**
 * The connections of the server, and how they end when the process stops: nobody who was let in is cut off.
 * Decision 030.
 */
import type { Server, ServerResponse } from 'node:http'
import { connect, Server as NetServer, type Socket } from 'node:net'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { MINUTE, SECOND } from '../time/clock.ts'

/** Since when nothing has come in on a connection; null while something is answered on it. */
type Quiet = { since: number | null; bytesRead: number }

/** Milliseconds between two looks at the connections. */
const LOOK_EVERY = 50
/** So long a connection must be quiet to be closed: its next request may be on its way. */
const QUIET_FOR = SECOND
/** Longer than the longest upload may take (receive-files.ts). */
const LONGEST = 16 * MINUTE
/** What is left to a request that is being answered, when the process was told twice to stop. */
const LONGEST_IN_A_HURRY = 2 * SECOND
/** So long the kernel may take to run out of connections that wait to be accepted. */
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
    /** Notes the connections of a server from now on. */
    watch(server: Server): void {
      servers.add(server)
      server.on('connection', (socket: Socket) => {
        open.set(socket, { since: performance.now(), bytesRead: 0 })
        socket.once('close', () => open.delete(socket))
      })
    },

    /** Call it before a response is begun: while the process stops, it is the last of its connection. */
    prepare(response: ServerResponse): void {
      if (isDraining) response.shouldKeepAlive = false
    },

    /** Notes a response that is not ready at once. */
    answering(response: ServerResponse): void {
      answering.add(response)
      response.once('close', () => answering.delete(response))
    },

    /** From now on every response ends its connection, those that are under way included. */
    drain(): void {
      isDraining = true
      for (const response of answering) if (!response.headersSent) response.shouldKeepAlive = false
    },

    /**
     * Ends all connections; call `drain` before. New ones are taken for `acceptFor` milliseconds more, then every
     * request that was let in is answered, and connections are closed when they are quiet.
     * @param hurry aborted when there is no time: no new connections, and two seconds for what is being answered
     * @returns how many connections had to be cut, because they lasted too long
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
        // What came in meanwhile has been read by then.
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
 * Closes the listening socket, but no connection. The kernel resets connections that wait to be accepted at that
 * moment, so it is closed when none waits but one of our own, which takes the only place in the queue: on Linux, the
 * kernel then drops the first packet of everybody else, who sends it again a second later and is refused, as by any
 * closed port. What is refused before it is sent goes to the next instance, even behind a proxy that repeats nothing.
 */
async function stopListening(server: Server): Promise<void> {
  const until = performance.now() + LONGEST_QUEUE
  handleOf(server)?.listen?.(0)
  do await nextTurn()
  while (!(await closedBehindUs(server)) && performance.now() < until)
  // The method of an HTTP server would close its quiet connections too, and forget its timeouts.
  if (server.listening) NetServer.prototype.close.call(server)
}

/** Takes the only place in the queue and closes it. False where somebody else had the place. */
async function closedBehindUs(server: Server): Promise<boolean> {
  const address = server.address()
  if (address === null || typeof address === 'string') return true
  const own = connect({ host: address.address, port: address.port, autoSelectFamily: false })
  own.on('error', () => {})
  // Node connects in the next tick, still in this turn; on this machine the connection then stands, if there was room.
  await new Promise((resolve) => process.nextTick(resolve))
  const stands = handleOf(own)?.getpeername?.({}) === 0
  if (stands) NetServer.prototype.close.call(server)
  own.destroy()
  return stands
}

type Handle = { listen?: (backlog: number) => number; getpeername?: (out: object) => number }

/** Node has no documented way to the length of the queue, nor to a connection's state before the next turn. */
function handleOf(holder: object): Handle | undefined {
  return (holder as { _handle?: Handle })._handle
}
