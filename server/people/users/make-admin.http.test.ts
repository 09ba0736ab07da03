// On SQLite only: roles and their rules, the same code on both databases.
/** Accounts that the terminal of the server makes owners, and staff from before addresses were confirmed. */
import { afterAll, expect, test } from 'vitest'
import { authenticator } from '#test/authenticator.ts'
import { OLD_TIME, openOldDatabase } from '#test/old-database.ts'
import { addPasskey, signInByPasskey } from '#test/passkeys.ts'
import { openShop, PASSWORD } from '#test/shop.ts'
import { signedIn, type SignedInVisitor } from '#test/signed-in.ts'
import { auth } from '../people.testing.ts'
import { makeAdmin } from './make-admin.ts'

const shop = await openShop()

afterAll(() => shop.close())

async function withPasskey(user: SignedInVisitor) {
  const device = authenticator()
  expect((await addPasskey(user, device)).status).toBe(201)
  return device
}

const make = ({ email }: SignedInVisitor) =>
  makeAdmin(shop.shop, { email, name: null, password: 'from the terminal' })

test('a customer who becomes an owner keeps no passkey, because a stranger may have added it', async () => {
  const stranger = await signedIn(shop)
  const device = await withPasskey(stranger)
  await shop.db.updateTable('users').set({ confirmed_email: null }).where('id', '=', stranger.id).execute()
  expect(await make(stranger)).toBe('reset')
  expect((await signInByPasskey(shop.visitor(), device)).status).toBe(400)
  const owner = shop.visitor()
  expect((await auth(shop, stranger.email, 'from the terminal', { by: owner })).body.isAdmin).toBe(true)
  // The terminal has confirmed the address, so passkeys do not wait.
  expect((await addPasskey(owner)).status).toBe(201)
})

test('an owner who gets a new password from the terminal keeps the passkeys', async () => {
  const owner = await signedIn(shop, { role: 'owner' })
  const device = await withPasskey(owner)
  expect(await make(owner)).toBe('reset')
  expect((await signInByPasskey(shop.visitor(), device)).status).toBe(200)
})

test('a new owner of the terminal has a confirmed address', async () => {
  const email = 'new-owner@example.com'
  expect(await makeAdmin(shop.shop, { email, name: 'Nora', password: PASSWORD })).toBe('created')
  const nora = shop.visitor()
  await auth(shop, email, PASSWORD, { by: nora })
  expect((await nora.get('/api/factors')).body.needsConfirmedEmail).toBeUndefined()
})

/** The row of an account in every version. */
const person = (id: string, columns: object = {}) => ({
  id,
  name: id,
  email: `${id}@example.com`,
  password_hash: '',
  is_admin: 0,
  search_text: id,
  created_at: OLD_TIME,
  updated_at: OLD_TIME,
  ...columns,
})

test('staff from before count as confirmed after the update, and customers stay as they are', async () => {
  const old = await openOldDatabase('052-today')
  const people = [
    person('first', { is_admin: 1 }),
    person('packer', { staff_role: 'packer' }),
    person('moved', { is_admin: 1, confirmed_email: 'earlier@example.com' }),
    person('proved', { confirmed_email: 'proved@example.com' }),
    person('customer'),
  ]
  for (const row of people) await old.db.insertInto('users').values(row).execute()
  const { db, close } = await old.reopen()
  const rows = await db.selectFrom('users').select(['id', 'confirmed_email']).orderBy('id').execute()
  expect(rows.map(({ id, confirmed_email: confirmed }) => [id, confirmed])).toEqual([
    ['customer', null],
    ['first', 'first@example.com'],
    ['moved', 'earlier@example.com'],
    ['packer', 'packer@example.com'],
    ['proved', 'proved@example.com'],
  ])
  await close()
})
