/**
 * Closes connections whose client reads responses too slowly or not at all. Node limits how long a request may take to
 * arrive, but not how long a response may take to be sent, and each pending response holds memory and a connection.
 */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { SECOND } from '../time/clock.ts'

export type ReaderLimits = {
  /** Milliseconds for which a client may read nothing, such as a phone in a tunnel. */
  grace: number
  /** Minimum bytes per second after the grace time. */
  slowest: number
  /** Milliseconds between two checks of all connections. */
  every: number
}

/** 1 kB/s is a quarter of the speed of a GPRS phone of 2001. */
export const READER_LIMITS: ReaderLimits = { grace: 30 * SECOND, slowest: 1024, every: 5 * SECOND }

/** Bytes that a connection's client had read at a check, and when that number was first seen. */
type Progress = { taken: number; since: number }

/**
 * Checks all connections of a server at an interval until the server closes; costs nothing per request. Destroys a
 * connection whose pending bytes have not moved within the time that their number allows.
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
      else if (before === null || before.taken !== taken) open.set(socket, { taken, since: now })
      else if (now - before.since > grace + (waiting / slowest) * SECOND) socket.destroy()
    }
  }
  const timer = setInterval(check, every).unref()
  server.once('close', () => clearInterval(timer))
}
