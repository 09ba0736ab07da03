// On SQLite only: passwords, codes and sessions, the same code on both databases.
import { afterAll, describe, expect, test } from 'vitest'
import { authenticator } from '#test/authenticator.ts'
import { mailboxOf } from '#test/mailbox.ts'
import { addPasskey, answerOf, signInByPasskey } from '#test/passkeys.ts'
import { openShop, PASSWORD } from '#test/shop.ts'
import { signedIn } from '#test/signed-in.ts'
import { changedBy } from '#test/unchanged.ts'
import { MINUTE } from '#server/kernel/time/clock.ts'

const shop = await openShop()

afterAll(() => shop.close())

const challengeOf = async () => (await shop.visitor().post('/api/passkeys/request')).body

describe('a passkey', () => {
  test('is added, named and used to sign in, and its account gets an email', async () => {
    const user = await signedIn(shop)
    const device = authenticator()
    const added = await addPasskey(user, device, 'Blue phone')
    expect([added.status, added.body.name, added.body.usedAt]).toEqual([201, 'Blue phone', null])
    const [mail] = await mailboxOf(shop).newMailsTo(user.email)
    expect(mail?.text).toContain('“Blue phone” was added')

    const visitor = shop.visitor()
    const signIn = await signInByPasskey(visitor, device)
    expect([signIn.status, signIn.body.email]).toEqual([200, user.email])
    const { body } = await visitor.get('/api/passkeys')
    expect(body.passkeys).toEqual([{ ...added.body, usedAt: expect.stringMatching(/Z$/) }])
    expect((await visitor.put(`/api/passkeys/${added.body._id}`, { name: 'Red phone' })).status).toBe(200)
    expect((await user.get('/api/passkeys')).body.passkeys[0].name).toBe('Red phone')
  })

  test('that is removed can no longer sign in, and the account gets an email', async () => {
    const user = await signedIn(shop)
    const device = authenticator()
    const { body } = await addPasskey(user, device)
    const box = mailboxOf(shop)
    await box.newMails()
    expect((await user.delete(`/api/passkeys/${body._id}`)).status).toBe(200)
    expect((await box.newMailsTo(user.email))[0]?.text).toContain('was removed from your account')
    const refused = await signInByPasskey(shop.visitor(), device)
    expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining('No account has')])
    expect(refused.body.unknownTo).toBe('localhost')
    expect((await user.delete(`/api/passkeys/${body._id}`)).status).toBe(404)
  })

  test('of an account is not added to another one, and not twice', async () => {
    const device = authenticator()
    await addPasskey(await signedIn(shop), device)
    expect((await addPasskey(await signedIn(shop), device)).status).toBe(409)
  })

  test('needs a recent proof to be created or removed', async () => {
    const user = await signedIn(shop)
    const { body } = await addPasskey(user)
    shop.clock.advance(11 * MINUTE)
    for (const answer of [
      await user.post('/api/passkeys/creation'),
      await user.delete(`/api/passkeys/${body._id}`),
    ])
      expect([answer.status, answer.body.code]).toEqual([403, 'proof'])
  })
})

test('the list says which passkeys the browser may keep, as the signals of WebAuthn want it', async () => {
  const user = await signedIn(shop)
  const [first, second] = [authenticator(), authenticator()]
  const { body: one } = await addPasskey(user, first)
  await addPasskey(user, second)
  const accepted = async () => (await user.get('/api/passkeys')).body.accepted
  const { rpId, userId, allAcceptedCredentialIds: ids } = await accepted()
  expect([rpId, Buffer.from(userId, 'base64url').toString()]).toEqual(['localhost', user.id])
  expect(ids).toHaveLength(2)
  await user.delete(`/api/passkeys/${one._id}`)
  expect((await accepted()).allAcceptedCredentialIds).toEqual([(await answerOf(shop.visitor(), second)).id])
})

