import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { quote, VIENNA } from '#test/purchase.ts'
import { openLabelActors, openLabelShop, type LabelActors, type LabelShop } from './labels.testing.ts'
import { updateParcels } from './parcels.ts'
import { RateExpired } from '#server/providers/shipping.ts'
import { batchCalls } from '../batches/batches.testing.ts'

let shop: LabelShop
let actors: LabelActors
const { batchOf, run } = batchCalls(() => actors)
beforeAll(async () => {
  shop = await openLabelShop()
})
beforeEach(async () => {
  shop.override({})
  await shop.db.updateTable('labels').set({ next_look_at: null }).execute()
  actors = await openLabelActors(shop)
})
afterAll(() => shop.close())

const split = async (id: string, parcels: { line: number; qty: number }[][], version?: number) => {
  const { splitVersion } = (await actors.admin.get(`/api/orders/${id}/label`)).body
  const body = { version: version ?? splitVersion, parcels: parcels.map((goods) => ({ goods })) }
  return actors.admin.put(`/api/orders/${id}/parcels`, body)
}
/** Splits an order with one line into parcels with these numbers of pieces. */
const splitBy = async (id: string, ...counts: number[]) => {
  const line = await lineOf(id)
  return split(
    id,
    counts.map((qty) => [{ line, qty }]),
  )
}
const lineOf = async (id: string): Promise<number> => (await readOrder(id)).orderItems[0].line
const readOrder = async (id: string) => (await actors.buyer.get(`/api/orders/${id}`)).body
const mailsAbout = async (kind: 'order-shipped' | 'order-delivered') =>
  (
    await shop.db
      .selectFrom('outbox')
      .select('id')
      .where('recipient', '=', actors.buyer.email)
      .where('kind', '=', kind)
      .execute()
  ).length

describe('an order for several boxes', () => {
  test('is quoted at the sum of its parcels, and the contract of the quote stays', async () => {
    const one = await quote(actors.buyer, [{ _id: shop.bean, qty: 86 }])
    const two = await quote(actors.buyer, [{ _id: shop.bean, qty: 172 }])
    expect(two.shippingRate).toBeCloseTo(2 * one.shippingRate, 2)
    expect(Object.keys(two)).toEqual(Object.keys(one))
    const tooMany = await actors.buyer.post('/api/shippo/calcship', {
      orderItems: [
        { _id: shop.bean, qty: 1000 },
        { _id: shop.bean, qty: 1000 },
      ],
      shippingAddress: VIENNA,
    })
    expect([tooMany.status, tooMany.body.message]).toEqual([
      400,
      expect.stringContaining('more than 20 parcels'),
    ])
  })

  test('gets a label for each parcel with one press, and a second press buys nothing', async () => {
    const id = await actors.paid(VIENNA, 90)
    const proposed = (await actors.admin.get(`/api/orders/${id}/label`)).body
    expect(proposed.box).toBe('2 parcels')
    expect(proposed.parcels.map(({ pieces: count }: { pieces: number }) => count)).toEqual([86, 4])
    const { status, body, text } = await actors.buy(id, { ship: true })
    expect(status, text).toBe(200)
    expect(body.isShipped).toBe(true)
    const numbers = body.parcels.map(
      ({ label }: { label: { trackingNumber: string } }) => label.trackingNumber,
    )
    expect(new Set(numbers).size).toBe(2)
    expect((await actors.buy(id, { ship: true })).body.parcels).toEqual(body.parcels)
    expect(shop.shippo.soldFor(id)).toBe(2)
    const order = await readOrder(id)
    expect(order.state).toBe('shipped')
    expect(order.parcels).toMatchObject([
      { number: 1, goods: [{ qty: 86 }], tracking: { number: numbers[0] }, status: { state: 'announced' } },
      { number: 2, goods: [{ qty: 4 }], tracking: { number: numbers[1] } },
    ])
    expect(order.tracking.number).toBe(numbers.join(', '))
    expect(await mailsAbout('order-shipped')).toBe(1)
    expect((await actors.pdfOf(id)).statusCode).toBe(200)
    expect((await actors.pdf(`/api/orders/${id}/label.pdf?parcel=3`)).statusCode).toBe(409)
    const slip = (await actors.admin.get(`/api/orders/${id}/packing`)).body
    expect(slip.boxes).toMatchObject([{ goods: [{ qty: 86 }] }, { goods: [{ qty: 4 }] }])
  })

  test('buys each label once, also if two people press at the same time', async () => {
    const id = await actors.paid(VIENNA, 90)
    const answers = await Promise.all([1, 2, 3].map(() => actors.buy(id)))
    for (const { status } of answers) expect([200, 409]).toContain(status)
    expect((await actors.buy(id)).status).toBe(200)
    expect(shop.shippo.soldFor(id)).toBe(2)
  })

  test('is bought in a batch as one answer, with a slip and a label for each parcel', async () => {
    const id = await actors.paid(VIENNA, 90)
    const chosen = await batchOf([id])
    expect(chosen.rows).toMatchObject([{ state: 'waiting', parcels: 2 }])
    const done = await run(chosen._id)
    expect(done.rows).toMatchObject([{ state: 'done', parcels: 2, isShipped: true }])
    expect(done.rows[0]!.label!.trackingNumber.split(', ').length).toBe(2)
    expect(shop.shippo.soldFor(id)).toBe(2)
    expect((await actors.pdf(`/api/label-batches/${chosen._id}/labels.pdf`)).statusCode).toBe(200)
  })
})

