// On SQLite only: passwords, codes and sessions, the same code on both databases.
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { authenticator } from '#test/authenticator.ts'
import { setUpApp } from '#test/authenticator-app.ts'
import { mailboxOf, tokenIn } from '#test/mailbox.ts'
import { addPasskey, answerOf, signInByPasskey } from '#test/passkeys.ts'
import { openShop, PASSWORD } from '#test/shop.ts'
import { signedIn } from '#test/signed-in.ts'
import type { Visitor } from '#test/visitor.ts'
import { DAY } from '#server/kernel/time/clock.ts'
import { auth, invitationToken } from '../people.testing.ts'

const shop = await openShop()

afterAll(() => shop.close())

const profileOf = async (user: Visitor) => (await user.get('/api/users/profile')).body
const signIn = async (email: string, code?: string) => {
  const visitor = shop.visitor()
  return { visitor, answer: await auth(shop, email, PASSWORD, { by: visitor, code }) }
}

/** Saves whether a second factor is required, as an owner. */
async function require(isRequired: boolean) {
  const owner = await signedIn(shop, { role: 'owner' })
  const { version } = (await owner.get('/api/settings/sign-in')).body
  return owner.put('/api/settings/sign-in', { isRequired, version })
}

/** A new member of staff, and the session of the next sign-in. */
async function nextSignIn(role: 'owner' | 'packer') {
  const { email } = await profileOf(await shop.staff(role))
  return { email, ...(await signIn(email)) }
}

const invitation = async (email: string) =>
  invitationToken(mailboxOf(shop), await signedIn(shop, { role: 'owner' }), email)

describe('while the shop requires a second factor', () => {
  beforeEach(async () => {
    await require(false)
    expect((await require(true)).status).toBe(200)
  })

  test('staff without one can only set it up at their next sign-in', async () => {
    const before = await signedIn(shop, { role: 'packer' })
    const { visitor, answer } = await nextSignIn('packer')
    expect(answer.body).toMatchObject({ role: 'packer', needsFactor: true })
    for (const path of ['/api/shippo/queue', '/api/desk/work', '/api/addresses', '/api/orders/mine']) {
      const refused = await visitor.get(path)
      expect([path, refused.status, refused.body.code]).toEqual([path, 403, 'factor'])
    }
    expect((await visitor.put('/api/users/profile', { name: 'Other' })).body.code).toBe('factor')
    expect((await profileOf(visitor)).needsFactor).toBe(true)
    // A session that began earlier continues.
    expect((await before.get('/api/shippo/queue')).status).toBe(200)
  })

  test('an app or a passkey ends the limits, and staff cannot remove the last one', async () => {
    const { visitor, email } = await nextSignIn('packer')
    const { nextCode } = await setUpApp(shop, visitor)
    expect((await visitor.get('/api/shippo/queue')).status).toBe(200)
    expect((await profileOf(visitor)).needsFactor).toBeUndefined()
    expect((await visitor.delete('/api/factors/app')).status).toBe(409)
    expect((await signIn(email)).answer.body.needs).toBe('code')
    expect((await signIn(email, nextCode())).answer.body.needsFactor).toBeUndefined()

    const other = await nextSignIn('packer')
    const device = authenticator()
    const { body } = await addPasskey(other.visitor, device)
    expect((await other.visitor.get('/api/shippo/queue')).status).toBe(200)
    expect((await other.visitor.delete(`/api/passkeys/${body._id}`)).status).toBe(409)
    expect((await addPasskey(other.visitor)).status).toBe(201)
    expect((await other.visitor.delete(`/api/passkeys/${body._id}`)).status).toBe(200)
  })

  test('the password alone is not enough for staff with only a passkey', async () => {
    const { visitor, email } = await nextSignIn('packer')
    const device = authenticator()
    await addPasskey(visitor, device)
    const { answer } = await signIn(email)
    expect([answer.status, answer.body.needs]).toEqual([403, 'code'])
    const { codes } = (await visitor.post('/api/factors/codes')).body
    expect((await signIn(email, codes[0])).answer.status).toBe(200)
    const again = shop.visitor()
    expect((await signInByPasskey(again, device)).status).toBe(200)
    expect((await again.get('/api/shippo/queue')).status).toBe(200)
  })

  test('an owner has a week, in which she can still sign in without one', async () => {
    const { visitor, email, answer } = await nextSignIn('owner')
    expect(answer.body.needsFactor).toBeUndefined()
    const { ownersFrom } = (await visitor.get('/api/settings/sign-in')).body
    expect(Date.parse(ownersFrom) - shop.clock.now().getTime()).toBeGreaterThan(6 * DAY)
    shop.clock.advance(7 * DAY)
    expect((await signIn(email)).answer.body.needsFactor).toBe(true)
  })

  test('a customer signs in as before, and one who joins the staff sets it up first', async () => {
    const buyer = await shop.customer()
    const { email } = await profileOf(buyer)
    expect((await signIn(email)).answer.body.needsFactor).toBeUndefined()
    const device = authenticator()
    await addPasskey(buyer, device)
    const token = await invitation(email)
    const accepted = await buyer.post('/api/invitations/accept', { token })
    expect(accepted.body).toMatchObject({ role: 'packer', needsFactor: true })
    expect((await buyer.get('/api/shippo/queue')).body.code).toBe('factor')
    // The password is not a second factor. The passkey of before was removed, and a new one is a second factor.
    await buyer.post('/api/account/proof', { password: PASSWORD })
    expect((await buyer.get('/api/shippo/queue')).body.code).toBe('factor')
    const removed = await buyer.post('/api/account/proof', { passkey: await answerOf(buyer, device) })
    expect([removed.status, removed.body.code]).toEqual([400, 'passkey'])
    const added = authenticator()
    await addPasskey(buyer, added)
    expect((await buyer.get('/api/shippo/queue')).status).toBe(200)
    const next = (await signIn(email)).visitor
    expect((await signInByPasskey(next, added)).status).toBe(200)
    expect((await next.get('/api/shippo/queue')).status).toBe(200)
  })

  test('a sign-in under way while a customer joins the staff opens nothing of the admin area', async () => {
    for (let round = 0; round < 10; round++) {
      const buyer = await shop.customer()
      const { email } = await profileOf(buyer)
      const token = await invitation(email)
      const [accepted, ...others] = await Promise.all([
        buyer.post('/api/invitations/accept', { token }),
        ...Array.from({ length: 6 }, () => signIn(email)),
      ])
      expect(accepted.status).toBe(200)
      for (const { visitor } of others) expect((await visitor.get('/api/shippo/queue')).status).not.toBe(200)
    }
  })

  test('limited sessions get full access when the requirement ends', async () => {
    const { visitor } = await nextSignIn('packer')
    expect((await visitor.get('/api/shippo/queue')).status).toBe(403)
    expect((await require(false)).status).toBe(200)
    expect((await visitor.get('/api/shippo/queue')).status).toBe(200)
  })
})

