/** Discount codes as a part of the shop. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { owedOf, switchPart } from '#test/parts.ts'
import { pay, placed } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn } from '#test/signed-in.ts'
import { codeOf, orderWith } from './discounts.testing.ts'

let shop: TestShop
let beans: string
beforeAll(async () => {
  shop = await openShop()
  beans = await shop.sell({ priceCents: 2000, stock: 100 })
})
afterAll(() => shop.close())
afterEach(async () => {
  await shop.db.updateTable('discount_codes').set({ is_off: 1 }).execute()
  await switchPart(shop, 'discountCodes', 'on')
})

const lines = () => [{ _id: beans, qty: 1 }]
const check = (code: string) => shop.visitor().post('/api/discounts/check', { code, orderItems: lines() })

test('with no new ones none is added, and those that exist are used', async () => {
  const admin = await shop.admin()
  const { code, _id: id, version, ...fields } = await codeOf(admin)
  await switchPart(shop, 'discountCodes', 'closing')
  expect((await admin.post('/api/discounts', { ...fields, code: 'NEW-ONE' })).status).toBe(409)
  expect((await admin.put(`/api/discounts/${id}`, { ...fields, code, version, percent: 5 })).status).toBe(200)
  expect((await check(code)).status).toBe(200)
  const buyer = await signedIn(shop)
  const order = await orderWith(buyer, code, lines())
  expect(order.status).toBe(201)
  await buyer.delete(`/api/orders/${order.body._id}`)
})

test('codes that work, and unpaid orders with a code, keep them from being off', async () => {
  const admin = await shop.admin()
  const buyer = await signedIn(shop)
  const { code, _id: id, version, ...fields } = await codeOf(admin)
  await codeOf(admin, { startsOn: '2099-01-01' })
  const ended = await codeOf(admin, { startsOn: '2020-01-01', endsOn: '2020-01-02' })
  const open = await orderWith(buyer, code, lines())
  expect(await owedOf(shop, 'discountCodes')).toEqual([
    '2 codes that buyers can still use',
    '1 unpaid order with a code',
  ])
  await admin.put(`/api/discounts/${id}`, { ...fields, code, version, total: 1 })
  await shop.db.updateTable('discount_codes').set({ is_off: 1 }).where('id', '<>', id).execute()
  expect(await owedOf(shop, 'discountCodes')).toEqual(['1 unpaid order with a code'])
  await pay(shop, buyer, open.body._id)
  expect(await owedOf(shop, 'discountCodes')).toEqual([])
  await switchPart(shop, 'discountCodes', 'off')
  expect((await admin.get(`/api/discounts/${ended._id}`)).status).toBe(404)
})

test('when they are off, the desk has none, and a cart with a code keeps its goods and gets one sentence', async () => {
  const admin = await shop.admin()
  const buyer = await signedIn(shop)
  const { code, _id: id } = await codeOf(admin)
  const used = await orderWith(buyer, code, lines())
  await pay(shop, buyer, used.body._id)
  await shop.db.updateTable('discount_codes').set({ is_off: 1 }).execute()
  await switchPart(shop, 'discountCodes', 'off')
  expect((await admin.get('/api/discounts')).status).toBe(404)
  expect((await admin.get(`/api/desk/search?text=${code}`)).body.groups).toEqual([])
  const sentence = { code: 'discount', message: 'We no longer take discount codes' }
  for (const answer of [await check(code), await orderWith(buyer, code, lines())])
    expect([answer.status, answer.body]).toEqual([409, sentence])
  await placed(buyer, lines())
  expect((await buyer.get(`/api/orders/${used.body._id}`)).body.discountLabel).toContain(code)
  await switchPart(shop, 'discountCodes', 'on')
  const codes = (await admin.get('/api/discounts')).body.map(({ _id }: { _id: string }) => _id)
  expect(codes).toContain(id)
})
