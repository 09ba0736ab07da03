// On SQLite only: passwords, codes and sessions, the same code on both databases.
import { afterAll, describe, expect, test } from 'vitest'
import { mailboxOf } from '#test/mailbox.ts'
import { openShop, PASSWORD } from '#test/shop.ts'
import { signedIn } from '#test/signed-in.ts'
import { changedBy } from '#test/unchanged.ts'
import { MINUTE } from '#server/kernel/time/clock.ts'
import { auth, freshEmail } from '../people.testing.ts'

const shop = await openShop()
const frugal = await openShop({ env: { PASSWORD_MIN: '6' } })

afterAll(async () => {
  await shop.close()
  await frugal.close()
})

const register = (account: object = {}, caller = shop.visitor()) =>
  caller.post('/api/users', { name: 'Ann', email: freshEmail(), password: PASSWORD, ...account })

test('fields that a registration may not set are ignored', async () => {
  const forged = {
    isAdmin: true,
    is_admin: 1,
    _id: 'chosen',
    id: 'chosen',
    createdAt: '1999',
    password_hash: 'x',
  }
  const caller = shop.visitor()
  const { status, body } = await register(forged, caller)
  expect(status).toBe(201)
  expect(Object.keys(body).sort()).toEqual(['_id', 'email', 'isAdmin', 'name'])
  expect(body.isAdmin).toBe(false)
  expect(body._id).not.toBe('chosen')
  expect((await caller.get('/api/users')).status).toBe(403)
})

test('twenty concurrent registrations of one email create one account', async () => {
  const email = freshEmail()
  const answers = await Promise.all(Array.from({ length: 20 }, () => register({ email })))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  const refused = answers.filter(({ status }) => status === 400)
  expect(refused).toHaveLength(19)
  for (const { body } of refused) expect(body).toEqual({ message: 'User already exists' })
  const rows = await shop.db.selectFrom('users').select('id').where('email', '=', email).execute()
  expect(rows).toHaveLength(1)
})

test('an email is one account regardless of case and surrounding spaces', async () => {
  expect((await register({ email: 'Case@X.example' })).status).toBe(201)
  expect((await register({ email: 'cAsE@x.EXAMPLE' })).body).toEqual({ message: 'User already exists' })
  expect((await auth(shop, ' CASE@x.example ', PASSWORD)).status).toBe(200)
})

test.each([
  'a\u0000@x.example',
  'a@x.example\r\nBcc: b@x.example',
  'a b@x.example',
  'a@x.example,b@x.example',
  '<a@x.example>',
  'a@',
  '@x.example',
  'a@x',
  `${'a'.repeat(250)}@x.example`,
  '\u0430nn@x.example',
  '',
])('anything but a single email address is refused with 400: %j', async (email) => {
  expect((await register({ email })).status).toBe(400)
})

test.each([
  ['too long', 'x'.repeat(10_000)],
  ['empty', ''],
  ['blank', '   '],
  ['zero-width only', '\u200b\u200d\ufeff'],
  ['right-to-left override', 'Ann\u202egnp.exe'],
  ['a control character', 'Ann\u0007'],
  ['two lines', 'Ann\nBcc: b@x.example'],
  ['NUL', 'Ann\u0000'],
  ['no text', { toString: 'Ann' }],
])('a name that is %s is refused with 400', async (_, name) => {
  const changed = await changedBy(shop.db, async () => {
    expect((await register({ name })).status).toBe(400)
  })
  expect(changed).toEqual([])
})

test('markup in a name stays text', async () => {
  const name = '<img src=x onerror=alert(1)>'
  const answer = await register({ name })
  expect(answer.body.name).toBe(name)
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(answer.headers['x-content-type-options']).toBe('nosniff')
})

describe('a new password', () => {
  test.each(['', '1234567', 'password', 'Password123', 'QWERTYUIOP', 'espresso', '12345678'])(
    'that is short or common is refused: %s',
    async (password) => {
      const changed = await changedBy(shop.db, async () => {
        const { status, body } = await register({ password })
        expect([status, body]).toEqual([400, { message: expect.stringContaining('assword') }])
      })
      expect(changed).toEqual([])
    },
  )

  test('is counted in characters, not in bytes or code units', async () => {
    expect((await register({ password: '☕'.repeat(7) })).status).toBe(400)
    expect((await register({ password: '🫘'.repeat(7) })).status).toBe(400)
    expect((await register({ password: '🫘'.repeat(8) })).status).toBe(201)
  })

  test('is neither truncated nor trimmed', async () => {
    const email = freshEmail()
    const password = ` ${'long '.repeat(50)} `
    expect((await register({ email, password })).status).toBe(201)
    expect((await auth(shop, email, password)).status).toBe(200)
    expect((await auth(shop, email, password.trim())).status).toBe(401)
    expect((await auth(shop, email, password.slice(0, 72))).status).toBe(401)
  })

  test('follows PASSWORD_MIN', async () => {
    expect((await register({ password: '123456' }, frugal.visitor())).status).toBe(201)
    expect((await register({ password: '12345' }, frugal.visitor())).status).toBe(400)
  })
})

