import { hydrate, QueryClient } from '@tanstack/react-query'
import { CallError } from './call.ts'

/**
 * Sends requests even if the browser reports that it is offline, so that they fail at once with a message. By default,
 * TanStack Query would wait until the network is back, and then place the order when the buyer no longer expects it.
 */
const EVEN_OFFLINE = 'always'

/** Creates a client. The server creates one for each document; the browser uses `sharedQueryClient`. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // A request is retried if there was no response, but not after an error response.
        retry: (count, error) => count < 2 && error instanceof CallError && typeof error.failure === 'string',
        refetchOnWindowFocus: true,
        networkMode: EVEN_OFFLINE,
      },
      mutations: { retry: false, networkMode: EVEN_OFFLINE },
    },
  })
}

let shared: QueryClient | undefined

/** The client of the browser, shared by loaders and components. It begins with the answers in the document. */
export function sharedQueryClient(): QueryClient {
  if (shared) return shared
  shared = createQueryClient()
  hydrate(shared, globalThis.pageAnswers ?? {})
  return shared
}
