import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { firstStart } from '#server/start/first-start.ts'
import { onPostgres } from '#test/database.ts'
import { admin, openCatalog, shop } from '../../catalog.testing.ts'

openCatalog({ env: { SEED: 'demo' } })
beforeAll(async () => {
  await firstStart(shop.shop)
})

async function find(query: string) {
  const answer = await shop.visitor().get(`/api/products/find?${query}`)
  expect(answer.status, answer.text).toBe(200)
  return { ...answer.body, names: answer.body.products.map((each: any) => each.name) as string[] }
}

const optionsOf = (found: any, name: string) =>
  Object.fromEntries(
    found.filters
      .find((each: any) => each.name === name)
      .options.map((each: any) => [each.value, each.products]),
  )

test.each([
  ['Ethiopa', ['Ethiopia Guji Highlands'], 'ethiopia'],
  ['kenia', ['Kenya Nyeri Highlands'], 'kenya'],
  ['choclate', ['The Gallery Blend', 'Guatemala Huehuetenango'], 'chocolate'],
  ['wet-hulled', ['Sumatra Aceh Highlands'], null],
  ['gesha', ['Panama Boquete Gesha'], null],
  ['catuai', ['Brazil Cerrado', 'Costa Rica Tarrazú'], null],
  ['razu', ['Costa Rica Tarrazú'], null],
  ['decaf', ['Night Frame Decaf'], null],
  ['blend', ['The Gallery Blend'], null],
  ['washed floral lihgt', ['Ethiopia Guji Highlands', 'Panama Boquete Gesha', 'Rwanda Lake Kivu'], 'light'],
])('a search for %s finds %j', async (keyword, names, corrected) => {
  const found = await find(`keyword=${encodeURIComponent(keyword)}`)
  for (const name of names) expect(found.names).toContain(name)
  if (corrected === null) expect(found.corrected).toBeNull()
  else expect(found.corrected).toContain(corrected)
  expect(found.total).toBeLessThan(12)
})

test('a search covers the roast, the process and the flavor', async () => {
  expect((await find('keyword=light roast')).total).toBe(5)
  expect((await find('keyword=washed')).total).toBe(5)
  const fruit = await find('keyword=fruit')
  expect(fruit.names).toContain('Kenya Nyeri Highlands')
  expect(fruit.names).not.toContain('Brazil Cerrado')
})

test('products with a word of the keyword in their name come first', async () => {
  const id = await shop.sell({ name: 'Jasmine Cup', sizeGrams: null })
  const found = await find('keyword=jasmine')
  expect(found.sort).toBe('match')
  expect(found.names[0]).toBe('Jasmine Cup')
  await admin.delete(`/api/products/${id}`)
})

test('filters narrow the list, and each option has the number of products that choosing it would show', async () => {
  const all = await find('department=coffee')
  expect(all.total).toBe(12)
  expect(optionsOf(all, 'process')).toMatchObject({ washed: 5, natural: 2, honey: 2 })
  const washed = await find('department=coffee&process=washed')
  expect(washed.total).toBe(5)
  // The counts of a filter that is in use are computed without this filter.
  expect(optionsOf(washed, 'process')).toEqual(optionsOf(all, 'process'))
  expect(optionsOf(washed, 'roast')).toMatchObject({ light: 1, 'medium-light': 3, medium: 1, dark: 0 })
  const both = await find('department=coffee&process=washed,natural&roast=medium')
  expect(both.names.toSorted()).toEqual(['Guatemala Huehuetenango', 'Yemen Haraz'])
  const plain = await shop
    .visitor()
    .get('/api/products?department=coffee&process=washed,natural&roast=medium')
  expect(plain.body.products).toEqual(both.products)
  expect(plain.body).toMatchObject({ page: 1, pages: 1, total: 2 })
})

test('a filter that cannot narrow the list is left out', async () => {
  const names = (await find('department=prints')).filters.map((each: any) => each.name)
  expect(names).toEqual(['stock'])
})

const prices = (found: any) =>
  found.products.map((each: any) => Math.min(...each.sizes.map((size: any) => size.price)))

test('a list is sorted by place, age, price or roast', async () => {
  const cheap = prices(await find('department=coffee&sort=price'))
  expect(cheap).toEqual(cheap.toSorted((a: number, b: number) => a - b))
  const dear = prices(await find('department=coffee&sort=price-down'))
  expect(dear).toEqual(dear.toSorted((a: number, b: number) => b - a))
  const roasts = (await find('sort=roast')).products.map((each: any) => each.roastingLevel)
  expect(roasts).toEqual([1, 2, 2, 2, 2, 3, 3, 3])
  const byDefault = await find('department=coffee')
  expect(byDefault.sort).toBe('featured')
  expect(byDefault.names).toEqual((await find('department=coffee&sort=newest')).names)
  const chosen = byDefault.products[5]
  await admin.put(`/api/products/${chosen._id}`, { ...chosen, shopPlace: 1 })
  expect((await find('department=coffee')).names[0]).toBe(chosen.name)
  expect((await shop.visitor().get('/api/products')).body.products[0].name).toBe(chosen.name)
  expect((await find('sort=newest')).names[0]).toBe(byDefault.names[0])
})

