// On SQLite only: files of other shops, the same parser on both databases.
/** The step that says what the categories and types of another shop are here. */
import { beforeAll, expect, test } from 'vitest'
import { importingShop } from './import.testing.ts'
import type { ImportItem } from '#shared/backoffice/api/imports.ts'
import { placed } from '#test/purchase.ts'
import { signedIn } from '#test/signed-in.ts'

const { opened, items, preview, start, one, work } = importingShop()
let equipment: string
beforeAll(async () => {
  const made = await opened.owner.post('/api/departments', {
    name: 'Gear',
    slug: '',
    heading: '',
    text: '',
    categories: ['Goods'],
    place: 5,
  })
  expect(made.status, made.text).toBe(201)
  equipment = made.body._id
})

const row = (name: string, more: object = {}) => ({
  Handle: name.toLowerCase().replaceAll(' ', '-'),
  Title: name,
  Type: '',
  'Product Category': '',
  'Option1 Name': 'Title',
  'Option1 Value': 'Default Title',
  'Variant Grams': '400',
  'Variant Inventory Qty': '5',
  'Variant Price': '18',
  ...more,
})
const TAXONOMY = 'Food, Beverages & Tobacco > Beverages > Coffee > Coffee Beans'
const file = (name: string) => [
  row(`${name} One`, { Type: 'Origins', 'Product Category': TAXONOMY }),
  row(`${name} Two`, { Type: 'Slow Bar' }),
  row(`${name} Three`, { Type: 'Slow Bar', 'Variant Grams': '0' }),
  row(`${name} Four`),
]
const categories = async (id: string) =>
  (await opened.owner.get(`/api/imports/${id}/categories`)).body.categories
const choose = (id: string, list: object[]) =>
  opened.owner.put(`/api/imports/${id}/categories`, { categories: list })
const found = (name: string) =>
  opened.shop.db
    .selectFrom('products')
    .innerJoin('product_sizes', 'product_sizes.product_id', 'products.id')
    .select(['products.id', 'category', 'grams', 'shipping_grams'])
    .where('name', '=', name)
    .executeTakeFirst()

test('new categories are proposed, chosen once, shown in their department, and remembered for the next file', async () => {
  const run = await preview('products', file('Trial'))
  expect(run).toMatchObject({ state: 'ready', newCategories: 3, counts: { create: 4 } })
  expect(await categories(run._id)).toEqual([
    {
      name: 'Origins',
      isCoffee: true,
      category: '',
      department: null,
      products: 1,
      examples: ['Trial One'],
      isChosen: false,
    },
    {
      name: 'Slow Bar',
      isCoffee: false,
      category: 'Slow Bar',
      department: equipment,
      products: 2,
      examples: ['Trial Two', 'Trial Three'],
      isChosen: false,
    },
    expect.objectContaining({ name: '', isCoffee: false, category: 'Goods', department: equipment }),
  ])
  const chosen = await choose(run._id, [
    { name: 'Origins', isCoffee: true, category: '', department: null },
    { name: 'Slow Bar', isCoffee: false, category: 'Brewers', department: equipment },
    { name: '', isCoffee: true, category: '', department: null },
  ])
  expect(chosen.body, chosen.text).toMatchObject({ state: 'reading', newCategories: 3 })
  await work()
  expect(await one(run._id)).toMatchObject({ state: 'ready', newCategories: 0, counts: { create: 4 } })
  // Nothing has changed before the start.
  expect((await opened.owner.get(`/api/departments/${equipment}`)).body.categories).toEqual(['Goods'])
  await start(run._id)
  expect(await found('Trial One')).toMatchObject({
    category: 'Coffee Beans',
    grams: 400,
    shipping_grams: null,
  })
  expect(await found('Trial Two')).toMatchObject({ category: 'Brewers', grams: null, shipping_grams: 400 })
  expect(await found('Trial Four')).toMatchObject({ category: 'Coffee Beans', grams: 400 })
  expect((await opened.owner.get(`/api/departments/${equipment}`)).body.categories).toEqual([
    'Goods',
    'Brewers',
  ])
  const next = await preview('products', file('Next'))
  expect(next.newCategories).toBe(0)
  await start(next._id)
  expect(await found('Next Two')).toMatchObject({ category: 'Brewers' })
  expect((await preview('products', file('Trial'))).counts).toMatchObject({ same: 4, change: 0 })
})

test('goods without a weight are named in the preview, and their order says that the weight is assumed', async () => {
  const run = await preview('products', [row('Unweighed', { Type: 'Slow Bar', 'Variant Grams': '' })])
  const [item] = await items(run._id, 'create')
  expect((item as ImportItem).notes).toEqual([
    'No weight: parcels count 700 g for each until you enter “Shipping weight”',
  ])
  await start(run._id)
  const { id } = (await found('Unweighed'))!
  const order = await placed(await signedIn(opened.shop), [{ _id: id, qty: 1 }])
  const label = async () => (await opened.owner.get(`/api/orders/${order}/label`)).body
  const before = await label()
  expect(before.assumed).toEqual(['Unweighed'])
  const { body: product } = await opened.owner.get(`/api/products/${id}`)
  const sizes = [{ ...product.sizes[0], shippingGrams: 250, label: '' }]
  expect((await opened.owner.put(`/api/products/${id}`, { ...product, sizes })).status).toBe(200)
  const after = await label()
  expect(after.assumed).toEqual([])
  expect(before.grams - after.grams).toBe(450)
})

test.each([
  ['an unknown name', { name: 'Nowhere', isCoffee: true, category: '', department: null }, 'name'],
  [
    'an unknown department',
    { name: 'Tea', isCoffee: false, category: 'Tea', department: '0123456789abcdef' },
    'department',
  ],
  ['no category', { name: 'Tea', isCoffee: false, category: ' ', department: null }, 'category'],
])('a choice with %s is refused, and the preview stays', async (_, choice, field) => {
  const run = await preview('products', [row('Sencha', { Type: 'Tea' })])
  const { status, body } = await choose(run._id, [choice])
  expect(status).toBe(400)
  expect(Object.keys(body.fields ?? {})).toEqual([`categories.0.${field}`])
  expect(await one(run._id)).toMatchObject({ state: 'ready', newCategories: 1 })
})

test('categories cannot be chosen after the start, and for a file of our own there are none', async () => {
  const run = await preview('products', [row('Late', { Type: 'Late Type' })])
  await start(run._id)
  const late = { name: 'Late Type', isCoffee: true, category: '', department: null }
  expect((await choose(run._id, [late])).status).toBe(409)
  const own = await preview('products', [{ Name: 'Own', Price: '5', Category: 'Goods' }])
  expect(await categories(own._id)).toEqual([])
  expect((await choose(own._id, [late])).status).toBe(409)
  expect((await opened.owner.get('/api/imports/0123456789abcdef/categories')).status).toBe(404)
})
