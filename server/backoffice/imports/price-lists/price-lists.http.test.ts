/** Price lists by CSV: preview, new lists, rows of lists that exist, repetition, and rows that are not understood. */
import { expect, test } from 'vitest'
import type { ImportItem } from '#shared/backoffice/api/imports.ts'
import type { PriceList } from '#shared/wholesale/api/price-lists.ts'
import { importingShop } from '../import.testing.ts'

const { opened, carryOut, items, preview, start } = importingShop()
const KIND = 'price-lists'

const HEAD = [
  'Price list',
  'SKU',
  'Product',
  'Size',
  'Price',
  'From',
  'Until',
  'Pack',
  'Percent off',
  'Floor',
  'Breaks',
]
const csv = (rows: string[][], head = HEAD) =>
  [head, ...rows].map((row) => row.map((cell) => `"${cell}"`).join(',')).join('\r\n')

let count = 0
/** A coffee in 12 oz and 5 lb, and a name for a list. */
async function goods() {
  const [product, list] = [`Bean ${++count}`, `List ${count}`]
  const id = await opened.shop.sell({
    name: product,
    priceCents: 1800,
    sizes: [{ sizeGrams: 2268, priceCents: 9000, stock: 10 }],
  })
  const [big, sku] = [`${id}-1`, `BIG-${count}`]
  await opened.shop.db.updateTable('product_sizes').set({ sku }).where('id', '=', big).execute()
  return { product, list, small: id, big, sku }
}
const listNamed = async (name: string): Promise<PriceList | undefined> =>
  (await opened.owner.get('/api/price-lists')).body.priceLists.find((each: PriceList) => each.name === name)
const problems = async (id: string): Promise<[number, string, string][]> =>
  (await items(id, 'broken')).flatMap(({ problems: all }: ImportItem) =>
    all.map(({ row, column, problem }) => [row, column, problem]),
  )

test('a file makes a new list with its prices, percentage, floor and breaks', async () => {
  const { product, list, small, big } = await goods()
  const run = await preview(
    KIND,
    csv([
      [
        list,
        '',
        product.toUpperCase(),
        '12oz',
        '$9.75',
        '',
        '',
        '',
        '25%',
        '$9.00',
        '5% from 20 lb; 10% from 50 lb',
      ],
      [list, '', product, '5lbs', '1,052.00', '2027-01-01', '', '', '', '', ''],
    ]),
  )
  expect(run).toMatchObject({ kind: KIND, counts: { create: 1, broken: 0 } })
  const [item] = (await items(run._id, 'create')) as ImportItem[]
  expect(item!.changes.map(({ field, after }) => [field, after])).toEqual([
    ['Name', list],
    ['Percent off the shop', '25%'],
    ['Never below, per pound', '$9.00'],
    ['Breaks', '5% from 20 lb, 10% from 50 lb'],
    [`${product}, 12 oz`, '$9.75'],
    [`${product}, 5 lb`, '$1,052.00 from Jan 1, 2027'],
  ])
  expect(await listNamed(list)).toBeUndefined()
  expect(await start(run._id)).toMatchObject({ state: 'done', done: 1 })
  expect(await listNamed(list)).toMatchObject({
    percentOff: 25,
    floor: 9,
    breaks: [
      { pounds: 20, percent: 5 },
      { pounds: 50, percent: 10 },
    ],
    prices: [
      { size: small, from: '', price: 9.75 },
      { size: big, from: '2027-01-01', price: 1052 },
    ],
  })
  expect(JSON.stringify((await opened.owner.get('/api/record')).body)).toContain('Created by an import')
})

