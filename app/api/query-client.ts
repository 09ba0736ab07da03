import { QueryClient } from '@tanstack/react-query'
import { CallError } from './call.ts'

/**
 * A browser that believes itself offline is asked all the same: it fails at once, in words. Otherwise a press would
 * wait in silence, and order by itself when the network is back.
 */
const ANYWAY = 'always'

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // A "no" is an answer; only silence is worth asking again.
        retry: (count, error) => count < 2 && error instanceof CallError && typeof error.failure === 'string',
        refetchOnWindowFocus: true,
        networkMode: ANYWAY,
      },
      mutations: { retry: false, networkMode: ANYWAY },
    },
  })
}

let shared: QueryClient | undefined

/** The browser's one client, which loaders and components share. */
export function sharedQueryClient(): QueryClient {
  return (shared ??= createQueryClient())
}
