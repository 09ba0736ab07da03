/** The roast date: the day at the shop on which a batch was weighed out, whatever day it was planned for. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { correctLotDays } from './lots.ts'
import { plannedBatch } from '#test/roastery/batches.ts'
import { greenLot, makeToOrder, roastOf } from '#test/roastery/green.ts'
import { addOrder } from '#test/roastery/orders.ts'
import { roastWork } from '#test/roastery/work.ts'
import { imbalances } from '#test/roastery-balance.ts'
import { pdfText } from '#test/pdf-text.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn } from '#test/signed-in.ts'
import type { Visitor } from '#test/visitor.ts'
import { nowAt, startOf } from '#server/kernel/time/shop-days.ts'
import { MINUTE } from '#server/kernel/time/clock.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { addDays } from '#shared/kernel/days.ts'

let shop: TestShop
let ben: Visitor
let work: ReturnType<typeof roastWork>
let today: string
let planned: string
beforeAll(async () => {
  shop = await openShop()
  // Half past eleven in the evening: in UTC it is the next day.
  const evening = Date.parse(startOf(addDays(nowAt(shop.clock).day, 1))) - 30 * MINUTE
  shop.clock.advance(evening - shop.clock.now().getTime())
  today = nowAt(shop.clock).day
  planned = addDays(today, -2)
  ben = await signedIn(shop, { name: 'Ben', role: 'packer' })
  work = roastWork(shop, ben)
})
afterAll(() => shop.close())

/** A batch that was planned two days ago and is roasted now. */
async function roastedLate() {
  const product = await shop.sell({ name: 'Guji' })
  const green = await greenLot(shop)
  const roast = await roastOf(shop, [{ lot: green, percent: 100 }])
  await makeToOrder(shop, product, [{ roast, percent: 100 }])
  const batch = await plannedBatch(shop, { roast, day: planned, grams: 6000 })
  await ben.post(`/api/roastery/batches/${batch}/weigh`, { greens: [{ lotId: green, grams: 6000 }] })
  expect((await ben.post(`/api/roastery/batches/${batch}/roast`, { roastedGrams: 5100 })).status).toBe(200)
  return { product, roast, batch }
}

test('the sticker, the lot page, the order, the recall and the batch say the day on which the roast was weighed out', async () => {
  const { product, batch } = await roastedLate()
  const { body: bags } = await work.pack(product, 3, { day: planned })
  const order = await addOrder(shop, { day: planned, lines: [{ product, qty: 2 }] })
  expect((await work.fill(order)).body.message).not.toContain('roasted')
  const [lot] = await work.lotsOf(product)
  expect(lot).toMatchObject({ roasted_on: today, made_on: planned })
  const { parts } = await pdfText((await ben.get(`/api/roastery/bags/${bags._id}/stickers.pdf`)).bytes!)
  const printed = parts.flat().map(({ text }) => text)
  expect(printed.join(' ')).toContain(`Roasted ${formatDate(today, 'shortDay')}`)
  const visitor = shop.visitor()
  expect((await visitor.get(`/api/lots/${lot!.code}`)).body).toMatchObject({
    roastedOn: today,
    batches: [{ roastedOn: today }],
  })
  const admin = await shop.admin()
  expect((await admin.get(`/api/orders/${order}`)).body).toMatchObject({
    roastedOn: today,
    awaitsBags: false,
    orderItems: [{ lots: [{ roastedOn: today }] }],
  })
  expect((await admin.get(`/api/recall/${lot!.id}`)).body).toMatchObject({
    batches: [{ roastedOn: today }],
    lots: [{ roastedOn: today }],
    orders: [{ coffees: [{ roastedOn: today }] }],
  })
  expect((await ben.get(`/api/roastery/batches/${batch}`)).body).toMatchObject({
    roastsOn: planned,
    roastedOn: today,
  })
  const day = (await ben.get(`/api/roastery/days/${planned}`)).body
  expect(day.coffees[0]).toMatchObject({
    lots: [{ roastedOn: today }],
    parts: [{ batches: [{ roastedOn: today }] }],
    packaging: [{ free: 1, freeBags: [{ lotCode: lot!.code, roastedOn: today, qty: 1 }] }],
  })
  expect(await imbalances(shop.db)).toEqual([])
})

