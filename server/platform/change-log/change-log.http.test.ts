import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type TestShop } from '#test/shop.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { differences, logChange } from './change-log.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const OLIVE = { _id: null, name: 'Olive Owner' }

test('the change log lists who changed what, newest first, and can be filtered by subject', async () => {
  const before = { name: 'Haraz', price_cents: 1700 }
  const after = { name: 'Haraz', price_cents: 1800 }
  const changes = differences(before, after, { name: 'Name', price_cents: 'Price' })
  await logChange(shop.db, shop.shop, OLIVE, {
    subject: 'product',
    id: 'haraz',
    name: 'Haraz',
    action: 'Changed',
    changes,
  })
  await logChange(shop.db, shop.shop, OLIVE, { subject: 'menu', name: 'Menu', action: 'Replaced' })

  const admin = await shop.admin()
  const all = await admin.get('/api/record')
  expect(all.body).toMatchObject({ page: 1, pages: 1 })
  expect(all.body.lines.map(({ action }: { action: string }) => action)).toEqual(['Replaced', 'Changed'])
  const one = await admin.get('/api/record?subject=product&subjectId=haraz')
  expect(one.body.lines).toEqual([
    expect.objectContaining({
      by: 'Olive Owner',
      subject: 'product',
      subjectName: 'Haraz',
      changes: [{ field: 'Price', before: '1700', after: '1800' }],
    }),
  ])
})

test('a change that is rolled back writes no line', async () => {
  const failing = transact(shop.db, async (tx) => {
    await logChange(tx, shop.shop, OLIVE, { subject: 'shop', name: 'Shop', action: 'Failed' })
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  const admin = await shop.admin()
  expect((await admin.get('/api/record?subject=shop')).body.lines).toEqual([])
})

test('an unknown subject is refused', async () => {
  const admin = await shop.admin()
  expect((await admin.get('/api/record?subject=cart')).status).toBe(400)
})
