/**
 * Lets an answer arrive that is given before its request was read to the end. A connection that is closed while sent
 * bytes lie unread is reset, and the reset takes the answer away from a client that is still sending. So the rest is
 * read and thrown away first: not more than an amount, and not for longer than a time (RFC 9112, section 9.6).
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { SECOND } from '../time/clock.ts'

const MB = 1024 * 1024
/** Bytes that are thrown away where the request said how many there are: a picture that is a little too large. */
const MOST_ANNOUNCED = 24 * MB
/** Bytes that are thrown away of a body that is larger than that, or of unknown length. */
const MOST_OTHERWISE = MB / 2
/** Milliseconds without a byte after which the connection is closed. */
const STALLED = 3 * SECOND
const LONGEST = 30 * SECOND
/** Milliseconds for the answer to arrive where the rest of the request stays unread. */
const HOLD = SECOND

/** Connections that only wait for the rest of a request that has its answer. */
const lingering = new WeakSet<object>()

export function isLingering(socket: object): boolean {
  return lingering.has(socket)
}

/** Makes every answer that comes before the end of its request say that the connection is closed after it. */
export function closeAfterEarlyAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (hasBody(request.raw) && !request.raw.readableEnded) reply.header('connection', 'close')
    return payload
  })
}

/** Call it for every request before it is handled: where its answer comes early, the rest is read after it. */
export function readRestAfterAnswer(request: IncomingMessage, response: ServerResponse): void {
  if (!hasBody(request)) return
  response.once('prefinish', () => {
    const { socket } = request
    // Injected requests have no connection.
    if (request.complete || !(socket instanceof Socket) || socket.destroyed) return
    const announced = Number(request.headers['content-length'] ?? Infinity)
    const most = announced <= MOST_ANNOUNCED ? MOST_ANNOUNCED : MOST_OTHERWISE
    // Node calls this when the last answer of a connection has been written.
    socket.destroySoon = () => void socket.end()
    linger(socket, request, most)
    request.resume()
  })
}

/** Writes a last answer on a connection that speaks no HTTP, or too slowly, and closes it. */
export function answerAndClose(socket: Socket, answer: string): void {
  // The parser would go on complaining about each further byte.
  socket.removeAllListeners('data')
  linger(socket, socket, MOST_ANNOUNCED)
  socket.end(answer)
}

/** Throws away what `source` still brings, and destroys the connection when it is over or has lasted long enough. */
function linger(socket: Socket, source: Readable, most: number): void {
  let left = most
  const end = () => {
    clearTimeout(stalled)
    clearTimeout(longest)
    if (socket.writableFinished) socket.destroy()
    else socket.end(() => socket.destroy())
  }
  const stalled = setTimeout(end, STALLED)
  const longest = setTimeout(() => socket.destroy(), LONGEST)
  lingering.add(socket)
  source.on('data', (chunk: Buffer) => {
    stalled.refresh()
    left -= chunk.length
    if (left >= 0 || source.isPaused()) return
    source.pause()
    socket.pause()
    setTimeout(() => socket.destroy(), HOLD)
  })
  source.once('end', end)
  socket.once('close', end)
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
