// On SQLite only: files of products, the same parser on both databases.
/** Sizes in CSV files: a row per size, in the export and in the import. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { violations } from '#test/invariants.ts'
import { placed } from '#test/purchase.ts'
import { signedIn } from '#test/signed-in.ts'
import { csvRows } from '#server/kernel/text/csv.ts'
import { admin, openCatalog, shop } from '../../catalog.testing.ts'

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

const sizesOf = async (id = beans): Promise<unknown[]> =>
  (await shop.visitor().get(`/api/products/${id}`)).body.sizes.map(
    ({
      label,
      price,
      countInStock,
      sku,
    }: {
      label: string
      price: number
      countInStock: number
      sku: string
    }) => [label, price, countInStock, sku].join(' ').trim(),
  )
const importing = async (...lines: string[]) =>
  (await admin.post('/api/products/import', { csv: lines.join('\n'), dryRun: false })).body
const problems = async (...lines: string[]) => {
  const { body } = await admin.post('/api/products/import', { csv: lines.join('\n'), dryRun: true })
  return body.problems.map(({ row, column, problem }: { row: number; column: string; problem: string }) =>
    [row, column, problem].join(': '),
  )
}
const exported = async () => (await admin.get(`/api/products/export?keyword=${beans}`)).text

test('an export has a row per size, and importing it again changes nothing', async () => {
  const csv = await exported()
  const [head, ...rows] = csvRows(csv.replace(/^\ufeff/, ''))
  const column = (name: string) => rows.map((cells) => cells[head!.indexOf(name)])
  expect([column('ID'), column('Name')]).toEqual([
    [beans, beans],
    ['Guji', 'Guji'],
  ])
  expect([column('Price'), column('Size'), column('Count in stock'), column('Size ID')]).toEqual([
    ['18.00', '45.50'],
    ['340', '907'],
    ['10', '4'],
    [beans, `${beans}-1`],
  ])
  expect(await importing(csv)).toMatchObject({ created: 0, changed: 0, same: 1, problems: [] })
})

test('a row changes the size with its weight, adds a new size, and leaves the others as they are', async () => {
  const report = await importing(
    'ID,Size,Price,Count in stock,SKU',
    `${beans},907,47,6,G-2`,
    `${beans},2268,99,2,G-5`,
  )
  expect(report.rows).toEqual([
    {
      row: 2,
      _id: beans,
      name: 'Guji',
      changes: [
        { field: '2 lb: Price', before: '$45.50', after: '$47.00' },
        { field: '2 lb: Count in stock', before: '4', after: '6' },
        { field: '2 lb: SKU', before: '', after: 'G-2' },
        { field: 'Size', before: '', after: '5 lb, $99.00, 2 in stock' },
      ],
    },
  ])
  expect(await sizesOf()).toEqual(['12 oz 18 10', '2 lb 47 6 G-2', '5 lb 99 2 G-5'])
})

test('a file with one row per product, from before there were sizes, changes the first size', async () => {
  await importing('ID,Price,Size', `${beans},19,283`)
  expect(await sizesOf()).toEqual(['10 oz 19 10', '2 lb 45.5 4'])
  await importing('ID,Price', `${beans},20`)
  expect(await sizesOf()).toEqual(['10 oz 20 10', '2 lb 45.5 4'])
})

test('rows with one new name create one product with their sizes', async () => {
  const name = `New ${beans}`
  const report = await importing(
    'Name,Category,Size,Price,Count in stock,In the shop',
    `${name},Coffee Beans,340,18,5,On sale`,
    `${name},Coffee Beans,907,44,2,On sale`,
  )
  expect([report.created, report.rows[0].changes.slice(-3)]).toEqual([
    1,
    [
      { field: '2 lb: Price', before: '$0.00', after: '$44.00' },
      { field: '2 lb: Count in stock', before: '0', after: '2' },
      { field: '2 lb: Size', before: '', after: '907 g' },
    ],
  ])
  const { products } = (await admin.get(`/api/products/desk?keyword=New`)).body
  const { _id, sizes } = products.find((each: { name: string }) => each.name === name)
  expect([sizes[0].id, await sizesOf(_id)]).toEqual([_id, ['12 oz 18 5', '2 lb 44 2']])
})

test('pieces of a size that were sold since the export are not added back', async () => {
  const csv = await exported()
  const buyer = await signedIn(shop)
  await placed(buyer, [{ _id: beans, sizeId: `${beans}-1`, qty: 3 }])
  await importing(csv.replace(',45.50,', ',46.00,'))
  expect(await sizesOf()).toEqual(['12 oz 18 10', '2 lb 46 1'])
})

test('what is wrong with a size is reported at its row, and nothing is imported', async () => {
  const head = 'ID,Name,Size,Price,Size ID,SKU'
  expect(await problems(head, `${beans},Guji,340,18,,`, `${beans},Guji,340,19,,`)).toEqual([
    '3: ID: Row 2 is about the same size',
  ])
  expect(await problems(head, `${beans},Guji,340,18,,`, `${beans},Huila,907,44,,`)).toEqual([
    '3: Name: Row 2 has another value for the same product',
  ])
  expect(await problems(head, `${beans},Guji,500,30,nope,`)).toEqual([
    '2: Size ID: The product has no size with this ID. Leave it empty to add one',
  ])
  expect(await problems(head, `${beans},Guji,340,18,,`, `${beans},Guji,2268,,,`)).toEqual([
    '3: Price: Enter an amount',
  ])
  expect(await problems(head, `${beans},Guji,340,18,,`, `${beans},Guji,340,18,${beans}-1,`)).toEqual([
    '3: Size: There are two sizes of 12 oz',
  ])
  const other = await shop.sell({ name: 'Huila' })
  await importing('ID,SKU', `${other},H-${beans}`)
  expect(await problems(head, `${beans},Guji,340,18,,H-${beans}`)).toEqual([
    '2: SKU: Another product has this SKU',
  ])
  expect(await sizesOf()).toEqual(['12 oz 18 10', '2 lb 45.5 4'])
})
