import { beforeEach, describe, expect, test } from 'vitest'
import { bought, orderBody, placed } from '#test/purchase.ts'
import { signedIn } from '#test/signed-in.ts'
import { changedBy } from '#test/unchanged.ts'
import { violations } from '#test/invariants.ts'
import { admin, openCatalog, shop } from '../catalog.testing.ts'

openCatalog()
let id: string
beforeEach(async () => {
  id = await shop.sell({ stock: 10 })
})

const FORM = { name: 'Guji', price: 18.5, image: '', category: 'Coffee Beans', countInStock: 10, size: 340 }

const save = (changes: object, product = id) => admin.put(`/api/products/${product}`, { ...FORM, ...changes })

describe('an invalid product form is refused with 400', () => {
  test.each([
    ['price', [-1, -0.01, null, '18', '12abc', 0.001, 18.505, 1e15, 100_000, true, [18]]],
    ['countInStock', [-1, 1.5, 2 ** 53, '5', null, 1_000_001]],
    ['roastingLevel', [-1, 6, 2.5, '3']],
    ['size', [-1, 1.5, '340', 1e9]],
    ['name', ['', '  ', '\u200b', null, 'x'.repeat(121), 'a\u0000b', 7]],
    ['category', ['', null, 'x'.repeat(61)]],
    ['description', ['x'.repeat(5001), 'a\u0000', 7]],
    ['version', ['1', 1.5]],
    [
      'image',
      [
        'javascript:alert(1)',
        '../../etc/passwd',
        '/uploads/../x.webp',
        '//evil.example/x.webp',
        'https://evil.example/x.webp',
        '/uploads/.htaccess',
        '/uploads/a b.webp',
        '/pictures/missing.jpg',
        'data:image/png;base64,AAAA',
        7,
      ],
    ],
    ['secondImage', ['javascript:alert(1)', '/etc/passwd']],
  ])('for invalid values of the field %s', async (field, values) => {
    const changed = await changedBy(shop.db, async () => {
      for (const value of values) {
        const { status, body } = await save({ [field]: value })
        expect(status, `${field} ${String(value).slice(0, 40)}`).toBe(400)
        expect(body.message).toEqual(expect.any(String))
      }
    })
    expect(changed).toEqual([])
  })

  test('for a price of 1e309, which JSON parses as infinity', async () => {
    const text = JSON.stringify({ ...FORM, price: 0 }).replace('"price":0', '"price":1e309')
    expect((await admin.put(`/api/products/${id}`, text)).status).toBe(400)
  })

  test('the response names every invalid field, so that a form can show all errors at once', async () => {
    const { status, body } = await save({ name: ' ', price: null, countInStock: -1 })
    expect([status, body.message, body.field]).toEqual([400, 'Name is required', 'name'])
    expect(body.fields).toEqual({
      name: 'Name is required',
      price: 'Enter an amount',
      countInStock: 'Count in stock cannot be negative',
    })
  })

  test('for a body with another product id than the path', async () => {
    expect((await save({ productId: await shop.sell() })).status).toBe(400)
  })
})

test('every price in whole cents is stored exactly', async () => {
  for (const price of [0, 0.01, 0.07, 1.1, 18.5, 19.99, 1.005e2, 33.33, 99_999.99]) {
    const { status, body } = await save({ price })
    expect([status, body.price]).toEqual([200, price])
  }
})

