// On SQLite only: passwords, codes and sessions, the same code on both databases.
import { afterAll, describe, expect, test } from 'vitest'
import { mailboxOf, tokenIn } from '#test/mailbox.ts'
import { openShop, PASSWORD } from '#test/shop.ts'
import { signedIn } from '#test/signed-in.ts'
import { changedBy } from '#test/unchanged.ts'
import type { Visitor } from '#test/visitor.ts'
import { MINUTE } from '#server/kernel/time/clock.ts'
import { sweep } from '#server/start/jobs/jobs.ts'
import {
  auth as signIn,
  freshEmail,
  registered,
  reset as resetPassword,
  resetToken,
} from '../people.testing.ts'

const shop = await openShop({ env: { SHOP_INBOX: 'inbox@shop.example' } })
const mailbox = mailboxOf(shop)

afterAll(() => shop.close())

const NEW = 'a whole new password'
async function newAccount(): Promise<{ email: string; visitor: Visitor }> {
  const email = freshEmail('forgetful')
  return { email, visitor: await registered(shop, email) }
}

const forgot = (email: unknown, at = shop) => at.visitor().post('/api/account/forgot', { email })
const reset = (token: unknown, password: unknown = NEW) => resetPassword(shop, token, password)
const auth = (email: string, password: string) => signIn(shop, email, password)

const linkFor = (email: string) => resetToken(shop, email, mailbox)

test('a forgotten password is replaced by a mailed link, the change is reported by mail, and all sessions end', async () => {
  const { email, visitor } = await newAccount()
  const token = await linkFor(email.toUpperCase().toLowerCase())
  const answer = await reset(token)
  expect([answer.status, answer.body.message]).toEqual([200, 'Your password is changed. Sign in with it'])
  expect((await visitor.get('/api/users/profile')).status).toBe(401)
  expect((await auth(email, PASSWORD)).status).toBe(401)
  expect((await auth(email, NEW)).status).toBe(200)
  const [told, ...more] = await mailbox.newMailsTo(email)
  expect(more).toEqual([])
  expect(told!.subject).toBe('Your password was changed')
  expect(told!.text).toContain('/forgot')
})

test('the response is the same to the byte whether or not the account exists, and an address without an account gets no mail', async () => {
  const { email } = await newAccount()
  const [known, unknown] = [await forgot(email), await forgot('nobody@example.com')]
  expect(unknown.text).toBe(known.text)
  expect(unknown.status).toBe(known.status)
  const named = ({ headers }: typeof known) => Object.keys(headers).sort()
  expect(named(unknown)).toEqual(named(known))
  const to = (await mailbox.newMails()).map((mail) => mail.to?.[0]?.address)
  expect(to).toContain(email)
  expect(to).not.toContain('nobody@example.com')
  const left = await shop.db
    .selectFrom('outbox')
    .select('id')
    .where('recipient', '=', 'nobody@example.com')
    .execute()
  expect(left).toEqual([])
})

test('a request writes the same rows for every address, before the account is looked up', async () => {
  const { email } = await newAccount()
  for (const asked of [email, 'nobody@example.com']) {
    const changed = await changedBy(shop.db, () => forgot(asked))
    expect(changed).toEqual(['outbox'])
    await mailbox.newMails()
  }
})

test.each([
  undefined,
  '',
  'nobody',
  { $gt: '' },
  'a@x.example\r\nBcc: b@x.example',
  'a@x.example,b@x.example',
])('anything but a single email address is refused: %j', async (email) => {
  const changed = await changedBy(shop.db, async () => {
    expect((await forgot(email)).status).toBe(400)
  })
  expect(changed).toEqual([])
})

