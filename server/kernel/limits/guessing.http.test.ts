// On PostgreSQL only: limits under many requests at once, where several writers are the harder case.
/**
 * Guessing passwords: from many addresses, from one IPv6 network, and with a stolen session. decisions/029-rate-limits.md
 */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sweep } from '#server/start/jobs/jobs.ts'
import { DAY, HOUR } from '../time/clock.ts'
import { hashPassword } from '#server/platform/sessions/passwords.ts'
import { MANY_CONNECTIONS } from '#test/database.ts'
import { mailboxOf, tokenIn } from '#test/mailbox.ts'
import { addUser, openShop, PASSWORD, type TestShop } from '#test/shop.ts'
import { sendUntilNotBusy } from '#test/visitor.ts'

let shop: TestShop
let email: string
beforeEach(async () => {
  shop = await openShop({ connections: MANY_CONNECTIONS, env: { RATE_LIMITS: 'on' } })
  const passwordHash = await hashPassword(PASSWORD)
  ;({ email } = await addUser(shop, { name: 'Ann', isAdmin: false, passwordHash }))
})
afterEach(() => shop.close())

const OWN_ADDRESS = '198.51.100.7'
const OTHER_ADDRESS = '192.0.2.200'

type Caller = { from?: string; cookie?: string }

async function send(
  method: 'POST' | 'PUT',
  url: string,
  payload: object,
  { from = OWN_ADDRESS, cookie = '' }: Caller,
) {
  const headers = cookie ? { cookie } : {}
  const answer = await sendUntilNotBusy(shop.app, { method, url, remoteAddress: from, headers, payload })
  const set = String(answer.headers['set-cookie'] ?? '').split(';')[0]!
  return { status: answer.statusCode, body: answer.json(), headers: answer.headers, cookie: set }
}

const signIn = (password: string, from = OWN_ADDRESS, name = email) =>
  send('POST', '/api/users/auth', { email: name, password }, { from })

const addressOf = (index: number) => `10.${index >> 8}.${index & 255}.1`

/** Sends `count` guesses, each from another address. Returns the status of each. */
async function guessFromMany(count: number, name = email): Promise<number[]> {
  const statuses: number[] = []
  for (let index = 0; index < count; index++)
    statuses.push((await signIn('not this one', addressOf(index), name)).status)
  return statuses
}

const countOf = (statuses: number[], wanted: number) => statuses.filter((status) => status === wanted).length

describe('guesses at one account from 40 addresses', () => {
  test('are answered with 401 15 times, and then refused', async () => {
    const statuses = await guessFromMany(40)
    expect(statuses).toEqual([...Array(15).fill(401), ...Array(25).fill(429)])
    const refused = await signIn(PASSWORD, OTHER_ADDRESS)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(60)
    expect(refused.body.message).toContain('set a new one')
  })

  test('are limited to 15 when they are concurrent', async () => {
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => signIn('not this one', addressOf(index))),
    )
    expect(
      countOf(
        answers.map(({ status }) => status),
        401,
      ),
    ).toBeLessThanOrEqual(15)
    expect((await signIn(PASSWORD, OTHER_ADDRESS)).status).toBe(429)
  })

  test('get the same answers for an account that does not exist', async () => {
    const statuses = await guessFromMany(20, 'nobody@example.com')
    expect(statuses).toEqual([...Array(15).fill(401), ...Array(5).fill(429)])
  })

  test('count for the same account if they use its unconfirmed new address', async () => {
    const owner = await signIn(PASSWORD)
    const fresh = `new-${email}`
    const asked = await send('PUT', '/api/users/profile', { email: fresh }, owner)
    expect(asked.status).toBe(200)
    expect(countOf(await guessFromMany(10, fresh), 401)).toBe(10)
    expect(countOf(await guessFromMany(20, email), 401)).toBe(5)
  })
})