describe('staff split an order', () => {
  test('by pieces of a line, and the order ships with its last parcel', async () => {
    const id = await actors.paid(VIENNA, 5)
    const answer = await splitBy(id, 3, 2)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body.parcels).toMatchObject([{ pieces: 3 }, { pieces: 2 }])
    expect(
      (await actors.admin.put(`/api/orders/${id}/ship`, { parcel: 2, trackingNumber: '9400 2' })).body.state,
    ).toBe('paid')
    expect(await mailsAbout('order-shipped')).toBe(0)
    const shipped = await actors.admin.put(`/api/orders/${id}/ship`, { parcel: 1, trackingNumber: '9400 1' })
    expect(shipped.body).toMatchObject({ state: 'shipped', tracking: { number: '9400 1, 9400 2' } })
    expect(await mailsAbout('order-shipped')).toBe(1)
    expect((await splitBy(id, 4, 1)).status).toBe(409)
  })

  test('with all pieces, each once: anything else is refused and changes nothing', async () => {
    const id = await actors.paid(VIENNA, 5)
    const line = await lineOf(id)
    expect((await splitBy(id, 3, 3)).status).toBe(400)
    expect((await splitBy(id, 3, 1)).status).toBe(400)
    expect((await split(id, [[{ line: 77, qty: 5 }], [{ line, qty: 5 }]])).status).toBe(400)
    expect(
      (
        await split(id, [
          [
            { line, qty: 2 },
            { line, qty: 3 },
          ],
          [{ line, qty: 0 }],
        ])
      ).status,
    ).toBe(400)
    expect(
      (
        await split(
          id,
          Array.from({ length: 21 }, () => [{ line, qty: 1 }]),
        )
      ).status,
    ).toBe(400)
    expect((await split(id, [])).status).toBe(400)
    expect((await actors.admin.get(`/api/orders/${id}/label`)).body.parcels.length).toBe(1)
  })

  test('once: the same parcels again change nothing, and an older page is refused', async () => {
    const id = await actors.paid(VIENNA, 5)
    const { splitVersion } = (await splitBy(id, 3, 2)).body
    expect((await splitBy(id, 3, 2)).body.splitVersion).toBe(splitVersion)
    const line = await lineOf(id)
    const late = await split(id, [[{ line, qty: 1 }], [{ line, qty: 4 }]], 0)
    expect([late.status, late.body.code]).toEqual([409, 'parcels'])
    expect((await splitBy(id, 5)).body.parcels.length).toBe(1)
  })

  test('and a parcel with a label keeps its goods until the label is voided, which concerns no other parcel', async () => {
    const id = await actors.paid(VIENNA, 6)
    await splitBy(id, 3, 2, 1)
    expect((await actors.buy(id, { parcel: 2, ship: true })).body.isShipped).toBe(false)
    expect(shop.shippo.soldFor(id)).toBe(1)
    expect((await splitBy(id, 3, 1, 2)).status).toBe(409)
    expect((await splitBy(id, 2, 2, 2)).status).toBe(200)
    const { body } = await actors.buy(id, { ship: true, price: (await dearer(id))! })
    expect(body.isShipped).toBe(true)
    expect((await actors.admin.post(`/api/orders/${id}/label/void`)).status).toBe(409)
    expect((await actors.admin.post(`/api/orders/${id}/label/void?parcel=2`)).status).toBe(200)
    const order = await readOrder(id)
    expect(order.state).toBe('paid')
    expect(order.parcels.map(({ leftAt }: { leftAt: string | null }) => leftAt !== null)).toEqual([
      true,
      false,
      true,
    ])
    const again = await actors.buy(id, { parcel: 2, ship: true, price: (await dearer(id, 2))! })
    expect(again.body.isShipped).toBe(true)
    expect(shop.shippo.soldFor(id)).toBe(4)
  })

  test('and the shop asks before the labels cost more than what was quoted', async () => {
    const id = await actors.paid(VIENNA, 5)
    await splitBy(id, 3, 2)
    const asked = await actors.buy(id)
    expect([asked.status, asked.body.code]).toEqual([409, 'price'])
    expect(shop.shippo.soldFor(id)).toBe(0)
    expect((await actors.buy(id, { price: asked.body.price })).status).toBe(200)
    expect(shop.shippo.soldFor(id)).toBe(2)
  })

  test('and a failure after the first label leaves the rest to be bought', async () => {
    const id = await actors.paid(VIENNA, 90)
    let calls = 0
    shop.override({
      buyLabel: (wanted) => {
        if (++calls === 2) throw new RateExpired(400, 'gone')
        return shop.real.buyLabel(wanted)
      },
    })
    expect((await actors.buy(id, { ship: true })).status).toBe(502)
    expect((await readOrder(id)).state).toBe('paid')
    shop.override({})
    expect((await actors.buy(id, { ship: true })).body.isShipped).toBe(true)
    expect(shop.shippo.soldFor(id)).toBe(2)
  })
})

