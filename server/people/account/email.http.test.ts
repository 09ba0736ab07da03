// On SQLite only: passwords, codes and sessions, the same code on both databases.
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { mailboxOf, tokenIn } from '#test/mailbox.ts'
import { openShop, PASSWORD } from '#test/shop.ts'
import { signedIn } from '#test/signed-in.ts'
import { changedBy } from '#test/unchanged.ts'
import type { Visitor } from '#test/visitor.ts'
import { DAY, MINUTE } from '#server/kernel/time/clock.ts'
import { sweep } from '#server/start/jobs/jobs.ts'
import { auth, freshEmail, registered, reset, resetToken } from '../people.testing.ts'

const shop = await openShop()
const mailbox = mailboxOf(shop)

let old: string
let fresh: string
let user: Visitor
beforeEach(async () => {
  old = freshEmail('mover')
  user = await registered(shop, old)
  fresh = `new-${old}`
})
afterAll(() => shop.close())

const enterEmail = (email: string, by = user) =>
  by.put('/api/users/profile', { name: 'Ann', email, password: '' })
const openLink = (kind: 'confirm' | 'object', token: string, by = shop.visitor()) =>
  by.post(`/api/account/email/${kind}`, { token })
const unconfirmed = async (by = user) => (await by.get('/api/account/email')).body
const signIn = (email: string, password = PASSWORD, by = shop.visitor()) =>
  auth(shop, email, password, { by })
const emailNow = async (by = user) => (await by.get('/api/users/profile')).body.email

/** Enters a new address and reads the tokens in the mails to the new and the old address. */
async function requestEmail(email = fresh, by = user): Promise<{ confirm: string; object: string }> {
  expect((await enterEmail(email, by)).status).toBe(200)
  const mails = await mailbox.newMails()
  const to = (address: string) => mails.find((mail) => mail.to?.[0]?.address === address)
  const objection = mails.find(({ subject }) => subject === 'Your email address is about to change')
  return { confirm: tokenIn(to(email), '/confirm-email'), object: tokenIn(objection, '/keep-email') }
}

test('a new address appears in the response at once, and takes effect when it is confirmed', async () => {
  const answer = await enterEmail(fresh)
  expect([answer.status, answer.body]).toEqual([200, expect.objectContaining({ name: 'Ann', email: fresh })])
  expect(await emailNow()).toBe(old)
  expect(await unconfirmed()).toEqual({ email: old, waiting: { email: fresh, askedAt: expect.any(String) } })
  const mails = await mailbox.newMails()
  expect(mails.map(({ to, subject }) => `${to?.[0]?.address}: ${subject}`).sort()).toEqual(
    [`${fresh}: Confirm your new email address`, `${old}: Your email address is about to change`].sort(),
  )
  for (const { text } of mails) expect(text).toContain(fresh)
  const token = tokenIn(
    mails.find(({ to }) => to?.[0]?.address === fresh),
    '/confirm-email',
  )
  const elsewhere = shop.visitor()
  expect((await signIn(old, PASSWORD, elsewhere)).status).toBe(200)
  const confirmed = await openLink('confirm', token, user)
  expect([confirmed.status, confirmed.body]).toEqual([
    200,
    { message: `Your email address is now ${fresh}`, email: fresh },
  ])
  expect(await emailNow()).toBe(fresh)
  expect((await elsewhere.get('/api/users/profile')).status).toBe(401)
  expect(await unconfirmed()).toEqual({ email: fresh, waiting: null })
  expect((await signIn(old)).status).toBe(401)
  expect((await signIn(fresh)).status).toBe(200)
})

test('until the confirmation, mails go to the old address, and the last account that entered the new address can sign in with it', async () => {
  await requestEmail()
  expect((await signIn(fresh)).status).toBe(200)
  expect((await signIn(old)).status).toBe(200)
  expect((await signIn(fresh, 'not the password')).status).toBe(401)
  await shop.visitor().post('/api/account/forgot', { email: fresh })
  expect(await mailbox.newMails()).toEqual([])
  const admin = await signedIn(shop, { isAdmin: true })
  const { body } = await admin.get(`/api/users/search?keyword=${old}`)
  expect(body.users[0].email).toBe(old)
})

