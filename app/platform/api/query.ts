/** Endpoints as TanStack queries. The key starts with the collection, so that a change can refresh all its queries. */
import { queryOptions, type QueryClient } from '@tanstack/react-query'
import type { Collection } from '#shared/start/api.ts'
import type { Endpoint, Reply } from '#shared/platform/api/endpoint.ts'
import type { OpenParts } from '#shared/platform/parts.ts'
import { urlOf, type CallInput } from '#shared/platform/api/url.ts'
import { call, type Input } from './call.ts'
import { sharedQueryClient } from './query-client.ts'

const SECOND = 1000
/** How long answers are cached after their last use, in milliseconds (test/SPEC.md, Shop, cart, order). */
const CACHE_TIME = 60 * SECOND
const SHORT_CACHE_TIME = 5 * SECOND
const SHORT_CACHED: ReadonlySet<string> = new Set<Collection>(['products', 'users', 'artshow'])

let mayAsk: (endpoint: Endpoint) => boolean = () => true

/**
 * Sets the rule that says whether this browser's user may call an endpoint. Queries that the server would refuse are not
 * sent, for example while a page for staff sends a visitor to the sign-in.
 */
export function onAsking(rule: (endpoint: Endpoint) => boolean): void {
  mayAsk = rule
}

/**
 * The query of an endpoint: `useQuery(ask(products.one, {params: {id}}))`. `askOnServer` reads `meta`. A query that
 * has another condition needs both: `enabled: isShown && query.enabled`.
 */
export function ask<E extends Endpoint>(endpoint: E, input: Input<E>) {
  const collection = collectionOf(endpoint)
  const meta = { endpoint, input: input as CallInput }
  const query = queryOptions<Reply<E>>({
    queryKey: [collection, urlOf(endpoint, input as CallInput)],
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
    gcTime: SHORT_CACHED.has(collection) ? SHORT_CACHE_TIME : CACHE_TIME,
    staleTime: endpoint.cached ? SHORT_CACHE_TIME : 0,
    enabled: () => mayAsk(endpoint) && isOpen(endpoint),
    meta,
  })
  return query as typeof query & { meta: typeof meta }
}

/** Fetches all shown data of these collections again. Call it after a change. */
export async function refresh(client: QueryClient, ...collections: Collection[]): Promise<void> {
  await Promise.all(collections.map((collection) => client.invalidateQueries({ queryKey: [collection] })))
}

/** The query of the answer that names the parts of the shop (business.ts). */
export const BUSINESS_KEY = ['config', '/api/config/business'] as const

/** Whether the part of the shop to which the endpoint belongs is not off, as far as the browser knows. */
export function isOpen({ part }: Endpoint): boolean {
  if (!part || typeof document === 'undefined') return true
  const business = sharedQueryClient().getQueryData<{ parts: OpenParts }>(BUSINESS_KEY)
  return business === undefined || business.parts[part] !== undefined
}

function collectionOf(endpoint: Endpoint): string {
  return endpoint.path.split('/')[2] ?? ''
}

/** For forms, which must not start from cached data, because saving it would undo newer changes. */
export const UNCACHED_FORM = { refetchOnWindowFocus: false, gcTime: 0 }
