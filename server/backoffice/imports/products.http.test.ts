// Slow, not in `npm run check`: files and lists with hundreds or thousands of rows.
/** Large product files of Shopify and WooCommerce: preview, batches, broken rows, repetition. */
import { expect, test } from 'vitest'
import type { ImportItem } from '#shared/backoffice/api/imports.ts'
import { csvOf } from '#server/catalog/products/import/import.testing.ts'
import { importingShop } from './import.testing.ts'

const { opened, items, problemsOf, preview, start } = importingShop()

const named = (name: string) =>
  opened.shop.db
    .selectFrom('products')
    .selectAll()
    .where('name', 'like', name)
    .where('deleted_at', 'is', null)
    .orderBy('created_at', 'desc')
    .execute()

const product = (handle: string, more: object = {}) => ({
  Handle: handle,
  Title: `Bean ${handle}`,
  'Body (HTML)': '<p>Apricot &amp; <b>jasmine</b> ☕️</p><script>x()</script>',
  Vendor: 'Frame',
  Type: 'Coffee',
  Published: 'true',
  'Option1 Name': 'Size',
  'Option1 Value': 'Small',
  'Variant SKU': handle,
  'Variant Grams': '340',
  'Variant Inventory Qty': '12',
  'Variant Price': '18.50',
  'Image Src': '',
  Status: 'active',
  ...more,
})
const large = (handle: string) => ({
  Handle: handle,
  'Option1 Value': 'Large',
  'Variant SKU': `${handle}-L`,
  'Variant Grams': '1000',
  'Variant Inventory Qty': '3',
  'Variant Price': '45',
})

test('a file of 130 products with 260 rows is applied in batches, the first row as the newest product', async () => {
  const handles = Array.from({ length: 130 }, (_, index) => `many-${index}`)
  const csv = csvOf(handles.flatMap((handle) => [product(handle), large(handle)]))
  const run = await preview('products', csv)
  expect(run).toMatchObject({ source: 'shopify', rows: 260, counts: { create: 130, broken: 0 } })
  expect(await named('Bean many-%')).toEqual([])
  expect(await start(run._id)).toMatchObject({ state: 'done', done: 130, skipped: 0 })
  const found = await named('Bean many-%')
  expect(found.map(({ name }) => name)).toEqual(handles.map((handle) => `Bean ${handle}`))
  expect(found[0]!.description).toBe('Apricot & jasmine ☕️')
  const { body } = await opened.owner.get(`/api/products/${found[0]!.id}`)
  expect(body.sizes).toMatchObject([
    { label: 'Small', grams: 340, price: 18.5, countInStock: 12 },
    { label: 'Large', grams: 1000, price: 45, countInStock: 3 },
  ])
  const again = await preview('products', csv)
  expect(again.counts).toEqual({ create: 0, change: 0, same: 130, broken: 0 })
})

test('two products with one name in different batches stay two products', async () => {
  const file = Array.from({ length: 60 }, (_, index) =>
    product(`twin-${index}`, index === 0 || index === 59 ? { Title: 'Twin' } : {}),
  )
  const run = await preview('products', file)
  expect(await start(run._id)).toMatchObject({ done: 60, skipped: 0 })
  expect(await named('Twin')).toHaveLength(2)
})

test('a cell that cannot be read is a remark, and only a row without a product is left out', async () => {
  const run = await preview('products', [
    product('fine', { Title: 'قهوة =SUM(1) ☕️' }),
    product('price'),
    { ...large('price'), 'Variant Price': 'free' },
    product('', { Title: 'No Handle' }),
    product('long', { 'Body (HTML)': `<p>${'x'.repeat(100_000)}</p>` }),
    product('twice', { 'Variant SKU': 'fine' }),
  ])
  expect(run.counts).toEqual({ create: 4, change: 0, same: 0, broken: 1 })
  expect(await problemsOf(run._id)).toEqual([[5, 'Handle']])
  expect((await items(run._id, 'create')).map(({ row, notes }: ImportItem) => [row, ...notes])).toEqual([
    [2],
    [
      3,
      'Row 4: this size has no price, so it does not come in',
      'Row 4, Price “free” is left out: Enter an amount',
    ],
    [6, 'Row 6, Description: it was shortened to 5000 characters'],
    [7, 'Another product has the SKU fine, so it comes in without it'],
  ])
  expect(await start(run._id)).toMatchObject({ done: 4, skipped: 0 })
  expect(await named('قهوة =SUM(1) ☕️')).toHaveLength(1)
  const [{ id } = { id: '' }] = await named('Bean price')
  expect((await opened.owner.get(`/api/products/${id}`)).body.sizes).toMatchObject([
    { label: 'Small', price: 18.5 },
  ])
})

test('a product that was saved after the preview is left out and reported', async () => {
  const [{ id } = { id: '' }] = await named('Bean many-0')
  const run = await preview('products', [product('many-0', { 'Variant Price': '20' }), large('many-0')])
  expect((await items(run._id, 'change'))[0].changes).toMatchObject([{ before: '$18.50', after: '$20.00' }])
  const { body } = await opened.owner.get(`/api/products/${id}`)
  const sizes = body.sizes.map(({ _id, ...size }: { _id: string }, index: number) => ({
    ...size,
    id: _id,
    ...(index === 0 ? { price: 19 } : {}),
  }))
  const saved = await opened.owner.put(`/api/products/${id}`, { ...body, price: 19, sizes })
  expect(saved.status, saved.text).toBe(200)
  expect(await start(run._id)).toMatchObject({ done: 0, skipped: 1 })
  expect((await opened.owner.get(`/api/products/${id}`)).body.sizes[0].price).toBe(19)
})

test('a product file of WooCommerce, and our own, are recognized', async () => {
  const woo = {
    ID: '9',
    Type: 'simple',
    SKU: 'W-9',
    Name: 'Woo Filter',
    Published: '1',
    Stock: '4',
    'Regular price': '6.25',
    Categories: 'Gear',
  }
  expect(await preview('products', [woo])).toMatchObject({
    source: 'woocommerce',
    counts: { create: 1 },
  })
  const own = { Name: 'Own', Price: '5', Category: 'Goods', 'Count in stock': '1' }
  expect(await preview('products', [own])).toMatchObject({ source: 'own', counts: { create: 1 } })
  const wrong = await preview('products', [{ Colour: 'red' }])
  expect(wrong).toMatchObject({
    state: 'failed',
    problem: expect.stringContaining('There is no such column'),
  })
})
