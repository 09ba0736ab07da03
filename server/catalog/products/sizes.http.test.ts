/** Sizes of products: saving their list, and its limits. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { violations } from '#test/invariants.ts'
import { admin, openCatalog, shop } from '../catalog.testing.ts'

openCatalog()
let beans: string
beforeEach(async () => {
  beans = await shop.sell({
    name: 'Guji',
    stock: 10,
    sizes: [{ priceCents: 4550, stock: 4, sizeGrams: 907 }],
  })
})
afterEach(async () => expect(await violations(shop.db)).toEqual([]))

const read = async (id = beans) => (await shop.visitor().get(`/api/products/${id}`)).body
const save = async (changes: object, id = beans) =>
  admin.put(`/api/products/${id}`, { ...(await read(id)), ...changes })
const NEW = { grams: 2268, label: '', price: 99, countInStock: 3, sku: '' }

test('a product has its sizes in order, and the price, weight and stock of the first', async () => {
  expect(await read()).toMatchObject({
    price: 18,
    size: 340,
    countInStock: 10,
    sizes: [
      { id: beans, grams: 340, label: '12 oz', price: 18, countInStock: 10, sku: '' },
      { id: `${beans}-1`, grams: 907, label: '2 lb', price: 45.5, countInStock: 4, sku: '' },
    ],
  })
})

test('a save without sizes changes the first size only, as in the specification', async () => {
  const { sizes: _sizes, ...form } = await read()
  const answer = await admin.put(`/api/products/${beans}`, {
    ...form,
    price: 19,
    size: 283,
    countInStock: 12,
  })
  expect(answer.body.sizes).toMatchObject([
    { id: beans, label: '10 oz', price: 19, countInStock: 12 },
    { id: `${beans}-1`, label: '2 lb', price: 45.5, countInStock: 4 },
  ])
})

test('a client that sends back what it read, with another price, changes the price of the first size', async () => {
  const answer = await save({ price: 19.5 })
  expect([answer.status, answer.body.price, answer.body.sizes[0].price]).toEqual([200, 19.5, 19.5])
  const { sizes } = answer.body
  const both = await save({ price: 20, sizes: [{ ...sizes[0], price: 21 }, sizes[1]] })
  expect([both.status, both.body.field ?? Object.keys(both.body.fields)[0]]).toEqual([400, 'sizes.0.price'])
})

test('sizes are added, removed and reordered in one save, and the change log says so', async () => {
  const [small, large] = (await read()).sizes
  const answer = await save({ sizes: [{ ...large, price: 44 }, NEW] })
  expect(answer.status).toBe(200)
  expect(answer.body.sizes.map(({ label }: { label: string }) => label)).toEqual(['2 lb', '5 lb'])
  expect(answer.body).toMatchObject({ price: 44, size: 907, countInStock: 4 })
  const { lines } = (await admin.get(`/api/record?subject=product&subjectId=${beans}`)).body
  expect(lines[0].changes).toEqual([
    { field: 'Size', before: '12 oz, $18.00, 10 in stock', after: '' },
    { field: '2 lb: Price', before: '$45.50', after: '$44.00' },
    { field: 'Size', before: '', after: '5 lb, $99.00, 3 in stock' },
  ])
  // A removed size is no longer found, even by its id.
  const again = await save({ sizes: [small, large] })
  expect([again.status, again.body.message]).toEqual([400, 'The product no longer has this size'])
  const turned = await save({ sizes: (await read()).sizes.toReversed() })
  expect(turned.body.size).toBe(2268)
})

test.each<[string, (sizes: object[]) => object[], string, string]>([
  ['no size', () => [], 'sizes', 'A product needs at least one size'],
  [
    'two sizes of one weight',
    (sizes) => [...sizes, { ...NEW, grams: 907 }],
    'sizes.2.grams',
    'There are two sizes of 2 lb',
  ],
  [
    'a second size without a weight',
    (sizes) => [...sizes, { ...NEW, grams: null }],
    'sizes.2.grams',
    'Enter how many grams',
  ],
  ['the same size twice', ([one]) => [one!, one!], 'sizes.1.grams', 'There are two sizes of 12 oz'],
  [
    'two sizes with one SKU',
    ([one, two]) => [
      { ...one, sku: 'A1' },
      { ...two, sku: 'A1' },
    ],
    'sizes.1.sku',
    'Two sizes have the SKU A1',
  ],
  [
    'a size without a price',
    (sizes) => [...sizes, { ...NEW, price: null }],
    'sizes.2.price',
    'Enter an amount',
  ],
  [
    'a negative stock',
    (sizes) => [...sizes, { ...NEW, countInStock: -1 }],
    'sizes.2.countInStock',
    'Count in stock cannot be negative',
  ],
])('%s is refused with 400 at the field, and nothing is saved', async (_, change, field, message) => {
  const before = await read()
  const answer = await save({ sizes: change(before.sizes) })
  expect([answer.status, answer.body.fields?.[field]]).toEqual([400, message])
  expect(await read()).toEqual(before)
})

test('a changed weight also changes its label, so that two sizes cannot become the same', async () => {
  const [small, large] = (await read()).sizes
  const answer = await save({ sizes: [{ ...small, grams: 907 }, large] })
  expect([answer.status, answer.body.fields]).toEqual([
    400,
    { 'sizes.1.grams': 'There are two sizes of 2 lb' },
  ])
  const other = await save({ size: 250, sizes: [{ ...small, grams: 250 }, large] })
  expect(other.body.sizes[0]).toMatchObject({ grams: 250, label: '250 g' })
})

test('goods without a weight have labels instead', async () => {
  const print = await shop.sell({ name: 'Print', sizeGrams: null })
  const [only] = (await read(print)).sizes
  expect(only).toMatchObject({ grams: null, label: '' })
  const unnamed = await save({ sizes: [only, { ...NEW, grams: null }] }, print)
  expect([unnamed.status, unnamed.body.fields?.['sizes.0.label']]).toEqual([400, 'Each size needs a label'])
  const named = [
    { ...only, label: 'A4' },
    { ...NEW, grams: 100, label: 'A3' },
  ]
  const answer = await save({ sizes: named }, print)
  expect(answer.body.sizes).toMatchObject([
    { label: 'A4', grams: null },
    { label: 'A3', grams: null },
  ])
})

test('a SKU belongs to one size of the shop, two sizes can exchange theirs, and a deleted product frees its SKUs', async () => {
  const [small, large] = (await read()).sizes
  await save({
    sizes: [
      { ...small, sku: 'A' },
      { ...large, sku: 'B' },
    ],
  })
  const swapped = await save({
    sizes: [
      { ...small, sku: 'B' },
      { ...large, sku: 'A' },
    ],
  })
  expect(swapped.body.sizes.map(({ sku }: { sku: string }) => sku)).toEqual(['B', 'A'])
  const other = await shop.sell({ name: 'Huila' })
  const taken = await save({ sizes: [{ ...(await read(other)).sizes[0], sku: 'A' }] }, other)
  expect([taken.status, taken.body.fields?.['sizes.0.sku']]).toEqual([400, 'Guji has the SKU A already'])
  await admin.delete(`/api/products/${beans}`)
  expect((await save({ sizes: [{ ...(await read(other)).sizes[0], sku: 'A' }] }, other)).status).toBe(200)
})

test('a duplicate has the same sizes, with nothing in stock and without SKUs', async () => {
  const [small, large] = (await read()).sizes
  await save({ sizes: [{ ...small, sku: 'C' }, large] })
  const { body } = await admin.post(`/api/products/${beans}/duplicate`)
  expect(body.sizes).toMatchObject([
    { label: '12 oz', price: 18, countInStock: 0, sku: '' },
    { label: '2 lb', price: 45.5, countInStock: 0, sku: '' },
  ])
  expect(body.sizes[0].id).toBe(body._id)
})

test('a form that was opened before a sale of another size is refused with 409', async () => {
  const before = await read()
  await admin.put(`/api/products/${beans}`, { ...before, version: undefined, countInStock: 9 })
  const answer = await admin.put(`/api/products/${beans}`, before)
  expect([answer.status, answer.body.product.sizes[0].countInStock]).toEqual([409, 9])
})

test('the admin’s filters and counts include a product if any of its sizes is low or sold out', async () => {
  const [small, large] = (await read()).sizes
  await save({ sizes: [small, { ...large, countInStock: 0 }] })
  expect([await names('low'), await names('sold-out')]).toEqual([['Guji'], ['Guji']])
  await save({ sizes: [small, { ...large, countInStock: 40 }] })
  expect([await names('low'), await names('sold-out')]).toEqual([[], []])
})

/** The names in the admin’s list with a filter. */
async function names(show: string): Promise<string[]> {
  const { products } = (await admin.get(`/api/products/desk?show=${show}&keyword=${beans}`)).body
  return products.map(({ name }: { name: string }) => name)
}
