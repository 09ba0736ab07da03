// On SQLite only: files of other shops, the same parser on both databases.
/** The shop's own files of products, in all three formats: an import of an export finds nothing to change. */
import { beforeAll, expect, test } from 'vitest'
import { seedDemo } from '#server/start/seed/demo.ts'
import { openShop } from '#test/shop.ts'
import { signedIn } from '#test/signed-in.ts'
import { importer, importingShop } from './import.testing.ts'

const FORMATS = ['', '?format=shopify', '?format=woocommerce']

const { opened, items, preview, carryOut } = importingShop()
beforeAll(async () => {
  await seedDemo(opened.shop.db, opened.shop.clock, { hasHistory: true })
  for (const form of FORMS) await create(form)
})

const size = (more: object) => ({ price: 18, countInStock: 3, label: '', sku: '', grams: null, ...more })
const FORMS = [
  {
    name: 'One Label',
    category: 'Coffee Beans',
    sizes: [size({ grams: 340, label: 'Sampler, small', sku: '00123' })],
  },
  { name: 'Twin', category: 'Tools', sizes: [size({ label: 'Red' })] },
  { name: 'Twin', category: 'Tools', sizes: [size({ shippingGrams: 320 })], isDraft: true },
  {
    name: '+1 Cup, with comma',
    category: 'A, B > C',
    sizes: [size({ label: 'Red' }), size({ label: 'Blue, dark' })],
  },
  {
    name: 'Grinds As Sizes',
    category: 'Coffee Beans',
    sizes: [size({ grams: 340, label: 'Whole bean' }), size({ grams: 340, label: 'Ground' })],
  },
  {
    name: 'Spaces',
    description: '  - one\n\t- two \n\n\n\n<b>not bold</b> & more  words',
    sizes: [size({})],
  },
  { name: '=Formula', brand: '@brand', sizes: [size({ sku: '-5' })] },
]

async function create(form: object): Promise<void> {
  const { body: draft } = await opened.owner.post('/api/products')
  const whole = { image: '', price: 18, countInStock: 3, category: 'Tools', ...form }
  const { status, text } = await opened.owner.put(`/api/products/${draft._id}`, whole)
  expect(status, text).toBe(200)
}

test.each(FORMATS)('an import of an export changes nothing: %s', async (format) => {
  const { text } = await opened.owner.get(`/api/products/export${format}`)
  const { total } = (await opened.owner.get('/api/products/desk')).body
  const run = await preview('products', text)
  expect(await items(run._id, 'change')).toEqual([])
  expect(await items(run._id, 'broken')).toEqual([])
  expect(run).toMatchObject({ counts: { create: 0, change: 0, same: total, broken: 0 }, newCategories: 0 })
})

test.each(FORMATS.slice(1))(
  'a file for another shop has no apostrophes before texts that look like formulas: %s',
  async (format) => {
    const { text } = await opened.owner.get(`/api/products/export${format}`)
    expect(text).toContain('=Formula')
    expect(text).toContain('+1 Cup')
    expect(text).not.toMatch(/(^|[,"\n])'/)
  },
)

test.each(FORMATS.slice(1))(
  'an export has the weight of goods, and comes in whole into an empty shop: %s',
  async (format) => {
    const { text } = await opened.owner.get(`/api/products/export${format}`)
    const other = await openShop()
    try {
      const visitor = await signedIn(other, { isAdmin: true })
      const there = importer(() => ({ shop: other, owner: visitor }))
      const run = await there.carryOut('products', text)
      expect(run).toMatchObject({ state: 'done', counts: { broken: 0 } })
      const sizes = await other.db
        .selectFrom('product_sizes')
        .innerJoin('products', 'products.id', 'product_id')
        .select(['name', 'label', 'shipping_grams', 'sku', 'is_draft'])
        .where('name', 'in', ['Twin', 'One Label'])
        .orderBy('label')
        .execute()
      expect(sizes).toEqual([
        { name: 'Twin', label: '', shipping_grams: 320, sku: '', is_draft: 1 },
        { name: 'Twin', label: 'Red', shipping_grams: null, sku: '', is_draft: 0 },
        { name: 'One Label', label: 'Sampler, small', shipping_grams: null, sku: '00123', is_draft: 0 },
      ])
    } finally {
      await other.close()
    }
  },
)

test('an import of our own file keeps a shipping weight whose column is missing', async () => {
  const { text } = await opened.owner.get('/api/products/export?keyword=Twin')
  const [head = '', ...rows] = text.trimEnd().split('\r\n')
  const place = head.split(',').indexOf('Shipping weight')
  const without = [head, ...rows].map((row) => row.split(',').toSpliced(place, 1).join(',')).join('\n')
  expect(await carryOut('products', without.replaceAll(',18.00,', ',19.00,'))).toMatchObject({ done: 2 })
  const kept = await opened.shop.db
    .selectFrom('product_sizes')
    .select('price_cents')
    .where('shipping_grams', '=', 320)
    .execute()
  expect(kept).toEqual([{ price_cents: 1900 }])
})
