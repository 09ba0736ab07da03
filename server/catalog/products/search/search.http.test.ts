import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { sizeEach } from '#test/many-sizes.ts'
import { changedBy } from '#test/unchanged.ts'
import { admin, openCatalog, shop } from '../../catalog.testing.ts'

openCatalog()
beforeAll(async () => {
  for (const name of [
    'Plain Bean',
    '100% Arabica',
    'snake_case',
    'back\\slash',
    "O'Brien's (a+)+$",
    'Tarrazú',
  ]) {
    const form = { name, price: 18, image: '', category: 'Coffee Beans', countInStock: 10 }
    await admin.put(`/api/products/${await shop.sell()}`, form)
  }
})

async function search(keyword: string) {
  const answer = await shop.visitor().get(`/api/products?keyword=${encodeURIComponent(keyword)}`)
  return { ...answer, names: answer.body.products?.map((each: any) => each.name) as string[] }
}

test.each([
  ['%', ['100% Arabica']],
  ['_', ['snake_case']],
  ['\\', ['back\\slash']],
  ["'", ["O'Brien's (a+)+$"]],
  ['(a+)+$', ["O'Brien's (a+)+$"]],
  ["'--", []],
  ["' or '1'='1", []],
  ["') union select password_hash from users --", []],
  ['; drop table users', []],
  ['\u0000', null],
  ['__proto__', []],
  ['BEAN plain', ['Plain Bean']],
  ['tarrazu', ['Tarrazú']],
])('a keyword is searched literally: %j', async (keyword, names) => {
  const changed = await changedBy(shop.db, async () => {
    const answer = await search(keyword)
    expect(answer.status).toBe(200)
    if (names) expect(answer.names).toEqual(names)
  })
  expect(changed).toEqual([])
})

test('a keyword longer than a hundred characters is refused with 400', async () => {
  expect((await search('a'.repeat(101))).status).toBe(400)
  expect((await search('a'.repeat(10_000))).status).toBe(400)
  expect((await search('a b '.repeat(25))).status).toBe(200)
})

test('SQL in ids and page numbers has no effect', async () => {
  const changed = await changedBy(shop.db, async () => {
    for (const id of ["1' or '1'='1", '1;delete from users', '1/**/union/**/select/**/1']) {
      expect((await shop.visitor().get(`/api/products/${encodeURIComponent(id)}`)).status).toBe(404)
      expect((await shop.visitor().get(`/api/products?pageNumber=${encodeURIComponent(id)}`)).status).toBe(
        400,
      )
    }
  })
  expect(changed).toEqual([])
})

test('the last pages of three thousand products contain the remaining products, each once', async () => {
  const columns = sql.raw(
    'name, image, second_image, brand, category, description, origin, cupping_note, roasting_level, ' +
      'is_draft, search_text, version, created_at, updated_at',
  )
  await sql`
    insert into products (id, ${columns})
    with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 3000)
    select 'many-' || numbers.n, ${columns} from numbers, (select * from products limit 1) as model`.execute(
    shop.db,
  )
  await sizeEach(shop.db)
  shop.shop.changed({ tag: 'Product' })
  const { pages } = (await shop.visitor().get('/api/products')).body
  expect(pages).toBe(Math.ceil(3006 / 8))
  const found: string[] = []
  for (let page = pages - 6; page <= pages; page++) {
    const { body } = await shop.visitor().get(`/api/products?pageNumber=${page}`)
    found.push(...body.products.map(({ _id }: { _id: string }) => _id))
  }
  expect(new Set(found).size).toBe(6 * 8 + (3006 % 8))
  expect(found.length).toBe(new Set(found).size)
})

test.each([
  ['coldbrew', 'Cold-Brew Pack (12)'],
  ['wethulled', 'Wet-Hulled Sumatra'],
  ['halfcaf', 'Half_Caf'],
  ['no.7', 'No. 7'],
  ['no7', 'No. 7'],
  ['no 7', 'No. 7'],
  ['kona*', '100% Kona'],
  ['-kona', '100% Kona'],
  ['half caf', 'Half_Caf'],
  ['cold brew', 'Cold-Brew Pack (12)'],
  ['wet hulled', 'Wet-Hulled Sumatra'],
  ['no 9', 'No9 Blend'],
  ['no-9', 'No9 Blend'],
  ['aero-press', 'AeroPress Filters'],
  ['aero-press filters', 'AeroPress Filters'],
  ['cold\u00adbrew', 'Cold-Brew Pack (12)'],
])('words are found together or apart, and without signs: %j', async (keyword, name) => {
  for (const each of [
    'Cold-Brew Pack (12)',
    'Wet-Hulled Sumatra',
    'Half_Caf',
    'No. 7',
    '100% Kona',
    'No9 Blend',
    'AeroPress Filters',
  ]) {
    if ((await search(each)).names.includes(each)) continue
    const form = { name: each, price: 18, image: '', category: 'Goods', countInStock: 10 }
    await admin.put(`/api/products/${await shop.sell()}`, form)
  }
  expect((await search(keyword)).names).toContain(name)
})

test('a coffee is found by the ways to brew it', async () => {
  const id = await shop.sell()
  const form = { name: 'Brewable', price: 18, category: 'Coffee Beans', countInStock: 10, size: 340 }
  await admin.put(`/api/products/${id}`, { ...form, bestFor: ['Filter', 'Milk'], brewMethod: 'Siphon' })
  for (const keyword of ['pour over', 'chemex', 'French press', 'aeropress', 'siphon', 'flat white', 'V60'])
    expect([keyword, (await search(keyword)).names.includes('Brewable')]).toEqual([keyword, true])
  expect((await search('moka pot')).names).not.toContain('Brewable')
})

const find = async (keyword: string) =>
  (await shop.visitor().get(`/api/products/find?keyword=${encodeURIComponent(keyword)}`)).body

test('a search for gifts or subscriptions leads to their pages, if the shop offers them', async () => {
  const gift = await find('gift card')
  expect(gift.about).toMatchObject([{ title: 'Gift cards', to: '/gift-cards' }])
  expect(gift.corrected).toBeNull()
  const both = await find('gift arabica')
  expect(both.products.map(({ name }: { name: string }) => name)).toEqual(['100% Arabica'])
  expect((await find('subscription')).about).toEqual([])
  const { body: now } = await admin.get('/api/settings/subscribing')
  expect((await admin.put('/api/settings/subscribing', { ...now, isOffered: true })).status).toBe(200)
  const subscription = await find('coffee subscriptions')
  expect(subscription.about).toMatchObject([{ title: 'Subscriptions' }])
  expect(subscription.total).toBeGreaterThan(3)
  expect((await find('arabica')).about).toEqual([])
})

test('a correction is named only if it found something', async () => {
  expect(await find('arabicca')).toMatchObject({ corrected: 'arabica', total: 1 })
  expect(await find('arabicca sumatra')).toMatchObject({ corrected: null, total: 0 })
})
