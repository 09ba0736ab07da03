/** Orders that a batch of labels leaves out, or buys nothing for. */
import { PDFDocument } from '@cantoo/pdf-lib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { changedBy } from '#test/unchanged.ts'
import { LabelRefused } from '#server/providers/shipping.ts'
import { openLabelActors, openLabelShop, type LabelActors, type LabelShop } from '../labels/labels.testing.ts'
import { batchCalls } from './batches.testing.ts'

let shop: LabelShop
let actors: LabelActors
beforeAll(async () => {
  shop = await openLabelShop()
})
beforeEach(async () => {
  actors = await openLabelActors(shop)
})
afterAll(() => shop.close())

const { batchOf, read, run } = batchCalls(() => actors)

test('a batch buys no second label if USPS refused to take one back, and ships the order', async () => {
  const id = await actors.paid()
  await actors.buy(id)
  shop.override({ voidLabel: () => Promise.reject(new LabelRefused(400, 'It was scanned.')) })
  await actors.voidLabel(id)
  shop.override({})
  const { _id, rows } = await batchOf([id])
  expect(rows[0]).toMatchObject({ state: 'waiting', cost: 0, hadLabel: true })
  expect((await run(_id)).rows.map(({ state }) => state)).toEqual(['done'])
  expect([(await actors.admin.get(`/api/orders/${id}`)).body.state, shop.shippo.soldFor(id)]).toEqual([
    'shipped',
    1,
  ])
})

test('a batch leaves out orders with a label that were refunded or delivered since, and prints nothing for them', async () => {
  const [refunded, delivered, other] = [await actors.paid(), await actors.paid(), await actors.paid()]
  for (const id of [refunded, delivered]) await actors.buy(id)
  const { _id, rows } = await batchOf([refunded, delivered, other])
  expect(rows.map(({ state }) => state)).toEqual(['waiting', 'waiting', 'waiting'])
  const { totalPrice } = (await actors.admin.get(`/api/orders/${refunded}`)).body
  const refund = { amount: totalPrice, reason: 'Changed my mind' }
  expect((await actors.admin.post(`/api/orders/${refunded}/refund`, refund)).status).toBe(200)
  expect((await actors.admin.put(`/api/orders/${delivered}/deliver`)).status).toBe(200)
  const problems = [
    'All its money went back to the buyer, so it is not sent',
    'It was delivered, so it is not sent again',
    '',
  ]
  expect((await read(_id)).rows.map(({ problem }) => problem)).toEqual(problems)
  const slips = async () =>
    (await actors.admin.get(`/api/label-batches/${_id}/slips`)).body.slips.map(
      (slip: { _id: string }) => slip._id,
    )
  expect(await slips()).toEqual([other])
  const batch = await run(_id)
  expect(batch.rows.map(({ state }) => state)).toEqual(['missing', 'missing', 'done'])
  expect(batch.rows.map(({ problem }) => problem)).toEqual(problems)
  expect(await slips()).toEqual([other])
  const pdf = await actors.pdf(`/api/label-batches/${_id}/labels.pdf`)
  expect((await PDFDocument.load(pdf.rawPayload)).getPageCount()).toBe(1)
})

test('an order that is picked up is left out of a batch with the reason, and is not tried again', async () => {
  const [pickup, other] = [await actors.paid(), await actors.paid()]
  await shop.db.updateTable('orders').set({ is_pickup: 1 }).where('id', '=', pickup).execute()
  const leftOut = {
    state: 'missing',
    isLeftOut: true,
    problem: 'It is picked up at the bar, so it gets no label',
  }
  const { _id, rows } = await batchOf([pickup, other])
  expect(rows[0]).toMatchObject(leftOut)
  expect((await run(_id)).rows[0]).toMatchObject(leftOut)
  const path = `/api/label-batches/${_id}`
  expect(await changedBy(shop.db, () => actors.admin.post(`${path}/retry`, {}))).toEqual([])
  expect((await actors.admin.get(path)).body.rows[0]).toMatchObject(leftOut)
})

test('no real label is bought for an invented order, and no email to an invented buyer is promised', async () => {
  const id = await actors.paid()
  await shop.db.insertInto('demo_rows').values({ kind: 'orders', id }).execute()
  await shop.db.updateTable('orders').set({ buyer_email: 'ann@demo.example' }).where('id', '=', id).execute()
  const { shipping } = shop.shop.providers
  expect((await batchOf([id])).rows[0]).toMatchObject({ state: 'waiting', mails: false })
  const { mode } = shipping
  shipping.mode = 'live'
  const message = 'This order was invented for the demo, so it gets no label'
  try {
    const { _id } = await batchOf([id])
    expect((await run(_id)).rows[0]).toMatchObject({ state: 'missing', problem: message, mails: false })
    expect(await actors.buy(id)).toMatchObject({ status: 409, body: { message } })
  } finally {
    shipping.mode = mode
  }
  expect(shop.shippo.soldFor(id)).toBe(0)
})