test('a profile edit changes no role, no id and no other user', async () => {
  const [me, other] = [await signedIn(shop), await signedIn(shop)]
  const forged = { name: 'Me', isAdmin: true, is_admin: 1, _id: other.id, userId: other.id, id: other.id }
  const { status, body } = await me.put('/api/users/profile', forged)
  expect([status, body]).toEqual([200, { _id: me.id, name: 'Me', email: me.email, isAdmin: false }])
  expect((await me.get('/api/users')).status).toBe(403)
  expect((await other.get('/api/users/profile')).body.name).toBe('Quick Buyer')
})

test('a taken email is refused with 400', async () => {
  const [one, other] = [await signedIn(shop), await signedIn(shop)]
  const taken = await one.put('/api/users/profile', { email: other.email.toUpperCase() })
  expect([taken.status, taken.body.message]).toEqual([400, 'User already exists'])
})

describe('a new password or email', () => {
  test.each([{ password: 'a whole new password' }, { email: 'somewhere.else@example.com' }])(
    'needs the current password ten minutes after signing in: %j',
    async (edit) => {
      const me = await shop.customer()
      shop.clock.advance(11 * MINUTE)
      const changed = await changedBy(shop.db, async () => {
        for (const more of [{}, { currentPassword: '' }, { currentPassword: 'a guess' }]) {
          const { status, body } = await me.put('/api/users/profile', { ...edit, ...more })
          expect([status, body.needs]).toEqual([403, 'currentPassword'])
        }
      })
      expect(changed).toEqual([])
      const answer = await me.put('/api/users/profile', { ...edit, currentPassword: PASSWORD })
      expect(answer.status).toBe(200)
    },
  )

  test.each([{ password: 'a whole new password' }, { email: 'admin.elsewhere@example.com' }])(
    'needs an admin’s current password even right after signing in: %j',
    async (edit) => {
      const admin = await shop.admin()
      const changed = await changedBy(shop.db, async () => {
        for (const more of [{}, { currentPassword: '' }, { currentPassword: 'a guess' }]) {
          const { status, body } = await admin.put('/api/users/profile', { ...edit, ...more })
          expect([status, body.needs]).toEqual([403, 'currentPassword'])
        }
      })
      expect(changed).toEqual([])
      expect((await admin.put('/api/users/profile', { name: 'Olive Owner II' })).status).toBe(200)
      const answer = await admin.put('/api/users/profile', { ...edit, currentPassword: PASSWORD })
      expect(answer.status).toBe(200)
    },
  )

  test('does not need the current password of a customer who has just signed in', async () => {
    const me = await shop.customer()
    expect((await me.put('/api/users/profile', { password: 'a whole new password' })).status).toBe(200)
  })

  test('ends every other session, and gives this one a new token', async () => {
    const me = shop.visitor()
    const email = freshEmail()
    await register({ email }, me)
    const elsewhere = shop.visitor()
    await auth(shop, email, PASSWORD, { by: elsewhere })
    const old = me.cookie
    const answer = await me.put('/api/users/profile', { password: 'a whole new password' })
    expect(answer.status).toBe(200)
    expect(me.cookie).not.toBe(old)
    expect((await me.get('/api/users/profile')).status).toBe(200)
    for (const cookie of [old, elsewhere.cookie])
      expect((await Object.assign(shop.visitor(), { cookie }).get('/api/users/profile')).status).toBe(401)
    expect((await auth(shop, email, PASSWORD)).status).toBe(401)
    expect((await auth(shop, email, 'a whole new password')).status).toBe(200)
  })

  test('follows the same rule as the first password', async () => {
    const me = await shop.customer()
    expect((await me.put('/api/users/profile', { password: 'short' })).status).toBe(400)
    expect((await me.put('/api/users/profile', { password: 'password1' })).status).toBe(400)
    // A blank password keeps the old one, because the form always sends all of its fields.
    expect((await me.put('/api/users/profile', { name: 'Ann', password: '' })).status).toBe(200)
  })
})

test('the session of a deleted user is invalid', async () => {
  const [admin, me] = [await signedIn(shop, { isAdmin: true }), await signedIn(shop)]
  expect((await admin.delete(`/api/users/${me.id}`)).status).toBe(200)
  for (const path of ['/api/users/profile', '/api/orders/mine'])
    expect((await me.get(path)).status, path).toBe(401)
  expect((await me.put('/api/users/profile', { name: 'Ghost' })).status).toBe(401)
})

test.each([
  'b&b@example.com',
  'tag!x@example.com',
  'sales/east@example.com',
  "o'neil@example.com",
  'a#1@example.com',
])('a person can register with the address %s, which browsers accept, and gets mail there', async (email) => {
  const answer = await shop.visitor().post('/api/users', { name: 'Ann Lee', email, password: PASSWORD })
  expect([answer.status, answer.body.email]).toEqual([201, email])
  await shop.visitor().post('/api/newsletter', { email, source: 'footer' })
  expect(await mailboxOf(shop).newMailsTo(email)).toHaveLength(1)
})
