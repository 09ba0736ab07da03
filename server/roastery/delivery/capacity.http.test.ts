// On SQLite only: dates of roasting, which the same code computes on both databases.
/** The capacity of roast days: when one is full, new orders are promised for the next one. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { expireOrders } from '#server/checkout/orders/close.ts'
import { MINUTE } from '#server/kernel/time/clock.ts'
import { SHIPPING_DEFAULTS } from '#shared/platform/settings/shipping.ts'
import { violations } from '#test/invariants.ts'
import { BALTIMORE, bought, orderBody, placed, quote, type CartLines } from '#test/purchase.ts'
import { greenLot, recipeOf, roastOf } from '#test/roastery/green.ts'
import type { TestShop } from '#test/shop.ts'
import type { SignedInVisitor } from '#test/signed-in.ts'
import { listen, sendRequest } from '#test/wire.ts'
import {
  BAG,
  FRIDAY,
  MONDAY,
  openRoastery,
  setCapacity,
  setDay,
  THURSDAY,
  type Roastery,
} from './capacity.testing.ts'

let roastery: Roastery
let shop: TestShop
let admin: SignedInVisitor
let buyer: SignedInVisitor
beforeEach(async () => {
  roastery = await openRoastery()
  ;({ shop, admin, buyer } = roastery)
})
afterEach(async () => {
  expect(await violations(shop.db)).toEqual([])
  await shop.close()
})

const { lines, bookings, roastsOn, limit } = {
  lines: (qty?: number) => roastery.lines(qty),
  bookings: () => roastery.bookings(),
  roastsOn: (id: string) => roastery.roastsOn(id),
  limit: (capacity: number | null) => setCapacity(admin, capacity),
}
const next = async () => (await shop.visitor().get('/api/delivery')).body
const ofCart = async (orderItems: CartLines) =>
  (await shop.visitor().post('/api/delivery', { orderItems })).body

describe('without a capacity', () => {
  test('every order is promised for the first day, and its green coffee is booked for the plan', async () => {
    const id = await placed(buyer, lines(60))
    expect(await bookings()).toEqual([{ order_id: id, day: THURSDAY, green_grams: 24_286 }])
    expect(await next()).toMatchObject({ isLimited: false, toOrder: { dates: { roastsOn: THURSDAY } } })
  })

  test('an order of other goods books nothing', async () => {
    const bean = await shop.sell({ name: 'Counted' })
    await placed(buyer, [{ _id: bean, qty: 2 }])
    expect(await bookings()).toEqual([])
  })
})

describe('the green coffee of an order', () => {
  test('follows from the recipe: each roast of a blend has its own loss', async () => {
    const greens = [{ lot: await greenLot(shop), percent: 100 }]
    const roastOfLoss = (loss_thousandths: number) => roastOf(shop, greens, { loss_thousandths })
    await recipeOf(shop, roastery.fresh, [
      { percent: 60, roast: await roastOfLoss(150) },
      { percent: 40, roast: await roastOfLoss(200) },
    ])
    const id = await placed(buyer, lines(10))
    // 3,400 g: 2,040 g / 0.85 + 1,360 g / 0.8.
    expect(await bookings()).toEqual([{ order_id: id, day: THURSDAY, green_grams: 2400 + 1700 }])
  })
})

describe('a full day', () => {
  test('stays the day of a buyer who changes the unpaid order that has filled it', async () => {
    await limit(3 * BAG)
    const first = await placed(buyer, lines(3))
    const body = await orderBody(buyer, lines(2), BALTIMORE)
    const changed = await buyer.post('/api/orders', { ...body, changes: { order: first } })
    expect([changed.status, await roastsOn(changed.body._id)]).toEqual([201, THURSDAY])
  })

  test('moves the dates of products, carts, quotes and pickups to the next day with room', async () => {
    await limit(3 * BAG)
    await placed(buyer, lines(2))
    expect(await next()).toMatchObject({ isLimited: true, toOrder: { dates: { roastsOn: THURSDAY } } })
    expect((await ofCart(lines(1))).delivery.dates.roastsOn).toBe(THURSDAY)
    const large = await ofCart(lines(2))
    expect([large.delivery.dates.roastsOn, large.pickup.promise.roastsOn]).toEqual([FRIDAY, FRIDAY])
    await placed(buyer, lines(1))
    const full = await next()
    expect(full.toOrder.dates).toMatchObject({ roastsOn: FRIDAY, shipsOn: FRIDAY })
    expect(full.toOrder.text).toContain('roasts and ships Fri')
    expect(full.pickup.toOrder.promise).toMatchObject({ roastsOn: FRIDAY, readyOn: FRIDAY })
    // Coffee from stock needs no roasting, and keeps its date.
    expect(full.coffee.dates.roastsOn).toBe(THURSDAY)
    const { delivery } = (await quote(buyer, lines(1))) as unknown as { delivery: { dates: object } }
    expect(delivery.dates).toMatchObject({ roastsOn: FRIDAY })
    const zip = { orderItems: lines(1), postalCode: '22180' }
    expect((await buyer.post('/api/shippo/estimate', zip)).body.delivery.dates.roastsOn).toBe(FRIDAY)
    expect(await roastsOn(await placed(buyer, lines(1)))).toBe(FRIDAY)
  })

  test('changes cached dates at once, and again when an unpaid order expires', async () => {
    const port = await listen(shop)
    const day = async () => (await sendRequest(port, '/api/delivery')).body.toOrder.dates.roastsOn
    await limit(BAG)
    expect(await day()).toBe(THURSDAY)
    await placed(buyer, lines(1))
    expect(await day()).toBe(FRIDAY)
    shop.clock.advance(31 * MINUTE)
    await expireOrders(shop.shop)
    expect(await day()).toBe(THURSDAY)
    await placed(buyer, lines(1))
    expect(await day()).toBe(FRIDAY)
  })

  test('keeps its bookings when an order is paid and shipped', async () => {
    await limit(BAG)
    const { id } = await bought(shop, buyer, lines(1))
    expect(await roastsOn(await placed(buyer, lines(1)))).toBe(FRIDAY)
    expect((await admin.put(`/api/orders/${id}/ship`, { trackingNumber: '9400' })).status).toBe(200)
    expect((await ofCart(lines(1))).delivery.dates.roastsOn).toBe(MONDAY)
  })

  test('has room again when an order is refunded in full', async () => {
    await limit(BAG)
    const { id, total } = await bought(shop, buyer, lines(1))
    expect((await ofCart(lines(1))).delivery.dates.roastsOn).toBe(FRIDAY)
    expect((await admin.post(`/api/orders/${id}/refund`, { amount: total })).status).toBe(200)
    expect((await ofCart(lines(1))).delivery.dates.roastsOn).toBe(THURSDAY)
  })

  test('refuses a pickup whose day has changed, and names the new day', async () => {
    await limit(BAG)
    const body = { orderItems: lines(1), paymentMethod: 'PayPal' }
    // Coffee that is roasted on Thursday, a holiday of the carrier, is packed on Friday, like coffee that is roasted on
    // Friday.
    for (let count = 0; count < 2; count++)
      expect((await buyer.post('/api/orders', { ...body, pickup: { readyOn: FRIDAY } })).status).toBe(201)
    const { status, body: refusal } = await buyer.post('/api/orders', {
      ...body,
      pickup: { readyOn: FRIDAY },
    })
    expect([status, refusal.code]).toEqual([409, 'pickup'])
    expect(refusal.message).toContain('The day of pickup has changed')
    const { readyOn } = (await next()).pickup.toOrder.promise
    expect((await buyer.post('/api/orders', { ...body, pickup: { readyOn } })).status).toBe(201)
  })

  test('can have a capacity that differs from the settings, also 0', async () => {
    await limit(BAG)
    await setDay(shop, THURSDAY, 0)
    await setDay(shop, FRIDAY, 5 * BAG)
    expect((await next()).toOrder.dates.roastsOn).toBe(FRIDAY)
    expect(await roastsOn(await placed(buyer, lines(5)))).toBe(FRIDAY)
    expect((await next()).toOrder.dates.roastsOn).toBe(MONDAY)
    await limit(null)
    await setDay(shop, FRIDAY, null)
    expect((await next()).toOrder.dates.roastsOn).toBe(FRIDAY)
  })

  test('on all days within two months gives a sentence instead of a date', async () => {
    await limit(1)
    const { toOrder, pickup, coffee } = await next()
    expect(toOrder).toMatchObject({ dates: null, text: expect.stringContaining('roast days are full') })
    expect(pickup.toOrder).toMatchObject({
      promise: null,
      text: expect.stringContaining('roast days are full'),
    })
    expect(coffee.dates.roastsOn).toBe(THURSDAY)
    const id = await placed(buyer, lines(1))
    expect([await roastsOn(id), await bookings()]).toEqual([null, []])
  })
})

describe('an order larger than a whole day', () => {
  test('is roasted on several days, and is ready after the last one', async () => {
    await limit(4 * BAG)
    await placed(buyer, lines(2))
    const id = await placed(buyer, lines(8))
    const own = (await bookings()).filter(({ order_id: order }) => order === id)
    const total = Math.ceil((8 * 340) / 0.84)
    expect(own).toEqual([
      { order_id: id, day: THURSDAY, green_grams: 4 * BAG - 810 },
      { order_id: id, day: FRIDAY, green_grams: 4 * BAG },
      { order_id: id, day: MONDAY, green_grams: total - (4 * BAG - 810) - 4 * BAG },
    ])
    expect(await roastsOn(id)).toBe(MONDAY)
  })

  test('waits for an empty day if it fits into one', async () => {
    await limit(4 * BAG)
    await placed(buyer, lines(2))
    expect(await roastsOn(await placed(buyer, lines(4)))).toBe(FRIDAY)
    expect(await roastsOn(await placed(buyer, lines(2)))).toBe(THURSDAY)
  })
})

test('the dates of a cart are refused with 409 for goods that are not for sale', async () => {
  await limit(BAG)
  const answer = await shop.visitor().post('/api/delivery', { orderItems: [{ _id: 'nothing', qty: 1 }] })
  expect(answer.status).toBe(409)
  await admin.put('/api/settings/shipping', { ...SHIPPING_DEFAULTS, pickup: false, version: 0 })
  expect((await ofCart(lines(1))).pickup).toBeNull()
})
