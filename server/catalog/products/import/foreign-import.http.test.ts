// On SQLite only: files of other shops, the same parser on both databases.
/** Product files of Shopify and WooCommerce. */
import { describe, expect, test } from 'vitest'
import { csvOf, importClient } from './import.testing.ts'
import { admin, openCatalog, shop } from '../../catalog.testing.ts'

openCatalog()
const { dryRun, carryOut, one } = importClient(() => admin)

const found = (name: string) =>
  shop.db
    .selectFrom('products')
    .select('id')
    .where('name', '=', name)
    .where('deleted_at', 'is', null)
    .execute()

const KOKE = {
  Handle: 'koke',
  Title: 'Koke',
  'Body (HTML)':
    '<h2>Sweet</h2><p>Apricot &amp; <b>jasmine</b>.</p><ul><li>Washed</li></ul><script>x()</script>',
  Vendor: 'Frame',
  Type: 'Coffee',
  Published: 'true',
  'Option1 Name': 'Size',
  'Option1 Value': 'Small',
  'Variant SKU': 'KOKE-S',
  'Variant Grams': '340',
  'Variant Inventory Qty': '12',
  'Variant Price': '18.50',
  'Image Src': 'https://cdn.shopify.example/koke.jpg',
  Status: 'active',
}
const LARGE = {
  Handle: 'koke',
  'Option1 Value': 'Large',
  'Variant SKU': 'KOKE-L',
  'Variant Grams': '1000',
  'Variant Inventory Qty': '-2',
  'Variant Price': '45',
}
const PICTURE = { Handle: 'koke', 'Image Src': 'https://cdn.shopify.example/2.jpg', 'Image Position': '2' }
const CUP = {
  Handle: 'cup',
  Title: 'Cup',
  Type: 'Ceramics',
  'Option1 Name': 'Title',
  'Option1 Value': 'Default Title',
  'Variant Grams': '300',
  'Variant Inventory Qty': '3',
  'Variant Price': '24',
  Published: 'false',
}

describe('a file of Shopify', () => {
  test('is shown first, then creates products with sizes, and converts HTML to text', async () => {
    const csv = csvOf([KOKE, LARGE, PICTURE, CUP])
    expect(await dryRun(csv)).toMatchObject({ created: 2, changed: 0, problemCount: 0 })
    expect(await found('Koke')).toEqual([])
    expect((await carryOut(csv)).status).toBe(200)
    const product = await one((await found('Koke'))[0]!.id)
    expect(product).toMatchObject({
      name: 'Koke',
      brand: 'Frame',
      category: 'Coffee Beans',
      sizes: [
        { label: 'Small', grams: 340, price: 18.5, countInStock: 12, sku: 'KOKE-S' },
        { label: 'Large', grams: 1000, price: 45, countInStock: 0, sku: 'KOKE-L' },
      ],
    })
    expect(product.description).toBe('Sweet\n\nApricot & jasmine.\n\n- Washed')
    const [cup] = await shop.db
      .selectFrom('products')
      .select(['is_draft', 'category'])
      .where('name', '=', 'Cup')
      .execute()
    expect(cup).toEqual({ is_draft: 1, category: 'Ceramics' })
  })

  test('changes nothing the second time, and finds a product by its handle after it was renamed', async () => {
    expect(await dryRun(csvOf([KOKE, LARGE, PICTURE, CUP]))).toMatchObject({
      created: 0,
      changed: 0,
      same: 2,
    })
    const csv = csvOf([{ ...KOKE, Title: 'Koke Reserve', 'Variant Price': '20' }, LARGE, CUP])
    const report = await dryRun(csv)
    expect(report).toMatchObject({ created: 0, changed: 1, same: 1 })
    expect((await carryOut(csv, report.plan)).status).toBe(200)
    expect(await found('Koke')).toEqual([])
    const [renamed] = await found('Koke Reserve')
    expect((await one(renamed!.id)).sizes).toHaveLength(2)
  })

  test('reports every row without a product with its number, and imports none of the others', async () => {
    const csv = csvOf([
      { ...CUP, Handle: 'fine', Title: 'Fine Cup' },
      { ...CUP, Handle: 'bad', Title: 'Bad Cup', 'Variant Price': 'free' },
      { ...CUP, Handle: '', Title: 'No Handle' },
      { ...CUP, Handle: 'no-title', Title: '' },
      { ...CUP, Handle: 'long', Title: 'x'.repeat(130) },
    ])
    const { problems, rows } = await dryRun(csv)
    expect(problems.map(({ row, column }: { row: number; column: string }) => [row, column])).toEqual([
      [4, 'Handle'],
      [5, 'Title'],
    ])
    expect((await carryOut(csv)).status).toBe(400)
    expect(await found('Fine Cup')).toEqual([])
    // Owners do not edit the export of another shop, so a cell that cannot be read is left out, with a remark.
    expect(
      rows.map(({ row, notes = [] }: { row: number; notes?: string[] }) => [row, notes.join('. ')]),
    ).toEqual([
      [2, 'It is not on sale there, so it is not on sale here'],
      [3, expect.stringContaining('It has no price, so it comes in hidden')],
      [6, expect.stringContaining('Name: it was shortened to 120 characters')],
    ])
  })
})

