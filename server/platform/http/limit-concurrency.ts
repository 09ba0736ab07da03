/** Limits how many uncached requests start in each turn of the event loop. */
import type { IncomingMessage, ServerResponse } from 'node:http'

type Handle = (request: IncomingMessage, response: ServerResponse) => void

/**
 * The number of requests that start in each turn of the event loop. With 1, fewer orders share a commit and fewer are
 * placed per second. With 4, more orders are placed, but pages take twice as long (`npm run bench`: orders placed, p99
 * while ordering).
 */
const MAX_PER_TURN = 2

/**
 * Starts at most `MAX_PER_TURN` requests in each turn of the event loop, in their order of arrival. Otherwise a burst of
 * orders would be processed without a pause, at a millisecond per order, and all page requests after it would wait.
 */
export function limitConcurrency(handle: Handle): Handle {
  const waiting: [IncomingMessage, ServerResponse][] = []
  let taken = 0

  function take(request: IncomingMessage, response: ServerResponse): void {
    if (taken++ === 0) setImmediate(nextTurn)
    handle(request, response)
  }

  function nextTurn(): void {
    taken = 0
    for (let next = waiting.shift(); next; next = taken < MAX_PER_TURN ? waiting.shift() : undefined) {
      // Skip clients that disconnected while they waited: the rest of their requests never arrives.
      if (!next[0].destroyed) take(...next)
    }
  }

  return (request, response) => {
    if (taken < MAX_PER_TURN) take(request, response)
    else waiting.push([request, response])
  }
}
