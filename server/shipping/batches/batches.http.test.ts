import { PDFDocument } from '@cantoo/pdf-lib'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MOST_ORDERS, type BatchRow, type LabelBatch } from '#shared/shipping/api/label-batches.ts'
import { mailboxOf } from '#test/mailbox.ts'
import { placed, VIENNA } from '#test/purchase.ts'
import { signedIn } from '#test/signed-in.ts'
import { changedBy } from '#test/unchanged.ts'
import { DAY, MINUTE, SECOND } from '#server/kernel/time/clock.ts'
import { ShippingUnavailable } from '#server/providers/shipping.ts'
import { finishLabels } from '../labels/finish-labels.ts'
import { openLabelActors, openLabelShop, type LabelActors, type LabelShop } from '../labels/labels.testing.ts'
import { sweepBatches } from './batches.ts'
import { batchCalls } from './batches.testing.ts'

let shop: LabelShop
let actors: LabelActors
beforeAll(async () => {
  shop = await openLabelShop()
})
beforeEach(async () => {
  shop.override({})
  actors = await openLabelActors(shop)
})
afterAll(() => shop.close())

const REFUSED = { ...VIENNA, address: '5 LABELERROR Road' }

const { batchOf, read, run } = batchCalls(() => actors)

const retry = async (id: string, body: object = {}): Promise<LabelBatch> =>
  (await actors.admin.post(`/api/label-batches/${id}/retry`, body)).body

const states = ({ rows }: LabelBatch) => rows.map(({ state }) => state)
const rowOf = ({ rows }: LabelBatch, order: string): BatchRow => rows.find(({ _id }) => _id === order)!
const stateOf = async (order: string) => (await actors.admin.get(`/api/orders/${order}`)).body.state

