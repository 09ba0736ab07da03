// On SQLite only: calls of outside services, the same code on both databases.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { placed, VIENNA } from '#test/purchase.ts'
import { signedIn } from '#test/signed-in.ts'
import { changedBy } from '#test/unchanged.ts'
import { DAY, SECOND } from '#server/kernel/time/clock.ts'
import { ShippingUnavailable } from '#server/providers/providers.ts'
import { finishLabels } from './finish-labels.ts'
import { openLabelActors, openLabelShop, type LabelActors, type LabelShop } from './labels.testing.ts'

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

describe('a label is bought', () => {
  test('for a paid order, at the price that the buyer paid, with its number on the order', async () => {
    const id = await actors.paid()
    const { status, body } = await actors.buy(id)
    expect([status, body.label.state, body.label.by]).toEqual([200, 'bought', 'Olive Owner'])
    expect(body.label.price).toBe(body.shippingPrice)
    expect(body.label.trackingNumber).toMatch(/^9400\d{18}$/)
    expect(body).toMatchObject({ box: 'Small (7 × 7 × 7 in)', grams: 490, pieces: 1, isSandbox: true })
    const seen = (await actors.buyer.get(`/api/orders/${id}`)).body
    expect(seen.state).toBe('paid')
    expect(seen.tracking.number).toBe(body.label.trackingNumber)
    expect(seen.parcel).toMatchObject({ state: 'announced' })
    expect(await actors.historyOf(id)).toContain(`Label bought for $${body.label.price.toFixed(2)}`)
    const record = (await actors.admin.get(`/api/record?subject=order&subjectId=${id}`)).body.lines[0]
    expect(record).toMatchObject({ action: 'Bought a label', by: 'Olive Owner' })
  })

  test('and marks the order shipped in the same step if requested', async () => {
    const id = await actors.paid()
    expect((await actors.buy(id, { ship: true })).body.isShipped).toBe(true)
    const { body } = await actors.admin.get(`/api/orders/${id}`)
    expect(body.state).toBe('shipped')
    expect((await actors.historyOf(id)).slice(-2)).toEqual([
      expect.stringMatching(/^Label bought/),
      'Shipped',
    ])
  })

  test('once: a second purchase returns the same label', async () => {
    const id = await actors.paid()
    const first = (await actors.buy(id)).body
    expect((await actors.buy(id)).body).toEqual(first)
    expect(shop.shippo.soldFor(id)).toBe(1)
  })

  test('once: if its order was not shipped with it, a second purchase does not ship it, and says so', async () => {
    const id = await actors.paid()
    expect((await actors.buy(id)).body.isShipped).toBe(false)
    expect((await actors.buy(id, { ship: true })).body).toMatchObject({
      label: { state: 'bought' },
      isShipped: false,
    })
    expect((await actors.admin.get(`/api/orders/${id}`)).body.state).toBe('paid')
  })

  test('once, even if two admins buy it twice at the same time', async () => {
    const other = await signedIn(shop, { name: 'Otto', isAdmin: true })
    for (let round = 0; round < 5; round++) {
      const id = await actors.paid()
      const body = { orderId: id }
      const answers = await Promise.all(
        [actors.admin, other, actors.admin, other].map((each) => each.post('/api/shippo', body)),
      )
      for (const { status } of answers) expect([200, 409]).toContain(status)
      expect(answers.some(({ status }) => status === 200)).toBe(true)
      expect((await actors.buy(id)).body.label.state).toBe('bought')
      expect(shop.shippo.soldFor(id)).toBe(1)
    }
  })

  test.each(['pending', 'cancelled'])('never for an order that is %s', async (state) => {
    const id = await placed(actors.buyer, [{ _id: await shop.sell(), qty: 1 }])
    if (state === 'cancelled') await actors.buyer.delete(`/api/orders/${id}`)
    const changed = await changedBy(shop.db, async () => {
      const answer = await actors.buy(id)
      expect([answer.status, answer.body.message]).toEqual([409, 'Only a paid order gets a label'])
    })
    expect(changed).toEqual([])
  })

  test('when Shippo takes a while to create it', async () => {
    const id = await actors.paid({ ...VIENNA, address: '5 LABELQUEUED Road' })
    expect((await actors.buy(id)).body.label.state).toBe('bought')
    expect(shop.shippo.soldFor(id)).toBe(1)
  })

  test('or, if Shippo refuses, not bought; the answer has the carrier’s message, and another attempt is possible', async () => {
    const id = await actors.paid({ ...VIENNA, address: '5 LABELERROR Road' })
    const { status, body } = await actors.buy(id)
    expect([status, body.message]).toEqual([
      502,
      'No label was bought. Shippo says: The carrier account is not registered for this service.',
    ])
    expect(await actors.labelOf(id)).toMatchObject({
      state: 'failed',
      problem: 'The carrier account is not registered for this service.',
    })
    expect((await actors.buyer.get(`/api/orders/${id}`)).body.parcel).toBeNull()
    expect((await actors.buy(id)).status).toBe(502)
    expect(shop.shippo.soldFor(id)).toBe(0)
  })
})

