// On SQLite only: files of other shops, the same parser on both databases.
/** Variants of Shopify: column names of today and before, cells that do not fit, and files with missing columns. */
import { describe, expect, test } from 'vitest'
import { importingShop, variant } from './import.testing.ts'

const { opened, notesIn, product, preview, start, carryOut } = importingShop()

const TODAY: Record<string, string> = {
  Handle: 'URL handle',
  Published: 'Published on online store',
  'Option1 Name': 'Option1 name',
  'Option1 Value': 'Option1 value',
  'Option2 Name': 'Option2 name',
  'Option2 Value': 'Option2 value',
  'Variant SKU': 'SKU',
  'Variant Grams': 'Weight value (grams)',
  'Variant Inventory Tracker': 'Inventory tracker',
  'Variant Inventory Qty': 'Inventory quantity',
  'Variant Price': 'Price',
}
const renamed = (row: object) =>
  Object.fromEntries(Object.entries(row).map(([name, cell]) => [TODAY[name] ?? name, cell]))

test('today’s column names are those of older exports: the second file changes nothing', async () => {
  const rows = [
    variant('names', { Size: '12 oz', Grind: 'Whole Bean' }, { 'Variant SKU': 'N-12' }),
    variant(
      'names',
      { Size: '2 lb', Grind: 'Whole Bean' },
      { 'Variant Grams': '907', 'Variant Price': '42' },
    ),
  ]
  const run = await preview('products', rows.map(renamed))
  expect(run).toMatchObject({ source: 'shopify', counts: { create: 1, broken: 0 } })
  await start(run._id)
  expect((await product('Coffee names')).sizes).toMatchObject([
    { label: '12 oz', grams: 340, price: 18, countInStock: 5, sku: 'N-12' },
    { label: '2 lb', grams: 907, price: 42, countInStock: 5 },
  ])
  expect((await preview('products', rows)).counts).toMatchObject({ create: 0, change: 0, same: 1 })
})

describe('a product comes in with a remark', () => {
  test.each([
    [
      'if its label is too long',
      [variant('label', { Size: `A very long name of a size that nobody can read` })],
      /longer than 30 characters/,
      { label: 'A very long name of a size th…' },
    ],
    [
      'if several variants share an SKU',
      [
        variant('sku', { Size: '12 oz' }, { 'Variant SKU': 'SAME' }),
        variant('sku', { Size: '2 lb' }, { 'Variant SKU': 'SAME', 'Variant Grams': '907' }),
      ],
      /Several sizes have the SKU SAME/,
      { sku: 'SAME' },
    ],
    [
      'if a weight cannot be read',
      [variant('weight', {}, { 'Variant Grams': 'heavy' })],
      /The weight “heavy” cannot be read/,
      { grams: null },
    ],
    [
      'if a count cannot be read',
      [variant('count', {}, { 'Variant Inventory Qty': 'some' })],
      /The count “some” cannot be read, so it comes in with 0 in stock/,
      { countInStock: 0 },
    ],
    [
      'if Shopify does not count it',
      [variant('untracked', {}, { 'Variant Inventory Tracker': '', 'Variant Inventory Qty': '' })],
      /It is not counted there, so it comes in with 100 in stock/,
      { countInStock: 100 },
    ],
  ])('%s', async (_, rows, remark, size) => {
    const run = await preview('products', rows)
    expect(run.counts).toMatchObject({ create: 1, broken: 0 })
    expect((await notesIn(run._id)).join('\n')).toMatch(remark)
    await start(run._id)
    const { sizes, isDraft } = await product(rows[0]!.Title)
    expect(isDraft).toBe(false)
    expect(sizes[0]).toMatchObject(size)
  })

  test('if its price cannot be read, and then it is hidden', async () => {
    const run = await preview('products', [variant('price', {}, { 'Variant Price': 'on request' })])
    expect((await notesIn(run._id)).join()).toContain('It has no price, so it comes in hidden')
    await start(run._id)
    expect(await product('Coffee price')).toMatchObject({ isDraft: true, sizes: [{ price: 0 }] })
  })

  test('if it is a gift card, and then it is hidden', async () => {
    const run = await preview('products', [{ ...variant('card', {}), 'Gift Card': 'TRUE' }])
    expect((await notesIn(run._id)).join()).toContain('gift card')
    await start(run._id)
    // The first version is that of a new draft, whose form puts it on sale.
    expect(await product('Coffee card')).toMatchObject({ isDraft: true, version: 2 })
  })

  test.each([
    ['draft', { Status: 'draft' }],
    ['archived', { Status: 'archived' }],
    ['unpublished', { Published: 'FALSE' }],
  ])('if it is %s there, and then it is hidden, also in its form', async (name, more) => {
    const run = await preview('products', [variant(name, {}, more)])
    expect(await notesIn(run._id)).toEqual(['It is not on sale there, so it is not on sale here'])
    await start(run._id)
    expect(await product(`Coffee ${name}`)).toMatchObject({ isDraft: true, version: 2 })
  })
})

