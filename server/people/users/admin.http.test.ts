// On SQLite only: roles and their rules, the same code on both databases.
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { placed } from '#test/purchase.ts'
import { openShop, PASSWORD } from '#test/shop.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'
import { changedBy } from '#test/unchanged.ts'

const shop = await openShop()

let admin: SignedInVisitor
let user: SignedInVisitor
beforeEach(async () => {
  await shop.db.updateTable('users').set({ is_admin: 0 }).execute()
  admin = await signedIn(shop, { name: 'Olive Owner', isAdmin: true })
  user = await signedIn(shop)
})
afterAll(() => shop.close())

const edit = (account: SignedInVisitor, changes: object = {}) => ({
  name: 'Edited',
  email: account.email,
  isAdmin: false,
  ...changes,
})

test('no response about users contains a hash or a token', async () => {
  const answers = [
    await admin.get('/api/users'),
    await admin.get(`/api/users/${user.id}`),
    await admin.put(`/api/users/${user.id}`, edit(user)),
    await user.get('/api/users/profile'),
    await user.put('/api/users/profile', { name: 'Me' }),
  ]
  for (const { status, text, body } of answers) {
    expect(status).toBe(200)
    expect(text).not.toMatch(/argon2|hash|password|token/i)
    const [first] = Array.isArray(body) ? body : [body]
    expect(Object.keys(first).sort()).toEqual(['_id', 'email', 'isAdmin', 'name'])
  }
})

test.each(['false', 'true', 0, 1, null, [], {}])(
  'a role that is neither true nor false is refused with 400: %j',
  async (isAdmin) => {
    const changed = await changedBy(shop.db, async () => {
      expect((await admin.put(`/api/users/${user.id}`, edit(user, { isAdmin }))).status).toBe(400)
    })
    expect(changed).toEqual([])
  },
)

test('a field of a user that is missing in the request stays as it is', async () => {
  const other = await signedIn(shop, { name: 'Ann Lee', isAdmin: true })
  const path = `/api/users/${other.id}`
  const before = (await admin.get(path)).body
  expect(before).toMatchObject({ name: 'Ann Lee', isAdmin: true })
  expect((await admin.put(path, {})).body).toEqual(before)
  expect((await admin.put(path, { userId: other.id, name: 'Ann Park' })).body).toEqual({
    ...before,
    name: 'Ann Park',
  })
  expect((await admin.put(path, { isAdmin: false })).body).toMatchObject({ name: 'Ann Park', isAdmin: false })
})

test('a body for a different user than the path is refused with 400', async () => {
  const changed = await changedBy(shop.db, async () => {
    const body = edit(user, { userId: admin.id })
    expect((await admin.put(`/api/users/${user.id}`, body)).status).toBe(400)
  })
  expect(changed).toEqual([])
  expect((await admin.put(`/api/users/${user.id}`, edit(user, { userId: user.id }))).status).toBe(200)
})

describe('the shop keeps at least one admin', () => {
  test('when admins try to demote or delete themselves', async () => {
    await signedIn(shop, { isAdmin: true })
    const changed = await changedBy(shop.db, async () => {
      expect((await admin.put(`/api/users/${admin.id}`, edit(admin))).status).toBe(409)
      expect((await admin.delete(`/api/users/${admin.id}`)).status).toBe(409)
    })
    expect(changed).toEqual([])
  })

  test('when an admin tries to delete another', async () => {
    const second = await signedIn(shop, { isAdmin: true })
    expect((await admin.delete(`/api/users/${second.id}`)).status).toBe(409)
  })

  test('when two admins demote each other at once', async () => {
    for (let trial = 1; trial <= 10; trial++) {
      await shop.db.updateTable('users').set({ is_admin: 0 }).execute()
      const pair = [await signedIn(shop, { isAdmin: true }), await signedIn(shop, { isAdmin: true })] as const
      const answers = await Promise.all([
        pair[0].put(`/api/users/${pair[1].id}`, edit(pair[1])),
        pair[1].put(`/api/users/${pair[0].id}`, edit(pair[0])),
      ])
      const left = await shop.db.selectFrom('users').select('id').where('is_admin', '=', 1).execute()
      expect(left).toHaveLength(1)
      for (const { status } of answers) expect([200, 401, 403, 409]).toContain(status)
    }
  })
})

describe('deleting a user who has ordered', () => {
  test('keeps the orders, readable in every list', async () => {
    const bean = await shop.sell()
    const id = await placed(user, [{ _id: bean, qty: 1 }])
    expect((await admin.delete(`/api/users/${user.id}`)).status).toBe(200)
    const one = await admin.get(`/api/orders/${id}`)
    expect(one.status).toBe(200)
    expect(one.body.user).toEqual({ _id: null, name: 'Quick Buyer', email: user.email })
    const list = await admin.get('/api/orders')
    expect(list.body.orders[0]).toMatchObject({ _id: id, user: { _id: null } })
  })

  test('does not give them to a later account with that email', async () => {
    const id = await placed(user, [{ _id: await shop.sell(), qty: 1 }])
    await admin.delete(`/api/users/${user.id}`)
    const heir = await signedIn(shop)
    await shop.db.updateTable('users').set({ email: user.email }).where('id', '=', heir.id).execute()
    expect((await heir.get(`/api/orders/${id}`)).status).toBe(404)
    expect((await heir.get('/api/orders/mine')).body.orders).toEqual([])
  })
})

