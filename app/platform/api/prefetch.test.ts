import { RouterContextProvider } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { menu } from '#shared/content/api/menu.ts'
import { orders } from '#shared/checkout/api/orders.ts'
import { products } from '#shared/catalog/api/products.ts'
import { users } from '#shared/people/api/users.ts'
import type { InProcessCall } from '#shared/platform/api/url.ts'
import { ANSWERS, askInBrowser, askOnServer } from './prefetch.ts'
import { sharedQueryClient } from './query-client.ts'
import { ask } from './query.ts'
import { callContext } from './server-call.ts'

const ID = '0123456789abcdef01234567'

function contextOf(call: InProcessCall): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(callContext, call)
  return context
}

test('a loader puts the answers into the document under the query keys that the browser uses', async () => {
  const query = ask(products.top, {})
  const { [ANSWERS]: dehydrated } = await askOnServer(
    contextOf(async ({ path }) => ({ status: 200, body: [path] })),
    query,
  )
  expect(dehydrated.queries.map(({ queryKey, state }) => [queryKey, state.data])).toEqual([
    [query.queryKey, [products.top.path]],
  ])
})

test('an API answer of 404 gives the page the status 404', async () => {
  const answer = askOnServer(
    contextOf(async () => ({ status: 404, body: { message: 'Product not found' } })),
    ask(products.one, { params: { id: ID } }),
  )
  await expect(answer).rejects.toMatchObject({
    init: { status: 404 },
    data: { message: 'Product not found' },
  })
})

afterEach(() => {
  vi.unstubAllGlobals()
  sharedQueryClient().clear()
})

test('the browser sends all queries of a page at once', async () => {
  const paths: string[] = []
  const bothSent = Promise.withResolvers<void>()
  vi.stubGlobal('fetch', async (url: string) => {
    paths.push(url)
    if (paths.length === 2) bothSent.resolve()
    await bothSent.promise
    return Response.json([url])
  })
  const queries = [ask(products.top, {}), ask(menu.one, {})]
  await askInBrowser(...queries)
  for (const { queryKey } of queries)
    expect(sharedQueryClient().getQueryData(queryKey)).toEqual([queryKey[1]])
})

test('an error status of any query becomes the status of the page', async () => {
  vi.stubGlobal('fetch', async (url: string) =>
    url.includes(ID) ? Response.json({ message: 'Product not found' }, { status: 404 }) : Response.json([]),
  )
  const answer = askInBrowser(ask(products.top, {}), ask(products.one, { params: { id: ID } }))
  await expect(answer).rejects.toMatchObject({
    init: { status: 404 },
    data: { message: 'Product not found' },
  })
})

test('a query without a response does not keep the page from being shown', async () => {
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.includes(ID)) throw new TypeError('Failed to fetch')
    return Response.json([url])
  })
  const top = ask(products.top, {})
  const lost = { ...ask(products.one, { params: { id: ID } }), retry: false }
  expect(await askInBrowser(lost, top)).toBeNull()
  expect(sharedQueryClient().getQueryData(top.queryKey)).toEqual([products.top.path])
})

/** Never called: each line below must be a type error, otherwise `npm run types` fails here. */
export function pageQueryTypes(context: RouterContextProvider) {
  // @ts-expect-error An order is private to its buyer, and no tag removes its page from the cache.
  void askOnServer(context, ask(orders.one, { params: { id: ID } }))
  // @ts-expect-error The same error together with a query that may be cached.
  void askOnServer(context, ask(products.top, {}), ask(users.profile, {}))
  // @ts-expect-error A public endpoint without `cached`.
  void askOnServer(context, ask({ ...products.top, cached: undefined }, {}))
  // @ts-expect-error Not a query.
  void askOnServer(context, products.top)
}
