/** The search of orders by their goods and by phone, in the list of the desk. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { forgetOrders, pay, placed, VIENNA } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'
import { HOUR } from '#server/kernel/time/clock.ts'
import { fillNewlySearched, fillSearched } from '../searched.ts'

let shop: TestShop
let admin: SignedInVisitor
let buyer: SignedInVisitor
let kenya: string
let mug: string

beforeAll(async () => {
  shop = await openShop()
  kenya = await shop.sell({ name: 'Kenya Nyéri Peaberry', stock: 500 })
  mug = await shop.sell({ name: 'Diner mug', stock: 500, sizeGrams: null })
})
afterAll(() => shop.close())
beforeEach(async () => {
  await forgetOrders(shop)
  admin = await signedIn(shop, { name: 'Olive Owner', isAdmin: true })
  buyer = await signedIn(shop, { name: 'Ann Buyer' })
})

const order = (...ids: string[]) =>
  placed(
    buyer,
    ids.map((_id) => ({ _id, qty: 1 })),
  )

const orderTo = (recipient: string, phone: string) =>
  placed(buyer, [{ _id: mug, qty: 1 }], { ...VIENNA, recipient, phone } as typeof VIENNA)

async function found(keyword: string, more = ''): Promise<string[]> {
  const { status, body } = await admin.get(`/api/orders?keyword=${encodeURIComponent(keyword)}${more}`)
  expect(status).toBe(200)
  expect(body.totals.count).toBe(body.orders.length)
  return body.orders.map(({ _id }: { _id: string }) => _id)
}

test('orders are found by all words of the name of one of their goods, each once, with their totals', async () => {
  const [both, one] = [await order(kenya, mug), await order(kenya)]
  await pay(shop, buyer, one)
  for (const keyword of ['nyeri', 'KENYA peaberry', 'Nyéri ken'])
    expect(await found(keyword)).toEqual([one, both])
  expect(await found('mug')).toEqual([both])
  // The words are in two goods.
  expect(await found('kenya mug')).toEqual([])
  expect(await found('nyeri', '&state=paid')).toEqual([one])
  expect(await found('nyeri', `&user=${buyer.id}&sort=total&order=asc`)).toEqual([one, both])
})

test('an order is found by the name under which its goods were sold, and once if its buyer has the same name', async () => {
  const before = await order(mug)
  const { body: product } = await admin.get(`/api/products/${mug}`)
  const { status, text } = await admin.put(`/api/products/${mug}`, {
    version: product.version,
    name: 'Enamel cup',
  })
  expect(status, text).toBe(200)
  const after = await order(mug)
  expect(await found('diner')).toEqual([before])
  expect(await found('enamel')).toEqual([after])
  await admin.put(`/api/products/${mug}`, { version: product.version + 1, name: 'Diner mug' })
  const diner = await signedIn(shop, { name: 'Dinah Diner' })
  const own = await placed(diner, [{ _id: mug, qty: 1 }])
  expect(await found('diner')).toEqual([own, before])
})

test('an order is found by its phone number in any spelling, and by its beginning', async () => {
  const [ann, tom] = [await orderTo('Ann Lee', '(703) 555-0100'), await orderTo('Tom Day', '+1 703 555 0142')]
  await order(mug)
  for (const keyword of ['7035550100', '703-555-0100', '(703) 555.0100', '+1 703 555 0100', '17035550100'])
    expect(await found(keyword), keyword).toEqual([ann])
  expect(await found('703 555')).toEqual([tom, ann])
  expect(await found('703/555-0142')).toEqual([tom])
  for (const keyword of ['0100', '555 0100', '703 555 0100 9', '703555010a', '+', '---'])
    expect(await found(keyword), keyword).toEqual([])
})

test('one or two characters find no goods, and hostile texts find nothing', async () => {
  // Ids, which are in the addresses of the buyers, have neither I, L, O nor U.
  await order(await shop.sell({ name: 'Oil can', stock: 500, sizeGrams: null }))
  expect(await found('oil')).toHaveLength(1)
  for (const keyword of ['oi', '%%%', "'; --", '+++++++', '(((((((', '\\\\\\'])
    expect(await found(keyword), keyword).toEqual([])
})

test('a replacement is found by its goods', async () => {
  const id = await order(kenya)
  await pay(shop, buyer, id)
  await admin.put(`/api/orders/${id}/ship`, {})
  const { body } = await admin.post(`/api/orders/${id}/replacement`, {
    lines: [{ line: 0, qty: 1 }],
    seen: 0,
  })
  expect(await found('peaberry')).toEqual([body._id, id])
})

test('after an upgrade, old orders are found at once, and orders that the old release still places are found within a minute', async () => {
  const ids = [await order(kenya), await orderTo('Zoë Quill', '7035550100')]
  const recipients = shop.db
    .selectFrom('order_recipients')
    .select(['order_id', 'search_text'])
    .orderBy('order_id')
  const before = await recipients.execute()
  expect(before).toEqual([
    { order_id: ids[0], search_text: 'ann buyer' },
    { order_id: ids[1], search_text: 'zoe quill' },
  ])
  for (const fill of [() => fillSearched(shop.db), () => fillNewlySearched(shop.shop)]) {
    await shop.db.deleteFrom('order_recipients').execute()
    await shop.db.deleteFrom('sold_names').execute()
    expect(await found('nyeri')).toEqual([])
    await fill()
    expect(await found('nyeri')).toEqual([ids[0]])
    expect(await recipients.execute()).toEqual(before)
  }
  shop.clock.advance(2 * HOUR)
  await shop.db.deleteFrom('order_recipients').execute()
  await fillNewlySearched(shop.shop)
  expect(await recipients.execute()).toEqual([])
})
