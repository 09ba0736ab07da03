/** The short form of a new coffee, and the products before and after one in the list. */
import { describe, expect, test } from 'vitest'
import { signedIn } from '#test/signed-in.ts'
import { admin, openCatalog, shop } from '../catalog.testing.ts'

openCatalog()

const size = (grams: number | null, more: object = {}) => ({ price: 18, countInStock: 6, grams, ...more })
const coffee = (name: string, more: object = {}) => ({
  name,
  cuppingNote: 'Apricot, jasmine',
  roastingLevel: 2,
  sizes: [size(340), size(907, { price: 45, countInStock: 0 })],
  ...more,
})
const add = (body: object, key?: string) =>
  admin.post('/api/products/desk/coffees', body, key === undefined ? {} : { 'idempotency-key': key })

const count = async () => (await admin.get('/api/products/desk')).body.counts.all

describe('a new coffee', () => {
  test('is on sale with its sizes and its stock as soon as its form is saved', async () => {
    const { status, body } = await add(coffee('Guji'))
    expect(status, body.message).toBe(201)
    expect(body).toMatchObject({ name: 'Guji', slug: 'guji', category: 'Coffee Beans', isDraft: false })
    expect(body.sizes).toMatchObject([
      { label: '12 oz', grams: 340, price: 18, countInStock: 6 },
      { label: '2 lb', grams: 907, price: 45, countInStock: 0 },
    ])
    const shown = (await shop.visitor().get('/api/products/guji')).body
    expect(shown).toMatchObject({ _id: body._id, cuppingNote: 'Apricot, jasmine', roastingLevel: 2 })
    const { lines } = (await admin.get(`/api/record?subject=product&subjectId=${body._id}`)).body
    expect(lines).toMatchObject([{ action: 'Put on sale', subjectName: 'Guji', by: 'Olive Owner' }])
  })

  test('can be hidden, and the next save of its form does not put it on sale', async () => {
    const { body } = await add(coffee('Secret', { isDraft: true }))
    expect(body).toMatchObject({ isDraft: true })
    expect((await shop.visitor().get('/api/products?keyword=secret')).body.products).toEqual([])
    const saved = await admin.put(`/api/products/${body._id}`, { name: 'Secret', origin: 'Peru' })
    expect(saved.body).toMatchObject({ isDraft: true, origin: 'Peru' })
  })

  test('that is roasted to order has no stock', async () => {
    const { body } = await add(coffee('To order', { isRoastedToOrder: true }))
    expect(body).toMatchObject({ isRoastedToOrder: true, countInStock: 100 })
    const rows = await shop.db
      .selectFrom('stock_moves')
      .where(
        'size_id',
        'in',
        body.sizes.map(({ id }: { id: string }) => id),
      )
      .selectAll()
      .execute()
    expect(rows).toEqual([])
  })

  test('is added once if its request is repeated, also by two tabs at the same moment', async () => {
    const body = coffee('Once')
    const answers = await Promise.all([add(body, 'once'), add(body, 'once')])
    const again = await add(body, 'once')
    expect(new Set([...answers, again].map((each) => each.body._id)).size).toBe(1)
    const { products } = (await admin.get('/api/products/desk?keyword=once')).body
    expect(products).toHaveLength(1)
    expect((await add(coffee('Other'), 'once')).status).toBe(422)
  })

  test.each([
    ['an address', { slug: 'wished' }],
    ['an SKU', { sizes: [size(340, { sku: 'WISHED-1' })] }],
  ])('with %s is added once, and each press at the same moment gets it', async (what, more) => {
    const answers = await Promise.all([1, 2, 3].map(() => add(coffee('Pressed', more), `pressed ${what}`)))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(new Set(answers.map(({ body }) => body._id)).size).toBe(1)
  })

  test('with the name of another one gets an address of its own', async () => {
    const [one, other] = [(await add(coffee('Twin'))).body, (await add(coffee('Twin'))).body]
    expect(one.slug).toBe('twin')
    expect(other.slug).not.toBe('twin')
    const { status, body } = await add(coffee('Third', { slug: 'twin' }))
    expect([status, Object.keys(body.fields)]).toEqual([400, ['slug']])
  })

  test('may have a name of 120 characters and twelve sizes', async () => {
    const sizes = Array.from({ length: 12 }, (_, index) => size(100 + index))
    const { status, body } = await add(coffee('É'.repeat(120), { sizes }))
    expect([status, body.sizes.length]).toEqual([201, 12])
  })

  test.each([
    ['no weight', { sizes: [size(null)] }, 'sizes.0.grams'],
    ['a weight of 0', { sizes: [size(340), size(0)] }, 'sizes.1.grams'],
    ['two sizes of one weight', { sizes: [size(340), size(340)] }, 'sizes.1.grams'],
    ['no size', { sizes: [] }, 'sizes'],
    ['no price', { sizes: [size(340, { price: null })] }, 'sizes.0.price'],
    ['no name', { name: ' ' }, 'name'],
    ['a name of 121 characters', { name: 'x'.repeat(121) }, 'name'],
    ['a picture of another site', { image: 'https://example.com/a.jpg' }, 'image'],
  ])('with %s is refused at its field, and nothing is added', async (_, more, field) => {
    const before = await count()
    const { status, body } = await add(coffee('Refused', more))
    expect([status, Object.keys(body.fields)]).toEqual([400, [field]])
    expect(await count()).toBe(before)
  })

  test('is added by admins only', async () => {
    expect((await shop.visitor().post('/api/products/desk/coffees', coffee('X'))).status).toBe(401)
    expect((await (await signedIn(shop)).post('/api/products/desk/coffees', coffee('X'))).status).toBe(403)
  })
})

const names = async (id: string, query: string) => {
  const { previous, next } = (await admin.get(`/api/products/${id}/neighbors${query}`)).body
  return [previous?.name ?? null, next?.name ?? null]
}

describe('the products beside one in the list', () => {
  test('follow its filters and its order, also if the product no longer matches', async () => {
    const ids: Record<string, string> = {}
    for (const name of ['Row B', 'Row a', 'Row C', 'Row C']) {
      const { body } = await add(coffee(name, { brand: 'Rows', isDraft: name === 'Row B' }))
      ids[name] ??= body._id
      shop.clock.advance(1000)
    }
    expect(await names(ids['Row a']!, '?keyword=row')).toEqual(['Row C', 'Row B'])
    expect(await names(ids['Row B']!, '?keyword=row')).toEqual(['Row a', null])
    expect(await names(ids['Row B']!, '?keyword=row&sort=name&order=asc')).toEqual(['Row a', 'Row C'])
    expect(await names(ids['Row C']!, '?keyword=row&sort=name&order=asc')).toEqual(['Row B', 'Row C'])
    expect(await names(ids['Row C']!, '?keyword=row&sort=name&order=desc')).toEqual(['Row C', 'Row B'])
    expect(await names(ids['Row B']!, '?keyword=row&show=on-sale')).toEqual(['Row a', null])
  })

  test('are not there for an unknown product', async () => {
    expect((await admin.get('/api/products/nothing/neighbors')).status).toBe(404)
  })
})
