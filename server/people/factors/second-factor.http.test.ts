// On SQLite only: passwords, codes and sessions, the same code on both databases.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeAt, setUpApp } from '#test/authenticator-app.ts'
import { mailboxOf } from '#test/mailbox.ts'
import { addPasskey } from '#test/passkeys.ts'
import { openShop, PASSWORD, type TestShop } from '#test/shop.ts'
import { signedIn } from '#test/signed-in.ts'
import { changedBy } from '#test/unchanged.ts'
import type { Visitor } from '#test/visitor.ts'
import { MINUTE } from '#server/kernel/time/clock.ts'
import { isSealed } from '#server/platform/keys/ring.ts'
import { auth, reset, resetToken } from '../people.testing.ts'

const shop = await openShop()

afterAll(() => shop.close())

const emailOf = async (user: Visitor) => (await user.get('/api/users/profile')).body.email as string

const signIn = (email: string, code?: string, at = shop) => auth(at, email, PASSWORD, { code })

/** A customer with an authenticator app. */
async function customerWithApp(at = shop) {
  const user = await at.customer()
  return { user, email: await emailOf(user), ...(await setUpApp(at, user)) }
}

describe('an authenticator app', () => {
  test('is set up with its first code, and nothing changes before', async () => {
    const user = await shop.customer()
    const email = await emailOf(user)
    const { body } = await user.post('/api/factors/app')
    expect(body.uri).toMatch(new RegExp(`^otpauth://totp/.*secret=${body.secret}`))
    expect(body.picture).toMatch(/^data:image\/svg\+xml;base64,/)
    expect((await signIn(email)).status).toBe(200)
    const wrong = await user.post('/api/factors/app/confirm', { code: '000000' })
    expect([wrong.status, wrong.body.fields.code]).toEqual([400, expect.stringContaining('not the code')])
    expect((await user.get('/api/factors')).body).toEqual({
      appSince: null,
      passkeys: 0,
      codesLeft: 0,
      isRequired: false,
    })
    const code = codeAt(body.secret, shop.clock.now().getTime())
    const right = await user.post('/api/factors/app/confirm', {
      code: `${code.slice(0, 3)} ${code.slice(3)}`,
    })
    expect([right.status, new Set(right.body.codes).size]).toEqual([200, 10])
    expect((await user.get('/api/factors')).body).toMatchObject({
      appSince: expect.any(String),
      codesLeft: 10,
    })
    expect((await mailboxOf(shop).newMailsTo(email))[0]?.text).toContain(
      'needs a code of an authenticator app',
    )
    expect((await user.post('/api/factors/app')).status).toBe(409)
  })

  test('is asked for a code at sign-in, and each code counts once', async () => {
    const { email, nextCode } = await customerWithApp()
    const changed = await changedBy(shop.db, async () => {
      const without = await signIn(email)
      expect([without.status, without.body.needs]).toEqual([403, 'code'])
      const wrong = await signIn(email, '000000')
      expect([wrong.status, wrong.body.needs]).toEqual([403, 'code'])
      const unknown = await shop
        .visitor()
        .post('/api/users/auth', { email, password: 'wrong', code: nextCode() })
      expect([unknown.status, unknown.body.needs]).toEqual([401, undefined])
    })
    expect(changed).toEqual([])
    const code = nextCode()
    expect((await signIn(email, code)).status).toBe(200)
    expect((await signIn(email, code)).status).toBe(403)
    const late = nextCode()
    shop.clock.advance(2 * MINUTE)
    expect((await signIn(email, late)).status).toBe(403)
  })

  test('counts a code once also if it is sent several times at once', async () => {
    const { email, nextCode } = await customerWithApp()
    const code = nextCode()
    const answers = await Promise.all([1, 2, 3].map(() => signIn(email, code)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('is removed after a proof, with the recovery codes', async () => {
    const { user, email, nextCode } = await customerWithApp()
    shop.clock.advance(11 * MINUTE)
    expect((await user.delete('/api/factors/app')).body.code).toBe('proof')
    const proof = await user.post('/api/account/proof', { code: nextCode() })
    expect(proof.status).toBe(200)
    expect((await user.delete('/api/factors/app')).status).toBe(200)
    expect((await user.get('/api/factors')).body).toMatchObject({
      appSince: null,
      codesLeft: 0,
      isRequired: false,
    })
    expect((await signIn(email)).status).toBe(200)
    expect((await user.delete('/api/factors/app')).status).toBe(404)
  })

  test('proves the identity of the user, but not with a wrong code', async () => {
    const { user } = await customerWithApp()
    shop.clock.advance(11 * MINUTE)
    const wrong = await user.post('/api/account/proof', { code: '000000' })
    expect([wrong.status, wrong.body.needs]).toEqual([403, 'code'])
    expect((await user.get('/api/account/proof')).body.code).toBe('proof')
  })

  test('has an encrypted secret, and its codes stop working with another key, but recovery codes do not', async () => {
    const { email, secret, nextCode, codes } = await customerWithApp()
    const rows = await shop.db.selectFrom('authenticator_apps').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(secret)
    const stored = await shop.db.selectFrom('recovery_codes').selectAll().execute()
    for (const code of codes) expect(JSON.stringify(stored)).not.toContain(code)
    // As after the restore of a backup, which does not contain the key.
    const [app] = rows.filter(({ secret: sealed }) => isSealed(sealed)).slice(-1)
    const store = (sealed: string) =>
      shop.db
        .updateTable('authenticator_apps')
        .set({ secret: sealed })
        .where('user_id', '=', app!.user_id)
        .execute()
    await store(app!.secret.replace(/^k1\.\w+/, 'k1.lost'))
    const answer = await signIn(email, nextCode())
    expect([answer.status, answer.body.message]).toEqual([403, expect.stringContaining('restored')])
    expect((await signIn(email, codes[0])).status).toBe(200)
    await store(app!.secret)
    expect((await signIn(email, nextCode())).status).toBe(200)
  })
})

describe('a recovery code', () => {
  test('signs in once, however it is typed, and the account gets an email', async () => {
    const { email, user, codes } = await customerWithApp()
    const box = mailboxOf(shop)
    await box.newMails()
    const typed = codes[0]!.toUpperCase().replaceAll('-', ' ')
    expect((await signIn(email, typed)).status).toBe(200)
    expect((await box.newMailsTo(email))[0]?.text).toContain('A recovery code of your account was used')
    expect((await signIn(email, codes[0])).status).toBe(403)
    expect((await user.get('/api/factors')).body.codesLeft).toBe(9)
  })

  test('of another account, and one that was replaced, do not work', async () => {
    const [one, other] = [await customerWithApp(), await customerWithApp()]
    expect((await signIn(one.email, other.codes[0])).status).toBe(403)
    const renewed = await one.user.post('/api/factors/codes')
    expect([renewed.status, renewed.body.codes.length]).toEqual([200, 10])
    expect((await signIn(one.email, one.codes[0])).status).toBe(403)
    expect((await signIn(one.email, renewed.body.codes[3])).status).toBe(200)
  })

  test('is made only for an account with a second factor', async () => {
    const user = await signedIn(shop)
    expect((await user.post('/api/factors/codes')).status).toBe(409)
    await addPasskey(user)
    expect((await user.post('/api/factors/codes')).status).toBe(200)
  })
})

describe('with limits', () => {
  let limited: TestShop
  beforeAll(async () => {
    limited = await openShop({ env: { RATE_LIMITS: 'on' } })
  })
  afterAll(() => limited.close())

  test('five wrong codes stop all codes for a quarter of an hour, also when sent at once', async () => {
    const { email, nextCode, codes } = await customerWithApp(limited)
    const wrong = await Promise.all(Array.from({ length: 8 }, () => signIn(email, '000000', limited)))
    expect(wrong.map(({ status }) => String(status)).toSorted()).toEqual([
      ...Array(5).fill('403'),
      ...Array(3).fill('429'),
    ])
    expect((await signIn(email, nextCode(), limited)).status).toBe(429)
    expect((await signIn(email, codes[0], limited)).body.message).toContain('Too many wrong codes')
  })

  test('a new password by mail allows codes again', async () => {
    const { email, nextCode } = await customerWithApp(limited)
    for (let guess = 1; guess <= 6; guess++) await signIn(email, '000000', limited)
    const token = await resetToken(limited, email)
    expect((await reset(limited, token, PASSWORD)).status).toBe(200)
    expect((await signIn(email, undefined, limited)).body.needs).toBe('code')
    expect((await signIn(email, nextCode(), limited)).status).toBe(200)
  })
})