describe('a batch', () => {
  test('says before the purchase what is bought, for how much, who gets an email, and which orders get no label', async () => {
    const unpaid = await placed(actors.buyer, [{ _id: shop.bean, qty: 1 }])
    const [paid, shipped, other] = [await actors.paid(), await actors.paid(), await actors.paid()]
    await actors.admin.put(`/api/orders/${shipped}/ship`, {})
    const orders = [unpaid, paid, shipped, 'no-such-order', other]
    let batch!: LabelBatch
    const changed = await changedBy(shop.db, async () => {
      batch = await batchOf(orders)
    })
    expect(changed.toSorted()).toEqual(['label_batch_rows', 'label_batches'])
    expect(batch.rows.map(({ _id }) => _id)).toEqual(orders)
    expect(batch).toMatchObject({ isStarted: false, ships: true, by: 'Olive Owner' })
    expect(batch.rows.map(({ state, problem, cost, mails }) => [state, problem, cost, mails])).toEqual([
      ['missing', 'Only a paid order gets a label', 0, false],
      ['waiting', '', 7.85, true],
      ['missing', 'It was shipped without a label', 0, false],
      ['missing', 'This order no longer exists', 0, false],
      ['waiting', '', 7.85, true],
    ])
    expect((await batchOf([paid], { ship: false })).rows[0]!.mails).toBe(false)
  })

  test('buys the label of each order, ships it and mails its buyer, and prints all labels and slips in the order of choice', async () => {
    const mailbox = mailboxOf(shop)
    const ids = []
    for (let count = 0; count < 6; count++) ids.push(await actors.paid())
    await mailbox.newMailsTo(actors.buyer.email)
    const { _id } = await batchOf(ids)
    const first = (await actors.admin.post(`/api/label-batches/${_id}/run`)).body
    expect([first.rows.length, first.waiting]).toEqual([4, 2])
    const batch = await run(_id)
    expect(states(batch)).toEqual(ids.map(() => 'done'))
    for (const id of ids) expect([await stateOf(id), shop.shippo.soldFor(id)]).toEqual(['shipped', 1])
    const mails = await mailbox.newMailsTo(actors.buyer.email)
    expect(mails.filter(({ subject }) => subject?.endsWith('is on its way'))).toHaveLength(6)

    const pdf = await actors.pdf(`/api/label-batches/${_id}/labels.pdf`)
    expect([pdf.statusCode, pdf.type]).toEqual([200, 'application/pdf'])
    expect((await PDFDocument.load(pdf.rawPayload)).getPageCount()).toBe(6)
    const { body } = await actors.admin.get(`/api/label-batches/${_id}/slips`)
    expect([body.pages, body.slips.map((slip: { _id: string }) => slip._id)]).toEqual([1, ids])
    const { batches } = (await actors.admin.get('/api/label-batches')).body
    expect(batches[0]).toMatchObject({ _id, orders: 6, done: 6, waiting: 0, by: 'Olive Owner' })
  })

  test('keeps three kinds of errors apart, and tries only these orders again', async () => {
    const [good, refused, told] = [await actors.paid(), await actors.paid(REFUSED), await actors.paid()]
    const unpaid = await placed(actors.buyer, [{ _id: shop.bean, qty: 1 }])
    await actors.buy(told)
    const goingBack = (isGoing: boolean) =>
      shop.db
        .updateTable('payments')
        .set({ returned_cents: isGoing ? sql<number>`captured_cents` : 0 })
        .where('order_id', '=', told)
        .execute()
    await goingBack(true)
    const { _id } = await batchOf([good, refused, unpaid, told])
    const batch = await run(_id)
    expect(batch.rows.map(({ state, problem }) => [state, problem])).toEqual([
      ['done', ''],
      [
        'refused',
        'No label was bought. Shippo says: The carrier account is not registered for this service.',
      ],
      ['missing', 'Only a paid order gets a label'],
      ['missing', 'All its money is on its way back to the buyer, so it is not sent'],
    ])
    await goingBack(false)
    expect(states(await retry(_id))).toEqual(['done', 'waiting', 'missing', 'waiting'])
    const again = await run(_id)
    expect(states(again)).toEqual(['done', 'refused', 'missing', 'done'])
    expect(rowOf(again, told).hadLabel).toBe(true)
    expect(await stateOf(told)).toBe('shipped')
    for (const [order, sold] of [
      [good, 1],
      [refused, 0],
      [told, 1],
      [unpaid, 0],
    ] as const)
      expect(shop.shippo.soldFor(order)).toBe(sold)
  })

  test('whose mail to the buyer failed sends the mail again, and never buys again', async () => {
    const id = await actors.paid()
    const { _id } = await batchOf([id])
    await run(_id)
    const mail = shop.db
      .selectFrom('outbox')
      .select(['state', 'attempts'])
      .where('dedupe_key', '=', `order-shipped:${id}`)
    await shop.db
      .updateTable('outbox')
      .set({ state: 'failed', attempts: 20, problem: '550 no such mailbox' })
      .where('dedupe_key', '=', `order-shipped:${id}`)
      .execute()
    expect(rowOf(await read(_id), id)).toMatchObject({
      state: 'untold',
      problem: `The email to ${actors.buyer.email} failed: 550 no such mailbox`,
    })
    await retry(_id)
    expect(await mail.execute()).toEqual([{ state: 'failed', attempts: 20 }])
    const batch = await run(_id)
    expect(states(batch)).toEqual(['done'])
    expect(await mail.executeTakeFirst()).toMatchObject({ state: expect.stringMatching(/waiting|sent/) })
    expect(shop.shippo.soldFor(id)).toBe(1)
  })

  test('tries nothing again that succeeded or waits already', async () => {
    const ids = [await actors.paid(), await actors.paid(REFUSED)]
    const { _id } = await batchOf(ids)
    await run(_id)
    expect(states(await retry(_id))).toEqual(['done', 'waiting'])
    expect(await changedBy(shop.db, () => retry(_id))).toEqual([])
    await run(_id)
    expect(await changedBy(shop.db, () => run(_id))).toEqual([])
    expect(shop.shippo.soldFor(ids[0]!)).toBe(1)
  })

  test('buys a label that costs less than quoted without a question, and says how much less', async () => {
    const id = await actors.paid()
    await actors.later(8 * DAY)
    shop.override({ quoteGround: async (asked) => ({ ...(await shop.real.quoteGround(asked)), cents: 700 }) })
    const { _id } = await batchOf([id])
    expect(rowOf(await run(_id), id)).toMatchObject({ state: 'done', saved: 0.85, label: { price: 7 } })
  })

  test('asks before it pays a higher price than the buyer paid', async () => {
    const id = await actors.paid()
    await actors.later(8 * DAY)
    shop.override({ quoteGround: async (asked) => ({ ...(await shop.real.quoteGround(asked)), cents: 945 }) })
    const { _id } = await batchOf([id])
    expect(rowOf(await run(_id), id)).toMatchObject({
      state: 'price',
      price: 9.45,
      problem: 'The price of this label is now $9.45; the buyer paid $7.85 for shipping',
    })
    expect(states(await retry(_id))).toEqual(['price'])
    await retry(_id, { prices: [{ order: id, price: 9.4 }] })
    expect(states(await run(_id))).toEqual(['price'])
    expect(shop.shippo.soldFor(id)).toBe(0)
    await retry(_id, { prices: [{ order: id, price: 9.45 }] })
    expect(rowOf(await run(_id), id)).toMatchObject({ state: 'done', label: { price: 9.45 } })
  })

  test('finds a purchase whose response was lost, and does not repeat it', async () => {
    const [lost, never] = [await actors.paid(), await actors.paid()]
    shop.override({
      buyLabel: async (wanted) => {
        if (wanted.reference.startsWith(lost)) await shop.real.buyLabel(wanted)
        throw new ShippingUnavailable('the line was cut')
      },
    })
    const { _id } = await batchOf([lost, never])
    expect(states(await run(_id))).toEqual(['buying', 'buying'])
    expect(states(await retry(_id))).toEqual(['buying', 'buying'])
    shop.override({})
    shop.clock.advance(30 * SECOND)
    await finishLabels(shop.shop)
    const batch = await read(_id)
    expect(states(batch)).toEqual(['done', 'refused'])
    expect(rowOf(batch, never).problem).toContain('nothing was bought')
    expect(await stateOf(lost)).toBe('shipped')
    await retry(_id)
    expect(states(await run(_id))).toEqual(['done', 'done'])
    expect([shop.shippo.soldFor(lost), shop.shippo.soldFor(never)]).toEqual([1, 1])
  })

  test('buys each label once if two of the staff run it at the same time', async () => {
    const ids = []
    for (let count = 0; count < 6; count++) ids.push(await actors.paid())
    const { _id } = await batchOf(ids)
    const packer = await signedIn(shop, { role: 'packer' })
    await Promise.all(
      [actors.admin, packer, actors.admin].map((person) => person.post(`/api/label-batches/${_id}/run`)),
    )
    expect(states(await run(_id))).toEqual(ids.map(() => 'done'))
    for (const id of ids) expect(shop.shippo.soldFor(id)).toBe(1)
  })

  test('goes on after a crash', async () => {
    const id = await actors.paid()
    const { _id } = await batchOf([id])
    await shop.db
      .updateTable('label_batch_rows')
      .set({ state: 'running', updated_at: shop.clock.now().toISOString() })
      .where('batch_id', '=', _id)
      .execute()
    expect((await actors.admin.post(`/api/label-batches/${_id}/run`)).body).toEqual({ rows: [], waiting: 1 })
    shop.clock.advance(3 * MINUTE)
    expect(states(await run(_id))).toEqual(['done'])
  })

  test('prints a page in place of a label that cannot be fetched, and nothing if no label was bought', async () => {
    const ids = [await actors.paid(), await actors.paid()]
    const { _id } = await batchOf(ids)
    expect((await actors.admin.get(`/api/label-batches/${_id}/labels.pdf`)).status).toBe(409)
    // Before the purchase, the slips of all orders can be printed.
    expect((await actors.admin.get(`/api/label-batches/${_id}/slips`)).body.slips).toHaveLength(2)
    let fetched = 0
    shop.override({
      fetchLabel: (url) =>
        fetched++ > 0 ? Promise.reject(new ShippingUnavailable('away')) : shop.real.fetchLabel(url),
    })
    expect(states(await run(_id))).toEqual(['done', 'done'])
    const pdf = await actors.pdf(`/api/label-batches/${_id}/labels.pdf`)
    expect(pdf.statusCode).toBe(200)
    expect((await PDFDocument.load(pdf.rawPayload)).getPageCount()).toBe(2)
  })

  test('of all orders to ship begins with the oldest, and has none whose money is going back', async () => {
    const [one, two] = [await actors.paid(), await actors.paid()]
    await shop.db
      .updateTable('payments')
      .set({ returned_cents: sql<number>`captured_cents` })
      .where('order_id', '=', one)
      .execute()
    const ids = (await batchOf('all')).rows.map(({ _id }) => _id)
    expect(ids).toContain(two)
    expect(ids).not.toContain(one)
    expect(ids.length).toBeLessThanOrEqual(MOST_ORDERS)
  })

  test('has each order once, is made once for an Idempotency-Key, and is deleted after a month', async () => {
    const id = await actors.paid()
    const key = { 'idempotency-key': 'twice' }
    const [first, second] = [
      await actors.admin.post('/api/label-batches', { orders: [id, id] }, key),
      await actors.admin.post('/api/label-batches', { orders: [id, id] }, key),
    ]
    expect(first.body.rows).toHaveLength(1)
    expect(second.body._id).toBe(first.body._id)
    await actors.later(31 * DAY)
    await sweepBatches(shop.shop)
    expect((await actors.admin.get(`/api/label-batches/${first.body._id}`)).status).toBe(404)
    expect(
      await shop.db
        .selectFrom('label_batch_rows')
        .selectAll()
        .where('batch_id', '=', first.body._id)
        .execute(),
    ).toEqual([])
  })

  test('is refused with no order, with more than 500, and to staff at the bar', async () => {
    const many = Array.from({ length: MOST_ORDERS + 1 }, (_, index) => `order${index}`)
    for (const orders of [[], many, 'some', [''], ['../orders']])
      expect((await actors.admin.post('/api/label-batches', { orders })).status).toBe(400)
    expect((await batchOf(many.slice(1))).rows).toHaveLength(MOST_ORDERS)
    const barista = await signedIn(shop, { role: 'barista' })
    expect((await barista.post('/api/label-batches', { orders: ['a'] })).status).toBe(403)
    for (const path of ['', '/labels.pdf', '/slips'])
      expect((await actors.admin.get(`/api/label-batches/nobody${path}`)).status).toBe(404)
    for (const path of ['run', 'retry'])
      expect((await actors.admin.post(`/api/label-batches/nobody/${path}`, {})).status).toBe(404)
  })
})
