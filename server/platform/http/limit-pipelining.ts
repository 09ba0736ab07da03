/**
 * Limits how many requests of one connection wait for their answers. A client may send requests without reading the answers
 * (HTTP pipelining, RFC 9112, section 9.3.2). Each waiting answer holds memory, also one from the cache, and Node has no
 * limit. Browsers and nginx do not pipeline.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

const MOST_WAITING = 32

/** The number of answers that wait for an earlier one of their connection. */
const waiting = new WeakMap<Socket, number>()

/**
 * Call for every request before it is answered. If too many answers of its connection wait, closes the connection and
 * returns false: the request gets no answer. Costs nothing for a request that was not pipelined.
 */
export function mayAnswer({ socket }: IncomingMessage, response: ServerResponse): boolean {
  // Node gives a response its socket when all earlier responses of the connection are sent.
  if (response.socket !== null) return true
  // The parser continues with the bytes that it already has.
  if (socket.destroyed) return false
  const count = (waiting.get(socket) ?? 0) + 1
  if (count > MOST_WAITING) {
    socket.destroy()
    return false
  }
  waiting.set(socket, count)
  response.once('close', () => waiting.set(socket, waiting.get(socket)! - 1))
  return true
}
