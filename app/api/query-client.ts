import { QueryClient } from '@tanstack/react-query'
import { CallError } from './call.ts'

/**
 * Sends requests even if the browser reports that it is offline, so that they fail at once with a message. TanStack
 * Query's default would wait and then place the order without the buyer when the network is back.
 */
const EVEN_OFFLINE = 'always'

/** A new client: one per document on the server; the browser uses `sharedQueryClient`. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // Only a missing response is retried, not an error response.
        retry: (count, error) => count < 2 && error instanceof CallError && typeof error.failure === 'string',
        refetchOnWindowFocus: true,
        networkMode: EVEN_OFFLINE,
      },
      mutations: { retry: false, networkMode: EVEN_OFFLINE },
    },
  })
}

let shared: QueryClient | undefined

/** The client of the browser, shared by loaders and components. */
export function sharedQueryClient(): QueryClient {
  return (shared ??= createQueryClient())
}
