// On SQLite only: files of other shops, the same parser on both databases.
/** Files that are made to stop the shop: each is refused or read with a reason, and the rows beside it are read. */
import { createRequire } from 'node:module'
import { afterEach, expect, test, vi } from 'vitest'
import type * as HtmlToText from 'html-to-text'
import { MINUTE } from '#server/kernel/time/clock.ts'
import { csvOf } from '#server/catalog/products/import/import.testing.ts'
import { importingShop } from './import.testing.ts'

const { opened, send, work, one, items, preview, carryOut } = importingShop()
afterEach(() => vi.restoreAllMocks())

const shopify = (handle: string, html: string) => ({
  Handle: handle,
  Title: `Coffee ${handle}`,
  'Body (HTML)': html,
  'Variant Price': '18.00',
  'Option1 Value': 'Default Title',
})
const dryRun = (csv: string) => opened.owner.post('/api/products/import', { csv, dryRun: true })

test.each([
  ['empty lines', 'Name,Email\n', '\n'],
  ['rows of empty cells', 'Name,Email\n', ',,,,,\n'],
])('4 MB of %s are refused with the number of rows', async (_, head, row) => {
  const file = head + row.repeat(4_000_000 / row.length)
  const { status, body } = await send('customers', file)
  expect(status).toBe(400)
  expect(body.message).toBe('Row 100001: There are more than 100,000 rows. Delete the empty rows')
  const small = await dryRun(`Name,Price\n${'\n'.repeat(400_000)}`)
  expect(small.body.problems).toMatchObject([{ row: 100_001 }])
})

test('a row with more cells than a spreadsheet has is refused', async () => {
  const { status, body } = await send('customers', `Name,Email\n${','.repeat(20_000)}`)
  expect([status, body.message]).toEqual([400, 'Row 2: This row has more than 16,384 cells'])
})

test.each([
  ['4,000 elements in each other', `${'<b>'.repeat(4000)}x`, 'nested too deeply'],
  ['150,000 elements in each other', `${'<b>'.repeat(150_000)}x`, 'more than'],
  ['paragraphs in cells of a table', '<p><td>'.repeat(9000), 'nested too deeply'],
  ['ends of other elements', '<b></i>'.repeat(9000), 'nested too deeply'],
  ['a long text', 'x'.repeat(200_001), 'more than 200,000 characters'],
  ['many lines', '<hr>'.repeat(20_001), 'more than 20,000 tags'],
])('a cell with %s is a broken row, and the other products are imported', async (what, html, reason) => {
  const name = what.replaceAll(/\W+/g, '-')
  const file = csvOf([
    shopify(`before-${name}`, '<p>Sweet</p>'),
    shopify(name, html),
    shopify(`after-${name}`, 'x'),
  ])
  const run = await carryOut('products', file)
  expect(run).toMatchObject({ state: 'done', done: 2, counts: { create: 2, broken: 1 } })
  expect(await items(run._id, 'broken')).toMatchObject([
    { row: 3, problems: [{ row: 3, column: 'Body (HTML)', problem: expect.stringContaining(reason) }] },
  ])
  const { problems } = (await dryRun(file)).body
  expect(problems).toMatchObject([{ row: 3, problem: expect.stringContaining(reason) }])
})

test('HTML that leaves out the ends of its paragraphs and rows is read', async () => {
  const html = `${'<p>Sweet <b>and</b> round'.repeat(300)}<ul>${'<li>Peach'.repeat(300)}</ul>${'<br>'.repeat(600)}`
  const run = await preview('products', [shopify('left-out', html)])
  expect(run.counts).toMatchObject({ create: 1, broken: 0 })
  const [{ notes }] = await items(run._id, 'create')
  expect(notes).toContainEqual(expect.stringContaining('Description'))
  const short = await preview('products', [shopify('left-out', '<p>Sweet<p>Round<ul><li>Peach<li>Fig</ul>')])
  expect(short.counts).toMatchObject({ create: 1, broken: 0 })
})

test('a row at which the reader fails is a broken row, and the other rows are imported', async () => {
  const library = createRequire(import.meta.url)('html-to-text') as typeof HtmlToText
  const { convert } = library
  vi.spyOn(library, 'convert').mockImplementation((html, options) => {
    if (html.includes('FAIL')) throw new RangeError('Maximum call stack size exceeded')
    return convert(html, options)
  })
  const file = csvOf([
    shopify('one', 'x'),
    shopify('two', 'FAIL'),
    shopify('three', 'x'),
    shopify('four', 'FAIL'),
    shopify('five', 'x'),
  ])
  const run = await carryOut('products', file)
  expect(run).toMatchObject({ state: 'done', done: 3, counts: { create: 3, broken: 2 } })
  expect(await items(run._id, 'broken')).toMatchObject([
    { problems: [{ row: 3, problem: 'This row cannot be read' }] },
    { problems: [{ row: 5, problem: 'This row cannot be read' }] },
  ])
})

test('a file that fails again and again is given up, and the next file is read', async () => {
  const { body: first } = await send('customers', [{ Name: 'Ada', Email: 'ada@hostile.example' }])
  await opened.shop.db
    .updateTable('import_parts')
    .set({ rows_json: '[[' })
    .where('import_id', '=', first._id)
    .execute()
  const { body: second } = await send('customers', [{ Name: 'Bo', Email: 'bo@hostile.example' }])
  for (let attempt = 1; attempt < 3; attempt++) {
    await expect(work()).rejects.toThrow(SyntaxError)
    // On PostgreSQL another process could have the claim, so it has to end first.
    opened.shop.clock.advance(MINUTE)
  }
  await work()
  expect(await one(first._id)).toMatchObject({
    state: 'failed',
    problem: expect.stringContaining('cannot be read'),
  })
  expect(await one(second._id)).toMatchObject({ state: 'ready', counts: { create: 1 } })
})

test.each(['Handle', 'Title', 'Type', 'Variant SKU'])(
  'a zero byte in the column %s of a product does not stop the other products',
  async (column) => {
    const wrong = { ...shopify(`zero-${column}`, 'x'), Type: 'Coffee', 'Variant SKU': '' }
    const right = { ...wrong, Handle: `whole-${column}`, Title: `Whole ${column}` }
    const run = await carryOut('products', [{ ...wrong, [column]: `a\0${column}` }, right])
    expect(run).toMatchObject({ state: 'done', done: 2, counts: { create: 2, broken: 0 } })
  },
)

test('a zero byte in a file of our own is a problem of its cell', async () => {
  const { status, body } = await dryRun('ID,Name,Price,Category\n,Zero\0,5,Goods\nz\0,Zero,5,Goods\n')
  expect(status).toBe(200)
  expect(body.problems).toMatchObject([
    { row: 2, column: 'Name' },
    { row: 3, column: 'ID' },
  ])
})

test('a customer with thousands of addresses is read at once, with the first of them', async () => {
  const rows = Array.from({ length: 19_990 }, (_, number) => ({
    Name: 'Ida',
    Email: 'ida@hostile.example',
    Address: `${number} Elm Street`,
    City: 'Vienna',
    State: 'VA',
    ZIP: '22180',
  }))
  const started = performance.now()
  const run = await preview('customers', rows)
  expect(performance.now() - started).toBeLessThan(30_000)
  const [{ changes, notes }] = await items(run._id, 'create')
  expect(changes.filter(({ field }: { field: string }) => field === 'Address')).toHaveLength(20)
  expect(notes).toContain('Only the first 100 addresses are read')
})
