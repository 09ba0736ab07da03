// On SQLite only: access rules, the same code on both databases.
// Slow, not in `npm run check`: every endpoint with every role.
import type * as Fastify from 'fastify'
import type { RouteOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { buildApp } from '#server/app.ts'
import type { Endpoint } from '#shared/platform/api/endpoint.ts'
import { admits, isAdminRole, isStaffAccess, STAFF_ROLES, type StaffRole } from '#shared/kernel/roles.ts'
import { account as accountApi } from '#shared/people/api/account.ts'
import { users } from '#shared/people/api/users.ts'
import { scopeOf } from '#server/platform/tokens/scopes.ts'
import { guestOf } from './guests.ts'
import { endpoints, inputFor, type Input } from './inputs.ts'
import { placed } from './purchase.ts'
import { programOf } from './programs.ts'
import { noPictures, openShop, PASSWORD, type TestShop } from './shop.ts'
import { signedIn } from './signed-in.ts'
import { changedBy } from './unchanged.ts'
import type { Answer, Visitor } from './visitor.ts'

/** Every route that the server registers, collected before the server's own hooks run. */
const routes = vi.hoisted(() => [] as RouteOptions[])
vi.mock('fastify', async (original) => {
  const fastify = await original<typeof Fastify>()
  const build = (options: Fastify.FastifyServerOptions) => {
    const app = fastify.default(options)
    app.addHook('onRoute', (route) => void routes.push(route))
    return app
  }
  return { ...fastify, default: build }
})

let shop: TestShop
let account: { email: string; password: string }

beforeAll(async () => {
  shop = await openShop()
  const { body } = await (await shop.customer()).get('/api/users/profile')
  account = { email: body.email, password: PASSWORD }
})
afterAll(() => shop.close())

/** For each role: the caller, and the owner of the row in the path. */
const roles: Record<string, () => Promise<{ caller: Visitor; owner: Visitor }>> = {
  anonymous: async () => ({ caller: shop.visitor(), owner: await signedIn(shop) }),
  customer: async () => {
    const caller = await signedIn(shop)
    return { caller, owner: caller }
  },
  'other customer': async () => ({ caller: await signedIn(shop), owner: await signedIn(shop) }),
  admin: async () => ({ caller: await signedIn(shop, { isAdmin: true }), owner: await signedIn(shop) }),
  ...Object.fromEntries(
    STAFF_ROLES.map((role) => [
      role,
      async () => ({ caller: await signedIn(shop, { role }), owner: await signedIn(shop) }),
    ]),
  ),
  'demoted admin': async () => {
    const caller = await signedIn(shop, { isAdmin: true })
    await shop.db.updateTable('users').set({ is_admin: 0 }).where('id', '=', caller.id).execute()
    return { caller, owner: caller }
  },
  'deleted user': async () => {
    const caller = await signedIn(shop)
    await shop.db.deleteFrom('users').where('id', '=', caller.id).execute()
    return { caller, owner: await signedIn(shop) }
  },
  'token of an owner': async () => ({
    caller: await programOf(shop, await signedIn(shop, { role: 'owner' })),
    owner: await signedIn(shop),
  }),
  'token of a packer': async () => {
    const packer = await signedIn(shop, { role: 'packer' })
    return { caller: await programOf(shop, packer), owner: await signedIn(shop) }
  },
  'token of a former owner': async () => {
    const former = await signedIn(shop, { role: 'owner' })
    const caller = await programOf(shop, former)
    await shop.db
      .updateTable('users')
      .set({ is_admin: 0, staff_role: null })
      .where('id', '=', former.id)
      .execute()
    return { caller, owner: await signedIn(shop) }
  },
  guest: async () => asOwner(guestOf(shop)),
  'guest of another order': async () => {
    const other = guestOf(shop)
    const id = await placed(other, [{ _id: await shop.sell(), qty: 1 }])
    return { caller: guestOf(shop, { link: other.links.get(id)! }), owner: guestOf(shop) }
  },
  'guest with a forged link': async () => ({
    caller: guestOf(shop, { link: `zzzzzz.${'A'.repeat(43)}` }),
    owner: guestOf(shop),
  }),
}

/** A caller who owns the row. */
const asOwner = (caller: Visitor) => ({ caller, owner: caller })

/** The status that a role gets if the contract's access rule refuses it; `in` if the rule admits it. */
function expected(role: string, endpoint: Endpoint): number | 'in' {
  const { access, path } = endpoint
  if (access === 'public') return 'in'
  if (role.startsWith('token of ')) {
    const rule = isStaffAccess(access) ? access : 'admin'
    return scopeOf(endpoint) !== null && admits(rule, roleIn(role)) ? 'in' : 403
  }
  if (role === 'anonymous' || role === 'deleted user') return 401
  const isLinked = /^\/api\/(orders|subscriptions)\/:id/.test(path)
  if (role.startsWith('guest')) {
    if (access !== 'buyer') return 401
    return role === 'guest' || !isLinked ? 'in' : 403
  }
  if (isStaffAccess(access)) return admits(access, roleIn(role)) ? 'in' : 403
  const isOfOther = role === 'other customer' || roleIn(role) !== null
  if (OWN_ONLY.test(path) && isOfOther) return 404
  if (OF_ACCOUNT.test(path) && isOfOther && !isAdminRole(roleIn(role))) return 404
  return isOfOther && isLinked && !isAdminRole(roleIn(role)) ? 404 : 'in'
}

/** Rows that only their owner sees, not even an admin: address books, payment methods, sessions, passkeys, and wholesale accounts as their buyers see them. */
const OWN_ONLY =
  /^\/api\/(addresses|paymentmethods|sessions|passkeys|own-accounts|account-orders|own-invoices|account-invoices)\/:id/

/** Rows of a wholesale account, which its buyers and admins see. */
const OF_ACCOUNT = /^\/api\/standing-orders\/:id/

/** Only the browser that opened an express payment has its token (express.http.test.ts). */
const NEEDS_TOKEN = /^\/api\/express\/:id/

/** A barista can print only the gift cards that this barista sold. */
const SOLD_BY_CALLER = new Set(['/api/giftcards/:id/file.pdf'])

/** The staff role of a caller; null for others. `admin` is an owner as an older release stored it. */
function roleIn(role: string): StaffRole | null {
  if (role === 'admin' || role === 'token of an owner') return 'owner'
  if (role === 'token of a packer') return 'packer'
  return STAFF_ROLES.find((each) => each === role) ?? null
}

function send(visitor: Visitor, { method }: Endpoint, { url, body, headers }: Input): Promise<Answer> {
  if (method === 'GET') return visitor.get(url)
  if (method === 'DELETE') return visitor.delete(url)
  return method === 'POST' ? visitor.post(url, body, headers) : visitor.put(url, body, headers)
}

const NAMES = Object.keys(roles)

/** The callers of the roles that an endpoint refuses. They change nothing, so all endpoints share them. */
const refused = new Map<string, Promise<Visitor>>()
async function refusedCaller(role: string): Promise<Visitor> {
  if (!refused.has(role))
    refused.set(
      role,
      roles[role]!().then(({ caller }) => caller),
    )
  return refused.get(role)!
}

/** Endpoints that check the caller's password: for everyone, or only for staff. */
const checksPassword = (endpoint: Endpoint, role: string) =>
  endpoint === accountApi.prove || (endpoint === users.updateProfile && roleIn(role) !== null)

describe.each(endpoints)('$name', ({ endpoint }) => {
  test.each(NAMES.filter((role) => expected(role, endpoint) === 'in'))('admits: %s', async (role) => {
    const needsPassword = checksPassword(endpoint, role)
    const staffRole = roleIn(role)
    const withPassword = () => (staffRole ? shop.staff(staffRole) : shop.customer())
    const { caller, owner } = needsPassword ? asOwner(await withPassword()) : await roles[role]!()
    const known = endpoint.path === '/api/users/auth' ? account : {}
    const rowOwner = SOLD_BY_CALLER.has(endpoint.path) ? caller : owner
    const input = await inputFor(
      shop,
      endpoint,
      rowOwner,
      needsPassword ? { currentPassword: PASSWORD } : known,
    )
    const answer = await send(caller, endpoint, input)
    expect([401, 403, 500, 503]).not.toContain(answer.status)
    if (endpoint.params && !NEEDS_TOKEN.test(endpoint.path)) expect(answer.status).not.toBe(404)
  })

  const others = NAMES.filter((role) => expected(role, endpoint) !== 'in')
  test.skipIf(others.length === 0)('refuses everyone else, and nothing changes', async () => {
    const callers = await Promise.all(others.map(refusedCaller))
    const input = await inputFor(shop, endpoint, await signedIn(shop))
    const changed = await changedBy(shop.db, async () => {
      for (const [index, role] of others.entries()) {
        const { status, body } = await send(callers[index]!, endpoint, input)
        const rule = expected(role, endpoint)
        expect([role, status]).toEqual([role, rule])
        const code = role.startsWith('guest') && rule === 403 ? { code: 'link' } : {}
        expect(body, role).toEqual({ message: expect.any(String), ...code })
      }
    })
    expect(changed).toEqual([])
  })
})

test('a forged role in the body, the query or a header opens no admin endpoint', async () => {
  const customer = await signedIn(shop)
  for (const { endpoint } of endpoints.filter((each) => isStaffAccess(each.endpoint.access))) {
    const { url, body, headers: of } = await inputFor(shop, endpoint, customer)
    const forged = endpoint.files
      ? body
      : { ...(body as object | undefined), isAdmin: true, role: 'owner', user: { isAdmin: true } }
    const query = url.includes('?') ? '&' : '?'
    const asked = { url: `${url}${query}isAdmin=true`, body: forged, headers: of }
    const answer = await send(customer, endpoint, asked)
    expect(answer.status, endpoint.path).toBe(403)
    const headers = { 'x-user-id': customer.id, 'x-is-admin': 'true', 'x-http-method-override': 'GET' }
    if (endpoint.method === 'GET') expect((await customer.get(url, headers)).status).toBe(403)
  }
})

/** Routes below /api without a contract. A new route belongs in a contract, or has to be listed here. */
const OUTSIDE_CONTRACTS = ['GET /api/openapi.json', 'GET /api/docs', 'POST /api/paypal/webhook']

test('every registered route has an access rule, and under /api it is the one of its contract', () => {
  const rules = new Map(
    endpoints.map(({ endpoint }) => [`${endpoint.method} ${endpoint.path}`, endpoint.access]),
  )
  const found = routes.filter(({ method }) => method !== 'HEAD' && method !== 'OPTIONS')
  expect(found.length).toBeGreaterThan(endpoints.length)
  for (const route of found) {
    const name = `${String(route.method)} ${route.url}`
    const { access } = route.config as { access?: string }
    if (rules.has(name)) expect(access, name).toBe(rules.get(name))
    else expect(access, name).toBe('public')
    if (route.url.startsWith('/api/') && !rules.has(name)) expect(OUTSIDE_CONTRACTS).toContain(name)
  }
  const names = found.map((route) => `${String(route.method)} ${route.url}`)
  expect(names).toEqual(expect.arrayContaining([...rules.keys()]))
})

test('a route without an access rule stops the server from starting', async () => {
  const { db, providers, config } = shop.shop
  const careless = buildApp({
    db,
    providers,
    config,
    pictures: noPictures,
    store: shop.shop.uploads.store,
    pages: null,
    sandboxes: [(app) => void app.get('/api/careless', async () => 'open')],
  })
  await expect(careless).rejects.toThrow('GET /api/careless has no access rule')
})
