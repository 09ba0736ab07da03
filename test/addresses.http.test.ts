/** The addresses of products, events, artists and works of art: unique, kept, and never given to another record. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#shared/start/api.ts'
import { slugProblem } from '#shared/platform/resources/slug.ts'
import { violations } from './invariants.ts'
import { openShop, type TestShop } from './shop.ts'
import { signedIn, type SignedInVisitor } from './signed-in.ts'

let shop: TestShop
let admin: SignedInVisitor
beforeAll(async () => {
  shop = await openShop()
  admin = await signedIn(shop, { isAdmin: true })
})
afterAll(async () => {
  expect(await violations(shop.db)).toEqual([])
  await shop.close()
})

const COFFEE = { price: 18, image: '', category: 'Coffee Beans', countInStock: 10, size: 340 }
let names = 0
const fresh = (name: string) => `${name} ${++names}`

async function create(name: string, form: object = {}): Promise<{ _id: string; slug: string }> {
  const { body: draft } = await admin.post('/api/products')
  expect(draft.slug).toBe('')
  const { status, body } = await admin.put(`/api/products/${draft._id}`, { ...COFFEE, name, ...form })
  expect([status, body.fields]).toEqual([200, undefined])
  return body
}

const save = (id: string, form: object) => admin.put(`/api/products/${id}`, form)
const problemOf = async (id: string, slug: string) => (await save(id, { slug })).body.fields?.slug
const at = async (address: string) => {
  const { status, body } = await shop.visitor().get(`/api/products/${address}`)
  return status === 200 ? body._id : status
}

describe('a product', () => {
  test('gets an address from the name at its first save, and keeps it when the name changes', async () => {
    const { _id, slug } = await create('Éthiopia Gùji (Highlands)')
    expect(slug).toBe('ethiopia-guji-highlands')
    expect((await save(_id, { name: 'Guji Natural' })).body).toMatchObject({ name: 'Guji Natural', slug })
    expect([await at(slug), await at(_id), await at(slug.toUpperCase())]).toEqual([_id, _id, _id])
    const all = (await shop.visitor().get('/api/products?keyword=Guji+Natural')).body.products
    expect(all).toMatchObject([{ _id, slug }])
  })

  test('is found at all its former addresses after the owner changed it, and the change log has the change', async () => {
    const name = fresh('Kenya Karatina')
    const { _id, slug: first } = await create(name)
    await save(_id, { slug: 'kenya-second' })
    await save(_id, { slug: 'kenya-third' })
    for (const address of [first, 'kenya-second', 'kenya-third', _id]) {
      const { body } = await shop.visitor().get(`/api/products/${address}`)
      expect([address, body._id, body.slug]).toEqual([address, _id, 'kenya-third'])
    }
    const similar = await shop.visitor().get(`/api/products/${first}/similar`)
    expect(similar.status).toBe(200)
    const { lines } = (await admin.get('/api/record?subject=product')).body
    expect(lines[0].changes).toEqual([{ field: 'Address', before: 'kenya-second', after: 'kenya-third' }])
  })

  test('can go back to a former address, in any order, without a loop', async () => {
    const { _id, slug } = await create(fresh('Loop'))
    for (const next of ['loop-b', slug, 'loop-b', 'loop-c', slug]) {
      expect((await save(_id, { slug: next })).body.slug).toBe(next)
      for (const address of [slug, 'loop-b'])
        expect((await shop.visitor().get(`/api/products/${address}`)).body).toMatchObject({ _id, slug: next })
    }
    const rows = await shop.db
      .selectFrom('former_slugs')
      .select('slug')
      .where('record_id', '=', _id)
      .execute()
    expect(new Set(rows.map((row) => row.slug))).toEqual(new Set(['loop-b', 'loop-c']))
  })

  test('cannot take the address of another, now or before, and is told a free one', async () => {
    const one = await create(fresh('Owner of an address'))
    const { _id } = await create(fresh('Thief'))
    await save(one._id, { slug: 'moved-on' })
    expect(await problemOf(_id, 'moved-on')).toBe(
      'This address belongs to another product. Free is, for example, “moved-on-2”',
    )
    expect(await problemOf(_id, one.slug)).toBe(
      `This address led to another product before, and still does. Free is, for example, “${one.slug}-2”`,
    )
    expect([await at('moved-on'), await at(one.slug)]).toEqual([one._id, one._id])
  })

  test('with a name that is used gets the region, then a number, also if the name was used before', async () => {
    const name = fresh('Same Name')
    const first = await create(name)
    const others = [await create(name, { origin: 'Ethiopia, Guji' }), await create(name), await create(name)]
    expect(others.map(({ slug }) => slug)).toEqual(['guji', '2', '3'].map((end) => `${first.slug}-${end}`))
    await save(first._id, { slug: `${first.slug}-renamed` })
    expect((await create(name)).slug).toBe(`${first.slug}-4`)
  })

  test('with a cleared address gets one from its name of today, which may be its own', async () => {
    const { _id, slug } = await create(fresh('Cleared'))
    expect((await save(_id, { slug: '' })).body.slug).toBe(slug)
    expect((await save(_id, { name: 'Cleared Again', slug: '' })).body.slug).toBe('cleared-again')
    expect(await at(slug)).toBe(_id)
  })

  test.each([
    ['Guji', 'lowercase letters'],
    ['a b', 'lowercase letters'],
    ['a--b', 'lowercase letters'],
    ['-a', 'lowercase letters'],
    ['a/b', 'lowercase letters'],
    ['гуджи', 'lowercase letters'],
    ['2026', 'needs a letter'],
    ['20-26', 'needs a letter'],
    ['top', 'uses this word itself'],
    ['find', 'uses this word itself'],
    ['0123456789abcdefghjkmn', 'looks like an id'],
    ['a'.repeat(81), '80 characters at most'],
  ])('cannot have the address %s', async (slug, problem) => {
    const { _id } = await create(fresh('Wrong'))
    expect(await problemOf(_id, slug)).toContain(problem)
  })

  test('that is deleted gives its addresses back', async () => {
    const { _id, slug } = await create(fresh('Deleted'))
    await save(_id, { slug: 'deleted-later' })
    await admin.delete(`/api/products/${_id}`)
    expect([await at(slug), await at('deleted-later')]).toEqual([404, 404])
    const next = await create(fresh('Successor'), { slug })
    expect((await save(next._id, { slug: 'deleted-later' })).status).toBe(200)
    expect([await at(slug), await at('deleted-later')]).toEqual([next._id, next._id])
  })

  test('that is hidden keeps its address, which only staff can see', async () => {
    const { _id, slug } = await create(fresh('Hidden'))
    await save(_id, { isDraft: true })
    expect(await at(slug)).toBe(404)
    expect((await admin.get(`/api/products/${slug}`)).body._id).toBe(_id)
    expect(await problemOf((await create(fresh('Visible')))._id, slug)).toContain(
      'belongs to another product',
    )
  })

  test('that is copied gets another address at its first save', async () => {
    const { _id, slug } = await create(fresh('Original'))
    const copy = (await admin.post(`/api/products/${_id}/duplicate`)).body
    expect([copy.slug, (await save(copy._id, { name: copy.name })).body.slug]).toEqual([
      '',
      `copy-of-${slug}`,
    ])
  })

  test('without an address, of an earlier release, is found by its id and gets an address at a save', async () => {
    const id = await shop.sell({ name: fresh('Old') })
    expect((await shop.visitor().get(`/api/products/${id}`)).body).toMatchObject({ _id: id, slug: '' })
    expect((await save(id, { name: 'Old Crop' })).body.slug).toBe('old-crop')
  })
})

test('if many admins give many products one address at the same time, exactly one product gets it', async () => {
  const products = []
  for (let index = 0; index < 8; index++) products.push(await create(fresh('Racer')))
  for (let round = 0; round < 3; round++) {
    const slug = fresh('won').replace(' ', '-')
    const answers = await Promise.all(products.map(({ _id }) => save(_id, { slug })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  }
  const name = fresh('Twins')
  const drafts = await Promise.all(products.map(() => admin.post('/api/products')))
  const made = await Promise.all(drafts.map(({ body }) => save(body._id, { ...COFFEE, name })))
  expect(new Set(made.map(({ body }) => body.slug)).size).toBe(products.length)
})

test('an event has an address from its title, keeps it without the field, and leaves a former one', async () => {
  const event = {
    title: 'Cupping for beginners',
    starts: '2031-05-03T18:00',
    ends: '2031-05-03T20:00',
    seats: 8,
    isDraft: false,
  }
  const { status, body } = await admin.post('/api/events', event)
  expect([status, body.slug]).toEqual([201, 'cupping-for-beginners'])
  const second = (await admin.post('/api/events', event)).body
  const third = (await admin.post('/api/events', event)).body
  expect([second.slug, third.slug]).toEqual(['cupping-for-beginners-2031', 'cupping-for-beginners-2031-05'])
  const moved = await admin.put(`/api/events/${body._id}`, {
    ...event,
    title: 'Moved',
    version: body.version,
  })
  expect(moved.body.slug).toBe(body.slug)
  const named = await admin.put(`/api/events/${body._id}`, { ...event, slug: 'first-cupping' })
  expect(named.body.slug).toBe('first-cupping')
  for (const address of [body.slug, 'first-cupping', body._id])
    expect((await shop.visitor().get(`/api/events/${address}`)).body).toMatchObject({
      _id: body._id,
      slug: 'first-cupping',
    })
  const taken = await admin.put(`/api/events/${second._id}`, { ...event, slug: body.slug })
  expect([taken.status, taken.body.fields.slug]).toEqual([
    400,
    expect.stringContaining('led to another event'),
  ])
  const listed = (await shop.visitor().get('/api/events')).body.events
  expect(listed.map(({ slug }: { slug: string }) => slug)).toContain('first-cupping')
})

test('artists and their works have addresses, and works with the same name differ by the artist', async () => {
  const draft = (await admin.post('/api/artshow')).body
  expect(draft.slug).toBe('')
  const artist = (await admin.put(`/api/artshow/${draft._id}`, { name: 'Odile Marrable' })).body
  expect(artist.slug).toBe('odile-marrable')
  await admin.put(`/api/artshow/${draft._id}`, { slug: 'odile' })
  for (const address of ['odile-marrable', 'odile', draft._id])
    expect((await shop.visitor().get(`/api/artshow/${address}`)).body.slug).toBe('odile')
  const work = { title: 'Steam', artist: draft._id, image: '', price: 10, place: 1, notForSale: false }
  const first = (await admin.post('/api/works', work)).body
  const second = (await admin.post('/api/works', work)).body
  expect([first.slug, second.slug]).toEqual(['steam', 'steam-odile-marrable'])
  expect((await admin.put(`/api/works/${first._id}`, { slug: 'steam-one' })).body.slug).toBe('steam-one')
  expect([await at('steam'), await at('steam-one')]).toEqual([first._id, first._id])
  const { works } = (await shop.visitor().get('/api/works')).body
  expect(works[0]).toMatchObject({ slug: 'steam-one', artist: { slug: 'odile' } })
})

test('the sitemap and the feeds have the addresses of today', async () => {
  const { _id, slug } = await create(fresh('Fed'))
  await save(_id, { slug: `${slug}-now` })
  const sizes = [
    { label: '12 oz', grams: 340, price: 18, countInStock: 10 },
    { label: '2 lb', grams: 907, price: 40, countInStock: 4 },
  ]
  const sized = await create(fresh('Sized'), { sizes })
  const artist = (await admin.post('/api/artshow')).body._id
  await admin.put(`/api/artshow/${artist}`, { name: 'Ada Mapped' })
  const [sitemap, goods, coffees] = await Promise.all(
    ['/sitemap.xml', '/feeds/products.xml', '/feeds/coffees.xml'].map(
      async (path) => (await shop.visitor().get(path)).text,
    ),
  )
  for (const text of [sitemap, goods, coffees]) {
    expect(text).toContain(`/product/${slug}-now<`)
    expect(text).not.toContain(`/product/${slug}<`)
  }
  for (const size of ['12-oz', '2-lb']) expect(goods).toContain(`/product/${sized.slug}?size=${size}<`)
  expect(sitemap).toContain('/artshow/ada-mapped<')
  // Feed readers recognize a coffee by it.
  expect(coffees).toContain(`<guid isPermaLink="true">http://localhost:3000/product/${_id}</guid>`)
})

test('no cached answer has an outdated address, also if it was asked for by an address', async () => {
  const { _id, slug } = await create(fresh('Cached'))
  const visitor = shop.visitor()
  for (const path of [slug, _id]) expect((await visitor.get(`/api/products/${path}`)).body.slug).toBe(slug)
  await save(_id, { slug: `${slug}-b`, price: 21 })
  for (const path of [slug, _id, `${slug}-b`])
    expect((await visitor.get(`/api/products/${path}`)).body).toMatchObject({ slug: `${slug}-b`, price: 21 })
  // Other changes name only the id.
  await shop.db.updateTable('product_sizes').set({ price_cents: 100 }).where('id', '=', _id).execute()
  shop.shop.changed({ tag: 'Product', id: _id })
  expect((await visitor.get(`/api/products/${slug}-b`)).body.price).toBe(1)
})

test('every word that follows the same path as an address in the API is reserved', () => {
  const below = /^\/api\/(products|events|artshow|works)\/([a-z-]+)$/
  const words = Object.values(api)
    .flatMap((contract) => Object.values(contract))
    .flatMap(({ path }) => below.exec(path)?.[2] ?? [])
  expect(words).toContain('top')
  for (const word of words) expect([word, slugProblem(word)]).not.toEqual([word, null])
})
