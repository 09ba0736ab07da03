import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { orders } from '#shared/api/orders.ts'
import { products } from '#shared/api/products.ts'
import { users } from '#shared/api/users.ts'
import type { InProcessCall } from '#shared/api/url.ts'
import { askOnServer } from './prefetch.ts'
import { ask } from './query.ts'
import { callContext } from './server-call.ts'

const ID = '0123456789abcdef01234567'

function contextOf(call: InProcessCall): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(callContext, call)
  return context
}

test('the answers of a page travel under the keys that the browser asks by', async () => {
  const wanted = ask(products.top, {})
  const { dehydrated } = await askOnServer(
    contextOf(async ({ path }) => ({ status: 200, body: [path] })),
    wanted,
  )
  expect(dehydrated.queries.map(({ queryKey, state }) => [queryKey, state.data])).toEqual([
    [wanted.queryKey, [products.top.path]],
  ])
})

test('an answer that is not there makes the page a 404', async () => {
  const asked = askOnServer(
    contextOf(async () => ({ status: 404, body: { message: 'Product not found' } })),
    ask(products.one, { params: { id: ID } }),
  )
  await expect(asked).rejects.toMatchObject({ init: { status: 404 }, data: { message: 'Product not found' } })
})

/** Never called: the compiler refuses each line below by its type, or refuses this file (`npm run types`). */
export function notInAPage(context: RouterContextProvider) {
  // @ts-expect-error An order is its buyer's own, and no tag drops a page that shows it.
  void askOnServer(context, ask(orders.one, { params: { id: ID } }))
  // @ts-expect-error The same among others that may be kept.
  void askOnServer(context, ask(products.top, {}), ask(users.profile, {}))
  // @ts-expect-error A public endpoint without `cached`.
  void askOnServer(context, ask({ ...products.top, cached: undefined }, {}))
  // @ts-expect-error Something that is no query at all.
  void askOnServer(context, products.top)
}