test('a saved field changes filters and search at once', async () => {
  const [{ version: _, ...kenya }] = (await find('keyword=kenya')).products
  const saved = await admin.put(`/api/products/${kenya._id}`, {
    ...kenya,
    process: 'Carbonic Maceration',
    variety: 'Ruiru 11, Batian',
    altitude: 1420,
    flavors: ['Nut', 'Fruit'],
    bestFor: ['Milk'],
    composition: 'Blend',
    isDecaf: true,
  })
  expect(saved.body).toMatchObject({
    process: 'Carbonic Maceration',
    flavors: ['Fruit', 'Nut'],
    isDecaf: true,
  })
  for (const query of [
    'keyword=maceration',
    'keyword=batian',
    'process=carbonic-maceration',
    'variety=ruiru-11',
    'altitude=under-1-500-m&type=blend',
    'caffeine=decaf&best=milk&flavor=nut',
  ])
    expect((await find(query)).names, query).toContain('Kenya Nyeri Highlands')
  await admin.put(`/api/products/${kenya._id}`, { ...kenya, isDraft: true })
  expect((await find('keyword=kenya')).names).not.toContain('Kenya Nyeri Highlands')
  await admin.put(`/api/products/${kenya._id}`, kenya)
  expect((await find('keyword=kenya')).names).toContain('Kenya Nyeri Highlands')
})

test('a sold-out product is not in stock, and only coffee has the fields of coffee', async () => {
  const { total: inStock } = await find('stock=in-stock')
  const { total } = await find('')
  const id = await shop.sell({ name: 'Empty Tin', stock: 0, sizeGrams: null })
  expect((await find('')).total).toBe(total + 1)
  expect((await find('stock=in-stock')).total).toBe(inStock)
  const refused = await admin.put(`/api/products/${id}`, {
    name: 'Empty Tin',
    price: 5,
    image: '',
    category: 'Goods',
    countInStock: 0,
    process: 'Washed',
    flavors: ['Fruit'],
  })
  expect(refused.body).toMatchObject({ process: '', flavors: [] })
  await admin.delete(`/api/products/${id}`)
})

test('an empty list names the filters to remove, and the nearest products', async () => {
  const found = await find('department=coffee&process=wet-hulled&flavor=floral')
  expect(found.total).toBe(0)
  expect(found.without).toEqual(
    expect.arrayContaining([
      { name: 'process', products: 3 },
      { name: 'flavor', products: 1 },
    ]),
  )
  expect(found.nearest).toHaveLength(4)
  const words = await find('keyword=natural gesha')
  expect(words.total).toBe(0)
  expect(words.nearest.map((each: any) => each.name)).toContain('Panama Boquete Gesha')
})

test('the API refuses an unknown value with a reason; a free-text value that no product has finds no products', async () => {
  for (const query of ['roast=banana', 'sort=random', 'stock=', 'process=%00', `origin=${'a'.repeat(61)}`]) {
    const { status, body } = await shop.visitor().get(`/api/products/find?${query}`)
    expect([200, 400], query).toContain(status)
    if (query !== 'stock=') expect(body.message, query).toBeTruthy()
  }
  expect((await shop.visitor().get('/api/products/find?department=nowhere')).status).toBe(404)
  const nowhere = await find('origin=atlantis')
  expect(nowhere).toMatchObject({ total: 0, without: [{ name: 'origin' }] })
  expect(nowhere.filters.find((each: any) => each.name === 'origin').options).toContainEqual({
    value: 'atlantis',
    label: 'atlantis',
    products: 0,
    isChosen: true,
  })
  for (const keyword of ['"', "')", '* OR *', 'NEAR(a b)', "a':*", '\\', '-', 'a AND', '日本', 'zzzzqq'])
    expect(
      (await shop.visitor().get(`/api/products/find?keyword=${encodeURIComponent(keyword)}`)).status,
    ).toBe(200)
})

test('the start fills search columns that an earlier release left empty', async () => {
  await sql`update products set search_words = '', search_text = 'old' where name = 'Yemen Haraz'`.execute(
    shop.db,
  )
  await firstStart(shop.shop)
  shop.shop.changed({ tag: 'Product' })
  expect((await find('keyword=cardamom')).names).toEqual(['Yemen Haraz'])
})

test('the full-text index answers a search', async () => {
  const plan = onPostgres
    ? sql`explain select id from products where array_to_tsvector(string_to_array(search_words, ' ')) @@ '''kenya'':*'::tsquery`
    : sql`explain query plan select id from products where products.rowid in (select rowid from product_search where product_search match '"kenya"*')`
  const steps = await shop.db.transaction().execute(async (tx) => {
    // PostgreSQL reads a small table without an index, unless this is switched off.
    if (onPostgres) await sql`set local enable_seqscan = off`.execute(tx)
    return plan.execute(tx)
  })
  expect(JSON.stringify(steps.rows)).toContain(
    onPostgres ? 'products_search' : 'product_search VIRTUAL TABLE INDEX',
  )
})
