/** What a page needs before it shows: asked in-process on the server, from the cache or the network in the browser. */
import { QueryClient, dehydrate, type DehydratedState } from '@tanstack/react-query'
import { data, type RouterContextProvider } from 'react-router'
import type { Cacheable, Endpoint } from '#shared/api/endpoint.ts'
import type { CallInput } from '#shared/api/url.ts'
import type { ask } from './query.ts'
import { CallError } from './call.ts'
import { sharedQueryClient } from './query-client.ts'
import { callContext } from './server-call.ts'

type Wanted = ReturnType<typeof ask<Endpoint>>

/** What `ask` answers for an endpoint that a page may be kept from. */
type Kept = { queryKey: readonly unknown[]; meta: { endpoint: Cacheable; input: CallInput } }

/**
 * For a route's `loader`: the answers travel in the document, which is kept and sent to everybody until a tag of one of
 * their endpoints changes. So an endpoint without `cached` does not compile here: its page would never show a change.
 * An answer that is not there makes the page a 404.
 */
export async function askOnServer(context: Readonly<RouterContextProvider>, ...wanted: Kept[]) {
  const client = new QueryClient()
  const inProcess = context.get(callContext)
  for (const { queryKey, meta } of wanted) {
    const { endpoint, input } = meta
    const { status, body } = await inProcess(endpoint, input)
    if (status !== 200) throw data(body, { status })
    client.setQueryData(queryKey, body)
  }
  return { dehydrated: dehydrate(client) }
}

/** For a route's `clientLoader`: fills the cache, so that the page does not start empty. */
export async function askInBrowser(...wanted: unknown[]): Promise<null> {
  const client = sharedQueryClient()
  for (const query of wanted as Wanted[]) {
    try {
      await client.ensureQueryData({ ...query, revalidateIfStale: true })
    } catch (error) {
      if (error instanceof CallError && typeof error.failure === 'number')
        throw data(error.data, { status: error.failure })
      // Without an answer the page itself tells what is wrong and offers to try again.
    }
  }
  return null
}

/** The answers that came with the document, of all routes that are shown. */
export function dehydratedOf(matches: { loaderData?: unknown }[]): DehydratedState | undefined {
  const states = matches.flatMap(({ loaderData }) => {
    const state = (loaderData as { dehydrated?: DehydratedState } | null | undefined)?.dehydrated
    return state ? [state] : []
  })
  if (states.length === 0) return undefined
  return { mutations: [], queries: states.flatMap((state) => state.queries) }
}
