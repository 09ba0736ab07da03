/**
 * Makes sure that a response arrives that is sent before its request was read completely. If a connection is closed
 * while received bytes are unread, the kernel resets it, and a client that is still sending loses the response. So the
 * rest of the request is read and discarded first, up to a limit of bytes and time (RFC 9112, section 9.6).
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { SECOND } from '../time/clock.ts'

const MB = 1024 * 1024
/** Bytes to discard if content-length says that there are no more: a picture that is slightly too large. */
const MAX_ANNOUNCED = 24 * MB
/** Bytes to discard of a body that is larger, or of unknown length. */
const MAX_OTHERWISE = MB / 2
/** Milliseconds without a byte after which the connection is closed. */
const STALLED = 3 * SECOND
const LONGEST = 30 * SECOND
/** Milliseconds for the response to arrive if the rest of the request stays unread. */
const HOLD = SECOND

/** Connections that were answered and only wait for the rest of their request. */
const lingering = new WeakSet<object>()

export function isLingering(socket: object): boolean {
  return lingering.has(socket)
}

/** Adds `connection: close` to every response that is sent before its request was read completely. */
export function closeAfterEarlyAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (hasBody(request.raw) && !request.raw.readableEnded) reply.header('connection', 'close')
    return payload
  })
}

/**
 * Call for every request before it is handled. If the response comes early, the rest of the request is read after it.
 */
export function readRestAfterAnswer(request: IncomingMessage, response: ServerResponse): void {
  if (!hasBody(request)) return
  response.once('prefinish', () => {
    const { socket } = request
    // Injected requests have no connection.
    if (request.complete || !(socket instanceof Socket) || socket.destroyed) return
    const announced = Number(request.headers['content-length'] ?? Infinity)
    const maxBytes = announced <= MAX_ANNOUNCED ? MAX_ANNOUNCED : MAX_OTHERWISE
    // Node calls this after it has written the last response of a connection.
    socket.destroySoon = () => void socket.end()
    linger(socket, request, maxBytes)
    request.resume()
  })
}

/** Writes a final response on a connection that is too slow or does not send valid HTTP, and closes it. */
export function answerAndClose(socket: Socket, answer: string): void {
  // Otherwise the parser would report an error for every further chunk.
  socket.removeAllListeners('data')
  linger(socket, socket, MAX_ANNOUNCED)
  socket.end(answer)
}

/** Discards further data from `source`, and destroys the connection at its end or at a limit. */
function linger(socket: Socket, source: Readable, maxBytes: number): void {
  let left = maxBytes
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
