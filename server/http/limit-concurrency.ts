/** What is not kept ready takes its time, and is let in a little in each turn of the event loop. */
import type { IncomingMessage, ServerResponse } from 'node:http'

type Handle = (request: IncomingMessage, response: ServerResponse) => void

/**
 * With one, commits hold few orders and fewer get done; with four, more get done, but pages wait twice as long
 * (`npm run bench`: orders placed, p99 while ordering).
 */
const IN_A_TURN = 2

/**
 * Hands on so many requests in each turn of the event loop, in the order in which they come. A burst of orders, each
 * a millisecond of work, would else be done in one go, and everybody who wants a page would stand behind all of them.
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
    for (let next = waiting.shift(); next; next = taken < IN_A_TURN ? waiting.shift() : undefined) {
      // Who has left meanwhile would never send the rest of the request.
      if (!next[0].destroyed) take(...next)
    }
  }

  return (request, response) => {
    if (taken < IN_A_TURN) take(request, response)
    else waiting.push([request, response])
  }
}