test('a list that exists gets new rows and keeps what the file does not name, and the same file again changes nothing', async () => {
  const { product, list, small, big } = await goods()
  const made = await opened.owner.post('/api/price-lists', {
    name: list,
    percentOff: 20,
    floor: 8,
    breaks: [{ pounds: 10, percent: 3 }],
    prices: [{ size: small, from: '', price: 10 }],
  })
  expect(made.status).toBe(201)
  const file = csv([[list.toLowerCase(), product, '5 lb', '60']], ['List', 'Item', 'Size', 'Price'])
  const run = await preview(KIND, file)
  expect(run.counts).toMatchObject({ change: 1, create: 0 })
  const [item] = await items(run._id, 'change')
  expect([item._id, item.changes]).toEqual([
    made.body._id,
    [{ field: `${product}, 5 lb`, before: '', after: '$60.00' }],
  ])
  await start(run._id)
  expect(await listNamed(list)).toMatchObject({
    _id: made.body._id,
    percentOff: 20,
    floor: 8,
    breaks: [{ pounds: 10, percent: 3 }],
    prices: [
      { size: small, from: '', price: 10 },
      { size: big, from: '', price: 60 },
    ],
  })
  expect((await preview(KIND, file)).counts).toMatchObject({ same: 1, change: 0, create: 0 })
})

test('a price that ends is followed by the one that applies without it', async () => {
  const { product, list, small, big } = await goods()
  const rows = [
    [list, '', product, '12 oz', '12', '', '', '', '', '', ''],
    [list, '', product, '12 oz', '10', '2027-01-01', '2027-03-31', '', '', '', ''],
    [list, '', product, '5 lb', '60', '1/1/2027', '6/30/2027', '', '', '', ''],
  ]
  const run = await preview(KIND, csv(rows))
  const [item] = (await items(run._id, 'create')) as ImportItem[]
  expect(item!.changes.map(({ after }) => after).slice(1)).toEqual([
    '$12.00',
    '$10.00 from Jan 1, 2027 until Mar 31, 2027, then $12.00',
    '$60.00 from Jan 1, 2027 until Jun 30, 2027, then none',
  ])
  await start(run._id)
  const pricesOf = async (wanted: string) =>
    (await listNamed(list))!.prices.flatMap(({ size, from, price }) =>
      size === wanted ? [[from, price]] : [],
    )
  expect(await pricesOf(small)).toEqual([
    ['', 12],
    ['2027-01-01', 10],
    ['2027-04-01', 12],
  ])
  expect(await pricesOf(big)).toEqual([
    ['2027-01-01', 60],
    ['2027-07-01', null],
  ])
  expect((await preview(KIND, csv(rows))).counts).toMatchObject({ same: 1 })
  // The price of summer ends in the one of the whole year, not in the one of winter.
  await carryOut(KIND, csv([[list, '', product, '12 oz', '11', '2027-04-01', '2027-08-31', '', '', '', '']]))
  expect(await pricesOf(small)).toEqual([
    ['', 12],
    ['2027-01-01', 10],
    ['2027-04-01', 11],
    ['2027-09-01', 12],
  ])
})

