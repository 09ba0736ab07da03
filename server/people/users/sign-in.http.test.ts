// On SQLite only: passwords, codes and sessions, the same code on both databases.
import { afterAll, describe, expect, test } from 'vitest'
import { openShop, PASSWORD } from '#test/shop.ts'
import { signedIn } from '#test/signed-in.ts'
import { changedBy } from '#test/unchanged.ts'
import type { Visitor } from '#test/visitor.ts'
import { DAY, MINUTE } from '#server/kernel/time/clock.ts'

const shop = await openShop()
const email = (await (await shop.customer()).get('/api/users/profile')).body.email

afterAll(() => shop.close())

const auth = (body: unknown, caller: Visitor = shop.visitor()) => caller.post('/api/users/auth', body)

async function statusWith(cookie: string): Promise<number> {
  return (await Object.assign(shop.visitor(), { cookie }).get('/api/users/profile')).status
}

test('a wrong password and an unknown email get the same response to the byte', async () => {
  const wrong = await auth({ email, password: 'not the password' })
  const unknown = await auth({ email: 'nobody@example.com', password: 'not the password' })
  expect(wrong.status).toBe(401)
  expect(wrong.body).toEqual({ message: 'Invalid email or password' })
  expect(unknown.status).toBe(401)
  expect(unknown.text).toBe(wrong.text)
  const named = ({ headers }: typeof wrong) => Object.keys(headers).sort()
  expect(named(unknown)).toEqual(named(wrong))
  expect(wrong.headers['set-cookie']).toBeUndefined()
})

test.each([
  { $gt: '' },
  ['a@x.example'],
  true,
  1,
  null,
  'a\u0000@x.example',
  'a@x.example\r\nBcc: b@x.example',
  'x'.repeat(300),
])('an email that is not text, or not one line, is refused with 400: %j', async (strange) => {
  const changed = await changedBy(shop.db, async () => {
    const answer = await auth({ email: strange, password: PASSWORD })
    expect(answer.status).toBe(400)
    expect(answer.body.message).toEqual(expect.any(String))
  })
  expect(changed).toEqual([])
})

test.each([{ $ne: null }, ['x'], true, 1, null, undefined])(
  'a password that is not text is refused with 400: %j',
  async (password) => {
    expect((await auth({ email, password })).status).toBe(400)
  },
)

test('signing in starts a new session; a planted or earlier token does not work afterwards', async () => {
  const planted = `sid=${'A'.repeat(43)}`
  const victim = Object.assign(shop.visitor(), { cookie: planted })
  await auth({ email, password: PASSWORD }, victim)
  const first = victim.cookie
  expect(first).not.toBe(planted)
  expect(await statusWith(planted)).toBe(401)
  expect(await statusWith(first)).toBe(200)
  await auth({ email, password: PASSWORD }, victim)
  expect(victim.cookie).not.toBe(first)
  expect(await statusWith(first)).toBe(401)
  expect(await statusWith(victim.cookie)).toBe(200)
})

test('after logout the session is gone; logging out again, or without one, is 200 and clears the cookie', async () => {
  const buyer = await signedIn(shop)
  const { cookie } = buyer
  for (const sent of [cookie, cookie, '', 'sid=nonsense']) {
    const answer = await Object.assign(shop.visitor(), { cookie: sent }).post('/api/users/logout')
    expect(answer.status).toBe(200)
    expect(answer.headers['set-cookie']).toMatch(/^sid=; Max-Age=0;/)
  }
  expect(await statusWith(cookie)).toBe(401)
})

test('the cookie of an invalid session is cleared', async () => {
  const stale = Object.assign(shop.visitor(), { cookie: `sid=${'B'.repeat(43)}` })
  const answer = await stale.get('/api/users/profile')
  expect([answer.status, answer.headers['set-cookie']]).toEqual([
    401,
    expect.stringMatching(/^sid=; Max-Age=0;/),
  ])
})

