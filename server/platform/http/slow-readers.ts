/**
 * Closes connections whose client reads responses too slowly or not at all. Node limits how long a request may take to
 * arrive, but not how long a response may take to be sent, and each pending response holds memory and a connection.
 */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { SECOND } from '#server/kernel/time/clock.ts'

export type ReaderLimits = {
  /** Milliseconds for which a client may read nothing: a phone may be in a tunnel. */
  grace: number
  /** Minimum bytes per second, as the mean of each period of the grace time in which bytes wait. */
  slowest: number
  /** Milliseconds between two checks of all connections. */
  every: number
}

/** The minimum speed is 1 kB/s, a quarter of the speed of a GPRS phone of 2001. */
export const READER_LIMITS: ReaderLimits = { grace: 30 * SECOND, slowest: 1024, every: 5 * SECOND }

/** The bytes that a client had read when it last read something, and at the start of the measured period. */
type Progress = { taken: number; at: number; first: number; since: number }

/**
 * Checks all connections of a server at an interval until the server closes. Destroys a connection if bytes wait and its
 * client has read nothing for the grace time, or reads too slowly, however many bytes wait. This costs nothing per request.
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
