// On SQLite only: files of products, the same parser on both databases.
// Slow, not in `npm run check`: files and lists with hundreds or thousands of rows.
import { describe, expect, test } from 'vitest'
import { MAX_ROWS } from '#shared/catalog/api/product-admin.ts'
import type { Cell } from '#server/kernel/text/csv.ts'
import { violations } from '#test/invariants.ts'
import { placed } from '#test/purchase.ts'
import { signedIn } from '#test/signed-in.ts'
import { changedBy } from '#test/unchanged.ts'
import { fresh, importClient, sheet } from './import.testing.ts'
import { admin, openCatalog, shop } from '../../catalog.testing.ts'

openCatalog()

const { dryRun, carryOut, one, create } = importClient(() => admin)
const adminList = async (keyword: string) =>
  (await admin.get(`/api/products/desk?keyword=${encodeURIComponent(keyword)}`)).body.products

describe('an import', () => {
  test('creates and changes products by ID and by name, and leaves other columns unchanged', async () => {
    const [byId, byName, young] = [fresh('By id'), fresh('By name'), fresh('Young, "new"')]
    const id = await create(byId, { brand: 'Frame', description: 'Long.\n\nAnd longer.' })
    await create(byName)
    const renamed = fresh('Renamed')
    const csv = sheet(
      ['ID', 'Name', 'Price', 'Category', 'Count in stock', 'Size', 'In the shop'],
      [id, renamed, '$1,234.50', 'Coffee Beans', 12, '250 g', ''],
      ['', byName, '17', 'Goods', 9, '', 'Hidden'],
      ['', young, '20', 'Coffee Beans', 3, '', ''],
    )
    const { plan } = await dryRun(csv)
    const { status, body } = await carryOut(csv, plan)
    expect([status, body.created, body.changed]).toEqual([200, 1, 2])
    expect(await one(id)).toMatchObject({
      name: renamed,
      price: 1234.5,
      countInStock: 12,
      size: 250,
      brand: 'Frame',
      description: 'Long.\n\nAnd longer.',
      isDraft: false,
    })
    expect(await adminList(byName)).toMatchObject([
      { price: 17, category: 'Goods', size: null, countInStock: 9, isDraft: true },
    ])
    expect(await adminList(young)).toMatchObject([
      { name: young, price: 20, countInStock: 3, size: null, isDraft: false, user: admin.id },
    ])
    expect(await violations(shop.db)).toEqual([])
    const { lines } = (await admin.get(`/api/record?subject=product&subjectId=${id}`)).body
    expect(lines[0]).toMatchObject({ by: 'Olive Owner', action: 'Changed by an import' })
    expect(lines[0].changes).toContainEqual({ field: 'Name', before: byId, after: renamed })
  })

  test('is visible in the shop at once', async () => {
    const name = fresh('Kept')
    const id = await create(name)
    const visitor = shop.visitor()
    await visitor.get(`/api/products/${id}`)
    await visitor.get(`/api/products?keyword=${encodeURIComponent(name)}`)
    await carryOut(sheet(['ID', 'Price'], [id, '33']))
    expect((await visitor.get(`/api/products/${id}`)).body.price).toBe(33)
    const { products } = (await visitor.get(`/api/products?keyword=${encodeURIComponent(name)}`)).body
    expect(products[0].price).toBe(33)
  })

  test('with one invalid cell changes nothing, and reports the cell', async () => {
    const csv = sheet(
      ['Name', 'Price', 'Category'],
      [fresh('Good'), 1, 'Goods'],
      [fresh('Bad'), 'x', 'Goods'],
    )
    const changed = await changedBy(shop.db, async () => {
      const { status, body } = await carryOut(csv)
      expect(status).toBe(400)
      expect(body.message).toMatch(/Nothing was imported/)
      expect(body.report.problems).toMatchObject([{ row: 3, column: 'Price' }])
    })
    expect(changed).toEqual([])
  })

  test('is refused with 409 if its changes differ from those of the dry run, and reports them', async () => {
    const name = fresh('Moving')
    const id = await create(name)
    const csv = sheet(['Name', 'Price'], [name, '25'])
    const { plan } = await dryRun(csv)
    await admin.put(`/api/products/${id}`, { name, price: 24, image: '', category: 'Goods', countInStock: 1 })
    const { status, body } = await carryOut(csv, plan)
    expect(status).toBe(409)
    expect(body.report.rows[0].changes).toEqual([{ field: 'Price', before: '$24.00', after: '$25.00' }])
    expect((await one(id)).price).toBe(24)
    expect((await carryOut(csv, body.report.plan)).status).toBe(200)
  })

  test('changes nothing when it is repeated', async () => {
    const csv = sheet(['Name', 'Price', 'Category'], [fresh('Once'), 1, 'Goods'])
    expect((await carryOut(csv)).body.created).toBe(1)
    const changed = await changedBy(shop.db, async () => {
      expect((await carryOut(csv)).body).toMatchObject({ created: 0, changed: 0, same: 1 })
    })
    expect(changed).toEqual([])
  })

  test('accepts semicolons, a decimal comma, CRLF, other spellings of the header, and empty rows and columns', async () => {
    const name = fresh('Röstung')
    const head = '\ufeffNAME;price;category;countInStock;;\r\n'
    const csv = `${head}"${name}";18,50;Coffee Beans;7;;\r\n;;;;;\r\n`
    expect((await carryOut(csv)).status).toBe(200)
    expect(await adminList(name)).toMatchObject([{ name, price: 18.5, countInStock: 7 }])
  })

  test('does not find deleted products', async () => {
    const name = fresh('Gone')
    const id = await create(name)
    await admin.delete(`/api/products/${id}`)
    expect((await dryRun(sheet(['ID', 'Price'], [id, 1]))).problems).toMatchObject([{ row: 2, column: 'ID' }])
    expect((await dryRun(sheet(['Name', 'Price', 'Category'], [name, 1, 'Goods']))).created).toBe(1)
  })

  test('keeps the count equal to the sum of its moves during concurrent orders', async () => {
    const ids = await Promise.all([shop.sell({ stock: 50 }), shop.sell({ stock: 50 })])
    const buyer = await signedIn(shop)
    const csv = (count: number) =>
      sheet(['ID', 'Count in stock'], ...ids.map((id) => [id, count] satisfies Cell[]))
    const work = [0, 1, 2, 3].flatMap((n) => [
      carryOut(csv(60 + n)).then(({ status }) => expect([200, 409]).toContain(status)),
      placed(buyer, [{ _id: ids[n % 2]!, qty: 1 }]),
    ])
    await Promise.all(work)
    expect(await violations(shop.db)).toEqual([])
  })

  test('is for admins, and accepts at most a megabyte', async () => {
    const csv = sheet(['Name', 'Price', 'Category'], [fresh('Mine'), 1, 'Goods'])
    const body = { csv, dryRun: false }
    const customer = await signedIn(shop)
    const changed = await changedBy(shop.db, async () => {
      expect((await shop.visitor().post('/api/products/import', body)).status).toBe(401)
      expect((await customer.post('/api/products/import', body)).status).toBe(403)
    })
    expect(changed).toEqual([])
    expect((await admin.post('/api/products/import', { csv: 'x'.repeat(1_000_001) })).status).toBe(400)
    expect((await admin.post('/api/products/import', { csv: 'x'.repeat(2_000_000) })).status).toBe(413)
  })

  test('handles two thousand rows', async () => {
    const rows = Array.from({ length: MAX_ROWS }, (_, n) => [`Many ${n}`, n / 100 + 1, 'Goods', n] as Cell[])
    const csv = sheet(['Name', 'Price', 'Category', 'Count in stock'], ...rows)
    expect((await carryOut(csv)).body.created).toBe(MAX_ROWS)
    const dearer = sheet(['Name', 'Price'], ...rows.map(([name, price]) => [name!, Number(price) + 1]))
    expect((await carryOut(dearer)).body.changed).toBe(MAX_ROWS)
    const names = (await adminList('many')).map((each: { name: string }) => each.name)
    expect(names.slice(0, 3)).toEqual(['Many 0', 'Many 1', 'Many 2'])
    await shop.db.updateTable('products').set({ deleted_at: 'now' }).where('name', 'like', 'Many %').execute()
  })
})
