/** Contracts as TanStack queries: the key begins with the resource, which is the tag that a change refreshes. */
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { Resource } from '#shared/api/api.ts'
import type { Endpoint, Reply } from '#shared/api/endpoint.ts'
import { urlOf, type CallInput } from '#shared/api/url.ts'
import { call, type Input } from './call.ts'

const SECOND = 1000
/** Spec section 9: kept 60 s after the last use, 5 s for products, users and the art show. */
const KEPT = 60 * SECOND
const KEPT_SHORT = 5 * SECOND
const SHORT: ReadonlySet<string> = new Set<Resource>(['products', 'users', 'artshow'])

/** `useQuery(ask(products.one, {params: {id}}))` */
export function ask<E extends Endpoint>(endpoint: E, input: Input<E>) {
  const resource = resourceOf(endpoint)
  return queryOptions<Reply<E>>({
    queryKey: [resource, urlOf(endpoint, input as CallInput)],
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
    gcTime: SHORT.has(resource) ? KEPT_SHORT : KEPT,
    staleTime: endpoint.cached ? KEPT_SHORT : 0,
    meta: { endpoint, input },
  })
}

/** After a change: everything shown of these resources is asked again. */
export async function refresh(client: QueryClient, ...resources: Resource[]): Promise<void> {
  await Promise.all(resources.map((resource) => client.invalidateQueries({ queryKey: [resource] })))
}

function resourceOf(endpoint: Endpoint): string {
  return endpoint.path.split('/')[2] ?? ''
}

/** For a form that keeps what is typed: opened with what was known a moment ago, it would save that again. */
export const OPENED_ANEW = { refetchOnWindowFocus: false, gcTime: 0 }
