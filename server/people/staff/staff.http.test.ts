// On SQLite only: roles and their rules, the same code on both databases.
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { mailboxOf, MAIL_SETTINGS } from '#test/mailbox.ts'
import { placed } from '#test/purchase.ts'
import { openShop, PASSWORD } from '#test/shop.ts'
import { signedIn, type SignedInVisitor } from '#test/signed-in.ts'
import { changedBy } from '#test/unchanged.ts'
import { HOUR, MINUTE } from '#server/kernel/time/clock.ts'
import { freshEmail, invitationToken, joinToken } from '../people.testing.ts'

const shop = await openShop({ env: MAIL_SETTINGS })
const mailbox = mailboxOf(shop)

let owner: SignedInVisitor

beforeEach(async () => {
  await shop.db.updateTable('users').set({ is_admin: 0, staff_role: null }).execute()
  owner = await signedIn(shop, { name: 'Olive Owner', role: 'owner' })
})
afterAll(() => shop.close())

const invite = (email: string, role = 'packer') => invitationToken(mailbox, owner, email, role)

const join = (token: string, more: object = {}) =>
  shop.visitor().post('/api/invitations/join', { token, name: 'Pat Packer', password: PASSWORD, ...more })

describe('an invitation', () => {
  test('makes a new account a packer, who can work at once and is in the list', async () => {
    const email = freshEmail()
    const token = await invite(email)
    const look = await shop.visitor().post('/api/invitations/look', { token })
    expect(look.body).toEqual({ email, role: 'packer', invitedBy: 'Olive Owner', hasAccount: false })
    const packer = shop.visitor()
    const joined = await packer.post('/api/invitations/join', { token, name: 'Pat', password: PASSWORD })
    expect([joined.status, joined.body.role, joined.body.isAdmin]).toEqual([200, 'packer', false])
    expect((await packer.get('/api/shippo/queue')).status).toBe(200)
    const { body } = await owner.get('/api/staff')
    expect(body.invitations).toEqual([])
    expect(body.staff.map(({ name, role }: { name: string; role: string }) => [name, role])).toEqual([
      ['Olive Owner', 'owner'],
      ['Pat', 'packer'],
    ])
  })

  test('works once, also for twenty requests at the same time', async () => {
    const token = await invite(freshEmail())
    const answers = await Promise.all(Array.from({ length: 20 }, () => join(token)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status } of answers) expect([200, 400, 409]).toContain(status)
    expect((await join(token)).body.code).toBe('link')
  })

  test('ends when it is withdrawn, replaced by a newer mail, or two days old', async () => {
    const email = freshEmail()
    const first = await invite(email)
    const { body } = await owner.get('/api/staff')
    const id = body.invitations.find((each: { email: string }) => each.email === email)._id
    expect((await owner.post(`/api/invitations/${id}/resend`)).status).toBe(200)
    const second = await joinToken(mailbox, email)
    expect((await join(first)).body.code).toBe('link')
    expect((await shop.visitor().post('/api/invitations/look', { token: second })).status).toBe(200)
    expect((await owner.delete(`/api/invitations/${id}`)).status).toBe(200)
    expect((await join(second)).body.code).toBe('link')
    const late = await invite(freshEmail())
    shop.clock.advance(49 * HOUR)
    expect((await join(late)).body.code).toBe('link')
  })

  test('with a changed signature, another id or a weak password creates no account', async () => {
    const token = await invite(freshEmail())
    const changed = await changedBy(shop.db, async () => {
      expect((await join(token.slice(0, -4) + 'AAAA')).status).toBe(400)
      expect((await join(token.replace(/^[^.]+/, 'other'))).status).toBe(400)
      expect((await join(token, { password: 'password' })).status).toBe(400)
    })
    expect(changed).toEqual([])
  })

  test('gives an existing account its role after it was accepted while signed in', async () => {
    const buyer = await signedIn(shop)
    const token = await invite(buyer.email, 'barista')
    expect((await join(token)).body.code).toBe('account')
    const stranger = await signedIn(shop)
    expect((await stranger.post('/api/invitations/accept', { token })).body.code).toBe('other')
    expect((await buyer.get('/api/desk/work')).status).toBe(403)
    const accepted = await buyer.post('/api/invitations/accept', { token })
    expect([accepted.status, accepted.body.role]).toEqual([200, 'barista'])
    expect((await buyer.get('/api/desk/work')).status).toBe(200)
    expect((await owner.post('/api/invitations', { email: buyer.email, role: 'owner' })).status).toBe(409)
  })

  test('is sent once per address, and only while the mailbox did not get too many', async () => {
    const email = freshEmail()
    await invite(email)
    expect((await owner.post('/api/invitations', { email, role: 'owner' })).status).toBe(409)
  })
})

const tasks = async (role: 'packer' | 'barista') =>
  Object.keys((await (await signedIn(shop, { role })).get('/api/desk/work')).body.todo).toSorted()