describe('an answer of a passkey is refused, and nothing changes', () => {
  const refused: Record<string, () => Promise<number>> = {
    'from the page of another site': async () => {
      const device = authenticator({ origin: 'https://frame.example.evil' })
      return (await addPasskey(await signedIn(shop), device)).status
    },
    'without a check of the user by the device': async () => {
      const user = await signedIn(shop)
      return (await addPasskey(user, authenticator({ verifiesUser: false }))).status
    },
    'to options of another account': async () => {
      const [user, other] = [await signedIn(shop), await signedIn(shop)]
      const { body } = await other.post('/api/passkeys/creation')
      const credential = authenticator().create(body)
      return (await user.post('/api/passkeys', { name: 'Phone', credential })).status
    },
    'to options for a sign-in': async () => {
      const credential = authenticator().create(await challengeOf())
      return (await (await signedIn(shop)).post('/api/passkeys', { name: 'Phone', credential })).status
    },
  }
  test.each(Object.entries(refused))('%s', async (_name, send) => {
    const before = await shop.db.selectFrom('passkeys').selectAll().execute()
    expect(await send()).toBe(400)
    expect(await shop.db.selectFrom('passkeys').selectAll().execute()).toEqual(before)
  })

  test('with a changed signature, to old or invented options, and the second time', async () => {
    const device = authenticator()
    await addPasskey(await signedIn(shop), device)
    const good = await answerOf(shop.visitor(), device)
    const send = (answer: unknown) => shop.visitor().post('/api/passkeys/auth', { answer })
    const old = await answerOf(shop.visitor(), device)
    const bad = [
      { ...good, response: { ...good.response, signature: old.response.signature } },
      { ...good, response: { ...good.response, userHandle: 'AAAA' } },
      device.get({ ...(await challengeOf()), challenge: 'AAAA' }),
    ]
    const changed = await changedBy(shop.db, async () => {
      for (const answer of bad) expect((await send(answer)).status).toBe(400)
    })
    expect(changed).toEqual([])
    const last = await answerOf(shop.visitor(), device)
    expect((await send(last)).status).toBe(200)
    expect((await send(last)).status).toBe(400)
    const late = await answerOf(shop.visitor(), device)
    shop.clock.advance(11 * MINUTE)
    expect((await send(late)).status).toBe(400)
  })

  test('of a copied authenticator, whose counter is too low', async () => {
    const device = authenticator()
    await addPasskey(await signedIn(shop), device)
    for (let use = 1; use <= 2; use++)
      expect((await signInByPasskey(shop.visitor(), device)).status).toBe(200)
    device.rewind()
    expect((await signInByPasskey(shop.visitor(), device)).status).toBe(400)
  })

  test('sent twice at once signs in once', async () => {
    const device = authenticator()
    await addPasskey(await signedIn(shop), device)
    const answer = await answerOf(shop.visitor(), device)
    const both = await Promise.all([1, 2].map(() => shop.visitor().post('/api/passkeys/auth', { answer })))
    expect(both.map(({ status }) => String(status)).toSorted()).toEqual(['200', '400'])
  })
})

describe('the proof before a sensitive action', () => {
  test('is also given by a passkey, but not by a passkey of another account', async () => {
    const admin = await shop.admin()
    const [own, other] = [authenticator(), authenticator()]
    await addPasskey(admin, own)
    await addPasskey(await signedIn(shop), other)
    shop.clock.advance(11 * MINUTE)
    expect((await admin.get('/api/account/proof')).body.code).toBe('proof')
    const wrong = await admin.post('/api/account/proof', { passkey: await answerOf(admin, other) })
    expect([wrong.status, wrong.body.message]).toEqual([403, 'This passkey belongs to another account'])
    expect((await admin.get('/api/account/proof')).body.code).toBe('proof')
    const right = await admin.post('/api/account/proof', { passkey: await answerOf(admin, own) })
    expect(right.status).toBe(200)
    expect((await admin.get('/api/account/proof')).status).toBe(200)
    shop.clock.advance(11 * MINUTE)
    expect((await admin.post('/api/account/proof', { password: PASSWORD })).status).toBe(200)
  })
})
