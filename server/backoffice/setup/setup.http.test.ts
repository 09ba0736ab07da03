// On SQLite only: pages, the same code on both databases.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SETUP_ITEMS, type SetupItem } from '#shared/backoffice/api/setup.ts'
import { SELLING_DEFAULTS } from '#shared/platform/settings/selling.ts'
import { seedDemo } from '#server/start/seed/demo.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'
import { MAIL_SETTINGS } from '#test/mailbox.ts'

let shop: TestShop
let olive: SignedInVisitor
beforeAll(async () => {
  shop = await openShop({ env: MAIL_SETTINGS })
  olive = await signedIn(shop, { name: 'Olive Owner', isAdmin: true })
  await seedDemo(shop.db, shop.clock, { hasHistory: false })
})
afterAll(() => shop.close())

type Item = { item: SetupItem; state: string; note: string }

async function items(): Promise<Record<string, Item>> {
  const { body } = await olive.get('/api/setup')
  return Object.fromEntries(body.items.map((each: Item) => [each.item, each]))
}
const openItems = async () =>
  Object.values(await items())
    .filter(({ state }) => state === 'open')
    .map(({ item }) => item)

test('in a new shop all items are open, and the products of the demo do not count as the owner’s products', async () => {
  const { body } = await olive.get('/api/setup')
  expect(body.items.map(({ item }: Item) => item)).toEqual(SETUP_ITEMS)
  expect(await openItems()).toEqual(SETUP_ITEMS)
  expect(body.isHidden).toBe(false)
  expect(body.sandboxes).toContainEqual({ service: 'payments', mode: 'sandbox' })
  expect((await items()).payments!.note).toBe('Still a sandbox')
})

test('an item is done as soon as the shop has its data', async () => {
  const { body: business } = await olive.get('/api/settings/business')
  expect((await olive.put('/api/settings/business', business)).status).toBe(200)
  const selling = { ...SELLING_DEFAULTS, version: 0 }
  expect((await olive.put('/api/settings/selling', selling)).status).toBe(200)
  expect((await items()).product!.state).toBe('open')
  await shop.sell({ name: 'Own Coffee' })
  expect((await items()).product).toEqual({ item: 'product', state: 'done', note: 'Own Coffee' })
  expect((await olive.put('/api/setup/seen', {})).status).toBe(200)
  expect((await olive.put('/api/parts/reviews', { state: 'on', version: 0 })).status).toBe(200)
  expect(await openItems()).toEqual(['shipping', 'sender', 'mail', 'payments'])
})

test('a demo product that the owner has edited counts as the owner’s product', async () => {
  await shop.db
    .updateTable('products')
    .set({ deleted_at: shop.clock.now().toISOString() })
    .where('name', '=', 'Own Coffee')
    .execute()
  expect((await items()).product!.state).toBe('open')
  const [demo] = (await shop.visitor().get('/api/products')).body.products
  const { body } = await olive.get(`/api/products/${demo._id}`)
  shop.clock.advance(1000)
  expect((await olive.put(`/api/products/${demo._id}`, { ...body, name: 'Renamed' })).status).toBe(200)
  expect((await items()).product).toMatchObject({ state: 'done', note: 'Renamed' })
})

test('a test mail that only the sandbox takes does not count', async () => {
  expect((await olive.post('/api/desk/services/mail/test')).body.state).toBe('working')
  expect((await items()).mail).toMatchObject({ state: 'open', note: 'Still a sandbox: no mail is delivered' })
})

const skip = (item: string, isSkipped: boolean) => olive.put('/api/setup/skipped', { item, isSkipped })

test('an item can be skipped and opened again, and a done item stays done', async () => {
  await Promise.all([skip('payments', true), skip('payments', true), skip('tax', true)])
  expect((await items()).payments!.state).toBe('skipped')
  expect((await items()).tax!.state).toBe('done')
  expect((await skip('payments', false)).body.items).toContainEqual({
    item: 'payments',
    state: 'open',
    note: 'Still a sandbox',
  })
  expect((await skip('unknown', true)).status).toBe(400)
})

test('the checklist can be hidden and shown again, by admins only', async () => {
  expect((await olive.put('/api/setup/hidden', { isHidden: true })).body.isHidden).toBe(true)
  expect((await olive.get('/api/setup')).body.isHidden).toBe(true)
  expect((await olive.put('/api/setup/hidden', { isHidden: false })).body.isHidden).toBe(false)
  const packer = await signedIn(shop, { role: 'packer' })
  expect((await packer.get('/api/setup')).status).toBe(403)
})
