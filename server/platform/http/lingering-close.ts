/**
 * Some responses are sent before their request was read completely; this file makes sure that they arrive. If a
 * connection is closed while received bytes are unread, the kernel resets the connection, and a client that is still
 * sending loses the response. So the rest of the request is read and discarded first, up to a limit of bytes and time
 * (RFC 9112, section 9.6).
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { SECOND } from '#server/kernel/time/clock.ts'

const MB = 1024 * 1024
/**
 * Maximum number of bytes to discard of a body whose content-length is not larger. Enough for a picture that is
 * slightly too large.
 */
const MAX_ANNOUNCED = 24 * MB
/** Maximum number of bytes to discard of a larger body, or of a body of unknown length. */
const MAX_UNANNOUNCED = MB / 2
/** Milliseconds without a byte after which the connection is closed. */
const MAX_IDLE = 3 * SECOND
const MAX_TIME = 30 * SECOND
/**
 * If the rest of the request stays unread, the connection stays open for this time in milliseconds, so that the
 * response can arrive.
 */
const HOLD = SECOND

/** Connections that have their response and only discard the rest of their request. */
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
 * Call for every request before it is handled. If the response is sent early, the rest of the request is read after it.
 */
export function readRestAfterAnswer(request: IncomingMessage, response: ServerResponse): void {
  if (!hasBody(request)) return
  response.once('prefinish', () => {
    const { socket } = request
    // Injected requests have no connection.
    if (request.complete || !(socket instanceof Socket) || socket.destroyed) return
    const announced = Number(request.headers['content-length'] ?? Infinity)
    const maxBytes = announced <= MAX_ANNOUNCED ? MAX_ANNOUNCED : MAX_UNANNOUNCED
    // Node calls this after it has written the last response of a connection.
    socket.destroySoon = () => void socket.end()
    linger(socket, request, maxBytes)
    request.resume()
  })
}

/** Writes a final response on a connection that is too slow or does not send valid HTTP, and closes it. */
export function answerAndClose(socket: Socket, answer: string): void {
  // Remove the parser: it would report an error for every further chunk.
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
  const stalled = setTimeout(end, MAX_IDLE)
  const longest = setTimeout(() => socket.destroy(), MAX_TIME)
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
