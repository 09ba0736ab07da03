// Slow, not in `npm run check`: hundreds of sign-ins or orders from one network.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { placed, VIENNA } from '#test/purchase.ts'
import { openShop, PASSWORD, type TestShop } from '#test/shop.ts'
import { signedIn } from '#test/signed-in.ts'

let shop: TestShop
let email: string
beforeEach(async () => {
  shop = await openShop({ env: { RATE_LIMITS: 'on' } })
  email = (await (await shop.customer()).get('/api/users/profile')).body.email
})
afterEach(() => shop.close())

const HOME = '127.0.0.1'
const ELSEWHERE = '203.0.113.9'

async function signIn(password: string, from = HOME, headers: Record<string, string> = {}, name = email) {
  const answer = await shop.app.inject({
    method: 'POST',
    url: '/api/users/auth',
    remoteAddress: from,
    headers,
    payload: { email: name, password },
  })
  return { status: answer.statusCode, body: answer.json(), wait: Number(answer.headers['retry-after']) }
}

describe('guessing one account’s password', () => {
  test('is refused with 429 and Retry-After at the sixth try, even with the right password', async () => {
    for (let guess = 1; guess <= 5; guess++) expect((await signIn(`guess ${guess}`)).status).toBe(401)
    const sixth = await signIn('guess 6')
    expect(sixth.status).toBe(429)
    expect(sixth.body).toEqual({ message: expect.any(String) })
    expect(sixth.wait).toBeGreaterThan(60)
    expect(sixth.wait).toBeLessThanOrEqual(15 * 60)
    expect((await signIn(PASSWORD)).status).toBe(429)
  })

  test('does not lock out the owner, who signs in from another address', async () => {
    for (let guess = 1; guess <= 6; guess++) await signIn(`guess ${guess}`)
    expect((await signIn(PASSWORD, ELSEWHERE)).status).toBe(200)
  })

  test('has the same limit for an email without an account', async () => {
    const nobody = 'nobody@example.com'
    for (let guess = 1; guess <= 5; guess++)
      expect((await signIn(`guess ${guess}`, HOME, {}, nobody)).status).toBe(401)
    expect((await signIn('guess 6', HOME, {}, nobody)).status).toBe(429)
  })

  test('counts every spelling of the email as one account', async () => {
    for (const name of [email, email.toUpperCase(), ` ${email}`, `${email} `, email])
      expect((await signIn('a guess', HOME, {}, name)).status).toBe(401)
    expect((await signIn('a guess', HOME, {}, email.toUpperCase())).status).toBe(429)
  })

  test('is reset by the right password', async () => {
    for (let round = 1; round <= 2; round++) {
      for (let guess = 1; guess <= 4; guess++) expect((await signIn('a guess')).status).toBe(401)
      expect((await signIn(PASSWORD)).status).toBe(200)
    }
  })

  test('has the same limit for twenty concurrent guesses', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, (_, guess) => signIn(`guess ${guess}`)))
    // Two hashes run at a time, so one more guess may be checked together with the fifth.
    expect(answers.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(6)
    expect((await signIn(PASSWORD)).status).toBe(429)
  })

  test('does not count concurrent sign-ins with the right password', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => signIn(PASSWORD)))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200))
  })
})

test('one address may try to sign in thirty times a minute, with any emails', async () => {
  const statuses: number[] = []
  for (let name = 1; name <= 31; name++)
    statuses.push((await signIn('x'.repeat(300), ELSEWHERE, {}, `user${name}@example.com`)).status)
  expect(statuses.slice(0, 30)).not.toContain(429)
  expect(statuses[30]).toBe(429)
  expect((await signIn(PASSWORD)).status).toBe(200)
})

test('a forged X-Forwarded-For header does not change the address', async () => {
  for (let guess = 1; guess <= 5; guess++)
    await signIn('a guess', HOME, { 'x-forwarded-for': `198.51.100.${guess}` })
  expect((await signIn('a guess', HOME, { 'x-forwarded-for': '198.51.100.99' })).status).toBe(429)
  const sessions = await shop.db.selectFrom('sessions').select('ip').execute()
  expect(new Set(sessions.map(({ ip }) => ip))).toEqual(new Set([HOME]))
})

test('behind a trusted proxy, the address is the last one in X-Forwarded-For', async () => {
  const proxied = await openShop({ env: { RATE_LIMITS: 'on', TRUST_PROXY: HOME } })
  try {
    await proxied.customer()
    const from = (chain: string) =>
      proxied.app.inject({
        method: 'POST',
        url: '/api/users/auth',
        headers: { 'x-forwarded-for': chain },
        payload: { email: 'nobody@example.com', password: 'a guess' },
      })
    for (let guess = 1; guess <= 5; guess++)
      expect((await from(`10.0.0.${guess}, 198.51.100.7`)).statusCode).toBe(401)
    expect((await from('10.9.9.9, 198.51.100.7')).statusCode).toBe(429)
    expect((await from('198.51.100.8')).statusCode).toBe(401)
  } finally {
    await proxied.close()
  }
})

function register(remoteAddress: string) {
  return shop.app.inject({ method: 'POST', url: '/api/users', remoteAddress, payload: { name: '' } })
}

test('registering is limited to sixty an hour for one address', async () => {
  for (let count = 1; count <= 60; count++) expect((await register(ELSEWHERE)).statusCode).toBe(400)
  const last = await register(ELSEWHERE)
  expect(last.statusCode).toBe(429)
  expect(Number(last.headers['retry-after'])).toBeGreaterThan(0)
  expect((await register(HOME)).statusCode).toBe(400)
})

test('quotes and validations, which cost money, are limited to twenty a minute', async () => {
  const buyer = await signedIn(shop)
  const statuses: number[] = []
  for (let count = 1; count <= 21; count++) {
    const path = count % 2 ? '/api/shippo/calcship' : '/api/shippo/validate'
    statuses.push((await buyer.post(path, {})).status)
  }
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 400), 429])
  const last = await buyer.post('/api/shippo/validate', VIENNA)
  expect(last.status).toBe(429)
  expect(Number(last.headers['retry-after'])).toBeGreaterThan(0)
})

test('an ordinary visit reaches no limit', async () => {
  const buyer = await shop.customer()
  const bean = await shop.sell({ stock: 50 })
  for (let count = 1; count <= 15; count++) await placed(buyer, [{ _id: bean, qty: 1 }])
  for (let count = 1; count <= 100; count++)
    expect((await buyer.get(`/api/products/${bean}?`)).status).toBe(200)
})
