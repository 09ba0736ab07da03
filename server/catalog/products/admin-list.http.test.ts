import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { brand } from '#shared/kernel/brand.ts'
import { sizeEach } from '#test/many-sizes.ts'
import { bought } from '#test/purchase.ts'
import { signedIn } from '#test/signed-in.ts'
import { admin, openCatalog, shop } from '../catalog.testing.ts'

openCatalog()
const ids: Record<string, string> = {}

const FORM = { price: 18, image: '', category: 'Coffee Beans', countInStock: 40, size: 340 }

async function createProduct(name: string, form: object = {}): Promise<void> {
  const { body: draft } = await admin.post('/api/products')
  ids[name] = draft._id
  const answer = await admin.put(`/api/products/${draft._id}`, { ...FORM, name, ...form })
  expect(answer.status, answer.text).toBe(200)
  shop.clock.advance(1000)
}

beforeAll(async () => {
  await createProduct('Tarrazú', { origin: 'Costa Rica', brand: 'Frame Roasters', cuppingNote: 'honey' })
  await createProduct('100% Arabica', {
    origin: 'Brazil',
    brand: 'Frame Roasters',
    countInStock: brand.lowStock,
  })
  await createProduct('Mug', { category: 'Goods', brand: 'Kiln & Co', countInStock: 0 })
  await createProduct('Hidden Haraz', { origin: 'Yemen', countInStock: 2, isDraft: true })
})

const adminList = async (query = '') => (await admin.get(`/api/products/desk${query}`)).body
const names = async (query: string) =>
  (await adminList(query)).products.map((each: { name: string }) => each.name) as string[]

describe('the admin list of products', () => {
  test('is sorted by name, category or brand, whatever the letters of the names', async () => {
    expect(await names('?sort=name&order=asc')).toEqual(['100% Arabica', 'Hidden Haraz', 'Mug', 'Tarrazú'])
    expect(await names('?sort=name&order=desc&pageSize=25')).toEqual([
      'Tarrazú',
      'Mug',
      'Hidden Haraz',
      '100% Arabica',
    ])
    expect((await names('?sort=category&order=desc'))[0]).toBe('Mug')
    expect((await names('?sort=brand&order=desc'))[0]).toBe('Mug')
    expect((await admin.get('/api/products/desk?sort=price')).status).toBe(400)
  })

  test('includes drafts, newest first, and counts the products of each filter', async () => {
    const { body: draft } = await admin.post('/api/products')
    const { products, ...rest } = await adminList()
    expect(products.map((each: { name: string }) => each.name)).toEqual([
      'Sample name',
      'Hidden Haraz',
      'Mug',
      '100% Arabica',
      'Tarrazú',
    ])
    expect(products[0]).toMatchObject({ _id: draft._id, isDraft: true })
    expect(rest).toEqual({
      page: 1,
      pages: 1,
      total: 5,
      withoutWeight: expect.toSatisfy((found) => found.length === 2 && found.includes(ids['Mug'])),
      counts: { all: 5, onSale: 3, low: 2, soldOut: 1, draft: 2, noWeight: 2 },
    })
    await admin.delete(`/api/products/${draft._id}`)
    expect((await adminList()).total).toBe(4)
  })

  test.each([
    ['tarrazu', ['Tarrazú']],
    ['costa rica', ['Tarrazú']],
    ['frame', ['100% Arabica', 'Tarrazú']],
    ['goods', ['Mug']],
    ['%', ['100% Arabica']],
    ['_', []],
    ['frame brazil', ['100% Arabica']],
    ['yemen', ['Hidden Haraz']],
    ["') union select password_hash from users --", []],
  ])('is searched by name, brand, category and origin, literally: %j', async (keyword, found) => {
    expect(await names(`?keyword=${encodeURIComponent(keyword)}`)).toEqual(found)
  })

  test('is searched by the id or its beginning', async () => {
    const id = ids['Mug']!
    for (const word of [id, id.slice(0, 14), id.toUpperCase()])
      expect(await names(`?keyword=${word}`)).toEqual(['Mug'])
    expect(await names(`?keyword=${id.slice(3)}`)).toEqual([])
  })

  test.each([
    ['low', ['Mug', '100% Arabica']],
    ['sold-out', ['Mug']],
    ['draft', ['Hidden Haraz']],
    ['on-sale', ['Mug', '100% Arabica', 'Tarrazú']],
    ['no-weight', ['Mug']],
  ])('is filtered by %s', async (show, found) => {
    expect(await names(`?show=${show}`)).toEqual(found)
  })

  test('is filtered by category, and by all filters together', async () => {
    expect(await names('?category=Goods')).toEqual(['Mug'])
    expect(await names('?category=goods')).toEqual([])
    expect(await names('?category=Coffee%20Beans&show=low&keyword=brazil')).toEqual(['100% Arabica'])
    expect((await adminList('?category=Goods')).counts.all).toBe(4)
  })

  test('refuses unknown values with 400, and is empty after the last page', async () => {
    for (const query of ['?show=lost', '?pageNumber=0', '?pageNumber=x', `?keyword=${'a'.repeat(101)}`])
      expect((await admin.get(`/api/products/desk${query}`)).status, query).toBe(400)
    expect(await adminList('?pageNumber=9')).toMatchObject({ products: [], page: 9, pages: 1, total: 4 })
  })

  test('is for admins', async () => {
    for (const path of ['/api/products/desk', '/api/products/words']) {
      expect((await shop.visitor().get(path)).status).toBe(401)
      expect((await (await signedIn(shop)).get(path)).status).toBe(403)
    }
  })
})

