import { QueryClient } from '@tanstack/react-query'
import { CallError } from './call.ts'

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // A "no" is an answer; only silence is worth asking again.
        retry: (count, error) => count < 2 && error instanceof CallError && typeof error.failure === 'string',
        refetchOnWindowFocus: true,
      },
      mutations: { retry: false },
    },
  })
}

let shared: QueryClient | undefined

/** The browser's one client, which loaders and components share. */
export function sharedQueryClient(): QueryClient {
  return (shared ??= createQueryClient())
}
