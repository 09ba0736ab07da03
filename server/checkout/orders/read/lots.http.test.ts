import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAIL_SETTINGS, mailboxOf } from '#test/mailbox.ts'
import { bought, numberOf } from '#test/purchase.ts'
import { bagsOf, coffeeLot, fillLine, packaged } from '#test/roastery/bags.ts'
import { batchOf } from '#test/roastery/batches.ts'
import { setRoastedToOrder } from '#test/roastery/green.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import type { Visitor } from '#test/visitor.ts'

let shop: TestShop
let buyer: Visitor
let admin: Visitor
beforeAll(async () => {
  shop = await openShop({ env: MAIL_SETTINGS })
  buyer = await shop.customer()
  admin = await shop.admin()
})
afterAll(() => shop.close())

const itemOf = (answer: { body: { orderItems: { lots: unknown; bagsMissing: number }[] } }) => {
  const [{ lots, bagsMissing }] = answer.body.orderItems as [{ lots: unknown; bagsMissing: number }]
  return { lots, bagsMissing }
}

/** A paid order of two bags of a coffee that is roasted to order, and bags for it of two lots. */
async function orderOfTwo() {
  const product = await shop.sell({ name: 'Guji Highlands' })
  const first = await packaged(shop, { product, qty: 4 })
  const { roast_id: roast } = await shop.db
    .selectFrom('batches')
    .select('roast_id')
    .where('id', '=', first.batch)
    .executeTakeFirstOrThrow()
  const batch = await batchOf(shop, { roast, greens: [{ lot: first.green, grams: 2000 }], on: '2026-11-20' })
  const older = await coffeeLot(shop, {
    product,
    batches: [{ batch: batch.id, grams: 1000 }],
    on: '2026-11-20',
  })
  const olderBags = await bagsOf(shop, { lot: older.id, qty: 2 })
  const { id } = await bought(shop, buyer, [{ _id: product, qty: 2 }])
  return { id, product, first, older: { ...older, bags: olderBags } }
}

test('an order names the lots of its bags with their roast dates, the oldest first, for buyer and staff', async () => {
  const { id, first, older } = await orderOfTwo()
  expect(itemOf(await buyer.get(`/api/orders/${id}`))).toEqual({ lots: [], bagsMissing: 2 })
  await fillLine(shop, { order: id, bags: first.bags, qty: 1 })
  expect(itemOf(await admin.get(`/api/orders/${id}/packing`))).toMatchObject({ bagsMissing: 1 })
  await fillLine(shop, { order: id, bags: older.bags, qty: 1 })
  const { roasted_on: roastedOn } = await shop.db
    .selectFrom('coffee_lots')
    .select('roasted_on')
    .where('id', '=', first.lot)
    .executeTakeFirstOrThrow()
  const lots = [
    { code: older.code, roastedOn: '2026-11-20', qty: 1 },
    { code: first.code, roastedOn, qty: 1 },
  ].toSorted((one, other) => (one.roastedOn < other.roastedOn ? -1 : 1))
  expect(itemOf(await buyer.get(`/api/orders/${id}`))).toEqual({ lots, bagsMissing: 0 })
  expect(itemOf(await admin.get(`/api/orders/${id}/packing`))).toEqual({ lots, bagsMissing: 0 })
})

test('refunded pieces need no bags', async () => {
  const { id, product } = await orderOfTwo()
  const refund = await admin.post(`/api/orders/${id}/refund`, { lines: [{ _id: product, qty: 1 }] })
  expect(refund.status).toBe(200)
  expect(itemOf(await admin.get(`/api/orders/${id}`)).bagsMissing).toBe(1)
})

test('goods from stock have no lots and need no bags', async () => {
  const { id } = await bought(shop, buyer, [{ _id: await shop.sell(), qty: 1 }])
  expect(itemOf(await buyer.get(`/api/orders/${id}`))).toEqual({ lots: [], bagsMissing: 0 })
})

test('an order keeps what its coffee was when it was placed, if the coffee is switched later', async () => {
  const { id, product } = await orderOfTwo()
  await setRoastedToOrder(shop, product, false)
  expect(itemOf(await buyer.get(`/api/orders/${id}`)).bagsMissing).toBe(2)
  const fromStock = await bought(shop, buyer, [{ _id: product, qty: 1 }])
  await setRoastedToOrder(shop, product, true)
  expect(itemOf(await admin.get(`/api/orders/${fromStock.id}`))).toEqual({ lots: [], bagsMissing: 0 })
})

test('the mail of a shipped order names roast date and lot, with a link to the page of the lot', async () => {
  const { id, older } = await orderOfTwo()
  await fillLine(shop, { order: id, bags: older.bags, qty: 2 })
  const { text } = await admin.put(`/api/orders/${id}/ship`, { trackingNumber: '', trackingUrl: '' })
  expect(text).toContain(older.code)
  const subject = `Your order No. ${await numberOf(shop, id)} is on its way`
  const mail = (await mailboxOf(shop).newMails()).find((each) => each.subject === subject)
  expect(mail?.text).toContain(`Guji Highlands: November 20, 2026, lot ${older.code}`)
  expect(mail?.text).toContain(`https://frame.example/lots/${older.code}`)
})
