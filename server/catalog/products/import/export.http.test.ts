// On SQLite only: files of products, the same parser on both databases.
import { expect, test } from 'vitest'
import { csvRows } from '#server/kernel/text/csv.ts'
import { placed } from '#test/purchase.ts'
import { signedIn } from '#test/signed-in.ts'
import { importClient } from './import.testing.ts'
import { admin, openCatalog, shop } from '../../catalog.testing.ts'

openCatalog()

const exported = async (query = '') => await admin.get(`/api/products/export${query}`)
const { dryRun, carryOut, one, create } = importClient(() => admin)

test('an export contains all products including drafts, and importing it unchanged changes nothing', async () => {
  await create('=HYPERLINK("http://evil.example")', {
    origin: '@SUM(A1)',
    cuppingNote: '-apricot, "ripe"',
  })
  await create('Ümläut; comma, quote "x"', { description: 'One.\n\nTwo.' })
  const { status, text, headers } = await exported()
  expect(status).toBe(200)
  expect(headers['content-type']).toMatch(/^text\/csv/)
  expect(headers['content-disposition']).toMatch(/^attachment; filename="products-\d{4}-\d\d-\d\d\.csv"$/)
  const [head, ...rows] = csvRows(text)
  expect(head).toEqual([
    'ID',
    'Name',
    'Price',
    'Category',
    'Brand',
    'Count in stock',
    'Origin',
    'Cupping Note',
    'Roasting Level',
    'Size',
    'Description',
    'First Image',
    'Second Image',
    'In the shop',
    'Place on the home page',
    'Label',
    'SKU',
    'Grinding',
    'Process',
    'Variety',
    'Altitude',
    'Flavor',
    'Best for',
    'Type',
    'Caffeine',
    'Place in lists',
    'Address',
    'Producer',
    'Brew method',
    'Coffee for the recipe',
    'Water for the recipe',
    'Brew time',
    'Color',
    'Availability',
    'Shipping weight',
    'Best as filter',
    'Best as espresso',
    'Material',
    'Sold to',
    'Size sold to',
    'Pieces per case',
    'Private label of',
    'Stock at export',
    'Size ID',
  ])
  const { total } = (await admin.get('/api/products/desk')).body
  expect(rows.length).toBe(total)
  expect(await dryRun(text)).toMatchObject({ created: 0, changed: 0, same: total, problems: [] })
})

test('an import reads the fields that the filters use, and reports a flavor that does not exist', async () => {
  const head = 'Name,Price,Category,Count in stock,Process,Variety,Altitude,Flavor,Best for,Type,Decaf'
  const row =
    'Imported Cup,18,Coffee Beans,4,Natural,"SL28, SL34",1900 m,"floral, Fruit",Espresso / milk,blend,yes'
  expect(await dryRun(`${head}\n${row}`)).toMatchObject({ created: 1, problems: [] })
  await carryOut(`${head}\n${row}`)
  const { products } = (await admin.get('/api/products/desk?keyword=imported cup')).body
  expect(products[0]).toMatchObject({
    process: 'Natural',
    variety: 'SL28, SL34',
    altitude: 1900,
    flavors: ['Fruit', 'Floral'],
    bestFor: ['Espresso', 'Milk'],
    composition: 'Blend',
    isDecaf: true,
  })
  const wrong = await dryRun(`${head}\n${row.replace('floral', 'loud').replace('blend', 'mix')}`)
  expect(wrong.problems).toMatchObject([
    { column: 'Flavor', problem: '“loud” is not one of: Fruit, Floral, Chocolate, Nut, Caramel, Spice' },
    { column: 'Type', problem: 'Enter “Single origin” or “Blend”' },
  ])
})

test('days of best taste are written so that a spreadsheet takes them for no date, and read as people type them', async () => {
  const name = 'Rested Cup'
  const id = await create(name, { category: 'Coffee Beans' })
  const head = 'ID,Name,Best as filter,Best as espresso'
  await carryOut(`${head}\n${id},${name},8 – 30 days,12-40`)
  expect(await one(id)).toMatchObject({ bestFilter: '8-30', bestEspresso: '12-40' })
  const { text } = await exported(`?keyword=${encodeURIComponent(name)}`)
  expect(text).toContain(',8 to 30,12 to 40,')
  expect(await dryRun(text)).toMatchObject({ changed: 0, same: 1, problems: [] })
  for (const wrong of ['30 to 8', 'soon', '1-9999', '7'])
    expect((await dryRun(`${head}\n${id},${name},${wrong},`)).problems).toMatchObject([
      { column: 'Best as filter', problem: 'Best as filter: enter two numbers of days, such as 7 to 35' },
    ])
})

