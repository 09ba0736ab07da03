/** The migration 027-recipients.sql: existing orders, and the address books of their accounts. */
import { expect, test } from 'vitest'
import { OLD_TIME, oldOrder, openOldDatabase } from '#test/old-database.ts'

const user = (id: string) => ({
  id,
  name: 'Ann',
  email: `${id}@example.com`,
  password_hash: '',
  search_text: 'ann',
  created_at: OLD_TIME,
  updated_at: OLD_TIME,
})
const order = (id: string, day: number, more: object = {}) =>
  oldOrder({
    id,
    number: null,
    user_id: 'ann',
    buyer_email: 'ann@example.com',
    address: '1 Main St',
    city: 'Vienna',
    postal_code: '22180',
    items_cents: 100,
    shipping_cents: 0,
    tax_cents: 0,
    total_cents: 100,
    created_at: `2026-01-${String(day).padStart(2, '0')}T00:00:00.000Z`,
    is_guest: 0,
    ...more,
  })

test('the recipient of an existing order is its buyer, and its address is in the address book', async () => {
  const { db: old, reopen } = await openOldDatabase('026-finding')
  await old
    .insertInto('users')
    .values([user('ann'), user('bob')])
    .execute()
  const many = Array.from({ length: 25 }, (_, index) =>
    order(`bob${index}`, index + 1, { user_id: 'bob', address: `${index} Elm St` }),
  )
  await old
    .insertInto('orders')
    .values([
      order('first', 1),
      order('second', 2, { address: '1 MAIN ST', postal_code: '22180-1234', buyer_name: 'Ann Lee' }),
      order('office', 3, { address: '2 Oak Ave' }),
      order('unpaid', 4, { address: '9 Never Ln', state: 'pending', paid_at: null }),
      order('guest', 5, { user_id: null, is_guest: 1, address: '5 Guest Rd' }),
      ...many,
    ])
    .execute()
  const { db, close } = await reopen()
  const orders = await db
    .selectFrom('orders')
    .select(['recipient', 'phone', 'gift_note'])
    .distinct()
    .execute()
  expect(orders).toEqual([{ recipient: null, phone: '', gift_note: null }])
  const books = await db.selectFrom('addresses').selectAll().orderBy('used_at', 'desc').execute()
  expect(books.filter(({ user_id }) => user_id === 'ann')).toMatchObject([
    { id: 'office', address: '2 Oak Ave', recipient: 'Ann', is_default: 0, version: 1, label: '', phone: '' },
    { id: 'second', address: '1 MAIN ST', recipient: 'Ann Lee', used_at: '2026-01-02T00:00:00.000Z' },
  ])
  const ofBob = books.filter(({ user_id }) => user_id === 'bob')
  expect(ofBob.map(({ address }) => address)).toEqual(
    many
      .slice(5)
      .toReversed()
      .map(({ address }) => address),
  )
  expect(books).toHaveLength(22)
  await close()
})
