// On SQLite only: pages, the same code on both databases.
// Slow, not in `npm run check`: it needs the built site.
/** The pages of products, events and artists: their addresses of today, and redirects from ids and former addresses. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ServerBuild } from 'react-router'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn, type SignedInVisitor } from '#test/signed-in.ts'
import { ensureBuilt } from '#test/torture/running-shop.ts'

const BUILT = join(import.meta.dirname, '../../../build/site/server/index.js')

let shop: TestShop
let admin: SignedInVisitor
beforeAll(async () => {
  ensureBuilt()
  const build = (await import(pathToFileURL(BUILT).href)) as ServerBuild
  shop = await openShop({
    pages: { build: async () => build, assets: null, files: null, mode: 'production' },
  })
  admin = await signedIn(shop, { isAdmin: true })
}, 300_000)
afterAll(() => shop.close())

const COFFEE = { price: 18, image: '', category: 'Coffee Beans', countInStock: 10, size: 340 }
const save = (id: string, form: object) => admin.put(`/api/products/${id}`, form)
async function create(name: string, form: object = {}): Promise<string> {
  const { body: draft } = await admin.post('/api/products')
  expect((await save(draft._id, { ...COFFEE, name, ...form })).status).toBe(200)
  return draft._id
}

/** Status, target and `cache-control` of a page. */
async function at(path: string) {
  const { status, headers, text } = await shop.visitor().get(path)
  const canonical = /<link rel="canonical" href="[^"]*?:\d+([^"]*)"/.exec(text)?.[1]
  return { status, to: headers['location'], canonical, cached: headers['cache-control'] }
}
const moved = (to: string) => ({ status: 301, to, canonical: undefined, cached: 'no-cache' })
const shown = (path: string) => ({ status: 200, to: undefined, canonical: path, cached: 'no-cache' })

test('an id and each former address of a product lead to its page in one step, with the whole query', async () => {
  const id = await create('Ethiopia Guji Highlands')
  await save(id, { slug: 'guji-b' })
  await save(id, { slug: 'guji-c' })
  for (const old of [id, 'ethiopia-guji-highlands', 'guji-b']) {
    expect(await at(`/product/${old}`)).toEqual(moved('/product/guji-c'))
    expect(await at(`/product/${old}?size=12-oz&utm_source=mail`)).toEqual(
      moved('/product/guji-c?size=12-oz&utm_source=mail'),
    )
  }
  expect(await at('/product/guji-c?size=12-oz')).toEqual(shown('/product/guji-c'))
  for (const other of ['/product/Guji-C', '/product/guji-c/', '/Product/guji-c'])
    expect([other, await at(other)]).toEqual([other, moved('/product/guji-c')])
})

test('an address that is given back leaves the redirects: no browser may keep one, and there is no loop', async () => {
  const id = await create('Back and Forth')
  for (const [slug, former] of [
    ['forth', 'back-and-forth'],
    ['back-and-forth', 'forth'],
    ['forth', 'back-and-forth'],
  ]) {
    await save(id, { slug })
    expect(await at(`/product/${slug}`)).toEqual(shown(`/product/${slug}`))
    expect(await at(`/product/${former}`)).toEqual(moved(`/product/${slug}`))
    expect(await at(`/product/${id}`)).toEqual(moved(`/product/${slug}`))
  }
})

test('a cached page is dropped when its address or its text changes, and a sale shows on it', async () => {
  const id = await create('Kept Page')
  const text = async (path: string) => (await shop.visitor().get(path)).text
  for (const _time of ['first', 'from the cache'])
    expect(await text('/product/kept-page')).toContain('Kept Page')
  await save(id, { name: 'New Name' })
  expect(await text('/product/kept-page')).toContain('New Name')
  await save(id, { slug: 'new-name' })
  expect(await at('/product/kept-page')).toEqual(moved('/product/new-name'))
  expect(await text('/product/new-name')).toContain('New Name')
  expect((await shop.visitor().get('/shop')).text).toContain('href="/product/new-name"')
  await save(id, { countInStock: 0 })
  expect(await text('/product/new-name')).toContain('schema.org/OutOfStock')
})

test('events and artists have pages at their addresses, with redirects from ids and former ones', async () => {
  const event = {
    title: 'Cupping',
    starts: '2031-05-03T18:00',
    ends: '2031-05-03T20:00',
    seats: 8,
    isDraft: false,
  }
  const { _id } = (await admin.post('/api/events', event)).body
  await admin.put(`/api/events/${_id}`, { ...event, slug: 'cupping-may' })
  for (const old of [_id, 'cupping']) expect(await at(`/events/${old}`)).toEqual(moved('/events/cupping-may'))
  expect(await at('/events/cupping-may')).toEqual(shown('/events/cupping-may'))
  expect(await at(`/events/${_id}?sent=signups`)).toEqual(moved('/events/cupping-may?sent=signups'))
  const artist = (await admin.post('/api/artshow')).body._id
  await admin.put(`/api/artshow/${artist}`, { name: 'Odile Marrable', quote: 'Slowly.' })
  expect(await at(`/artshow/${artist}`)).toEqual(moved('/artshow/odile-marrable'))
  expect(await at('/artshow/odile-marrable')).toEqual(shown('/artshow/odile-marrable'))
  expect((await shop.visitor().get('/artshow/odile-marrable')).text).toContain('Slowly.')
})

test('unknown addresses, hidden and deleted products are not found, and lead nowhere', async () => {
  const hidden = await create('Hidden Coffee')
  await save(hidden, { isDraft: true })
  const deleted = await create('Deleted Coffee')
  await save(deleted, { slug: 'deleted-later' })
  await admin.delete(`/api/products/${deleted}`)
  const paths = [
    hidden,
    'hidden-coffee',
    deleted,
    'deleted-coffee',
    'deleted-later',
    'nothing',
    'x'.repeat(81),
  ]
  for (const path of paths) expect([path, (await at(`/product/${path}`)).status]).toEqual([path, 404])
  for (const path of ['/events/nothing', '/artshow/nothing'])
    expect([path, (await at(path)).status]).toEqual([path, 404])
})
