// On SQLite only: dates of roasting, which the same code computes on both databases.
/** A coffee roasted to order has no stock: it is always for sale, and no order, return or save counts it. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { expireOrders } from '#server/checkout/orders/close.ts'
import { compareBooks } from '#server/payments/comparison/compare.ts'
import { tellWhatIsBack } from '../notices/stock-notices.ts'
import { merchantFeed } from '#server/site/seo/feeds.ts'
import { DAY } from '#server/kernel/time/clock.ts'
import { ROASTED_TO_ORDER_LEFT } from '#shared/kernel/sizes.ts'
import { violations } from '#test/invariants.ts'
import { bought, orderBody, place, placed } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn, type SignedInVisitor } from '#test/signed-in.ts'
import { importClient } from './import/import.testing.ts'

let shop: TestShop
let admin: SignedInVisitor
let buyer: SignedInVisitor
let fresh: string
beforeEach(async () => {
  shop = await openShop()
  admin = await signedIn(shop, { name: 'Olive Owner', isAdmin: true })
  buyer = await signedIn(shop, { name: 'Ann Buyer' })
  fresh = await shop.sell({ name: 'Fresh Guji', isRoastedToOrder: true, priceCents: 1900 })
})
afterEach(async () => {
  expect(await violations(shop.db)).toEqual([])
  await shop.close()
})

const read = async (id: string) => (await shop.visitor().get(`/api/products/${id}`)).body
const countOf = async (size: string) =>
  (
    await shop.db
      .selectFrom('product_sizes')
      .select('count_in_stock')
      .where('id', '=', size)
      .executeTakeFirstOrThrow()
  ).count_in_stock
const movesOf = (size: string) =>
  shop.db.selectFrom('stock_moves').select(['qty', 'reason']).where('size_id', '=', size).execute()

/** Saves the product with some fields changed. */
async function save(id: string, changes: object) {
  const product = await read(id)
  return admin.put(`/api/products/${id}`, { ...product, ...changes })
}

const switchTo = async (id: string, isRoastedToOrder: boolean, countInStock: number) => {
  const { sizes } = await read(id)
  const counted = sizes.map((size: object) => ({ ...size, countInStock }))
  expect((await save(id, { isRoastedToOrder, countInStock, sizes: counted })).status).toBe(200)
}

describe('for visitors', () => {
  test('it is available in the API, in lists, in the feed and in notices, without any stock', async () => {
    const gone = await shop.sell({ name: 'Gone Sidama', stock: 0 })
    expect(await read(fresh)).toMatchObject({ isRoastedToOrder: true, countInStock: ROASTED_TO_ORDER_LEFT })
    expect(await read(gone)).toMatchObject({ isRoastedToOrder: false, countInStock: 0 })
    const list = (await shop.visitor().get('/api/products?stock=in-stock')).body
    expect(list.products.map(({ _id }: { _id: string }) => _id)).toEqual([fresh])
    const feed = await merchantFeed(shop.shop, 'https://frame.example')
    expect(feed.match(/<g:availability>(\w+)/g)?.toSorted()).toEqual([
      '<g:availability>in_stock',
      '<g:availability>out_of_stock',
    ])
  })

  test('one order has at most 100 bags of a size, and the refusal says so', async () => {
    const sample = await shop.sell({ name: 'Sample Guji', isRoastedToOrder: true, sizeGrams: 50 })
    const order = (qty: number) => place(buyer, [{ _id: sample, qty }])
    expect((await order(ROASTED_TO_ORDER_LEFT)).status).toBe(201)
    const { status, body } = await order(ROASTED_TO_ORDER_LEFT + 1)
    expect([status, body.message]).toEqual([409, 'At most 100 of Sample Guji in one order'])
  })

  test('a buyer who waits for a sold-out coffee gets the mail when it is roasted to order', async () => {
    const gone = await shop.sell({ name: 'Gone Sidama', stock: 0 })
    await buyer.post('/api/stock-notices', { size: gone, email: 'ann@example.com' })
    await shop.db.updateTable('stock_notices').set({ confirmed_at: shop.clock.now().toISOString() }).execute()
    await tellWhatIsBack(shop.shop)
    expect(await shop.db.selectFrom('stock_notices').selectAll().execute()).toHaveLength(1)
    await switchTo(gone, true, 0)
    await tellWhatIsBack(shop.shop)
    expect(await shop.db.selectFrom('stock_notices').selectAll().execute()).toEqual([])
  })
})