/** Calls every `step` until the session ends; returns the time until then. */
async function lifetimeOf(isAdmin: boolean, step: number, limit: number): Promise<number> {
  const { cookie } = await signedIn(shop, { isAdmin })
  for (let age = step; age <= limit; age += step) {
    shop.clock.advance(step)
    if ((await statusWith(cookie)) === 401) return age
  }
  return Infinity
}

describe('a session expires', () => {
  test('when a customer is inactive for two weeks', async () => {
    expect(await lifetimeOf(false, 13 * DAY, 13 * DAY)).toBe(Infinity)
    expect(await lifetimeOf(false, 14 * DAY + MINUTE, 15 * DAY)).not.toBe(Infinity)
  })

  test('after thirty days, even if the customer is active', async () => {
    expect(await lifetimeOf(false, 5 * DAY + MINUTE, 40 * DAY)).toBe(6 * (5 * DAY + MINUTE))
  })

  test('when an admin is inactive for an hour', async () => {
    expect(await lifetimeOf(true, 59 * MINUTE, 59 * MINUTE)).toBe(Infinity)
    expect(await lifetimeOf(true, 61 * MINUTE, 61 * MINUTE)).toBe(61 * MINUTE)
  })

  test('after twelve hours, even if the admin is active', async () => {
    const age = await lifetimeOf(true, 50 * MINUTE, DAY)
    expect(age).toBe(15 * 50 * MINUTE)
  })

  test('and its row is deleted', async () => {
    const { cookie, id } = await signedIn(shop)
    shop.clock.advance(31 * DAY)
    await statusWith(cookie)
    const rows = await shop.db.selectFrom('sessions').where('user_id', '=', id).select('token_hash').execute()
    expect(rows).toEqual([])
  })
})

test('a malformed session cookie counts as no session and never causes an error', async () => {
  const { cookie } = await signedIn(shop)
  const token = cookie.slice('sid='.length)
  const mangled = [
    `${cookie}x`,
    cookie.slice(0, -1),
    `sid=${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
    `sid=${'a'.repeat(8000)}`,
    `sid=bad; ${cookie}`,
    'sid=%ff',
    'sid=%E0%A4%A',
    'sid=é',
    'sid=\u00ff',
    'sid',
    'sid=',
    '=',
    ';;;;',
    `SID=${token}`,
    `__Host-sid=${token}`,
    '__proto__=x',
    `sid=${token}' or '1'='1`,
  ]
  for (const each of mangled) expect(await statusWith(each), each.slice(0, 60)).toBe(401)
  expect(await statusWith(cookie)).toBe(200)
})

test('the default passwords of well-known demo shops do not work', async () => {
  for (const [name, password] of [
    ['admin@email.com', '123456'],
    ['admin@example.com', '123456'],
    ['john@email.com', '123456'],
    ['admin', 'admin'],
    ['root', ''],
  ])
    expect((await auth({ email: name, password })).status).toBe(401)
})

test('a user has ten sessions at most; the oldest is ended first', async () => {
  const mine = shop.visitor()
  await mine.post('/api/users', { name: 'Ten', email: 'ten@example.com', password: PASSWORD })
  const cookies = [mine.cookie]
  for (let count = 1; count <= 10; count++) {
    const device = shop.visitor()
    shop.clock.advance(1000)
    await auth({ email: 'ten@example.com', password: PASSWORD }, device)
    cookies.push(device.cookie)
  }
  const statuses = await Promise.all(cookies.map(statusWith))
  expect(statuses).toEqual([401, ...Array.from({ length: 10 }, () => 200)])
})

test('the database stores no token, only its hash, and every token has 256 random bits', async () => {
  const buyers = await Promise.all(Array.from({ length: 5 }, () => signedIn(shop)))
  const tokens = buyers.map(({ cookie }) => cookie.slice('sid='.length))
  expect(new Set(tokens).size).toBe(5)
  for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32)
  const rows = JSON.stringify(await shop.db.selectFrom('sessions').selectAll().execute())
  for (const token of tokens) expect(rows).not.toContain(token)
})
