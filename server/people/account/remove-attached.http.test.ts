/** An account whose address was registered by a stranger, and its owner, who proves later that the address is hers. */
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { authenticator, type Authenticator } from '#test/authenticator.ts'
import { mailboxOf, tokenIn } from '#test/mailbox.ts'
import { addPasskey, signInByPasskey } from '#test/passkeys.ts'
import { VIENNA } from '#test/purchase.ts'
import { savedMethod } from '#test/rows.ts'
import { openShop, PASSWORD } from '#test/shop.ts'
import { signedIn } from '#test/signed-in.ts'
import { setUpApp } from '#test/authenticator-app.ts'
import type { Visitor } from '#test/visitor.ts'
import {
  auth,
  confirmationToken,
  freshEmail,
  invitationToken,
  registered,
  reset,
  resetToken,
} from '../people.testing.ts'

const shop = await openShop()
const mailbox = mailboxOf(shop)

const NEW = 'mine from now on'

let email: string
let stranger: Visitor
let passkey: Authenticator
beforeEach(async () => {
  email = freshEmail('victim')
  stranger = await registered(shop, email)
})
afterAll(() => shop.close())

const setConfirmed = (confirmed: string | null, address = email) =>
  shop.db.updateTable('users').set({ confirmed_email: confirmed }).where('email', '=', address).execute()

/** Adds a passkey, an app with codes, a payment method and an address, as an earlier release allowed for any address. */
async function attachAll(by = stranger): Promise<void> {
  await setConfirmed(email)
  passkey = authenticator()
  expect((await addPasskey(by, passkey)).status).toBe(201)
  expect((await setUpApp(shop, by)).codes).toHaveLength(10)
  await savedMethod(shop, by)
  const saved = await by.post('/api/addresses', { ...VIENNA, recipient: 'A Stranger', isDefault: true })
  expect(saved.status).toBe(201)
  await setConfirmed(null)
  await mailbox.newMails()
}

const resetPassword = async (address = email) => reset(shop, await resetToken(shop, address, mailbox), NEW)

const confirmationLink = (by: Visitor) => confirmationToken(mailbox, by, email)
const invitation = async () =>
  invitationToken(mailbox, await signedIn(shop, { role: 'owner' }), email, 'owner')

const confirmToken = async (by: Visitor, to: string) => {
  expect(
    (await by.put('/api/users/profile', { name: 'Ann', email: to, currentPassword: PASSWORD })).status,
  ).toBe(200)
  return tokenIn((await mailbox.newMailsTo(to))[0], '/confirm-email')
}

const signIn = async (password = NEW, address = email) => {
  const visitor = shop.visitor()
  return { visitor, answer: await auth(shop, address, password, { by: visitor }) }
}

/** The rows with which someone could still use the account or mislead its owner. */
async function attached() {
  const { id } = await shop.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  const tables = ['passkeys', 'authenticator_apps', 'recovery_codes', 'addresses'] as const
  const counts = await Promise.all(
    tables.map(async (table) => {
      const rows = await shop.db.selectFrom(table).select('user_id').where('user_id', '=', id).execute()
      return [table, rows.length] as const
    }),
  )
  const methods = await shop.db
    .selectFrom('payment_methods')
    .select('id')
    .where('user_id', '=', id)
    .where('state', '<>', 'deleted')
    .execute()
  return { ...Object.fromEntries(counts), payment_methods: methods.length } as Record<string, number>
}

const NOTHING = { passkeys: 0, authenticator_apps: 0, recovery_codes: 0, payment_methods: 0 }

describe('the first proof of an address', () => {
  test('by a new password removes everything that was added before, and says so on the screen and by mail', async () => {
    await attachAll()
    const answer = await resetPassword()
    expect([answer.status, answer.body.message]).toEqual([
      200,
      'Your password is changed. Sign in with it. For your safety, we removed what was in the account before: 1 passkey, the authenticator app, the recovery codes, 1 saved payment method, and 1 address in the address book',
    ])
    expect(await attached()).toEqual({ ...NOTHING, addresses: 0 })
    expect((await signInByPasskey(shop.visitor(), passkey)).status).toBe(400)
    expect((await stranger.get('/api/users/profile')).status).toBe(401)
    const told = (await mailbox.newMailsTo(email)).find(({ text }) => text?.includes('1 passkey'))
    expect(told?.text).toContain('someone else could have used the account')
    // Without the stranger's app, her password alone signs in.
    expect((await signIn()).answer.status).toBe(200)
    const deletions = await shop.db.selectFrom('payment_method_deletions').selectAll().execute()
    expect(deletions.length).toBeGreaterThan(0)
  })

  test('by the confirmation link keeps the session that presents it, with a new token, and ends all others', async () => {
    const { visitor: owner } = await signIn(PASSWORD)
    await attachAll()
    const before = owner.cookie
    const answer = await owner.post('/api/guests/email/confirm', { link: await confirmationLink(owner) })
    expect(answer.status).toBe(200)
    expect(answer.body.message).toContain('we removed what was in the account before: 1 passkey')
    expect(owner.cookie).not.toBe(before)
    expect((await owner.get('/api/users/profile')).body.email).toBe(email)
    const planted = Object.assign(shop.visitor(), { cookie: before })
    expect((await planted.get('/api/users/profile')).status).toBe(401)
    expect((await stranger.get('/api/users/profile')).status).toBe(401)
    expect((await signInByPasskey(shop.visitor(), passkey)).status).toBe(400)
    // She has used the account in this browser, so the address book is hers.
    expect(await attached()).toEqual({ ...NOTHING, addresses: 1 })
    expect((await mailbox.newMailsTo(email)).map(({ subject }) => subject)).toEqual([
      'The sign-in of your account was changed',
    ])
  })

  test('of an account that has nothing else keeps the browser signed in, and sends no mail about it', async () => {
    const answer = await stranger.post('/api/guests/email/confirm', {
      link: await confirmationLink(stranger),
    })
    expect(answer.body).toEqual({ message: 'Your email address is confirmed', count: 0 })
    expect((await stranger.get('/api/users/profile')).status).toBe(200)
    expect(await mailbox.newMailsTo(email)).toEqual([])
  })

  test('keeps the address book of an imported customer, who had no password before', async () => {
    await stranger.post('/api/addresses', { ...VIENNA, recipient: 'Ann Lee' })
    const { UNUSABLE_HASH } = await import('#server/platform/sessions/passwords.ts')
    await shop.db
      .updateTable('users')
      .set({ password_hash: UNUSABLE_HASH })
      .where('email', '=', email)
      .execute()
    expect((await resetPassword()).body.message).toBe('Your password is changed. Sign in with it')
    expect((await attached()).addresses).toBe(1)
  })
})

