/**
 * Ends connections whose client takes its answer too slowly, or not at all. Node limits how long a request may take to
 * come in, but waits for ever for an answer to go out, and each one that waits holds its memory and its connection.
 */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { SECOND } from '../time/clock.ts'

export type ReaderLimits = {
  /** Milliseconds that a client may take nothing at all: a telephone in a tunnel. */
  grace: number
  /** Bytes a second that it has to take on top of that. */
  slowest: number
  /** Milliseconds between two looks at all connections. */
  every: number
}

/** 1 kB/s is a quarter of what a GPRS telephone of 2001 could do. */
export const READER_LIMITS: ReaderLimits = { grace: 30 * SECOND, slowest: 1024, every: 5 * SECOND }

/** How much of its answers a connection had taken at a look, and when that was first seen. */
type Progress = { taken: number; since: number }

/**
 * Watches all connections of a server until it closes. Nothing is done for a single request: a connection with bytes
 * that wait for its client is looked at now and then, and destroyed when the next piece of them has not gone out in
 * the time that its size allows.
 */
export function endSlowReaders(
  server: Server,
  { grace, slowest, every }: ReaderLimits = READER_LIMITS,
): void {
  const open = new Map<Socket, Progress | null>()
  server.on('connection', (socket: Socket) => {
    open.set(socket, null)
    socket.once('close', () => open.delete(socket))
  })
  const look = () => {
    const now = performance.now()
    for (const [socket, before] of open) {
      const waiting = socket.writableLength
      const taken = socket.bytesWritten - waiting
      if (waiting === 0) open.set(socket, null)
      else if (before === null || before.taken !== taken) open.set(socket, { taken, since: now })
      else if (now - before.since > grace + (waiting / slowest) * SECOND) socket.destroy()
    }
  }
  const timer = setInterval(look, every).unref()
  server.once('close', () => clearInterval(timer))
}
