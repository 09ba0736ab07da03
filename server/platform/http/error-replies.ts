/** Sends every error in one shape, `{message}`. Unexpected errors reveal no details. */
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isForeignKeyViolation, isOutage, isRetryable } from '#server/kernel/db/failures.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Log } from '#server/kernel/log.ts'
import { answerAndClose, isLingering } from './lingering-close.ts'
import { isReceiving } from './receive-files.ts'

const MESSAGES: Record<number, string> = {
  400: 'The request is not valid',
  404: 'Not found',
  408: 'The request took too long',
  413: 'This is too large',
  414: 'The address is too long',
  415: 'Send JSON (content-type: application/json)',
  429: 'Too many requests. Please wait a little and try again',
  431: 'The request is not valid',
  503: 'The shop is very busy. Please try again in a moment',
}

export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | Refusal, request, reply) => {
    const { refusal } = request.routeOptions.config
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const about = { log: request.log, url: request.url, requestId: request.id, refusal, isRead }
    const { status, headers, body } = errorReply(error, about)
    return reply.status(status).headers(headers).send(body)
  })
  app.setNotFoundHandler((_request, reply) => reply.status(404).send({ message: 'Not found' }))
}

type About = {
  log: Log
  url: string
  requestId?: string
  refusal?: Readonly<Record<string, unknown>> | undefined
  /** Whether the request only reads. */
  isRead: boolean
}

type ErrorReply = { status: number; headers: Record<string, string>; body: Record<string, unknown> }

/**
 * The response to an error; logs what an operator must know.
 * @param about the request; `refusal` are the fields that every refusal of its endpoint has
 */
export function errorReply(error: Error & { statusCode?: number }, about: About): ErrorReply {
  const { log, url, requestId, refusal, isRead } = about
  if (error instanceof Refusal) {
    // A server error with a message for the client. Log its cause.
    if (error.status >= 500 && error.cause) log.warn({ err: error.cause }, error.message)
    const body = { message: error.message, ...error.more, ...refusal }
    return { status: error.status, headers: error.headers, body }
  }
  if (isOutage(error) || isRetryable(error)) {
    log.error({ err: error }, 'database')
    const message = `The shop cannot ${isRead ? 'show' : 'save'} this right now. Please try again in a moment`
    return { status: 503, headers: { 'retry-after': '5' }, body: { message, ...refusal } }
  }
  if (isForeignKeyViolation(error)) {
    const message = 'Something this belongs to was removed. Please reload the page'
    return { status: 409, headers: {}, body: { message, ...refusal } }
  }
  const status = error.statusCode ?? 500
  if (status < 500 || status === 503)
    return { status, headers: {}, body: { message: MESSAGES[status] ?? MESSAGES[400], ...refusal } }
  log.error({ err: error, url }, 'unexpected')
  return { status: 500, headers: {}, body: { message: 'Internal server error', requestId, ...refusal } }
}

/** Answers 404 for a URL that cannot be decoded, or that has a parameter longer than any id. */
export function answerInvalidUrl(_error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void {
  void reply.status(404).header('x-content-type-options', 'nosniff').send({ message: 'Not found' })
}

/** Answers a request that is too slow or not valid HTTP. Writes directly to the socket and closes the connection. */
export function answerInvalidRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || isLingering(socket)) return
  const isLate = error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
  if (isLate && isReceiving(socket)) return
  const status = isLate ? 408 : error.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400
  const body = JSON.stringify({ message: MESSAGES[status] })
  if (!socket.writable) return void socket.destroy(error)
  answerAndClose(
    socket,
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nconnection: close\r\ncontent-length: ${body.length}\r\n` +
      `content-type: application/json; charset=utf-8\r\n\r\n${body}`,
  )
}

/** Refuses compressed bodies with 415: the server does not decompress them. */
export function refuseCompressedBodies(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    const coding = request.headers['content-encoding'] ?? 'identity'
    if (coding !== 'identity') throw new Refusal(415, 'Send the body uncompressed')
  })
}