describe('an order', () => {
  test('takes no stock, and its expiry returns none', async () => {
    const mug = await shop.sell({ name: 'Mug', stock: 5, sizeGrams: null })
    const { version } = await read(fresh)
    await placed(buyer, [
      { _id: fresh, qty: 3 },
      { _id: mug, qty: 2 },
    ])
    expect([await countOf(fresh), await countOf(mug)]).toEqual([0, 3])
    expect(await movesOf(fresh)).toEqual([])
    // An open form of the product is not disturbed by sales.
    expect((await read(fresh)).version).toBe(version)
    shop.clock.advance(DAY)
    await expireOrders(shop.shop)
    expect([await countOf(fresh), await countOf(mug)]).toEqual([0, 5])
    expect(await movesOf(fresh)).toEqual([])
    await compareBooks(shop.shop, 3)
    expect(await shop.db.selectFrom('money_findings').selectAll().execute()).toEqual([])
  })

  test('of forty buyers at once is placed for all of them', async () => {
    const people = await Promise.all(Array.from({ length: 40 }, () => signedIn(shop)))
    const bodies = await Promise.all(people.map((each) => orderBody(each, [{ _id: fresh, qty: 1 }])))
    const answers = await Promise.all(people.map((each, index) => each.post('/api/orders', bodies[index])))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
  })

  test('that is refunded with its goods returned, or replaced, moves no stock', async () => {
    const { id } = await bought(shop, buyer, [{ _id: fresh, qty: 2 }])
    expect((await admin.put(`/api/orders/${id}/ship`, { trackingNumber: '9400' })).status).toBe(200)
    const replaced = await admin.post(`/api/orders/${id}/replacement`, {
      lines: [{ line: 0, qty: 1 }],
      seen: 0,
    })
    expect(replaced.status).toBe(200)
    const stock = [{ _id: fresh, qty: 1 }]
    expect((await admin.post(`/api/orders/${id}/refund`, { amount: 1, stock })).status).toBe(200)
    expect(await movesOf(fresh)).toEqual([])
    expect((await admin.post(`/api/orders/${replaced.body._id}/close`)).status).toBe(200)
    expect([await countOf(fresh), await movesOf(fresh)]).toEqual([0, []])
  })

  test('is placed with the count of its product if the product changes at the same time', async () => {
    const bean = await shop.sell({ name: 'Changing', stock: 50 })
    const people = await Promise.all(Array.from({ length: 12 }, () => signedIn(shop)))
    const bodies = await Promise.all(people.map((each) => orderBody(each, [{ _id: bean, qty: 1 }])))
    const orders = people.map((each, index) => each.post('/api/orders', bodies[index]))
    await shop.db.updateTable('products').set({ is_roasted_to_order: 1 }).where('id', '=', bean).execute()
    await Promise.all(orders)
    const moved = (await movesOf(bean)).reduce((sum, { qty }) => sum + qty, 0)
    expect(await countOf(bean)).toBe(moved)
  })
})

describe('a switch', () => {
  test('to roasted to order keeps the count, and orders from before still return their stock', async () => {
    const bean = await shop.sell({ name: 'Was Counted', stock: 10 })
    const id = await placed(buyer, [{ _id: bean, qty: 3 }])
    await switchTo(bean, true, 77)
    expect(await countOf(bean)).toBe(7)
    const later = await placed(buyer, [{ _id: bean, qty: 4 }])
    for (const order of [id, later]) expect((await buyer.delete(`/api/orders/${order}`)).status).toBe(200)
    expect(await countOf(bean)).toBe(10)
  })

  test('back to counted stock counts from the number that is entered, and earlier orders return nothing', async () => {
    const id = await placed(buyer, [{ _id: fresh, qty: 3 }])
    await switchTo(fresh, false, 12)
    expect(await countOf(fresh)).toBe(12)
    await buyer.delete(`/api/orders/${id}`)
    expect(await countOf(fresh)).toBe(12)
    expect(await movesOf(fresh)).toEqual([{ qty: 12, reason: 'edit' }])
  })

  test('is for coffee only, and a save without a change keeps the count', async () => {
    const mug = await shop.sell({ name: 'Mug', stock: 5, sizeGrams: null })
    const { status, body } = await save(mug, { isRoastedToOrder: true })
    expect([status, body.isRoastedToOrder ?? body.message]).toEqual([200, false])
    expect((await save(fresh, {})).status).toBe(200)
    expect([await countOf(fresh), await movesOf(fresh)]).toEqual([0, []])
  })
})

describe('for the owner', () => {
  test('it is neither low in stock nor sold out', async () => {
    const desk = (await admin.get('/api/products/desk?show=low')).body
    expect([desk.products, desk.counts.low, desk.counts.soldOut]).toEqual([[], 0, 0])
    expect((await admin.get('/api/desk')).body.todo.lowStock.count).toBe(0)
  })

  test('the files of an export and an import carry the mark', async () => {
    const { text } = await admin.get('/api/products/export')
    expect(text).toContain(',Roasted to order,')
    const { dryRun, carryOut } = importClient(() => admin)
    expect(await dryRun(text)).toMatchObject({ changed: 0, problems: [] })
    const bean = await shop.sell({ name: 'Counted', stock: 4 })
    await carryOut(`ID,Name,Availability\n${bean},Counted,Roasted to order`)
    expect(await read(bean)).toMatchObject({ isRoastedToOrder: true })
    expect(await countOf(bean)).toBe(4)
    expect((await admin.get('/api/products/export?format=shopify')).text).toContain(',continue,')
    const woo = (await admin.get('/api/products/export?format=woocommerce')).text
    expect(woo).toContain('Fresh Guji')
  })
})
