/** Loads the data of a page: on the server with calls within the process, in the browser from cache or network. */
import { QueryClient, dehydrate, type DehydratedState } from '@tanstack/react-query'
import { createContext } from 'react'
import { data, type RouterContextProvider } from 'react-router'
import type { Cacheable, Endpoint } from '#shared/platform/api/endpoint.ts'
import type { CallInput } from '#shared/platform/api/url.ts'
import { BUSINESS_KEY, isOpen, type ask } from './query.ts'
import { CallError } from './call.ts'
import { sharedQueryClient } from './query-client.ts'
import { callContext } from './server-call.ts'

type ApiQuery = ReturnType<typeof ask<Endpoint>>

/** The query of an endpoint whose response may be part of a cached document. */
type CacheableQuery = { queryKey: readonly unknown[]; meta: { endpoint: Cacheable; input: CallInput } }

/**
 * The key of the answers in what a loader returns. Because it is a symbol, React Router does not encode them for the browser,
 * which took an eighth of the time of a page. entry.server.tsx writes them as JSON, and query-client.ts reads them.
 */
export const ANSWERS = Symbol('answers')

/** The answers of the document that is rendered on the server; undefined in the browser, whose client begins with `pageAnswers`. */
export const PageAnswers = createContext<DehydratedState | undefined>(undefined)

declare global {
  var pageAnswers: DehydratedState | undefined
}

/**
 * For a route's `loader`: puts the answers into the document. The document is cached and sent to all visitors until a
 * tag of one of its endpoints changes. An endpoint without `cached` is therefore a compile error here: the cached page
 * would never change. If an answer is not a 200, its status becomes the page's status.
 */
export async function askOnServer(context: Readonly<RouterContextProvider>, ...queries: CacheableQuery[]) {
  const client = new QueryClient()
  const inProcess = context.get(callContext)
  for (const { queryKey, meta } of queries) {
    const { endpoint, input } = meta
    const { status, body } = await inProcess(endpoint, input)
    // What belongs to a part of the shop that is off is left out. Its own pages are not found (layout/frame.tsx).
    if (isOff(body)) continue
    if (status !== 200) throw data(body, { status })
    client.setQueryData(queryKey, body)
  }
  return { [ANSWERS]: dehydrate(client) }
}

/**
 * For a route's `clientLoader`: runs all queries at once and fills the cache, so that the page does not start empty. An
 * error status becomes the page's status.
 */
export async function askInBrowser(...queries: unknown[]): Promise<null> {
  const client = sharedQueryClient()
  await Promise.all((queries as ApiQuery[]).map((query) => fillCache(client, query)))
  return null
}

async function fillCache(client: QueryClient, query: ApiQuery): Promise<void> {
  if (!isOpen(query.meta.endpoint)) return
  try {
    await client.ensureQueryData({ ...query, revalidateIfStale: true })
  } catch (error) {
    if (error instanceof CallError && isOff(error.data))
      return client.invalidateQueries({ queryKey: BUSINESS_KEY })
    if (error instanceof CallError && typeof error.failure === 'number')
      throw data(error.data, { status: error.failure })
    // Without a response, the page itself shows the error and a retry button.
  }
}

/** Whether the answer says that its part of the shop is off. */
function isOff(body: unknown): boolean {
  return (body as { code?: unknown } | null)?.code === 'off'
}

/** After a link is followed, the time in milliseconds to wait for data before a skeleton is shown. */
const BRIEF_WAIT = 200

/** Like `askInBrowser`, but waits for at most `BRIEF_WAIT`. Fast answers then cause no flicker; for slow answers, the page shows its skeleton. */
export async function askBriefly(...queries: unknown[]): Promise<null> {
  const timeout = new Promise<null>((resolve) => setTimeout(() => resolve(null), BRIEF_WAIT))
  return Promise.race([askInBrowser(...queries), timeout])
}

/** The answers for all routes of a page. @param loaderData what their loaders returned, by route */
export function answersOf(loaderData: Record<string, unknown>): DehydratedState {
  const queries = Object.values(loaderData).flatMap(
    (returned) => (returned as { [ANSWERS]?: DehydratedState } | null | undefined)?.[ANSWERS]?.queries ?? [],
  )
  return { mutations: [], queries }
}