describe('a form opened before a sale', () => {
  test('is refused with 409 and the current product; the sold bags stay sold', async () => {
    const { version } = (await admin.get(`/api/products/${id}`)).body
    await placed(await signedIn(shop), [{ _id: id, qty: 3 }])
    let answer!: Awaited<ReturnType<typeof save>>
    const changed = await changedBy(shop.db, async () => {
      answer = await save({ version })
    })
    expect(changed).toEqual([])
    expect(answer.status).toBe(409)
    expect(answer.body.product).toMatchObject({ _id: id, countInStock: 7 })
    expect((await save({ version: answer.body.product.version, countInStock: 7 })).status).toBe(200)
  })

  test('is also refused after another admin’s save', async () => {
    const { version } = (await admin.get(`/api/products/${id}`)).body
    const answers = await Promise.all([save({ version, name: 'One' }), save({ version, name: 'Two' })])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  test('keeps the count equal to the sum of its moves during concurrent sales and saves', async () => {
    const buyer = await signedIn(shop)
    const body = await orderBody(buyer, [{ _id: id, qty: 1 }])
    const work = Array.from({ length: 5 }, (_, n) => [
      save({ countInStock: 20 + n }),
      buyer.post('/api/orders', body),
    ])
    for (const { status } of await Promise.all(work.flat())) expect([200, 201]).toContain(status)
    expect(await violations(shop.db)).toEqual([])
  })
})

describe('a deleted product', () => {
  test('is no longer in the shop, but stays in the orders that contain it', async () => {
    const buyer = await signedIn(shop)
    const order = await placed(buyer, [{ _id: id, qty: 1 }])
    const cart = await orderBody(buyer, [{ _id: id, qty: 2 }])
    expect((await admin.delete(`/api/products/${id}`)).status).toBe(200)
    expect((await shop.visitor().get(`/api/products/${id}`)).status).toBe(404)
    expect((await buyer.get(`/api/orders/${order}`)).body.orderItems[0]).toMatchObject({
      product: id,
      qty: 1,
    })
    const late = await buyer.post('/api/orders', cart)
    expect([late.status, late.body.productId]).toEqual([409, id])
    const quote = await buyer.post('/api/shippo/calcship', cart)
    expect([quote.status, quote.body.productId]).toEqual([409, id])
  })

  test('cannot be deleted, saved or reviewed', async () => {
    await admin.delete(`/api/products/${id}`)
    expect((await admin.delete(`/api/products/${id}`)).status).toBe(404)
    expect((await save({})).status).toBe(404)
    expect((await admin.post(`/api/products/${id}/reviews`, { rating: 5, comment: 'Good' })).status).toBe(404)
  })

  test('gets its stock back when an order is canceled, and stays deleted', async () => {
    const buyer = await signedIn(shop)
    const order = await placed(buyer, [{ _id: id, qty: 4 }])
    await admin.delete(`/api/products/${id}`)
    expect((await buyer.delete(`/api/orders/${order}`)).status).toBe(200)
    expect((await shop.visitor().get(`/api/products/${id}`)).status).toBe(404)
  })
})

test('markup in a description is stored and sent as text', async () => {
  const description = '<script>alert(1)</script> & "quotes"'
  await save({ description })
  const answer = await shop.visitor().get(`/api/products/${id}`)
  expect(answer.body.description).toBe(description)
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
})

test('public responses about a product and its reviews contain no email and no search text', async () => {
  const buyer = await signedIn(shop)
  await bought(shop, buyer, [{ _id: id, qty: 1 }])
  await buyer.post(`/api/products/${id}/reviews`, { rating: 4, comment: 'Good' })
  await shop.db.updateTable('products').set({ user_id: admin.id }).where('id', '=', id).execute()
  shop.shop.changed({ tag: 'Product', id })
  for (const path of [
    `/api/products/${id}`,
    '/api/products',
    '/api/products/top',
    '/api/products/featured',
  ]) {
    const { text } = await shop.visitor().get(path)
    expect(text).not.toMatch(/@example\.com|search_text|password|email/)
  }
  const [review] = (await shop.visitor().get(`/api/products/${id}`)).body.reviews
  expect(Object.keys(review).sort()).toEqual([
    '_id',
    'comment',
    'createdAt',
    'editedAt',
    'isVerified',
    'name',
    'rating',
    'reply',
  ])
})

const listed = async () =>
  (await shop.visitor().get('/api/products?keyword=tadpole')).body.products.map((each: any) => each._id)

test('a draft is not in any list until its first save', async () => {
  const { status, body: draft } = await admin.post('/api/products')
  expect([status, draft.name, draft.isDraft]).toEqual([201, 'Sample name', true])
  expect(await listed()).toEqual([])
  const buyer = await signedIn(shop)
  const body = {
    orderItems: [{ _id: draft._id, qty: 1 }],
    shippingAddress: (await orderBody(buyer, [{ _id: id, qty: 1 }])).shippingAddress,
  }
  expect((await buyer.post('/api/shippo/calcship', body)).status).toBe(409)
  expect((await save({ name: 'Tadpole' }, draft._id)).status).toBe(200)
  expect(await listed()).toEqual([draft._id])
})
