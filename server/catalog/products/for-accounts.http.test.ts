/** What is sold to accounts only: no answer for visitors has it, and retail cannot buy it. */
import { beforeEach, expect, test } from 'vitest'
import { api } from '#shared/start/api.ts'
import type { Endpoint } from '#shared/platform/api/endpoint.ts'
import { signedIn } from '#test/signed-in.ts'
import type { Visitor } from '#test/visitor.ts'
import { VIENNA } from '#test/purchase.ts'
import { admin, openCatalog, shop } from '../catalog.testing.ts'

openCatalog()

/** A coffee in a bag for everybody and a bag for accounts, and a coffee under the label of one account. */
let coffee: string
let label: string
const SECRETS = /987\.65|98765|543\.21|54321|Zanzibar|five for cafes/i

beforeEach(async () => {
  coffee = await shop.sell({ name: 'Open Beans', sizes: [{ priceCents: 2000, stock: 0, sizeGrams: 454 }] })
  label = await shop.sell({ name: 'Zanzibar House', priceCents: 54_321 })
  const { sizes } = (await admin.get(`/api/products/desk/${coffee}`)).body
  const large = {
    grams: 2268,
    label: 'Five for cafes',
    price: 987.65,
    countInStock: 7,
    sku: `FIVE-${coffee}`,
  }
  const saved = await admin.put(`/api/products/${coffee}`, {
    sizes: [...sizes, { ...large, forAccounts: true, pack: 4 }],
    hasEverySize: true,
  })
  expect(saved.body.sizes.at(-1)).toMatchObject({ price: 987.65, forAccounts: true, pack: 4 })
  expect((await admin.put(`/api/products/${label}`, { companyId: 'cafe' })).body).toMatchObject({
    forAccounts: true,
    isDraft: true,
  })
})

const hidden = async () => (await admin.get(`/api/products/desk/${coffee}`)).body.sizes.at(-1).id as string

test('no public answer has a size or a product that is for accounts only', async () => {
  const large = await hidden()
  const customer = await signedIn(shop)
  const open = Object.values(api)
    .flatMap((contract): Endpoint[] => Object.values(contract))
    .filter(({ method, access }) => method === 'GET' && access === 'public')
  const paths = open.flatMap(({ path }) => [coffee, label, large].map((id) => path.replace(/:\w+/g, id)))
  const asked = ['Zanzibar', 'Open Beans', 'FIVE', 'five for cafes'].map((word) => encodeURIComponent(word))
  const more = asked.flatMap((word) => [
    `/api/products?keyword=${word}`,
    `/api/products/find?keyword=${word}`,
    `/api/products/find?keyword=${word}&sort=priceDown`,
  ])
  const files = ['/sitemap.xml', '/feeds/products.xml', '/feeds/coffees.xml', '/robots.txt', '/llms.txt']
  for (const path of new Set([...paths, ...more, ...files]))
    for (const visitor of [shop.visitor(), customer]) expect(await leaksOf(visitor, path), path).toEqual([])
  expect(open.length).toBeGreaterThan(30)
})

async function leaksOf(visitor: Visitor, path: string): Promise<string[]> {
  const { text } = await visitor.get(path)
  // A refusal may repeat the word that was searched for.
  const found = text.replaceAll(/"(keyword|corrected)":"[^"]*"/g, '').match(SECRETS)
  return found ? [found[0]] : []
}

test('retail cannot quote or order what is for accounts only, not even with its id', async () => {
  const buyer = await signedIn(shop)
  const large = await hidden()
  for (const line of [
    { _id: coffee, sizeId: large, qty: 1 },
    { _id: label, qty: 1 },
  ]) {
    const quoted = await buyer.post('/api/shippo/calcship', { orderItems: [line], shippingAddress: VIENNA })
    expect([quoted.status, SECRETS.test(quoted.text)]).toEqual([409, false])
    const asked = await buyer.post('/api/stock-notices', { size: line.sizeId ?? label, email: 'a@b.co' })
    expect([400, 404]).toContain(asked.status)
  }
})

test('a client that saves what a visitor reads keeps the sizes for accounts', async () => {
  const read = (await shop.visitor().get(`/api/products/${coffee}`)).body
  expect(read.sizes).toHaveLength(2)
  const saved = await admin.put(`/api/products/${coffee}`, { ...read, price: 19 })
  expect(saved.body.sizes.map(({ price }: { price: number }) => price)).toEqual([19, 20, 987.65])
  const all = (await admin.get(`/api/products/desk/${coffee}`)).body
  const without = await admin.put(`/api/products/${coffee}`, {
    sizes: all.sizes.slice(0, 2),
    hasEverySize: true,
  })
  expect(without.body.sizes).toHaveLength(2)
})

test('the first size is for everybody, unless the product is for accounts only', async () => {
  const { sizes } = (await admin.get(`/api/products/desk/${coffee}`)).body
  const turned = { sizes: sizes.toReversed(), hasEverySize: true }
  const refused = await admin.put(`/api/products/${coffee}`, turned)
  expect([refused.status, Object.keys(refused.body.fields)]).toEqual([400, ['sizes.0.forAccounts']])
  expect((await admin.put(`/api/products/${coffee}`, { ...turned, forAccounts: true })).status).toBe(200)
  expect((await shop.visitor().get(`/api/products/${coffee}`)).status).toBe(404)
})

test('a product for accounts only stays hidden when it is put on sale, until it is for everybody', async () => {
  await admin.put(`/api/products/${label}`, { isDraft: false })
  expect((await shop.visitor().get(`/api/products/${label}`)).status).toBe(404)
  await admin.put(`/api/products/${label}`, { isDraft: false, forAccounts: false, companyId: '' })
  expect((await shop.visitor().get(`/api/products/${label}`)).status).toBe(200)
})

test('a file keeps what is for accounts only, and an import changes it', async () => {
  const { text } = await admin.get('/api/products/export')
  expect(text).toContain('Wholesale only')
  const again = await admin.post('/api/products/import', { csv: text, dryRun: true })
  expect(again.body).toMatchObject({ created: 0, changed: 0, problems: [] })
  const turned = text.replace('Five for cafes', 'Five')
  expect((await admin.post('/api/products/import', { csv: turned, dryRun: true })).body.changed).toBe(1)
})