describe('a packer', () => {
  test('ships an order, and gets only the data that shipping needs', async () => {
    const packer = await signedIn(shop, { role: 'packer' })
    const buyer = await signedIn(shop)
    const id = await placed(buyer, [{ _id: await shop.sell(), qty: 1 }])
    await shop.db
      .updateTable('orders')
      .set({ state: 'paid', paid_at: new Date().toISOString() })
      .where('id', '=', id)
      .execute()
    const packed = await packer.get(`/api/orders/${id}/packing`)
    expect(packed.body).toMatchObject({ _id: id, state: 'paid', user: { name: 'Quick Buyer' } })
    const shipped = await packer.put(`/api/orders/${id}/ship`, { trackingNumber: '42' })
    expect(shipped.body).toMatchObject({ state: 'shipped', tracking: { number: '42' } })
    for (const { text } of [packed, shipped]) expect(text).not.toMatch(/@|price|refund|payment|history/i)
    const admin = await owner.put(`/api/orders/${id}/ship`, { trackingNumber: '43' })
    expect(admin.body.user.email).toBe(buyer.email)
  })

  test('sees the tasks of the role without prices, and a barista those of the bar', async () => {
    expect(await tasks('packer')).toEqual(['toHandOver', 'toShip'])
    expect(await tasks('barista')).toEqual(['toHandOver', 'unanswered'])
  })
})

describe('a role that changes during an edit', () => {
  test('is answered with 403 and a message, and the session continues', async () => {
    const manager = await signedIn(shop, { role: 'manager' })
    expect((await owner.put(`/api/staff/${manager.id}`, { role: 'packer' })).status).toBe(200)
    const answer = await manager.post('/api/departments', {})
    expect([answer.status, answer.body.message]).toEqual([
      403,
      'Only an admin may do this. Your role is packer',
    ])
    expect((await manager.get('/api/shippo/queue')).status).toBe(200)
  })

  test('ends the sessions when it is taken away', async () => {
    const packer = await signedIn(shop, { role: 'packer' })
    expect((await owner.put(`/api/staff/${packer.id}`, { role: null })).status).toBe(200)
    expect((await packer.get('/api/shippo/queue')).status).toBe(401)
    expect((await owner.put(`/api/staff/${packer.id}`, { role: 'packer' })).status).toBe(404)
  })
})

describe('the last owner', () => {
  test('cannot give up the role, even if there is a manager', async () => {
    await signedIn(shop, { role: 'manager' })
    const changed = await changedBy(shop.db, async () => {
      for (const role of ['manager', null]) {
        const answer = await owner.put(`/api/staff/${owner.id}`, { role })
        expect([answer.status, answer.body.message]).toEqual([409, expect.stringContaining('last owner')])
      }
    })
    expect(changed).toEqual([])
  })

  test('keeps the role when two owners take it from each other at once', async () => {
    for (let trial = 1; trial <= 10; trial++) {
      await shop.db.updateTable('users').set({ is_admin: 0, staff_role: null }).execute()
      const pair = [await signedIn(shop, { role: 'owner' }), await signedIn(shop, { role: 'owner' })] as const
      const answers = await Promise.all([
        pair[0].put(`/api/staff/${pair[1].id}`, { role: null }),
        pair[1].put(`/api/staff/${pair[0].id}`, { role: 'barista' }),
      ])
      const left = await shop.db.selectFrom('users').select('id').where('staff_role', '=', 'owner').execute()
      expect(left).toHaveLength(1)
      for (const { status } of answers) expect([200, 401, 403, 409]).toContain(status)
    }
  })

  test('is also an admin whom an older release stored without a role', async () => {
    await shop.db
      .updateTable('users')
      .set({ is_admin: 1, staff_role: null })
      .where('id', '=', owner.id)
      .execute()
    expect((await owner.get('/api/staff')).status).toBe(200)
    await shop.db
      .updateTable('users')
      .set({ is_admin: 0, staff_role: 'owner' })
      .where('id', '=', owner.id)
      .execute()
    expect((await owner.get('/api/staff')).status).toBe(403)
  })
})

describe('a sensitive action', () => {
  test('needs a proof of the last ten minutes, and nothing changes before', async () => {
    const admin = await shop.admin()
    const packer = await signedIn(shop, { role: 'packer' })
    shop.clock.advance(11 * MINUTE)
    const changed = await changedBy(shop.db, async () => {
      const answer = await admin.put(`/api/staff/${packer.id}`, { role: null })
      expect([answer.status, answer.body.code]).toEqual([403, 'proof'])
      expect((await admin.get('/api/backup')).body.code).toBe('proof')
      const wrong = await admin.post('/api/account/proof', { password: 'a wrong guess' })
      expect([wrong.status, wrong.body.needs]).toEqual([403, 'currentPassword'])
    })
    expect(changed).toEqual([])
    expect((await admin.post('/api/account/proof', { password: PASSWORD })).status).toBe(200)
    expect((await admin.put(`/api/staff/${packer.id}`, { role: null })).status).toBe(200)
  })
})
