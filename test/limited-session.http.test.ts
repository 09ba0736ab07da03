// On SQLite only: access rules, the same code on both databases.
/**
 * A session of staff without the second factor that the shop requires opens nothing but what is needed to set it up,
 * whatever else the request contains.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { GUEST_LINK_HEADER, signOrderLink, signSubscriptionLink } from '#server/platform/sessions/guests.ts'
import { endpoints, inputFor } from './inputs.ts'
import { placed } from './purchase.ts'
import { guestOf } from './guests.ts'
import { openShop, type TestShop } from './shop.ts'
import { signedIn, type SignedInVisitor } from './signed-in.ts'
import { changedBy } from './unchanged.ts'

let shop: TestShop
let owner: SignedInVisitor
beforeAll(async () => {
  shop = await openShop()
  owner = await signedIn(shop, { role: 'owner' })
  await shop.db.updateTable('sessions').set({ is_limited: 1 }).where('user_id', '=', owner.id).execute()
})
afterAll(() => shop.close())

/** Tokens in the header of guests: no link, an invented one, one of the right form, and a valid link to the row. */
async function guestHeaders(path: string): Promise<Record<string, string>[]> {
  const [, resource, id = ''] = /^\/api\/(orders|subscriptions)\/([\w-]+)/.exec(path) ?? []
  const tokens = ['anything', '', `zzzzzz.${'A'.repeat(43)}`]
  if (resource === 'orders') tokens.push(await signOrderLink(shop.shop, id))
  if (resource === 'subscriptions') tokens.push(await signSubscriptionLink(shop.shop, id))
  return [{}, ...tokens.map((token) => ({ [GUEST_LINK_HEADER]: token }))]
}

const closed = endpoints.filter(({ endpoint }) => endpoint.access !== 'public' && !endpoint.whileLimited)

test.each(closed)('$name is closed, with and without the header of guests', async ({ endpoint }) => {
  const { url, body, headers } = await inputFor(shop, endpoint, await signedIn(shop))
  const isPlain = typeof body === 'object' && body !== null && !Buffer.isBuffer(body)
  const named = isPlain ? { ...body, guest: { name: 'Gus Guest', email: 'gus@example.com' } } : body
  const all = await guestHeaders(url)
  const changed = await changedBy(shop.db, async () => {
    for (const linked of all) {
      for (const each of endpoint.method === 'GET' ? [body] : [body, named]) {
        const given = { ...headers, ...linked }
        const answer =
          endpoint.method === 'GET'
            ? await owner.get(url, given)
            : endpoint.method === 'DELETE'
              ? await owner.delete(url, given)
              : await owner[endpoint.method === 'POST' ? 'post' : 'put'](url, each, given)
        expect([linked, answer.status, answer.body.code]).toEqual([linked, 403, 'factor'])
      }
    }
  })
  expect(changed).toEqual([])
})

test('only the pages for the second factor and the own address are open', () => {
  const open = endpoints.filter(({ endpoint }) => endpoint.whileLimited).map(({ endpoint }) => endpoint.path)
  for (const path of open)
    expect(path).toMatch(/^\/api\/(factors|passkeys|sessions|account\/proof|users\/profile$|guests\/email)/)
})

test('a draft is no more visible than to a visitor, while an owner with a full session sees it', async () => {
  const admin = await signedIn(shop, { role: 'owner' })
  const { _id: id } = (await admin.post('/api/products')).body
  expect((await admin.get(`/api/products/${id}`)).status).toBe(200)
  for (const header of await guestHeaders(''))
    expect((await owner.get(`/api/products/${id}`, header)).status).toBe(404)
})

test('the same visitor without the session opens the order with its link as before', async () => {
  const guest = guestOf(shop)
  const id = await placed(guest, [{ _id: await shop.sell(), qty: 1 }])
  expect((await guest.get(`/api/orders/${id}`)).status).toBe(200)
})