const GURACHO = {
  ID: '100',
  Type: 'variable',
  SKU: 'GUR',
  Name: 'Guracho',
  Published: '1',
  Description: '<p>Plum</p>',
  Categories: 'Shop > Coffee, Gifts',
  'Attribute 1 name': 'Size',
  'Attribute 1 value(s)': 'Small, Large',
}
const VARIATIONS = [
  {
    ID: '101',
    SKU: 'GUR-S',
    Parent: 'GUR',
    'Attribute 1 value(s)': 'Small',
    'Weight (kg)': '0.34',
    'Regular price': '19',
  },
  {
    ID: '102',
    SKU: 'GUR-L',
    Parent: 'id:100',
    'Attribute 1 value(s)': 'Large',
    'Weight (kg)': '1',
    'Regular price': '48',
  },
].map((row) => ({ ...row, Type: 'variation', Name: 'Guracho - any', Stock: '7', Published: '1' }))
const FILTERS = {
  ID: '103',
  Type: 'simple, virtual',
  Name: 'Filters',
  Published: '-1',
  Stock: '',
  'Regular price': '6.25',
  Categories: 'Gear',
}

describe('a file of WooCommerce', () => {
  test('creates products with their variations as sizes, and changes nothing the second time', async () => {
    const csv = csvOf([GURACHO, ...VARIATIONS, FILTERS])
    expect(await dryRun(csv)).toMatchObject({ created: 2, problemCount: 0 })
    expect((await carryOut(csv)).status).toBe(200)
    const [{ id } = { id: '' }] = await found('Guracho')
    expect(await one(id)).toMatchObject({
      category: 'Coffee Beans',
      description: 'Plum',
      sizes: [
        { label: 'Small', grams: 340, price: 19, countInStock: 7, sku: 'GUR-S' },
        { label: 'Large', grams: 1000, price: 48, countInStock: 7, sku: 'GUR-L' },
      ],
    })
    expect(await dryRun(csv)).toMatchObject({ created: 0, changed: 0, same: 2 })
  })

  test('reports variations without a product, products without variations, and other types', async () => {
    const { problems } = await dryRun(
      csvOf([
        { ...GURACHO, ID: '200', SKU: 'LONE', Name: 'Lone' },
        { ...VARIATIONS[0], Parent: 'id:999' },
        { ...FILTERS, Type: 'grouped' },
      ]),
    )
    expect(problems).toMatchObject([
      { row: 2, problem: 'This product has no variations in the file' },
      { row: 3, problem: 'No row of the type variable has this SKU or ID' },
      { row: 4, problem: 'A product of the type grouped cannot be imported' },
    ])
  })
})

test.each(['shopify', 'woocommerce'])('an import of an export for %s changes nothing', async (format) => {
  const { status, text } = await admin.get(`/api/products/export?format=${format}`)
  expect(status).toBe(200)
  const before = await shop.db.selectFrom('product_sizes').selectAll().orderBy('id').execute()
  const report = await dryRun(text)
  expect(report).toMatchObject({ created: 0, rows: [], problemCount: 0 })
  expect(report.same).toBe((await found('Koke Reserve')).length + 3)
  expect(await shop.db.selectFrom('product_sizes').selectAll().orderBy('id').execute()).toEqual(before)
})
