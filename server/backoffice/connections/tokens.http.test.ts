/** API tokens: what they open, in whose name, and when they stop. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { DAY } from '#server/kernel/time/clock.ts'
import { WEBHOOK_TYPES } from '#shared/platform/webhook-events.ts'
import { TOKEN_SCOPES, type TokenScope } from '#shared/platform/token-scopes.ts'
import { addDays } from '#shared/kernel/days.ts'
import { scopeOf } from '#server/platform/tokens/scopes.ts'
import { endpoints } from '#test/inputs.ts'
import { placed } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn, type SignedInVisitor } from '#test/signed-in.ts'
import { changedBy } from '#test/unchanged.ts'
import { countOf } from '#test/visitor.ts'

let shop: TestShop
let owner: SignedInVisitor
beforeAll(async () => {
  shop = await openShop({ env: { RATE_LIMITS: 'on' } })
  owner = await signedIn(shop, { name: 'Olive Owner', role: 'owner' })
})
afterAll(() => shop.close())

let made = 0

type Made = { _id: string; token: string; headers: { authorization: string } }

async function tokenOf(
  scopes: readonly TokenScope[],
  { by = owner, days = 30 }: { by?: SignedInVisitor; days?: number } = {},
): Promise<Made> {
  const endsOn = addDays(nowAt(shop.clock).day, days)
  const answer = await by.post('/api/tokens', { name: `Program ${++made}`, scopes, endsOn })
  expect(answer.status).toBe(201)
  return { ...answer.body, headers: { authorization: `Bearer ${answer.body.token}` } }
}

describe('an API token', () => {
  test('opens what its scopes name, in the name of the person who made it, and says when it was last used', async () => {
    const { _id, token, headers } = await tokenOf(['products:write', 'orders:read'])
    expect(token).toMatch(/^frame_[\w-]{43}$/)
    const program = shop.visitor()
    const id = await shop.sell({ name: 'Guji' })
    const saved = await program.put(`/api/products/${id}`, { name: 'Guji Highlands' }, headers)
    expect([saved.status, saved.body.name]).toEqual([200, 'Guji Highlands'])
    expect((await program.get('/api/products/desk', headers)).status).toBe(200)
    const buyer = await signedIn(shop)
    const order = await placed(buyer, [{ _id: id, qty: 1 }])
    expect((await program.get(`/api/orders/${order}`, headers)).body._id).toBe(order)
    const { lines } = (await owner.get(`/api/record?subjectId=${id}`)).body
    expect(lines[0].by).toBe(`Olive Owner (API: Program ${made})`)
    const { tokens } = (await owner.get('/api/tokens')).body
    expect(tokens.find((each: { _id: string }) => each._id === _id)).toMatchObject({
      name: `Program ${made}`,
      hint: token.slice(-4),
      by: 'Olive Owner',
      state: 'works',
      usedAt: expect.any(String),
    })
  })

  test('is stored as a hash only, and no list contains it', async () => {
    const { token } = await tokenOf(['orders:read'])
    const rows = await shop.db.selectFrom('api_tokens').selectAll().execute()
    const lines = await shop.db.selectFrom('record_lines').selectAll().execute()
    const list = (await owner.get('/api/tokens')).text
    expect(JSON.stringify([rows, lines]) + list).not.toContain(token.slice(6))
  })

  test('is refused without the scope, and nothing changes', async () => {
    const { headers } = await tokenOf(['products:read'])
    const program = shop.visitor()
    const id = await shop.sell()
    const changed = await changedBy(shop.db, async () => {
      const answers = [
        await program.put(`/api/products/${id}`, { name: 'Other' }, headers),
        await program.get('/api/orders', headers),
        await program.get('/api/users', headers),
      ]
      expect(answers.map(({ status, body }) => [status, body.scope])).toEqual([
        [403, 'products:write'],
        [403, 'orders:read'],
        [403, 'customers:read'],
      ])
      expect(answers.map(({ body }) => body.message)).toEqual([
        'This API token does not have the right “Products (read and write)”',
        'This API token does not have the right “Orders (read)”',
        'This API token does not have the right “Customers (read)”',
      ])
    })
    // The calls are counted, and the token says when it was last used.
    const counts = new Set(['api_tokens', 'rate_limits'])
    expect(changed.filter((table) => !counts.has(table))).toEqual([])
  })

  test('never opens what asks for a proof, tokens, staff, settings, backups, or what buyers do for themselves', async () => {
    const { headers } = await tokenOf(TOKEN_SCOPES)
    const program = shop.visitor()
    const { id: user } = await signedIn(shop)
    const answers = [
      await program.get('/api/orders/export', headers),
      await program.get('/api/backup', headers),
      await program.get('/api/tokens', headers),
      await program.post('/api/tokens', {}, headers),
      await program.get('/api/staff', headers),
      await program.delete(`/api/users/${user}`, headers),
      await program.get('/api/users/profile', headers),
      await program.get('/api/settings/selling', headers),
      await program.post('/api/orders', {}, headers),
      await program.get('/api/giftcards', headers),
    ]
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 403))
  })

  test('stops at once when it is revoked', async () => {
    const { _id, headers } = await tokenOf(['orders:read'])
    const program = shop.visitor()
    expect((await program.get('/api/orders', headers)).status).toBe(200)
    expect((await owner.delete(`/api/tokens/${_id}`)).status).toBe(200)
    const after = await program.get('/api/orders', headers)
    expect([after.status, after.headers['www-authenticate']]).toEqual([
      401,
      expect.stringContaining('Bearer'),
    ])
    expect((await owner.delete(`/api/tokens/${_id}`)).status).toBe(404)
  })

  test('stops after its last day, which is at most a year ahead and not past', async () => {
    const { headers } = await tokenOf(['orders:read'], { days: 1 })
    const program = shop.visitor()
    shop.clock.advance(3 * DAY)
    const after = await program.get('/api/orders', headers)
    expect([after.status, after.body.message]).toEqual([401, expect.stringContaining('ended on')])
    shop.clock.advance(-3 * DAY)
    for (const days of [-1, 400]) {
      const endsOn = addDays(nowAt(shop.clock).day, days)
      const refused = await owner.post('/api/tokens', { name: 'No', scopes: ['orders:read'], endsOn })
      expect([refused.status, refused.body.field]).toEqual([400, 'endsOn'])
    }
  })

  test('follows the role of its person: less for a manager, 403 without a role, 401 for a deleted account', async () => {
    const other = await signedIn(shop, { name: 'Ann Owner', role: 'owner' })
    const { headers } = await tokenOf(['money:read', 'orders:read'], { by: other })
    const program = shop.visitor()
    const statuses = async () => [
      (await program.get('/api/money', headers)).status,
      (await program.get('/api/orders', headers)).status,
    ]
    expect(await statuses()).toEqual([200, 200])
    await owner.put(`/api/staff/${other.id}`, { role: 'manager' })
    expect(await statuses()).toEqual([403, 200])
    await owner.put(`/api/staff/${other.id}`, { role: 'packer' })
    expect(await statuses()).toEqual([403, 403])
    await owner.put(`/api/staff/${other.id}`, { role: null })
    expect((await program.get('/api/orders', headers)).body.message).toContain('has no role any more')
    expect(await statuses()).toEqual([403, 403])
    expect((await owner.delete(`/api/users/${other.id}`)).status).toBe(200)
    expect(await statuses()).toEqual([401, 401])
  })

  test('counts alone: the cookie beside it opens nothing, and the session survives its 401', async () => {
    const { headers } = await tokenOf(['products:read'])
    const admin = await signedIn(shop, { role: 'owner' })
    expect((await admin.get('/api/orders', headers)).status).toBe(403)
    expect((await admin.get('/api/users/profile', headers)).status).toBe(403)
    const wrong = { authorization: `Bearer frame_${'A'.repeat(43)}` }
    const refused = await admin.get('/api/orders', wrong)
    expect([refused.status, refused.headers['set-cookie']]).toEqual([401, undefined])
    expect((await admin.get('/api/orders')).status).toBe(200)
    // A proxy that asks every visitor for a password sends its own header.
    expect((await admin.get('/api/orders', { authorization: 'Basic YTpi' })).status).toBe(200)
  })

  test('does not show drafts where visitors look, and a public page needs no valid one', async () => {
    const { body } = await owner.post('/api/products')
    const { headers } = await tokenOf(['products:read'])
    expect((await shop.visitor().get(`/api/products/${body._id}`, headers)).status).toBe(404)
    expect((await owner.get(`/api/products/${body._id}`, headers)).status).toBe(404)
    const id = await shop.sell()
    const answer = await shop.visitor().get(`/api/products/${id}`, { authorization: 'Bearer nonsense' })
    expect(answer.status).toBe(200)
  })

  test('may be sent from another site’s program, which a cookie may not', async () => {
    const { headers } = await tokenOf(['products:write'])
    const id = await shop.sell()
    const cross = { 'sec-fetch-site': 'cross-site', origin: 'https://other.example' }
    const byToken = await shop.visitor().put(`/api/products/${id}`, { name: 'A' }, { ...headers, ...cross })
    expect([byToken.status, byToken.headers['access-control-allow-origin']]).toEqual([200, undefined])
    expect((await owner.put(`/api/products/${id}`, { name: 'B' }, cross)).status).toBe(403)
  })

  test.each(['', 'frame_', 'frame_x', `frame_${'A'.repeat(43)}`, 'x'.repeat(8000), '%00', "' or 1=1 --"])(
    'that is nonsense (%#) gets 401',
    async (text) => {
      const answer = await shop.visitor().get('/api/orders', { authorization: `Bearer ${text}` })
      expect(answer.status).toBe(401)
    },
  )

  test('has a limit of calls of its own', async () => {
    const { headers } = await tokenOf(['orders:read'])
    const program = shop.visitor()
    const statuses: number[] = []
    for (let call = 0; call < 302; call++) statuses.push((await program.get('/api/pickup', headers)).status)
    expect(statuses.indexOf(429)).toBe(300)
    const refused = await program.get('/api/pickup', headers)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    const other = await tokenOf(['orders:read'])
    expect((await program.get('/api/pickup', other.headers)).status).toBe(200)
  })

  test('needs a name of its own, a right, and an owner', async () => {
    const endsOn = addDays(nowAt(shop.clock).day, 5)
    const body = { name: 'Twice', scopes: ['orders:read'], endsOn }
    const both = await Promise.all([owner.post('/api/tokens', body), owner.post('/api/tokens', body)])
    expect(countOf(both)).toEqual({ 201: 1, 409: 1 })
    const choose = 'Choose what the token may do'
    const form = 'A right is an area and what the token may do there, such as orders:read'
    for (const [scopes, message] of [
      [[], choose],
      [undefined, choose],
      ['orders:read', choose],
      [['backup:read'], form],
      [['orders:read', 7], form],
    ] as const) {
      const refused = await owner.post('/api/tokens', { ...body, name: 'Odd', scopes })
      expect([refused.status, refused.body.message]).toEqual([400, message])
    }
    const manager = await signedIn(shop, { role: 'manager' })
    expect((await manager.post('/api/tokens', { ...body, name: 'Manager’s' })).status).toBe(403)
  })
})

test.each([
  [
    'money:write',
    ['/api/orders/:id/refund', '/api/shippo', '/api/subscriptions/:id/retry', '/api/artshow/:id/payouts'],
  ],
  ['customers:read', ['/api/users', '/api/messages', '/api/events/:id/people']],
  ['orders:read', ['/api/orders/:id', '/api/pickup']],
] as const)('where money moves or people are named, a token needs %s', (scope, paths) => {
  const method = scope.endsWith('read') ? 'GET' : 'POST'
  for (const path of paths) {
    const found = endpoints.find((each) => each.endpoint.path === path && each.endpoint.method === method)
    expect(scopeOf(found!.endpoint), path).toBe(scope)
  }
})

test('the API’s description names the token and the right that each call needs', async () => {
  const { body } = await shop.visitor().get('/api/openapi.json')
  expect(body.components.securitySchemes.token).toMatchObject({ type: 'http', scheme: 'bearer' })
  expect(body.paths['/api/orders'].get.security).toEqual([{ session: [] }, { token: ['orders:read'] }])
  expect(body.paths['/api/orders/{id}'].get.security).toEqual([
    { session: [] },
    { token: ['orders:read'] },
    { guestLink: [] },
  ])
  expect(body.paths['/api/backup'].get.security).toEqual([{ session: [] }])
  expect((await shop.visitor().get('/api/docs')).text).toContain('token with orders:read')
})

test('the API’s description has the body of each webhook', async () => {
  const { body } = await shop.visitor().get('/api/openapi.json')
  expect(Object.keys(body.webhooks)).toEqual([...WEBHOOK_TYPES])
  const { schema } = body.webhooks['order.paid'].post.requestBody.content['application/json']
  expect(schema.properties.data.required).toContain('total')
})