describe('a link', () => {
  test('works once', async () => {
    const { email } = await newAccount()
    const token = await linkFor(email)
    expect((await reset(token)).status).toBe(200)
    const changed = await changedBy(shop.db, async () => {
      const again = await reset(token, 'another new password')
      expect([again.status, again.body.code]).toEqual([400, 'link'])
    })
    expect(changed).toEqual([])
    expect((await auth(email, NEW)).status).toBe(200)
  })

  test('used by ten concurrent requests works for one of them', async () => {
    const { email } = await newAccount()
    const token = await linkFor(email)
    const passwords = Array.from({ length: 10 }, (_, index) => `password of racer ${index}`)
    const answers = await Promise.all(passwords.map((password) => reset(token, password)))
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, ...Array(9).fill(400)])
    const works = await Promise.all(passwords.map((password) => auth(email, password)))
    const winner = answers.findIndex(({ status }) => status === 200)
    expect(works.map(({ status }) => status)).toEqual(
      passwords.map((_, index) => (index === winner ? 200 : 401)),
    )
    expect(await mailbox.newMailsTo(email)).toHaveLength(1)
  })

  test('is valid for 30 minutes', async () => {
    const { email } = await newAccount()
    const token = await linkFor(email)
    shop.clock.advance(29 * MINUTE)
    await sweep(shop.shop)
    const other = await newAccount()
    const late = await linkFor(other.email)
    expect((await reset(token)).status).toBe(200)
    shop.clock.advance(31 * MINUTE)
    expect((await reset(late)).body).toMatchObject({ code: 'link' })
    await sweep(shop.shop)
    expect(await shop.db.selectFrom('account_links').selectAll().execute()).toEqual([])
  })

  test('is replaced by a newer one', async () => {
    const { email } = await newAccount()
    const [old, fresh] = [await linkFor(email), await linkFor(email)]
    expect((await reset(old)).status).toBe(400)
    expect((await reset(fresh)).status).toBe(200)
  })

  test('that is requested twice before the mail is sent causes one mail', async () => {
    const { email } = await newAccount()
    await forgot(email)
    await forgot(email)
    const mails = await mailbox.newMailsTo(email)
    expect(mails).toHaveLength(1)
    expect((await reset(tokenIn(mails[0], '/reset'))).status).toBe(200)
  })

  test('is not used up by a refused password', async () => {
    const { email } = await newAccount()
    const token = await linkFor(email)
    for (const weak of ['', 'short', 'password1', 'x'.repeat(300)]) {
      const changed = await changedBy(shop.db, async () => {
        expect((await reset(token, weak)).status).toBe(400)
      })
      expect(changed).toEqual([])
    }
    expect((await reset(token)).status).toBe(200)
  })

  test.each([undefined, '', 'x', 'A'.repeat(43), 'A'.repeat(44), { $ne: '' }, "' or 1=1 --"])(
    'that was guessed is refused: %j',
    async (token) => {
      const changed = await changedBy(shop.db, async () => {
        expect((await reset(token)).status).toBe(400)
      })
      expect(changed).toEqual([])
    },
  )

  test('does not work with the stored hash, or for another purpose', async () => {
    const { email } = await newAccount()
    const token = await linkFor(email)
    const [{ token_hash: hash } = { token_hash: '' }] = await shop.db
      .selectFrom('account_links')
      .selectAll()
      .where('email', '=', email)
      .execute()
    expect(hash).not.toBe(token)
    expect((await reset(hash)).status).toBe(400)
    for (const path of ['confirm', 'object'])
      expect((await shop.visitor().post(`/api/account/email/${path}`, { token })).status).toBe(400)
    expect((await reset(token)).status).toBe(200)
  })

  test('stops working when the account is deleted, or its password is changed in the profile', async () => {
    const gone = await newAccount()
    const dead = await linkFor(gone.email)
    const admin = await signedIn(shop, { isAdmin: true })
    const { _id } = (await gone.visitor.get('/api/users/profile')).body
    await admin.delete(`/api/users/${_id}`)
    expect((await reset(dead)).status).toBe(400)

    const { email, visitor } = await newAccount()
    const stale = await linkFor(email)
    await visitor.put('/api/users/profile', { password: 'changed in the profile' })
    expect((await reset(stale)).status).toBe(400)
    expect((await mailbox.newMailsTo(email)).map(({ subject }) => subject)).toEqual([
      'Your password was changed',
    ])
  })
})

test('setting a password discards an unconfirmed address and ends the session of the request', async () => {
  const { email, visitor } = await newAccount()
  await visitor.put('/api/users/profile', { email: `thief-${email}` })
  await mailbox.newMails()
  const token = await linkFor(email)
  const answer = await visitor.post('/api/account/reset', { token, password: NEW })
  expect(answer.status).toBe(200)
  expect(visitor.cookie).toBe('')
  const changes = await shop.db.selectFrom('email_changes').select('email').execute()
  expect(changes.map((change) => change.email)).not.toContain(`thief-${email}`)
})