describe('an owner removes the second factor of a member', () => {
  test('who is signed out, gets an email, and signs in with the password', async () => {
    await require(false)
    const packer = await shop.staff('packer')
    const { _id: id, email } = await profileOf(packer)
    await setUpApp(shop, packer)
    const device = authenticator()
    await addPasskey(packer, device)
    const owner = await signedIn(shop, { role: 'owner', name: 'Olive Owner' })
    const hasFactor = async () =>
      (await owner.get('/api/staff')).body.staff.find(({ _id }: { _id: string }) => _id === id).hasFactor
    expect(await hasFactor()).toBe(true)
    const box = mailboxOf(shop)
    await box.newMails()
    expect((await owner.delete(`/api/users/${id}/factors`)).status).toBe(200)
    expect((await packer.get('/api/factors')).status).toBe(401)
    expect(await hasFactor()).toBe(false)
    expect((await box.newMailsTo(email))[0]?.text).toContain('An owner of our shop removed')
    expect((await signIn(email)).answer.status).toBe(200)
    expect((await signInByPasskey(shop.visitor(), device)).status).toBe(400)
    const { body } = await owner.get(`/api/record?subject=user&subjectId=${id}`)
    expect(body.lines[0]).toMatchObject({ by: 'Olive Owner', action: 'Removed the second factor' })
    expect((await owner.delete(`/api/users/${id}/factors`)).status).toBe(409)
    expect((await owner.delete(`/api/users/${owner.id}/factors`)).status).toBe(409)
  })

  test('a manager cannot remove it, and only an owner can require a second factor', async () => {
    const packer = await signedIn(shop, { role: 'packer' })
    const manager = await signedIn(shop, { role: 'manager' })
    expect((await manager.delete(`/api/users/${packer.id}/factors`)).status).toBe(403)
    expect((await manager.put('/api/settings/sign-in', { isRequired: true, version: 0 })).status).toBe(403)
  })
})

test('each response names the current role, so that the browser follows a change', async () => {
  const packer = await signedIn(shop, { role: 'packer' })
  const owner = await signedIn(shop, { role: 'owner' })
  const roleIn = async () => (await packer.get('/api/users/profile')).headers['x-account']
  expect(await roleIn()).toBe(`${packer.id} packer`)
  await owner.put(`/api/staff/${packer.id}`, { role: 'manager' })
  expect(await roleIn()).toBe(`${packer.id} manager`)
  const refused = await packer.get('/api/staff')
  expect([refused.status, refused.headers['x-account']]).toEqual([403, `${packer.id} manager`])
  expect((await shop.visitor().get('/api/staff')).headers['x-account']).toBeUndefined()
})

test('the link that undoes a change of address also removes passkeys and apps that were added since', async () => {
  const user = await shop.customer()
  const { email } = await profileOf(user)
  const own = authenticator()
  await addPasskey(user, own)
  shop.clock.advance(2 * DAY)
  await user.post('/api/account/proof', { password: PASSWORD })
  await user.put('/api/users/profile', { email: `new-${email}`, currentPassword: PASSWORD })
  const token = tokenIn((await mailboxOf(shop).newMailsTo(email)).at(-1), '/keep-email')
  const strange = authenticator()
  await addPasskey(user, strange)
  await setUpApp(shop, user)
  expect((await shop.visitor().post('/api/account/email/object', { token })).status).toBe(200)
  expect((await signInByPasskey(shop.visitor(), strange)).status).toBe(400)
  const visitor = shop.visitor()
  expect((await signInByPasskey(visitor, own)).status).toBe(200)
  expect((await visitor.get('/api/factors')).body).toMatchObject({ appSince: null, passkeys: 1 })
})