test('rows that are not understood are named and left out, and the others are imported', async () => {
  const { product, list, big, sku } = await goods()
  const row = (more: Record<number, string>) =>
    [list, '', product, '5 lb', '50', '', '', '', '', '', ''].map((cell, index) => more[index] ?? cell)
  const run = await preview(
    KIND,
    csv([
      row({ 1: sku.toLowerCase(), 2: '', 3: '', 7: '6' }),
      row({ 2: 'Unicorn' }),
      row({ 3: '3 lb' }),
      row({ 3: '' }),
      row({ 1: 'NOPE' }),
      row({ 1: sku, 2: 'Other' }),
      row({ 4: 'fifty' }),
      row({ 4: '-1' }),
      row({ 4: '0' }),
      row({ 4: '' }),
      row({ 4: '49' }),
      row({ 5: '2027-06-31' }),
      row({ 5: '2027-06-30', 6: '2027-01-01' }),
      row({ 0: '' }),
      row({ 0: 'x'.repeat(61) }),
      row({ 8: '95' }),
      row({ 9: '0' }),
      row({ 10: 'much' }),
      row({ 1: '', 2: '', 3: '', 4: '' }),
      row({ 7: 'many' }),
    ]),
  )
  expect(run.counts).toMatchObject({ create: 1, broken: 19 })
  const all = await problems(run._id)
  expect(all.map(([at, column]) => [at, column])).toEqual([
    [3, 'Product'],
    [4, 'Size'],
    [5, 'Size'],
    [6, 'SKU'],
    [7, 'SKU'],
    [8, 'Price'],
    [9, 'Price'],
    [10, 'Price'],
    [11, 'Price'],
    [12, 'Price'],
    [13, 'From'],
    [14, 'Until'],
    [15, 'Price list'],
    [16, 'Price list'],
    [17, 'Percent off'],
    [18, 'Never below, per pound'],
    [19, 'Breaks'],
    [20, 'Price'],
    [21, 'Pack'],
  ])
  expect(all[0]![2]).toBe('No product that is sold has this name')
  expect(all[1]![2]).toBe('There is no such size. The sizes are 12 oz, 5 lb')
  expect(all[9]![2]).toBe('Row 2 has another price of this size')
  const named = (await items(run._id, 'broken')).map(({ name }: ImportItem) => name)
  expect(named[0]).toBe(`${list}: Unicorn, 5 lb`)
  const [made] = await items(run._id, 'create')
  expect(made.notes).toContain(
    `${product}, 5 lb is sold by the piece here, and in cases of 6 in the file. Change it in the product`,
  )
  expect(await start(run._id)).toMatchObject({ done: 1, skipped: 0 })
  expect((await listNamed(list))!.prices).toEqual([{ size: big, from: '', price: 50 }])
})

test('a list that is changed between the preview and the import is left out', async () => {
  const { product, list, small } = await goods()
  const made = await opened.owner.post('/api/price-lists', { name: list, prices: [] })
  const run = await preview(KIND, csv([[list, '', product, '12 oz', '9', '', '', '', '', '', '']]))
  const { _id: id, version } = made.body
  const edit = { name: list, prices: [{ size: small, from: '', price: 8 }], version }
  expect((await opened.owner.put(`/api/price-lists/${id}`, edit)).status).toBe(200)
  expect(await start(run._id)).toMatchObject({ done: 0, skipped: 1 })
  expect((await listNamed(list))!.prices).toEqual([{ size: small, from: '', price: 8 }])
})

test('two lists with one name, too many breaks and a file without the columns are refused', async () => {
  const { product, list } = await goods()
  for (const name of [list, list.toUpperCase()])
    expect((await opened.owner.post('/api/price-lists', { name, prices: [] })).status).toBe(201)
  const twins = await preview(KIND, csv([[list, '', product, '12 oz', '9', '', '', '', '', '', '']]))
  expect(await problems(twins._id)).toEqual([
    [2, 'Price list', '2 price lists have this name. Rename one of them first'],
  ])
  const breaks = [1, 2, 3, 4, 5, 6, 7].map((pounds) => `1% from ${pounds} lb`).join('; ')
  const many = await preview(KIND, csv([['Many', '', product, '12 oz', '9', '', '', '', '', '', breaks]]))
  expect(await problems(many._id)).toEqual([[2, 'Price list', '6 breaks at most']])
  const refused = await preview(KIND, 'Name,Email\nAnn,ann@example.com')
  expect(refused).toMatchObject({ state: 'failed' })
  expect(refused.problem).toContain('Price list')
})

test('the sample has the goods of the shop, and can be imported', async () => {
  const { sku } = await goods()
  const sample = await opened.owner.get('/api/imports/sample?kind=price-lists')
  expect(sample.status).toBe(200)
  expect(sample.text).toContain(sku)
  const run = await preview(KIND, sample.text)
  expect(run.counts).toMatchObject({ create: 1, broken: 0 })
})