test('existing categories, brands, origins and weights are suggested once each, without sample values', async () => {
  const { body: draft } = await admin.post('/api/products')
  expect((await admin.get('/api/products/words')).body).toEqual({
    categories: ['Coffee Beans', 'Goods'],
    brands: ['Frame Roasters', 'Kiln & Co'],
    origins: ['Brazil', 'Costa Rica', 'Yemen'],
    processes: [],
    varieties: [],
    weights: [340],
    accounts: [],
  })
  await admin.delete(`/api/products/${draft._id}`)
})

const listed = async () =>
  (await shop.visitor().get('/api/products?keyword=haraz')).body.products.map((each: any) => each.name)

describe('a product that is saved as hidden', () => {
  test('is not in any list of the shop and cannot be bought until it is saved as on sale', async () => {
    expect(await listed()).toEqual([])
    const form = { ...FORM, name: 'Hidden Haraz', origin: 'Yemen', countInStock: 2, isDraft: false }
    await admin.put(`/api/products/${ids['Hidden Haraz']}`, form)
    expect(await listed()).toEqual(['Hidden Haraz'])
    await admin.put(`/api/products/${ids['Hidden Haraz']}`, { ...form, isDraft: true })
    expect(await listed()).toEqual([])
  })
})

describe('a copy of a product', () => {
  test('is a draft with all fields except the stock and the reviews', async () => {
    const buyer = await signedIn(shop)
    await bought(shop, buyer, [{ _id: ids['Tarrazú']!, qty: 1 }])
    await buyer.post(`/api/products/${ids['Tarrazú']}/reviews`, { rating: 5, comment: 'Good' })
    const { status, body: copy } = await admin.post(`/api/products/${ids['Tarrazú']}/duplicate`)
    expect(status).toBe(201)
    expect(copy).toMatchObject({
      name: 'Copy of Tarrazú',
      price: 18,
      origin: 'Costa Rica',
      brand: 'Frame Roasters',
      cuppingNote: 'honey',
      size: 340,
      isDraft: true,
      countInStock: 0,
      numReviews: 0,
      user: admin.id,
      version: 1,
    })
    expect(copy._id).not.toBe(ids['Tarrazú'])
    const { lines } = (await admin.get(`/api/record?subject=product&subjectId=${copy._id}`)).body
    expect(lines).toMatchObject([{ by: 'Olive Owner', action: 'Created as a copy of Tarrazú' }])
    await admin.delete(`/api/products/${copy._id}`)
  })

  test('is made once if its button is pressed twice, and its name is cut between characters', async () => {
    const name = `${'x'.repeat(111)}😀abc`
    await createProduct(name)
    const path = `/api/products/${ids[name]}/duplicate`
    const presses = [1, 2].map(() => admin.post(path, undefined, { 'idempotency-key': 'copy' }))
    const [one, two] = await Promise.all(presses)
    expect([one!.status, two!.body._id]).toEqual([201, one!.body._id])
    expect(one!.body.name).toBe(`Copy of ${'x'.repeat(111)}`)
    for (const id of [one!.body._id, ids[name]]) await admin.delete(`/api/products/${id}`)
  })

  test('can be saved unchanged if the name has the maximum length', async () => {
    await createProduct('x'.repeat(120))
    const { body: copy } = await admin.post(`/api/products/${ids['x'.repeat(120)]}/duplicate`)
    expect((await admin.put(`/api/products/${copy._id}`, { ...FORM, name: copy.name })).status).toBe(200)
    await admin.delete(`/api/products/${copy._id}`)
    await admin.delete(`/api/products/${ids['x'.repeat(120)]}`)
  })

  test('is refused with 404 if there is no such product', async () => {
    expect((await admin.post('/api/products/nothing/duplicate')).status).toBe(404)
    const { body: draft } = await admin.post('/api/products')
    await admin.delete(`/api/products/${draft._id}`)
    expect((await admin.post(`/api/products/${draft._id}/duplicate`)).status).toBe(404)
  })
})

