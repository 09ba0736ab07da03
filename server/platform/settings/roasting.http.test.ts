// On SQLite only: rules for values of settings, the same code on both databases.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn } from '#test/signed-in.ts'
import { ROASTING_DEFAULTS } from '#shared/platform/settings/roasting.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

test('a packer reads the settings of the roastery, and only an admin changes them', async () => {
  const packer = await signedIn(shop, { role: 'packer' })
  expect((await packer.get('/api/settings/roasting')).body).toMatchObject(ROASTING_DEFAULTS)
  const edit = { ...ROASTING_DEFAULTS, inPounds: false, version: 0 }
  expect((await packer.put('/api/settings/roasting', edit)).status).toBe(403)
  const admin = await signedIn(shop, { isAdmin: true })
  const unit = async () => (await packer.get('/api/config/business')).body.inPounds
  expect(await unit()).toBe(true)
  expect((await admin.put('/api/settings/roasting', edit)).body).toMatchObject({
    inPounds: false,
    version: 1,
  })
  // All pages have the unit from the start.
  expect(await unit()).toBe(false)
})

test.each([
  [{ smallest: 0 }, 'smallest', 'Smallest batch must be more than 0'],
  [{ smallest: 2.5 }, 'smallest', 'Smallest batch must be a weight'],
  [{ largest: 2_000_000 }, 'largest', 'Largest batch cannot be more than 2,204.62\u00a0lb (1,000\u00a0kg)'],
  [{ smallest: 5000, largest: 4000 }, 'largest', 'This is less than the smallest batch'],
  [{ capacity: -1 }, 'capacity', 'Capacity of a roast day must be more than 0'],
])('the settings %j are refused with the field %s', async (values, field, message) => {
  const admin = await signedIn(shop, { isAdmin: true })
  const { status, body } = await admin.put('/api/settings/roasting', {
    ...ROASTING_DEFAULTS,
    ...values,
    version: 1,
  })
  expect(status).toBe(400)
  expect(body.fields).toMatchObject({ [field]: message })
})
