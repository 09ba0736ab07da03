// On SQLite only: passwords, codes and sessions, the same code on both databases.
/** Passkeys and authenticator apps wait until the address of the account is confirmed. */
import { afterAll, beforeEach, expect, test } from 'vitest'
import { authenticator } from '#test/authenticator.ts'
import { mailboxOf } from '#test/mailbox.ts'
import { addPasskey } from '#test/passkeys.ts'
import { openShop } from '#test/shop.ts'
import { signedIn, type SignedInVisitor } from '#test/signed-in.ts'
import { changedBy } from '#test/unchanged.ts'
import { confirmationToken, reset, resetToken } from '../people.testing.ts'

const shop = await openShop()
const mailbox = mailboxOf(shop)

let stranger: SignedInVisitor
beforeEach(async () => {
  stranger = await signedIn(shop, { isConfirmed: false })
})
afterAll(() => shop.close())

const setConfirmed = (confirmed: string | null) =>
  shop.db.updateTable('users').set({ confirmed_email: confirmed }).where('id', '=', stranger.id).execute()

test('passkeys and apps wait for a confirmed address, with a sentence that offers the mail, and nothing changes', async () => {
  const changed = await changedBy(shop.db, async () => {
    for (const path of ['/api/passkeys/creation', '/api/factors/app']) {
      const { status, body } = await stranger.post(path)
      expect([path, status, body]).toEqual([
        path,
        409,
        {
          message: `Confirm first that ${stranger.email} is your address: we can mail you a link`,
          code: 'unconfirmed',
        },
      ])
    }
  })
  expect(changed).toEqual([])
  expect((await stranger.get('/api/factors')).body.needsConfirmedEmail).toBe(true)
})

test('passkeys and apps are not added with options from before the address changed', async () => {
  await setConfirmed(stranger.email)
  const { body: options } = await stranger.post('/api/passkeys/creation')
  const { body: app } = await stranger.post('/api/factors/app')
  await setConfirmed(null)
  const credential = authenticator().create(options)
  expect((await stranger.post('/api/passkeys', { credential })).body.code).toBe('unconfirmed')
  expect(app.secret).toBeDefined()
  expect((await stranger.post('/api/factors/app/confirm', { code: '000000' })).body.code).toBe('unconfirmed')
})

test('passkeys and apps are added after the address is confirmed, also in a session that may only set them up', async () => {
  await shop.db.updateTable('users').set({ staff_role: 'packer' }).where('id', '=', stranger.id).execute()
  await shop.db.updateTable('sessions').set({ is_limited: 1 }).where('user_id', '=', stranger.id).execute()
  expect((await stranger.get('/api/shippo/queue')).body.code).toBe('factor')
  const link = await confirmationToken(mailbox, stranger, stranger.email)
  expect((await stranger.post('/api/guests/email/confirm', { link })).status).toBe(200)
  expect((await stranger.get('/api/shippo/queue')).body.code).toBe('factor')
  expect((await addPasskey(stranger)).status).toBe(201)
  expect((await stranger.get('/api/shippo/queue')).status).toBe(200)
})

test('passkeys that are added while a new password ends the session are not in the account afterwards', async () => {
  await setConfirmed(stranger.email)
  const { body: options } = await stranger.post('/api/passkeys/creation')
  await setConfirmed(null)
  const token = await resetToken(shop, stranger.email, mailbox)
  const credential = authenticator().create(options)
  const [, added] = await Promise.all([
    reset(shop, token, 'mine from now on'),
    ...Array.from({ length: 5 }, () => stranger.post('/api/passkeys', { credential })),
  ])
  expect([401, 409]).toContain(added?.status)
  expect(
    (await shop.db.selectFrom('passkeys').selectAll().execute()).filter(
      ({ user_id: id }) => id === stranger.id,
    ),
  ).toEqual([])
})