const recordOf = async (id: string) =>
  (await admin.get(`/api/record?subject=product&subjectId=${id}`)).body.lines

describe('the change log of a product', () => {
  test('contains all changes of a product, field by field, with the labels of the form', async () => {
    const { body: draft } = await admin.post('/api/products')
    const path = `/api/products/${draft._id}`
    const form = { ...FORM, name: 'Guji', brand: 'Frame Roasters', description: 'Apricot.' }
    await admin.put(path, form)
    shop.clock.advance(1000)
    await admin.put(path, { ...form, price: 19.5, countInStock: 38 })
    shop.clock.advance(1000)
    await admin.put(path, { ...form, price: 19.5, countInStock: 38 })
    await admin.delete(path)
    const [deleted, changed, onSale, created, ...others] = await recordOf(draft._id)
    expect(others).toEqual([])
    expect(created).toMatchObject({ action: 'Created', subjectName: 'Sample name', by: 'Olive Owner' })
    expect(onSale).toMatchObject({ action: 'Put on sale', subjectName: 'Guji' })
    expect(onSale.changes).toContainEqual({ field: 'Name', before: 'Sample name', after: 'Guji' })
    expect(onSale.changes).toContainEqual({ field: 'Size', before: '', after: '340 g' })
    expect(changed).toMatchObject({
      action: 'Changed',
      changes: [
        { field: 'Price', before: '$18.00', after: '$19.50' },
        { field: 'Count in stock', before: '40', after: '38' },
      ],
    })
    expect(deleted).toMatchObject({ action: 'Deleted', subjectName: 'Guji' })
  })

  test('has no line about a refused save or deletion', async () => {
    const before = (await recordOf(ids['Mug']!)).length
    const { version } = (await admin.get(`/api/products/${ids['Mug']}`)).body
    const form = { ...FORM, name: 'Mug', category: 'Goods' }
    expect((await admin.put(`/api/products/${ids['Mug']}`, { ...form, version: version - 1 })).status).toBe(
      409,
    )
    expect((await admin.put(`/api/products/${ids['Mug']}`, { ...form, price: -1 })).status).toBe(400)
    expect((await admin.delete('/api/products/nothing')).status).toBe(404)
    expect((await recordOf(ids['Mug']!)).length).toBe(before)
    expect((await recordOf('nothing')).length).toBe(0)
  })
})

test('a thousand products are listed, searched and filtered, on the first page and on the last', async () => {
  const columns = sql.raw(
    'name, image, second_image, brand, category, description, origin, cupping_note, roasting_level, ' +
      'is_draft, version, created_at, updated_at',
  )
  await sql`
    insert into products (id, search_text, ${columns})
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 1000)
    select 'many-' || numbers.n, 'word' || numbers.n || ' ' || model.search_text, ${columns}
    from numbers, (select * from products where id = ${ids['Tarrazú']}) as model`.execute(shop.db)
  await sizeEach(shop.db)
  const { pages, total } = await adminList()
  expect([pages, total]).toEqual([101, 1004])
  const queries = [
    '',
    `?pageNumber=${pages}`,
    '?keyword=word999',
    '?keyword=costa%20rica&pageNumber=100',
    '?show=low',
    '?show=low&pageNumber=100',
    '?show=draft',
    '?category=Goods',
    '?category=Coffee%20Beans&show=sold-out&keyword=honey&pageNumber=100',
  ]
  for (const query of queries) expect((await adminList(query)).products.length, query).toBeGreaterThan(0)
})