test('a roast that a tablet sent after midnight has the day on which it was weighed out, also if it is sent twice', async () => {
  const product = await shop.sell()
  const green = await greenLot(shop)
  const roast = await roastOf(shop, [{ lot: green, percent: 100 }])
  await makeToOrder(shop, product, [{ roast, percent: 100 }])
  const batch = await plannedBatch(shop, { roast, day: today, grams: 6000 })
  const yesterday = addDays(today, -1)
  const path = `/api/roastery/batches/${batch}`
  await ben.post(`${path}/weigh`, { greens: [{ lotId: green, grams: 6000 }], secondsAgo: 86_400 })
  const send = (secondsAgo: number) =>
    ben.post(`${path}/roast`, { roastedGrams: 5100, secondsAgo }, { 'idempotency-key': `late ${batch}` })
  const answers = [await send(85_000), await send(85_030)]
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect((await ben.get(path)).body).toMatchObject({ roastedOn: yesterday, roastsOn: today })
  const [row] = await shop.db.selectFrom('batches').selectAll().where('id', '=', batch).execute()
  expect(row!.weighed_at! <= row!.roasted_at!).toBe(true)
  expect((await ben.post(`${path}/undo`, { state: 'roasted' })).status).toBe(200)
  // Never before it was weighed in, and never more than two days ago.
  await ben.post(`${path}/roast`, { roastedGrams: 5100, secondsAgo: 172_800 })
  expect((await ben.get(path)).body.roastedOn).toBe(yesterday)
  expect((await ben.post(`${path}/roast`, { roastedGrams: 5100, secondsAgo: 172_801 })).status).toBe(400)
})

test('lots of earlier releases, which have the planned day, get the day of roasting when the shop starts', async () => {
  const { product, roast, batch } = await roastedLate()
  const earlier = await work.roasted(roast, 1000, addDays(today, -1))
  await work.makeLot(product, { [batch]: 1000 })
  await work.makeLot(product, { [batch]: 500, [earlier]: 500 })
  await shop.db
    .updateTable('coffee_lots')
    .set({ roasted_on: planned })
    .where('product_id', '=', product)
    .execute()
  expect(await correctLotDays(shop.db)).toBe(2)
  expect((await work.lotsOf(product)).map(({ roasted_on }) => roasted_on)).toEqual([
    today,
    addDays(today, -1),
  ])
  expect(await correctLotDays(shop.db)).toBe(0)
})

test('a shipped order is not asked for again on the roast day, and its roasting is not called done', async () => {
  const { product } = await roastedLate()
  const shipped = await addOrder(shop, { day: planned, lines: [{ product, qty: 4 }], state: 'shipped' })
  const open = await addOrder(shop, { day: planned, lines: [{ product, qty: 1 }] })
  const day = (await ben.get(`/api/roastery/days/${planned}`)).body
  const coffee = day.coffees.find((each: { product: { _id: string } }) => each.product._id === product)
  expect(coffee).toMatchObject({ neededGrams: 340, packaging: [{ ordered: 1, filled: 0 }] })
  const admin = await shop.admin()
  const orderOf = async (id: string) => (await admin.get(`/api/orders/${id}`)).body
  expect(await orderOf(shipped)).toMatchObject({
    roastedOn: null,
    awaitsBags: true,
    orderItems: [{ bagsMissing: 0 }],
  })
  expect(await orderOf(open)).toMatchObject({ awaitsBags: true, orderItems: [{ bagsMissing: 1 }] })
  // Whoever knows which bags were in the parcel can still record them.
  await work.pack(product, 5, { day: planned })
  expect((await work.fill(shipped)).status).toBe(200)
  expect(await orderOf(shipped)).toMatchObject({ roastedOn: today, awaitsBags: false })
})
