/** Sends every error in one shape, `{message}`. Unexpected errors reveal no details. */
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isForeignKeyViolation, isOutage, isRetryable } from '../db/failures.ts'
import { Refusal } from '../errors.ts'
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
    if (error instanceof Refusal) {
      // A server error with a message for the client. Log its cause.
      if (error.status >= 500 && error.cause) request.log.warn({ err: error.cause }, error.message)
      return reply
        .status(error.status)
        .headers(error.headers)
        .send({ message: error.message, ...error.more, ...refusal })
    }
    if (isOutage(error) || isRetryable(error)) {
      request.log.error({ err: error }, 'database')
      return reply
        .status(503)
        .header('retry-after', '5')
        .send({ message: 'The shop cannot save this right now. Please try again in a moment', ...refusal })
    }
    if (isForeignKeyViolation(error)) {
      return reply.status(409).send({
        message: 'Something this belongs to was removed. Please reload the page',
        ...refusal,
      })
    }
    const status = error.statusCode ?? 500
    if (status < 500 || status === 503)
      return reply.status(status).send({ message: MESSAGES[status] ?? MESSAGES[400], ...refusal })
    request.log.error({ err: error, url: request.url }, 'unexpected')
    return reply.status(500).send({ message: 'Internal server error', requestId: request.id, ...refusal })
  })
  app.setNotFoundHandler((_request, reply) => reply.status(404).send({ message: 'Not found' }))
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
