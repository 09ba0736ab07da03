import type * as Crypto from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openShop, PASSWORD, type TestShop } from '#test/shop.ts'

/** Counts password hashes, with fast parameters, and how many run concurrently. */
const hashes = vi.hoisted(() => ({ begun: 0, running: 0, most: 0 }))
vi.mock('node:crypto', async (original) => {
  const crypto = await original<typeof Crypto>()
  const argon2: typeof crypto.argon2 = (algorithm, parameters, callback) => {
    hashes.begun++
    hashes.most = Math.max(hashes.most, ++hashes.running)
    crypto.argon2(algorithm, { ...parameters, memory: 1024 }, (error, tag) => {
      hashes.running--
      callback(error, tag)
    })
  }
  return { ...crypto, argon2, default: { ...crypto, argon2 } }
})

let shop: TestShop
let email: string
beforeAll(async () => {
  shop = await openShop()
  email = (await (await shop.customer()).get('/api/users/profile')).body.email
})
afterAll(() => shop.close())
beforeEach(() => Object.assign(hashes, { begun: 0, most: 0 }))

const auth = (body: unknown) => shop.visitor().post('/api/users/auth', body)

test('an unknown email costs the same slow hash as a wrong password', async () => {
  await auth({ email, password: 'not the password' })
  expect(hashes.begun).toBe(1)
  await auth({ email: 'nobody@example.com', password: 'not the password' })
  expect(hashes.begun).toBe(2)
})

test('a password of a megabyte is refused before any hash', async () => {
  for (const path of ['/api/users/auth', '/api/users']) {
    const answer = await shop.visitor().post(path, { name: 'Big', email, password: 'x'.repeat(1_000_000) })
    expect(answer.status).toBe(400)
  }
  expect(hashes.begun).toBe(0)
})

test('an invalid registration or a weak password costs no hash', async () => {
  for (const account of [
    { name: 'Ann', email: 'nowhere', password: PASSWORD },
    { name: '', email: 'new@example.com', password: PASSWORD },
    { name: 'Ann', email: 'new@example.com', password: 'short' },
    { name: 'Ann', email: 'new@example.com', password: 'Password123' },
  ])
    expect((await shop.visitor().post('/api/users', account)).status).toBe(400)
  expect(hashes.begun).toBe(0)
})

test('for fifty concurrent sign-ins, two hashes run at a time, and sign-ins that exceed the queue get 503', async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, () => auth({ email, password: PASSWORD })))
  expect(hashes.most).toBe(2)
  const refused = answers.filter(({ status }) => status === 503)
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(34)
  expect(refused).toHaveLength(16)
  for (const { headers, body } of refused) {
    expect(headers['retry-after']).toBe('2')
    expect(body).toEqual({ message: expect.any(String) })
  }
})

test('a stored password is an argon2id string above OWASP’s minimum, with a new salt each time', async () => {
  const rows = await shop.db.selectFrom('users').select(['email', 'password_hash']).execute()
  for (const account of ['one@example.com', 'two@example.com'])
    await shop.visitor().post('/api/users', { name: 'Twin', email: account, password: PASSWORD })
  const twins = (await shop.db.selectFrom('users').select('password_hash').execute())
    .map((row) => row.password_hash)
    .slice(rows.length)
  expect(new Set(twins).size).toBe(2)
  for (const hash of twins) {
    const [, memory, passes] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=\d+\$[\w-]{22}\$[\w-]{43}$/.exec(hash)!
    expect(Number(memory)).toBeGreaterThanOrEqual(19_456)
    expect(Number(passes)).toBeGreaterThanOrEqual(2)
  }
})