test('an address that was confirmed before loses nothing by a later password or a second confirmation', async () => {
  await attachAll()
  await setConfirmed(email)
  const before = await attached()
  expect((await resetPassword()).body.message).toBe('Your password is changed. Sign in with it')
  expect(await attached()).toEqual(before)
  const visitor = shop.visitor()
  expect((await signInByPasskey(visitor, passkey)).status).toBe(200)
})

describe('accepting an invitation', () => {
  test('removes passkeys, apps and payment methods, also of a confirmed account, and tells the new member', async () => {
    await attachAll()
    await setConfirmed(email)
    const visitor = shop.visitor()
    await signInByPasskey(visitor, passkey)
    const accepted = await visitor.post('/api/invitations/accept', { token: await invitation() })
    expect(accepted.body).toMatchObject({ email, isAdmin: true })
    expect(accepted.body.removed).toContain('1 passkey, the authenticator app')
    expect((await visitor.get('/api/staff')).status).toBe(200)
    expect((await stranger.get('/api/users/profile')).status).toBe(401)
    expect((await signInByPasskey(shop.visitor(), passkey)).status).toBe(400)
    expect(await attached()).toEqual({ ...NOTHING, addresses: 1 })
    const mails = await mailbox.newMailsTo(email)
    expect(mails.some(({ text }) => text?.includes('1 passkey, the authenticator app'))).toBe(true)
  })

  test('of an account without anything says nothing about it', async () => {
    const accepted = await stranger.post('/api/invitations/accept', { token: await invitation() })
    expect([accepted.status, accepted.body.removed]).toEqual([200, undefined])
  })
})

test('an owner who makes a customer an admin removes passkeys, apps and payment methods, too', async () => {
  await attachAll()
  const owner = await signedIn(shop, { role: 'owner' })
  const { _id: id } = (await stranger.get('/api/users/profile')).body
  const promoted = await owner.put(`/api/users/${id}`, { isAdmin: true })
  expect([promoted.status, promoted.body.isAdmin]).toEqual([200, true])
  expect(await attached()).toMatchObject(NOTHING)
  expect((await signInByPasskey(shop.visitor(), passkey)).status).toBe(400)
  expect((await stranger.get('/api/users/profile')).status).toBe(401)
  const told = (await mailbox.newMailsTo(email)).find(({ text }) => text?.includes('1 passkey'))
  expect(told).toBeDefined()
})

describe('a changed address', () => {
  test('that a reader confirms without a session of the account is not confirmed, so a stranger gets no guest orders', async () => {
    const token = await confirmToken(stranger, `reader-${email}`)
    const answer = await shop.visitor().post('/api/account/email/confirm', { token })
    expect([answer.status, answer.body.email]).toEqual([200, `reader-${email}`])
    const { visitor } = await signIn(PASSWORD, `reader-${email}`)
    expect((await visitor.get('/api/guests/orders')).body).toEqual({ isConfirmed: false, count: 0 })
    expect((await visitor.post('/api/guests/orders')).status).toBe(409)
  })

  test('of a confirmed account keeps its passkeys, if the link is opened in a session of the account', async () => {
    await attachAll()
    await setConfirmed(email)
    const token = await confirmToken(stranger, `new-${email}`)
    const before = stranger.cookie
    const answer = await stranger.post('/api/account/email/confirm', { token })
    expect(answer.body).toEqual({ message: `Your email address is now new-${email}`, email: `new-${email}` })
    expect(stranger.cookie).not.toBe(before)
    expect((await stranger.get('/api/guests/orders')).body.isConfirmed).toBe(true)
    expect((await signInByPasskey(shop.visitor(), passkey)).status).toBe(200)
  })

  test('is taken over with nothing of the earlier owner, when the new mailbox sets a password', async () => {
    await attachAll()
    await setConfirmed(email)
    const token = await confirmToken(stranger, `next-${email}`)
    await shop.visitor().post('/api/account/email/confirm', { token })
    expect((await signInByPasskey(shop.visitor(), passkey)).status).toBe(200)
    await resetPassword(`next-${email}`)
    expect((await signInByPasskey(shop.visitor(), passkey)).status).toBe(400)
  })

  test('that was never confirmed and is undone counts as proved only by the new password', async () => {
    await attachAll()
    await stranger.put('/api/users/profile', { email: `evil-${email}`, currentPassword: PASSWORD })
    const mail = (await mailbox.newMailsTo(email)).at(-1)
    const token = tokenIn(mail, '/keep-email')
    shop.clock.advance(3 * 3_600_000)
    await shop.visitor().post('/api/account/email/object', { token })
    await resetPassword()
    expect(await attached()).toEqual({ ...NOTHING, addresses: 0 })
  })
})