test('no cell of an export begins like a formula', async () => {
  const { text } = await exported(`?keyword=${encodeURIComponent('=HYPERLINK')}`)
  expect(text).toContain(`"'=HYPERLINK(""http://evil.example"")`)
  expect(text).toContain(`'@SUM(A1)`)
  expect(text).toContain(`"'-apricot, ""ripe"""`)
  for (const cell of text.split(/[,\r\n]/)) expect(cell.replace(/^"/, '')).not.toMatch(/^[=@+]/)
})

test('an export contains the products that match the filters of the list', async () => {
  const name = 'Lonely'
  await create(name, { category: 'Oddities', countInStock: 0 })
  const { text } = await exported('?category=Oddities&show=sold-out')
  expect(csvRows(text).map((cells) => cells[1])).toEqual(['Name', name])
  expect((await exported('?show=lost')).status).toBe(400)
})

test('importing an export does not add goods back to stock that were sold since the export', async () => {
  const name = 'Selling'
  const id = await create(name, { countInStock: 10 })
  const { text } = await exported(`?keyword=${encodeURIComponent(name)}`)
  await placed(await signedIn(shop), [{ _id: id, qty: 3 }])
  expect(await dryRun(text)).toMatchObject({ changed: 0, same: 1 })
  expect((await one(id)).countInStock).toBe(7)
  // Five were delivered: the owner changed 10 to 15 in the file.
  const more = text.replace(',10,', ',15,')
  expect((await carryOut(more)).body.rows[0].changes).toEqual([
    { field: 'Count in stock', before: '7', after: '12' },
  ])
  expect((await one(id)).countInStock).toBe(12)
  const fewer = text.replace(',10,', ',0,')
  await placed(await signedIn(shop), [{ _id: id, qty: 5 }])
  expect((await dryRun(fewer)).problems).toMatchObject([
    { row: 2, column: 'Count in stock', problem: expect.stringMatching(/3 were sold/) },
  ])
})

test('an export is for admins', async () => {
  expect((await shop.visitor().get('/api/products/export')).status).toBe(401)
  expect((await (await signedIn(shop)).get('/api/products/export')).status).toBe(403)
})

test('a file changes an address, its former one leads to the product, and an empty cell or no column keeps it', async () => {
  const name = 'Addressed'
  const id = await create(name)
  const { text } = await exported(`?keyword=${name}`)
  expect((await one(id)).slug).toBe('addressed')
  const renamed = text.replace(',addressed,', ',addressed-anew,')
  expect((await carryOut(renamed)).body.rows[0].changes).toEqual([
    { field: 'Address', before: 'addressed', after: 'addressed-anew' },
  ])
  expect(await one('addressed')).toMatchObject({ _id: id, slug: 'addressed-anew' })
  expect(await dryRun(text.replace(',addressed,', ',,'))).toMatchObject({ changed: 0, same: 1 })
  expect(await dryRun(`ID,Name,Price\n${id},Addressed Later,19\n`)).toMatchObject({ changed: 1 })
  expect((await one(id)).slug).toBe('addressed-anew')
})

const row = (name: string, slug: string) => `${name},18,Coffee Beans,${slug}\n`
const file = (...rows: string[]) => `Name,Price,Category,Address\n${rows.join('')}`

test('new products of a file get addresses, and one that is taken, former or repeated is reported at its row', async () => {
  const taken = await create('Taken Address')
  await admin.put(`/api/products/${taken}`, { slug: 'taken-now' })
  const bad = file(
    row('One', 'taken-now'),
    row('Two', 'taken-address'),
    row('Three', 'of-file'),
    row('Four', 'of-file'),
    row('Five', 'Not An Address'),
  )
  expect((await dryRun(bad)).problems).toMatchObject([
    { row: 2, column: 'Address', problem: expect.stringContaining('belongs to another product') },
    { row: 3, column: 'Address', problem: expect.stringContaining('led to another product before') },
    { row: 5, column: 'Address', problem: expect.stringContaining('“of-file-2”') },
    { row: 6, column: 'Address', problem: expect.stringContaining('lowercase letters') },
  ])
  const good = file(row('Twice', ''), row('Wanted', 'twice'), row('Taken Address Two', ''))
  expect((await carryOut(good)).status).toBe(200)
  const slugs = ['Twice', 'Wanted', 'Taken Address Two'].map(async (name) => {
    const { products } = (await admin.get(`/api/products?keyword=${encodeURIComponent(name)}`)).body
    return products.find((each: { name: string }) => each.name === name).slug
  })
  expect(await Promise.all(slugs)).toEqual(['twice-2', 'twice', 'taken-address-two'])
})