test.each([
  ['12 oz bag', 340],
  ['5 lb.', 2268],
  ['250 grams', 250],
  ['1/2 lb', 227],
  ['12oz (340g)', 340],
  ['3 x 250 g', null],
  ['Large', null],
])('the label %s of a coffee without a weight says %s g', async (Size, grams) => {
  await carryOut('products', [variant(`of-${Size}`, { Size }, { 'Variant Grams': '0' })])
  expect((await product(`Coffee of-${Size}`)).sizes).toMatchObject([{ grams }])
})

test.each(['no', '0', 'FALSE'])('what is published “%s” there is not on sale here', async (Published) => {
  await carryOut('products', [variant(`off-${Published}`, {}, { Published })])
  expect(await product(`Coffee off-${Published}`)).toMatchObject({ isDraft: true })
})

test.each([
  ['Caf\0e Noir', 'Caf e Noir'],
  ['Caf\ufffd Blanc', 'Caf Blanc'],
])('a letter that cannot be read is left out of a name, and the others come in: %j', async (Title, name) => {
  const rows = [variant(`letters-${name}`, {}, { Title }), variant(`beside-${name}`, {})]
  const run = await preview('products', rows)
  expect(run.counts).toMatchObject({ create: 2, broken: 0 })
  expect((await notesIn(run._id)).join()).toContain('some letters cannot be read')
  await start(run._id)
  expect((await product(name)).sizes).toHaveLength(1)
})

test('an apostrophe that another program put before an SKU is taken off', async () => {
  await carryOut('products', [variant('quoted', {}, { 'Variant SKU': "'00123" })])
  expect((await product('Coffee quoted')).sizes).toMatchObject([{ sku: '00123' }])
})

describe('a missing column or an empty cell', () => {
  const whole = variant(
    'kept',
    { Size: '12 oz' },
    { 'Variant SKU': 'KEPT', 'Body (HTML)': 'Plum', Vendor: 'Us' },
  )

  test('never changes a count or clears a value', async () => {
    await carryOut('products', [whole])
    const { sizes, ...before } = await product('Coffee kept')
    const empty = Object.fromEntries(Object.keys(whole).map((name) => [name, '']))
    const rows: Record<string, string>[] = [
      { Handle: 'kept', Title: 'Coffee kept', 'Option1 Value': '12 oz' },
      { Handle: 'kept', Title: 'Coffee kept', 'Variant Price': '18' },
      { Handle: 'kept', 'Variant SKU': 'KEPT' },
      { ...empty, Handle: 'kept', 'Variant SKU': 'KEPT' },
      { ...whole, 'Variant Inventory Tracker': '', 'Variant Inventory Qty': '' },
    ]
    for (const row of rows)
      expect((await preview('products', [row])).counts, JSON.stringify(row)).toEqual({
        create: 0,
        change: 0,
        same: 1,
        broken: 0,
      })
    expect(await product('Coffee kept')).toEqual({ ...before, sizes })
  })

  test('of a file with prices only changes the price', async () => {
    await carryOut('products', [{ Handle: 'kept', 'Variant SKU': 'KEPT', 'Variant Price': '19' }])
    expect((await product('Coffee kept')).sizes).toMatchObject([
      { label: '12 oz', grams: 340, price: 19, countInStock: 5, sku: 'KEPT' },
    ])
  })
})

test('a product that is linked to another handle is never matched by name', async () => {
  await carryOut('products', [variant('first-handle', {}, { Title: 'Shared Name' })])
  const run = await preview('products', [
    variant('second-handle', {}, { Title: 'Shared Name', 'Variant Price': '99' }),
  ])
  expect(run.counts).toMatchObject({ create: 1, change: 0 })
  await start(run._id)
  expect((await opened.owner.get('/api/products/desk?keyword=Shared Name')).body.total).toBe(2)
})

test('of two handles with one name, only the first takes a product that was made here', async () => {
  const id = await opened.shop.sell({ name: 'Made Here', stock: 5 })
  const twins = ['one', 'two'].map((handle) =>
    variant(handle, {}, { Title: 'Made Here', 'Variant Price': '21' }),
  )
  const run = await carryOut('products', twins)
  expect(run).toMatchObject({ done: 2, skipped: 0, counts: { create: 1, change: 1 } })
  expect((await opened.owner.get(`/api/products/${id}`)).body.sizes).toHaveLength(1)
})