test('an unconfirmed address is not reserved: another account can use it, and a new account can register with it', async () => {
  await requestEmail()
  const owner = shop.visitor()
  const account = { name: 'Owner', email: fresh, password: 'the owner of the address' }
  expect((await owner.post('/api/users', account)).status).toBe(201)
  const { body } = await signIn(fresh, 'the owner of the address')
  expect(body.name).toBe('Owner')
  expect((await signIn(fresh)).status).toBe(401)
})

test('an address of another account is refused when it is entered, and when it is confirmed', async () => {
  const taken = freshEmail('taken')
  await registered(shop, taken)
  const changed = await changedBy(shop.db, async () => {
    const answer = await enterEmail(taken.toUpperCase())
    expect([answer.status, answer.body.message]).toEqual([400, 'User already exists'])
  })
  expect(changed).toEqual([])
  const { confirm } = await requestEmail()
  await shop.visitor().post('/api/users', { name: 'Owner', email: fresh, password: PASSWORD })
  const late = await openLink('confirm', confirm)
  expect([late.status, late.body.message]).toEqual([400, 'Another account has this address now'])
  expect(await emailNow()).toBe(old)
})

test('if two accounts enter the same address, the account that confirms first gets it', async () => {
  const rival = await registered(shop)
  const [mine, theirs] = [await requestEmail(), await requestEmail(fresh, rival)]
  const answers = await Promise.all([openLink('confirm', mine.confirm), openLink('confirm', theirs.confirm)])
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 400])
  const have = await shop.db.selectFrom('users').select('id').where('email', '=', fresh).execute()
  expect(have).toHaveLength(1)
})

test('a confirmation works once, also with five concurrent requests', async () => {
  const { confirm } = await requestEmail()
  const answers = await Promise.all(Array.from({ length: 5 }, () => openLink('confirm', confirm)))
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 400, 400, 400, 400])
  expect((await openLink('confirm', confirm)).body.code).toBe('link')
})

test('a confirmation link is valid for a day, and an unconfirmed address is deleted after a week', async () => {
  const { confirm } = await requestEmail()
  shop.clock.advance(DAY + MINUTE)
  expect((await openLink('confirm', confirm)).body.code).toBe('link')
  user = await registered(shop)
  await requestEmail(`late-${fresh}`)
  shop.clock.advance(7 * DAY + MINUTE)
  await sweep(shop.shop)
  expect(await shop.db.selectFrom('email_changes').selectAll().execute()).toEqual([])
})

test('a second new address replaces an unconfirmed first address, whose link stops working', async () => {
  const first = await requestEmail()
  const second = await requestEmail(`other-${old}`)
  expect((await openLink('confirm', first.confirm)).status).toBe(400)
  expect((await openLink('confirm', second.confirm)).body.email).toBe(`other-${old}`)
})

test('saving the profile again with an unconfirmed address sends no second mail', async () => {
  await requestEmail()
  expect((await enterEmail(fresh)).body.email).toBe(fresh)
  expect((await user.put('/api/users/profile', { name: 'Anna', email: old })).body).toMatchObject({
    name: 'Anna',
  })
  expect(await mailbox.newMails()).toEqual([])
  expect((await unconfirmed()).waiting.email).toBe(fresh)
})