describe('a changed role', () => {
  test('takes effect at once in an open session', async () => {
    const second = await signedIn(shop, { isAdmin: true })
    await shop.db.updateTable('users').set({ is_admin: 0 }).where('id', '=', second.id).execute()
    expect((await second.get('/api/users')).status).toBe(403)
    expect((await second.get('/api/users/profile')).body.isAdmin).toBe(false)
  })

  test('ends the user’s sessions when the admin role is removed', async () => {
    const second = await signedIn(shop, { isAdmin: true })
    expect((await admin.put(`/api/users/${second.id}`, edit(second))).status).toBe(200)
    expect((await second.get('/api/users')).status).toBe(401)
  })

  test('ends the user’s sessions when the admin role is given, since an admin’s session is shorter', async () => {
    expect((await admin.put(`/api/users/${user.id}`, edit(user, { isAdmin: true }))).status).toBe(200)
    expect((await user.get('/api/users/profile')).status).toBe(401)
  })
})

test('words in a path are never read as an id', async () => {
  expect((await admin.get('/api/users/profile')).body._id).toBe(admin.id)
  expect((await admin.get('/api/orders/mine')).body).toHaveProperty('orders')
  expect((await admin.get('/api/products/top')).body).toBeInstanceOf(Array)
})

test('changing an admin’s email needs the password of the admin who changes it', async () => {
  const owner = await shop.admin()
  const { _id: id, email } = (await owner.get('/api/users/profile')).body
  const self = Object.assign(owner, { id, email })
  for (const account of [self, admin]) {
    const wanted = edit(account, { email: `new.${account.email}`, isAdmin: true })
    const changed = await changedBy(shop.db, async () => {
      for (const more of [{}, { currentPassword: '' }, { currentPassword: 'a guess' }]) {
        const { status, body } = await owner.put(`/api/users/${account.id}`, { ...wanted, ...more })
        expect([status, body.needs]).toEqual([403, 'currentPassword'])
      }
    })
    expect(changed).toEqual([])
  }
  const wanted = edit(admin, { email: `new.${admin.email}`, isAdmin: true, currentPassword: PASSWORD })
  expect((await owner.put(`/api/users/${admin.id}`, wanted)).status).toBe(200)
  // An admin can change a customer's email without a password.
  const customers = edit(user, { email: `new.${user.email}` })
  expect((await owner.put(`/api/users/${user.id}`, customers)).status).toBe(200)
})

test('changing the email of a packer or a barista needs the password too, because it opens the desk', async () => {
  const owner = await shop.admin()
  for (const role of ['packer', 'barista'] as const) {
    const member = await signedIn(shop, { role })
    const wanted = edit(member, { email: `new.${member.email}` })
    const changed = await changedBy(shop.db, async () => {
      const { status, body } = await owner.put(`/api/users/${member.id}`, wanted)
      expect([role, status, body.needs]).toEqual([role, 403, 'currentPassword'])
    })
    expect(changed).toEqual([])
    const right = await owner.put(`/api/users/${member.id}`, { ...wanted, currentPassword: PASSWORD })
    expect([right.status, right.body.role]).toEqual([200, role])
    const renamed = edit(member, { email: `new.${member.email}`, name: 'Another name' })
    expect((await owner.put(`/api/users/${member.id}`, renamed)).status).toBe(200)
  }
})

test('an email of another account is refused with 400, also for an admin', async () => {
  const other = await signedIn(shop)
  const changed = await changedBy(shop.db, async () => {
    const answer = await admin.put(`/api/users/${user.id}`, edit(user, { email: other.email }))
    expect([answer.status, answer.body.message]).toEqual([400, 'User already exists'])
  })
  expect(changed).toEqual([])
})

test('an unknown user is 404 at every endpoint', async () => {
  expect((await admin.get('/api/users/nobody')).status).toBe(404)
  expect((await admin.put('/api/users/nobody', edit(user, { email: 'no@example.com' }))).status).toBe(404)
  expect((await admin.delete('/api/users/nobody')).status).toBe(404)
})

const lines = async () => (await admin.get('/api/record?subject=user')).body.lines

describe('the change log', () => {
  beforeEach(() => shop.db.deleteFrom('record_lines').execute())

  test('shows what was changed of a user, and which admin changed it', async () => {
    await admin.put(`/api/users/${user.id}`, edit(user, { name: 'Quick Admin', isAdmin: true }))
    expect(await lines()).toEqual([
      expect.objectContaining({
        by: 'Olive Owner',
        subjectId: user.id,
        subjectName: 'Quick Admin',
        action: 'Changed',
        changes: [
          { field: 'Name', before: 'Quick Buyer', after: 'Quick Admin' },
          { field: 'Admin', before: 'no', after: 'yes' },
        ],
      }),
    ])
  })

  test('shows a deletion', async () => {
    await admin.delete(`/api/users/${user.id}`)
    expect(await lines()).toEqual([
      expect.objectContaining({ action: 'Deleted', subjectId: user.id, subjectName: 'Quick Buyer' }),
    ])
  })

  test('has no entry for a save without changes, or for a refusal', async () => {
    const other = await signedIn(shop)
    await admin.put(`/api/users/${user.id}`, edit(user, { name: 'Quick Buyer' }))
    await admin.put(`/api/users/${user.id}`, edit(user, { email: other.email }))
    await admin.put(`/api/users/${admin.id}`, edit(admin))
    await admin.delete(`/api/users/${admin.id}`)
    expect(await lines()).toEqual([])
  })
})

test('a refused deletion has a message with what to do first', async () => {
  const second = await signedIn(shop, { isAdmin: true })
  const { status, body } = await admin.delete(`/api/users/${second.id}`)
  expect([status, body.message]).toEqual([409, 'An admin cannot be deleted. Take the admin role away first'])
})
