// On SQLite only: pages, the same code on both databases.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { GOING_LIVE_ITEMS, type GoingLive, type GoingLiveItem } from '#shared/backoffice/api/going-live.ts'
import { seedDemo } from '#server/start/seed/demo.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'

let shop: TestShop
let olive: SignedInVisitor
beforeAll(async () => {
  shop = await openShop()
  olive = await signedIn(shop, { name: 'Olive Owner', isAdmin: true })
})
afterAll(() => shop.close())

const items = async (body?: GoingLive) =>
  (body ?? ((await olive.get('/api/setup/going-live')).body as GoingLive)).items
const itemOf = async (name: GoingLiveItem) => (await items()).find(({ item }) => item === name)

test('the list of a shop whose services are sandboxes, without an https address, has each of these as still to do', async () => {
  const all = await items()
  expect(all.map(({ item }) => item)).toEqual([...GOING_LIVE_ITEMS])
  expect(all.filter(({ isDone }) => isDone).map(({ item }) => item)).toEqual(['storage', 'demo', 'clock'])
  for (const item of ['mail', 'maps', 'shipping', 'parcelNews', 'payments', 'paymentNews'] as const)
    expect(await itemOf(item)).toEqual({ item, isDone: false, note: 'Still a sandbox' })
})

test('invented data opens the item of the demo', async () => {
  await seedDemo(shop.db, shop.clock, { hasHistory: false })
  expect(await itemOf('demo')).toMatchObject({ isDone: false })
})

const mark = (item: string, isDone: boolean) => olive.put('/api/setup/going-live', { item, isDone })

test('what only people know is marked with a name, for all owners, and can be opened again', async () => {
  const both = await Promise.all([mark('policies', true), mark('policies', true)])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  const other = await signedIn(shop, { isAdmin: true })
  const seen = (await other.get('/api/setup/going-live')).body as GoingLive
  expect((await items(seen)).find(({ item }) => item === 'policies')).toMatchObject({
    isDone: true,
    marked: { by: 'Olive Owner' },
  })
  await mark('policies', false)
  expect(await itemOf('policies')).toEqual({ item: 'policies', isDone: false, note: '' })
  expect((await mark('payments', true)).status).toBe(400)
})