describe('on the profile page', () => {
  test('the mail can be sent again, with a link that replaces the first', async () => {
    const { confirm } = await requestEmail()
    const answer = await user.post('/api/account/email/resend')
    expect([answer.status, answer.body.message]).toEqual([200, `A new email is on its way to ${fresh}`])
    const [mail, ...more] = await mailbox.newMails()
    expect(more).toEqual([])
    expect((await openLink('confirm', confirm)).status).toBe(400)
    expect((await openLink('confirm', tokenIn(mail, '/confirm-email'))).status).toBe(200)
    expect((await user.post('/api/account/email/resend')).status).toBe(401)
  })

  test('the old address can be kept, and the link sent to the new address stops working', async () => {
    const { confirm } = await requestEmail()
    expect((await user.delete('/api/account/email')).body.message).toBe(`Your address stays ${old}`)
    expect((await unconfirmed()).waiting).toBeNull()
    expect((await openLink('confirm', confirm)).status).toBe(400)
    expect((await user.post('/api/account/email/resend')).status).toBe(409)
    expect((await signIn(fresh)).status).toBe(401)
  })

  test('a queued mail to a withdrawn address is not sent', async () => {
    await enterEmail(fresh)
    await user.delete('/api/account/email')
    expect((await mailbox.newMails()).map(({ to }) => to?.[0]?.address)).toEqual([old])
  })
})

describe('undoing a change of address by the link in the mail to the old address', () => {
  test('before the confirmation keeps the address, ends all sessions and invalidates the password', async () => {
    const { confirm, object } = await requestEmail()
    const answer = await openLink('object', object)
    expect(answer.status).toBe(200)
    expect((await user.get('/api/users/profile')).status).toBe(401)
    for (const email of [old, fresh]) expect((await signIn(email)).status).toBe(401)
    expect((await openLink('confirm', confirm)).status).toBe(400)
    const token = tokenIn((await mailbox.newMailsTo(old))[0], '/reset')
    await reset(shop, token, 'mine once more')
    expect((await signIn(old, 'mine once more')).status).toBe(200)
  })

  test('works for a week after the confirmation, and restores the old address', async () => {
    const { confirm, object } = await requestEmail()
    await openLink('confirm', confirm)
    shop.clock.advance(6 * DAY)
    expect((await openLink('object', object)).status).toBe(200)
    expect((await signIn(fresh)).status).toBe(401)
    const token = tokenIn((await mailbox.newMailsTo(old))[0], '/reset')
    await reset(shop, token, 'mine once more')
    expect((await signIn(old, 'mine once more')).status).toBe(200)
    expect((await openLink('object', object)).status).toBe(400)
  })

  test('works for the first address even after a later address was restored', async () => {
    const first = await requestEmail()
    await openLink('confirm', first.confirm)
    const thief = shop.visitor()
    await thief.post('/api/users/auth', { email: fresh, password: PASSWORD })
    const second = await requestEmail(`third-${old}`, thief)
    await openLink('confirm', second.confirm)
    expect((await openLink('object', second.object)).status).toBe(200)
    expect((await openLink('object', first.object)).status).toBe(200)
    const { _id } = (await user.get('/api/users/profile')).body
    expect(_id).toBeUndefined()
    const row = await shop.db.selectFrom('users').select('email').where('email', '=', old).executeTakeFirst()
    expect(row).toEqual({ email: old })
  })
})

test('a change of the address by an admin invalidates the links sent to the old address', async () => {
  const { confirm } = await requestEmail()
  const token = await resetToken(shop, old, mailbox)
  const admin = await signedIn(shop, { isAdmin: true })
  const { _id } = (await user.get('/api/users/profile')).body
  const edit = { name: 'Ann', email: `admin-${old}`, isAdmin: false }
  expect((await admin.put(`/api/users/${_id}`, edit)).body.email).toBe(`admin-${old}`)
  expect((await openLink('confirm', confirm)).status).toBe(400)
  expect((await reset(shop, token, 'for the thief')).status).toBe(400)
})

test('one account can enter at most ten new addresses an hour', async () => {
  const strict = await openShop({ env: { RATE_LIMITS: 'on' } })
  const email = freshEmail('mover')
  const visitor = await registered(strict, email)
  const ask = (to: string) => visitor.put('/api/users/profile', { email: to })
  const statuses: number[] = []
  for (let index = 0; index < 11; index++) statuses.push((await ask(`victim-${index}-${email}`)).status)
  expect(statuses).toEqual([...Array(10).fill(200), 429])
  await strict.close()
})
