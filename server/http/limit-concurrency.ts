/** Limits how many uncached requests start in each turn of the event loop. */
import type { IncomingMessage, ServerResponse } from 'node:http'

type Handle = (request: IncomingMessage, response: ServerResponse) => void

/**
 * With 1, commits hold few orders and fewer get done; with 4, more get done, but pages wait twice as long (`npm run
 * bench`: orders placed, p99 while ordering).
 */
const PER_TURN = 2

/**
 * Starts at most `PER_TURN` requests in each turn of the event loop, in their order of arrival. Otherwise a burst of
 * orders, each a millisecond of work, would be processed in one go and delay every page request behind it.
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
    for (let next = waiting.shift(); next; next = taken < PER_TURN ? waiting.shift() : undefined) {
      // Skip clients that disconnected while waiting: they would never send the rest of the request.
      if (!next[0].destroyed) take(...next)
    }
  }

  return (request, response) => {
    if (taken < PER_TURN) take(request, response)
    else waiting.push([request, response])
  }
}