test('the carrier’s scans ship an order with its last parcel, and deliver it when all have arrived', async () => {
  const id = await actors.paid(VIENNA, 90)
  const { body } = await actors.buy(id)
  const numbers = body.parcels.map(({ label }: { label: { trackingNumber: string } }) => label.trackingNumber)
  const scan = async (number: string, state: 'TRANSIT' | 'DELIVERED') => {
    shop.shippo.move(number, state)
    await shop.visitor().post(`/api/shippo/webhook/${shop.shop.config.shippoWebhookSecret}`, {
      data: { tracking_number: number },
    })
    await updateParcels(shop.shop)
    return (await readOrder(id)).state
  }
  expect(await scan(numbers[0], 'TRANSIT')).toBe('paid')
  expect(await scan(numbers[0], 'DELIVERED')).toBe('paid')
  expect(await scan(numbers[1], 'TRANSIT')).toBe('shipped')
  expect(await scan(numbers[1], 'DELIVERED')).toBe('delivered')
  expect([await mailsAbout('order-shipped'), await mailsAbout('order-delivered')]).toEqual([1, 1])
})

/** The price of the missing labels that staff are asked for; undefined if they cost no more than quoted. */
async function dearer(id: string, parcel?: number): Promise<number | undefined> {
  const answer = await actors.buy(id, { ship: true, ...(parcel === undefined ? {} : { parcel }) })
  return answer.status === 409 ? answer.body.price : undefined
}
