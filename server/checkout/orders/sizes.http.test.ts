/** Sizes and grinds from the quote to the refund: stock, holds, weight, and the line as it was sold. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { violations } from '#test/invariants.ts'
import { orderBody, place, placed, quote, VIENNA } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'
import { changedBy } from '#test/unchanged.ts'
import { MINUTE } from '#server/kernel/time/clock.ts'
import { expireOrders } from './close.ts'

let shop: TestShop
let admin: SignedInVisitor
let buyer: SignedInVisitor
/** Guji: ten bags of 12 oz for $18.00, and two of 2 lb for $45.50. */
let beans: string
let large: { _id: string; sizeId: string }
beforeAll(async () => {
  shop = await openShop()
  admin = await signedIn(shop, { isAdmin: true })
})
beforeEach(async () => {
  buyer = await signedIn(shop)
  beans = await shop.sell({
    name: 'Guji',
    stock: 10,
    sizes: [{ priceCents: 4550, stock: 2, sizeGrams: 907 }],
  })
  large = { _id: beans, sizeId: `${beans}-1` }
})
afterEach(async () => expect(await violations(shop.db)).toEqual([]))
afterAll(() => shop.close())

const stock = async (): Promise<number[]> =>
  (await shop.visitor().get(`/api/products/${beans}`)).body.sizes.map(
    ({ countInStock }: { countInStock: number }) => countInStock,
  )

test('a line that names only a product is its first size, and whole bean for coffee', async () => {
  const { body } = await place(buyer, [{ _id: beans, qty: 2 }])
  expect(body.orderItems).toMatchObject([
    { product: beans, sizeId: beans, sizeLabel: '12 oz', size: 340, grind: 'Whole bean', price: 18, qty: 2 },
  ])
  expect(await stock()).toEqual([8, 2])
  const mug = await shop.sell({ sizeGrams: null })
  const { body: other } = await place(buyer, [{ _id: mug, qty: 1 }])
  expect(other.orderItems[0]).toMatchObject({ sizeLabel: '', size: null, grind: '' })
})

test('each size and grind is a line with its own price; identical lines are added up, and grinds share the stock', async () => {
  const bought = [
    { ...large, grind: 'Espresso', qty: 1 },
    { _id: beans, grind: 'Espresso', qty: 1 },
    { _id: beans, sizeId: beans, qty: 2 },
    { _id: beans, grind: 'Whole bean', qty: 1 },
  ]
  const { body } = await place(buyer, bought)
  const lines = body.orderItems.map((each: Record<string, unknown>) => [
    each.line,
    each.sizeLabel,
    each.grind,
    each.price,
    each.qty,
  ])
  expect(lines).toEqual([
    [0, '2 lb', 'Espresso', 45.5, 1],
    [1, '12 oz', 'Espresso', 18, 1],
    [2, '12 oz', 'Whole bean', 18, 3],
  ])
  expect(body.itemsPrice).toBe(117.5)
  expect(await stock()).toEqual([6, 1])
  await buyer.delete(`/api/orders/${body._id}`)
  expect(await stock()).toEqual([10, 2])
})

test.each<[string, () => object, object]>([
  ['a grind that is not offered', () => ({ grind: 'Turkish' }), { code: 'grind', grind: 'Turkish' }],
  ['a size of another product', () => ({ sizeId: 'other' }), { code: 'stock', countInStock: 0 }],
])('%s is refused with 409, in the quote and in the order', async (_, wrong, expected) => {
  const body = await orderBody(buyer, [{ _id: beans, qty: 1 }])
  const orderItems = [{ _id: beans, ...wrong(), qty: 1 }]
  const changed = await changedBy(shop.db, async () => {
    const quoted = await buyer.post('/api/shippo/calcship', { orderItems, shippingAddress: VIENNA })
    const ordered = await buyer.post('/api/orders', { ...body, orderItems })
    for (const answer of [quoted, ordered]) {
      expect(answer.status).toBe(409)
      expect(answer.body).toMatchObject({
        ...expected,
        productId: beans,
        message: expect.stringMatching(/^Guji is n/),
      })
    }
  })
  expect(changed).toEqual([])
})

test('goods that are not coffee, and a coffee that is whole bean only, cannot be ground', async () => {
  const mug = await shop.sell({ name: 'Mug', sizeGrams: null })
  const ground = await buyer.post('/api/shippo/calcship', {
    orderItems: [{ _id: mug, grind: 'Espresso', qty: 1 }],
    shippingAddress: VIENNA,
  })
  expect([ground.status, ground.body.message]).toEqual([409, 'Mug cannot be ground'])
  const { body: form } = await admin.get(`/api/products/${beans}`)
  await admin.put(`/api/products/${beans}`, { ...form, wholeBeanOnly: true })
  const answer = await place(buyer, [{ _id: beans, grind: 'Whole bean', qty: 1 }])
  expect([answer.status, answer.body.orderItems[0].grind]).toEqual([201, 'Whole bean'])
  const refused = await buyer.post('/api/shippo/calcship', {
    orderItems: [{ _id: beans, grind: 'Espresso', qty: 1 }],
    shippingAddress: VIENNA,
  })
  expect([refused.status, refused.body.code]).toEqual([409, 'grind'])
})

