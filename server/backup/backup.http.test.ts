import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type TestShop } from '#test/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

test('an admin saves a backup under a name with the date, and the record says so', async () => {
  const admin = await shop.admin()
  const answer = await admin.get('/api/backup')
  expect(answer.status).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-type': 'application/gzip',
    'content-disposition': expect.stringMatching(
      /^attachment; filename="frame-\d{4}-\d\d-\d\d-\d{4}\.tar\.gz"$/,
    ),
    'cache-control': 'no-store',
  })
  const { body } = await admin.get('/api/record?subject=shop')
  expect(body.lines).toMatchObject([{ by: 'Olive Owner', action: 'Took a backup', subjectName: 'Shop' }])
})