describe('the price of a label', () => {
  test('is requested again after seven days, and accepted if it is the same', async () => {
    const id = await actors.paid()
    await actors.later(8 * DAY)
    expect((await actors.buy(id)).body.label.state).toBe('bought')
  })

  test('is shown if it differs from what the buyer paid, and accepted if the admin agrees', async () => {
    const id = await actors.paid()
    await actors.later(8 * DAY)
    shop.override({ quoteGround: async (asked) => ({ ...(await shop.real.quoteGround(asked)), cents: 945 }) })
    const changed = await changedBy(shop.db, async () => {
      const { status, body } = await actors.buy(id)
      expect([status, body]).toEqual([
        409,
        {
          message: 'The price of this label is now $9.45; the buyer paid $7.85 for shipping',
          code: 'price',
          price: 9.45,
          paid: 7.85,
        },
      ])
      expect((await actors.buy(id, { price: 9.4 })).status).toBe(409)
    })
    expect(changed).toEqual([])
    const pays = (cents: number) =>
      shop.db
        .updateTable('orders')
        .set((eb) => ({
          shipping_cents: cents,
          total_cents: eb(eb('total_cents', '-', eb.ref('shipping_cents')), '+', cents),
        }))
        .where('id', '=', id)
        .execute()
    await pays(0)
    expect((await actors.buy(id)).body.message).toBe(
      'The price of this label is now $9.45; the buyer had free shipping',
    )
    await pays(785)
    const { body } = await actors.buy(id, { price: 9.45 })
    expect(body).toMatchObject({ shippingPrice: 7.85, label: { state: 'bought', price: 9.45 } })
  })
})

describe('a purchase whose response is lost', () => {
  test('is found again and never repeated', async () => {
    const id = await actors.paid()
    shop.override({
      buyLabel: async (wanted) => {
        await shop.real.buyLabel(wanted)
        throw new ShippingUnavailable('the line was cut')
      },
    })
    const answer = await actors.buy(id, { ship: true })
    expect([answer.status, answer.body.code]).toEqual([503, 'buying'])
    expect((await actors.labelOf(id)).state).toBe('buying')
    shop.override({})
    expect((await actors.buy(id)).body.code).toBe('buying')
    shop.clock.advance(6 * SECOND)
    await finishLabels(shop.shop)
    expect((await actors.labelOf(id)).state).toBe('bought')
    // The option of the purchase is applied too.
    expect((await actors.admin.get(`/api/orders/${id}`)).body.state).toBe('shipped')
    await finishLabels(shop.shop)
    expect(shop.shippo.soldFor(id)).toBe(1)
    expect((await actors.historyOf(id)).filter((event) => event === 'Shipped')).toHaveLength(1)
    expect((await actors.pdfOf(id)).statusCode).toBe(200)
  })

  test('that never reached Shippo fails after a while, and the next attempt buys', async () => {
    const id = await actors.paid()
    shop.override({ buyLabel: () => Promise.reject(new ShippingUnavailable('nobody there')) })
    expect((await actors.buy(id)).status).toBe(503)
    shop.override({})
    shop.clock.advance(10 * SECOND)
    await finishLabels(shop.shop)
    expect((await actors.labelOf(id)).state).toBe('buying')
    shop.clock.advance(20 * SECOND)
    await finishLabels(shop.shop)
    expect(await actors.labelOf(id)).toMatchObject({
      state: 'failed',
      problem: expect.stringContaining('nothing was bought'),
    })
    expect((await actors.buy(id)).body.label.state).toBe('bought')
    expect(shop.shippo.soldFor(id)).toBe(1)
  })

  test('that reaches Shippo late is found by the next attempt', async () => {
    const id = await actors.paid()
    let late: (() => Promise<unknown>) | null = null
    shop.override({
      buyLabel: (wanted) => {
        late = () => shop.real.buyLabel(wanted)
        return Promise.reject(new ShippingUnavailable('slow'))
      },
    })
    await actors.buy(id)
    shop.override({})
    shop.clock.advance(30 * SECOND)
    await finishLabels(shop.shop)
    await late!()
    expect((await actors.buy(id)).body.label.state).toBe('bought')
    expect(shop.shippo.soldFor(id)).toBe(1)
  })
})