describe('while a buyer is at the checkout', () => {
  test('a removed size is refused with 409, and nothing is ordered', async () => {
    const body = await orderBody(buyer, [{ ...large, qty: 1 }])
    await change(({ sizes }) => ({ sizes: [sizes[0]] }))
    const answer = await buyer.post('/api/orders', body)
    expect([answer.status, answer.body]).toEqual([
      409,
      {
        message: 'Guji is no longer sold in this size. Choose another size',
        code: 'stock',
        productId: beans,
        sizeId: large.sizeId,
        countInStock: 0,
      },
    ])
  })

  test('a sold-out size is refused with its stock, and the other size is not affected', async () => {
    const body = await orderBody(buyer, [{ ...large, qty: 2 }])
    await placed(await signedIn(shop), [{ ...large, qty: 1 }])
    const few = await buyer.post('/api/orders', body)
    expect([few.status, few.body.message, few.body.countInStock]).toEqual([
      409,
      'Only 1 of Guji, 2 lb left in stock',
      1,
    ])
    await placed(await signedIn(shop), [{ ...large, qty: 1 }])
    const none = await buyer.post('/api/orders', body)
    expect([none.status, none.body.message]).toEqual([409, 'Guji, 2 lb is out of stock'])
    expect((await place(buyer, [{ _id: beans, qty: 1 }])).status).toBe(201)
  })

  test('a new price of the size is refused with the new totals', async () => {
    const body = await orderBody(buyer, [{ ...large, qty: 1 }])
    await change(({ sizes }) => ({ sizes: [sizes[0], { ...sizes[1], price: 47 }] }))
    const answer = await buyer.post('/api/orders', { ...body, itemsPrice: 45.5 })
    expect([answer.status, answer.body.code, answer.body.itemsPrice]).toEqual([409, 'prices', 47])
  })

  test('a quote for one size is not valid for another one, and is valid for another grind', async () => {
    const body = await orderBody(buyer, [{ _id: beans, qty: 1 }])
    const other = await buyer.post('/api/orders', { ...body, orderItems: [{ ...large, qty: 1 }] })
    expect([other.status, other.body.code]).toEqual([409, 'quote'])
    const ground = { ...body, orderItems: [{ _id: beans, grind: 'Drip', qty: 1 }] }
    expect((await buyer.post('/api/orders', ground)).status).toBe(201)
  })
})

test('of thirty buyers of the last bag of a size in different grinds, one gets it', async () => {
  const last = await shop.sell({
    name: 'Last',
    stock: 5,
    sizes: [{ priceCents: 4000, stock: 1, sizeGrams: 907 }],
  })
  const grinds = ['Whole bean', 'Espresso', 'Drip']
  const people = await Promise.all(Array.from({ length: 30 }, () => signedIn(shop)))
  const bodies = await Promise.all(
    people.map((each, index) =>
      orderBody(each, [{ _id: last, sizeId: `${last}-1`, grind: grinds[index % 3]!, qty: 1 }]),
    ),
  )
  const answers = await Promise.all(people.map((each, index) => each.post('/api/orders', bodies[index])))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  const messages = new Set(answers.filter(({ status }) => status !== 201).map(({ body }) => body.message))
  expect([...messages]).toEqual(['Last, 2 lb is out of stock'])
})

test('an expired order returns the stock of each size, also of a size that was removed since', async () => {
  await placed(buyer, [
    { ...large, qty: 1 },
    { _id: beans, qty: 3 },
  ])
  const { body } = await admin.get(`/api/products/${beans}`)
  await admin.put(`/api/products/${beans}`, { ...body, sizes: [body.sizes[0]] })
  shop.clock.advance(31 * MINUTE)
  await expireOrders(shop.shop)
  expect(await stock()).toEqual([10])
})

test('a later change of the product changes neither the order nor its weight', async () => {
  const id = await placed(buyer, [{ ...large, grind: 'Chemex', qty: 1 }])
  const { body: form } = await admin.get(`/api/products/${beans}`)
  const [small, big] = form.sizes
  const sizes = [{ ...big, grams: 1000, price: 50, sku: 'NEW' }, small]
  await admin.put(`/api/products/${beans}`, { ...form, sizes, name: 'Renamed' })
  const { body } = await buyer.get(`/api/orders/${id}`)
  expect(body.orderItems[0]).toMatchObject({
    name: 'Guji',
    sizeLabel: '2 lb',
    size: 907,
    sku: '',
    grind: 'Chemex',
    price: 45.5,
  })
})

test('the parcel is weighed with the weight of each size', async () => {
  await quote(buyer, [
    { ...large, qty: 2 },
    { _id: beans, grind: 'Drip', qty: 1 },
  ])
  const { parcel_grams: grams } = await shop.db
    .selectFrom('shipping_quotes')
    .select('parcel_grams')
    .where('user_id', '=', buyer.id)
    .executeTakeFirstOrThrow()
  const { parcel_grams: light } = await quoteGrams([{ _id: beans, qty: 1 }])
  expect(grams).toBeGreaterThan(2 * 907 + 340)
  expect(light).toBeLessThan(907)
})

async function quoteGrams(items: { _id: string; qty: number }[]) {
  const other = await signedIn(shop)
  await quote(other, items)
  return shop.db
    .selectFrom('shipping_quotes')
    .select('parcel_grams')
    .where('user_id', '=', other.id)
    .executeTakeFirstOrThrow()
}

/** An admin changes the product. */
async function change(edit: (form: { sizes: object[] }) => object): Promise<void> {
  const { body } = await admin.get(`/api/products/${beans}`)
  const answer = await admin.put(`/api/products/${beans}`, { ...body, ...edit(body) })
  expect(answer.status).toBe(200)
}
