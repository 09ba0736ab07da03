import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn } from '#test/signed-in.ts'
import { RETURN_DEFAULTS } from '#shared/platform/settings/returns.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const stated = async () => (await shop.visitor().get('/api/config/business')).body.returns

test('returns are final until the owner sets a window, which visitors then read', async () => {
  const admin = await signedIn(shop, { isAdmin: true })
  expect(await stated()).toEqual(RETURN_DEFAULTS)
  const edit = {
    ...RETURN_DEFAULTS,
    policy: 'Goods can be returned',
    days: 30,
    fees: 'A fixed fee',
    version: 0,
  }
  const { status, body } = await admin.put('/api/settings/returns', edit)
  expect([status, body.field]).toEqual([400, 'fee'])
  for (const wrong of [
    { days: 0 },
    { days: 366 },
    { policy: 'Never' },
    { link: '//evil.example' },
    { fee: -1 },
  ])
    expect((await admin.put('/api/settings/returns', { ...edit, fee: 9, ...wrong })).status).toBe(400)
  expect((await admin.put('/api/settings/returns', { ...edit, fee: 9 })).status).toBe(200)
  expect(await stated()).toMatchObject({ days: 30, fee: 9, coffee: false })
  expect((await admin.put('/api/settings/returns', { ...edit, fee: 9 })).status).toBe(409)
  const { lines } = (await admin.get('/api/record?subject=setting&subjectId=returns')).body
  expect(lines[0].changes).toContainEqual({ field: 'Days to return', before: '', after: '30' })
})