describe('the owner of an account that strangers guess at', () => {
  test('can sign in from an address with an earlier sign-in', async () => {
    expect((await signIn(PASSWORD)).status).toBe(200)
    await guessFromMany(20)
    expect((await signIn('a slip of the finger')).status).toBe(401)
    expect((await signIn(PASSWORD)).status).toBe(200)
    expect((await signIn(PASSWORD, OTHER_ADDRESS)).status).toBe(429)
  })

  test('can sign in from there after signing out, for 90 days', async () => {
    const { cookie } = await signIn(PASSWORD)
    await send('POST', '/api/users/logout', {}, { cookie })
    shop.clock.advance(89 * DAY)
    await sweep(shop.shop)
    await guessFromMany(20)
    expect((await signIn(PASSWORD)).status).toBe(200)
    shop.clock.advance(91 * DAY)
    await sweep(shop.shop)
    const known = await shop.db.selectFrom('known_networks').selectAll().execute()
    expect(known).toEqual([])
  })

  test('has five guesses there', async () => {
    await signIn(PASSWORD)
    await guessFromMany(20)
    const own: number[] = []
    for (let guess = 0; guess < 7; guess++) own.push((await signIn('a slip')).status)
    expect(own).toEqual([...Array(5).fill(401), 429, 429])
  })

  test('can set a new password by mail anywhere, and sign in with it there during the attack', async () => {
    await guessFromMany(20)
    expect((await signIn(PASSWORD, OTHER_ADDRESS)).status).toBe(429)
    await send('POST', '/api/account/forgot', { email }, { from: OTHER_ADDRESS })
    const token = tokenIn((await mailboxOf(shop).newMailsTo(email))[0], '/reset')
    const reset = { token, password: 'a whole new password' }
    expect((await send('POST', '/api/account/reset', reset, { from: OTHER_ADDRESS })).status).toBe(200)
    expect(countOf(await guessFromMany(20), 401)).toBe(15)
    expect((await signIn(reset.password, OTHER_ADDRESS)).status).toBe(200)
  })

  test('resets the count of the owner’s mistakes with the right password, but not the count of strangers’ guesses', async () => {
    expect(countOf(await guessFromMany(12), 401)).toBe(12)
    expect((await signIn('a slip')).status).toBe(401)
    expect((await signIn('another slip')).status).toBe(401)
    expect((await signIn(PASSWORD)).status).toBe(200)
    const later = await Promise.all([60, 61, 62, 63].map((index) => signIn('no', addressOf(index))))
    expect(
      countOf(
        later.map(({ status }) => status),
        401,
      ),
    ).toBe(3)
  })

  test('has her network stored only as a hash', async () => {
    await signIn(PASSWORD)
    const rows = await shop.db.selectFrom('known_networks').selectAll().execute()
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain('198.51.100')
  })
})

describe('addresses over IPv6', () => {
  test('of one /64 network count as one address', async () => {
    const statuses: number[] = []
    for (let index = 1; index <= 7; index++)
      statuses.push((await signIn('no', `2001:db8:1:2::${index.toString(16)}`)).status)
    expect(statuses).toEqual([...Array(5).fill(401), 429, 429])
    expect((await signIn('no', '2001:db8:1:2:ffff:1:2:3')).status).toBe(429)
    expect((await signIn('no', '2001:db8:1:3::1')).status).toBe(401)
  })

  test('that contain an IPv4 address count as that address', async () => {
    for (let guess = 0; guess < 5; guess++) await signIn('no', `::ffff:${OWN_ADDRESS}`)
    expect((await signIn('no', OWN_ADDRESS)).status).toBe(429)
    expect((await signIn('no', '::ffff:198.51.100.8')).status).toBe(401)
  })

  test('of one /64 network share the limits of all other calls too', async () => {
    const statuses: number[] = []
    for (let index = 0; index < 21; index++) {
      const from = `2001:db8:9:9::${index.toString(16)}`
      const asked = { email: `customer-${index}@example.com` }
      statuses.push((await send('POST', '/api/account/forgot', asked, { from })).status)
    }
    expect(statuses).toEqual([...Array(20).fill(200), 429])
  })
})

const change = (caller: Caller, currentPassword: string) =>
  send('PUT', '/api/users/profile', { password: 'for the thief alone', currentPassword }, caller)

describe('a stolen session', () => {
  test('has five guesses at the current password, from any number of addresses', async () => {
    const { cookie } = await signIn(PASSWORD)
    shop.clock.advance(HOUR)
    const statuses: number[] = []
    for (let index = 0; index < 8; index++)
      statuses.push((await change({ from: addressOf(index), cookie }, `guess ${index}`)).status)
    expect(statuses).toEqual([...Array(5).fill(403), 429, 429, 429])
    const right = await change({ from: OTHER_ADDRESS, cookie }, PASSWORD)
    expect(right.status).toBe(429)
    expect(Number(right.headers['retry-after'])).toBeGreaterThan(60)
  })

  test('has five guesses when twenty are concurrent', async () => {
    const { cookie } = await signIn(PASSWORD)
    shop.clock.advance(HOUR)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => change({ from: addressOf(index), cookie }, `guess ${index}`)),
    )
    expect(
      countOf(
        answers.map(({ status }) => status),
        403,
      ),
    ).toBeLessThanOrEqual(5)
  })

  test('does not prevent the owner from changing her password after a new sign-in', async () => {
    const { cookie } = await signIn(PASSWORD)
    shop.clock.advance(HOUR)
    for (let index = 0; index < 6; index++) await change({ from: addressOf(index), cookie }, `guess ${index}`)
    const owner = await signIn(PASSWORD)
    const changed = await send('PUT', '/api/users/profile', { password: 'mine once more' }, owner)
    expect(changed.status).toBe(200)
  })

  test('the right current password resets the count of mistakes', async () => {
    const { cookie } = await signIn(PASSWORD)
    shop.clock.advance(HOUR)
    for (let round = 0; round < 2; round++) {
      for (let slip = 0; slip < 4; slip++) expect((await change({ cookie }, 'a slip')).status).toBe(403)
      const same = { name: 'Ann', email: `round-${round}-${email}`, currentPassword: PASSWORD }
      expect((await send('PUT', '/api/users/profile', same, { cookie })).status).toBe(200)
    }
  })
})
