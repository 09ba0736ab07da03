// On SQLite only: files of products, the same parser on both databases.
import { describe, expect, test } from 'vitest'
import { MAX_ROWS } from '#shared/catalog/api/product-admin.ts'
import { changedBy } from '#test/unchanged.ts'
import { fresh, importClient, sheet } from './import.testing.ts'
import { admin, openCatalog, shop } from '../../catalog.testing.ts'

openCatalog()

const { dryRun, create } = importClient(() => admin)

const badRows = (count: number) =>
  sheet(['Name', 'Price'], ...Array.from({ length: count }, (_, n) => [`P${n}`, 'x']))

describe('a dry run', () => {
  test('reports what would be created and changed, and changes nothing', async () => {
    const [old, same, young] = [fresh('Old'), fresh('Same'), fresh('Young')]
    const id = await create(old)
    await create(same)
    const csv = sheet(
      ['ID', 'Name', 'Price', 'Category'],
      [id, old, '19.50', 'Coffee Beans'],
      ['', same, '18', 'Coffee Beans'],
      ['', young, '7', 'Goods'],
    )
    const changed = await changedBy(shop.db, async () => {
      expect(await dryRun(csv)).toEqual({
        created: 1,
        changed: 1,
        same: 1,
        problems: [],
        problemCount: 0,
        rows: [
          { row: 2, _id: id, name: old, changes: [{ field: 'Price', before: '$18.00', after: '$19.50' }] },
          {
            row: 4,
            _id: null,
            name: young,
            changes: [
              { field: 'Name', before: '', after: young },
              { field: 'Category', before: '', after: 'Goods' },
              { field: 'In the shop', before: 'Hidden', after: 'On sale' },
              { field: 'Price', before: '$0.00', after: '$7.00' },
            ],
          },
        ],
        plan: expect.any(String),
      })
    })
    expect(changed).toEqual([])
  })

  test('reports each invalid cell with its row, column and problem', async () => {
    const [duplicate, name] = [fresh('Duplicate'), fresh('Fine')]
    await create(duplicate)
    await create(duplicate)
    const csv = sheet(
      ['ID', 'Name', 'Price', 'Category', 'Count in stock', 'Roasting Level', 'Size', 'First Image'],
      ['', name, 'a lot', 'Coffee Beans', '1.5', '6', '', ''],
      ['nothing', fresh('X'), '1', 'Goods', '1', '', '', ''],
      ['', '', '1', 'Goods', '1', '', '', ''],
      ['', duplicate, '1', 'Goods', '1', '', '', ''],
      ['', name, '-1', '', '-2', '', '', 'javascript:alert(1)'],
      ['', fresh('Mug'), '1', 'Goods', '1', '', '340', '/pictures/missing.jpg'],
      ['', fresh('Odd'), '18.505', 'Goods', '1', '', '', ''],
    )
    const { problems, problemCount, created, changed } = await dryRun(csv)
    const reported = problems.map(({ row, column, problem }: any) => `${row} ${column}: ${problem}`)
    expect(reported).toEqual([
      '2 Price: Enter an amount',
      '2 Count in stock: Count in stock must be a whole number',
      '2 Roasting Level: Roasting level is too large',
      '3 ID: No product has this ID. Leave it empty to create one',
      '4 Name: Name is required where there is no ID',
      '5 Name: 2 products have this name: give the ID of one',
      '6 Name: Row 2 is about the same product',
      '7 First Image: The image is not one of the shop’s pictures',
      '7 Size: Only products of the category Coffee Beans have a size',
      '8 Price: An amount has two decimals at most',
    ])
    expect([problemCount, created, changed]).toEqual([10, 0, 0])
    expect(problems[0].value).toBe('a lot')
  })

  test.each([
    ['an unknown column', sheet(['Name', 'Prise'], ['A', 1]), 1, 'Prise', /no such column.*Price/],
    ['a column twice', sheet(['Name', 'Price', 'PRICE'], ['A', 1, 2]), 1, 'Price', /twice/],
    ['no header', sheet(['Price', 'Brand'], [1, 'B']), 1, '', /must name the columns/],
    ['no rows', sheet(['Name', 'Price']), 1, '', /no row/],
    ['an empty file', '', 1, '', /must name the columns/],
    ['more cells than columns', sheet(['Name'], ['A', 'B']), 2, '', /2 cells, but there are 1 columns/],
    ['a lone quotation mark', 'Name,Price\n"A,1\nB,2\n', 2, '', /never closed/],
    ['unreadable characters', sheet(['Name', 'Price'], ['Tarraz\ufffd', 1]), 2, 'Name', /UTF-8/],
    ['an unknown state', sheet(['Name', 'In the shop'], ['A', 'maybe']), 2, 'In the shop', /On sale/],
    [
      'a changed count at export',
      sheet(['Name', 'Stock at export'], ['A', 'x']),
      2,
      'Stock at export',
      /whole/,
    ],
  ])('reports %s', async (_, csv, row, column, problem) => {
    const { problems } = await dryRun(csv)
    expect(problems).toContainEqual(
      expect.objectContaining({ row, column, problem: expect.stringMatching(problem) }),
    )
  })

  test(`reports more than ${MAX_ROWS} rows as a problem, and lists at most a hundred problems`, async () => {
    expect((await dryRun(badRows(MAX_ROWS + 1))).problems).toMatchObject([
      { row: 1, problem: 'There are 2001 rows, 2000 at most. Split the file' },
    ])
    const { problems, problemCount } = await dryRun(badRows(150))
    expect([problems.length, problemCount]).toEqual([100, 300])
  })
})
