/** Placing an order for pickup: the promise, the price, the payment, and what is refused. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { guestOf } from '#test/guests.ts'
import { violations } from '#test/invariants.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'
import { changedBy } from '#test/unchanged.ts'
import { openPickupShop, openStaff, plain, type PickupShop } from './pickup.testing.ts'

let shop: PickupShop
let staff: Awaited<ReturnType<typeof openStaff>>
let buyer: SignedInVisitor
beforeAll(async () => {
  shop = await openPickupShop()
})
beforeEach(async () => {
  staff = await openStaff(shop)
  buyer = await signedIn(shop, { name: 'Ann Buyer' })
})
afterAll(async () => {
  expect(await violations(shop.db)).toEqual([])
  await shop.close()
})

describe('an order for pickup', () => {
  test('has no shipping, the tax of Virginia, and the promise of a day', async () => {
    const { pickup: offered } = (await shop.visitor().get('/api/delivery')).body
    expect(plain(offered.coffee.text)).toBe(
      'Ready Thursday, Nov 19, from 2 pm at the bar, 145 Church Street NW, Vienna, open until 5 pm.',
    )
    expect(plain(offered.coffee.note)).toBe(
      'Pickup at the bar: order by 3 PM ET today, ready tomorrow from 2 pm.',
    )
    const shown = { itemsPrice: 37, shippingPrice: 0, taxPrice: 0.37, totalPrice: 37.37 }
    const answer = await shop.order(buyer, { pickup: { readyOn: '2026-11-19' }, ...shown })
    expect([answer.status, answer.body]).toMatchObject([
      201,
      {
        ...shown,
        isPickup: true,
        readyAt: null,
        delivery: null,
        shippingService: 'Pickup at the bar',
        shippingAddress: { address: '145 Church Street NW', city: 'Vienna', state: 'VA' },
      },
    ])
    expect(answer.body.pickup).toEqual(offered.coffee.promise)
    // A later change of the calendar does not change the promise.
    await staff.settings({ readyFrom: '16:00' })
    expect((await staff.read(answer.body._id)).pickup).toEqual(offered.coffee.promise)
    await staff.settings()
    expect((await buyer.delete(`/api/orders/${answer.body._id}`)).status).toBe(200)
  })

  test('of a guest needs only a name and an email, and can be paid and canceled like any other', async () => {
    const guest = guestOf(shop)
    const { status, body } = await shop.order(guest)
    expect([status, body.isPickup, body.isGuest]).toEqual([201, true, true])
    expect((await guest.delete(`/api/orders/${body._id}`)).status).toBe(200)
    expect((await guest.get(`/api/orders/${body._id}`)).body.state).toBe('cancelled')
    const paid = await shop.bought(guest)
    expect((await staff.handOver(paid)).body.state).toBe('delivered')
  })

  test('is placed once for one key', async () => {
    const headers = { 'idempotency-key': 'pickup-once-1' }
    const body = { orderItems: shop.items(), paymentMethod: 'PayPal', pickup: {} }
    const answers = await Promise.all([1, 2, 3].map(() => buyer.post('/api/orders', body, headers)))
    expect(new Set(answers.map((answer) => answer.body._id)).size).toBe(1)
    expect((await buyer.post('/api/orders', { ...body, pickup: undefined }, headers)).status).toBe(400)
    await buyer.delete(`/api/orders/${answers[0]!.body._id}`)
  })

  test('may be heavier than a parcel', async () => {
    const { status, body } = await shop.order(buyer, { orderItems: shop.items(200) })
    expect(status).toBe(201)
    await buyer.delete(`/api/orders/${body._id}`)
  })

  test('is paid at PayPal without an address', async () => {
    const { body } = await shop.order(buyer)
    const { orderId } = (await buyer.post(`/api/orders/${body._id}/paypal`)).body
    const { request } = shop.paypal.view(orderId)!
    expect(request.purchase_units?.[0]?.shipping).toBeUndefined()
    expect(request.payment_source?.paypal?.experience_context).toMatchObject({
      shipping_preference: 'NO_SHIPPING',
    })
    await buyer.delete(`/api/orders/${body._id}`)
  })
})

/** The response to a pickup while the owner has these settings. Fails if it changes a row. */
const refused = async (changes: object, body: object = {}) => {
  await staff.settings(changes)
  const before = (await buyer.get('/api/products/' + shop.bean)).body.countInStock
  let answer: Awaited<ReturnType<typeof shop.order>>
  const changed = await changedBy(shop.db, async () => {
    answer = await shop.order(buyer, body)
  })
  await staff.settings()
  expect([changed, (await buyer.get('/api/products/' + shop.bean)).body.countInStock]).toEqual([[], before])
  return [answer!.status, answer!.body.code, plain(answer!.body.message)]
}

describe('pickup is refused, and nothing changes,', () => {
  test('if the owner has switched it off', async () => {
    expect(await refused({ pickup: false })).toEqual([
      409,
      'pickup',
      'Pickup is no longer offered. Please choose shipping',
    ])
    await staff.settings({ pickup: false })
    expect((await shop.visitor().get('/api/delivery')).body.pickup).toBeNull()
    await staff.settings()
  })

  test.each<[object, string]>([
    [{ packingDays: [] }, 'we are not packing orders'],
    [{ roastDays: [] }, 'we have no roast days planned'],
    [{ closures: ['2026-11-01 to 2027-11-01'] }, 'not possible within the next 60 days'],
  ])('if the calendar has no day: %j', async (changes, why) => {
    const [status, code, message] = await refused(changes)
    expect([status, code]).toEqual([409, 'pickup'])
    expect(message).toContain(why)
    expect(message).toContain('choose shipping')
  })

  test('if the day has changed since the buyer saw it', async () => {
    const [status, code, message] = await refused(
      { closures: ['2026-11-19'] },
      { pickup: { readyOn: '2026-11-19' } },
    )
    expect([status, code]).toEqual([409, 'pickup'])
    expect(message).toContain('The day of pickup has changed. Ready Friday, Nov 20, from 2 pm')
  })

  test.each<[object, string, string]>([
    [{ pickup: undefined }, 'shippingAddress', 'Enter an address, or choose pickup'],
    [{ shippingQuote: { quoteId: 'q' } }, 'pickup', 'Choose shipping or pickup, but not both'],
    [{ pickup: { readyOn: 7 } }, 'pickup.readyOn', ''],
    [{ pickup: 'yes' }, 'pickup', ''],
    [{ shippingPrice: 5 }, '', 'Prices have changed. Please check the new total'],
  ])('if the request is wrong: %j', async (body, field, message) => {
    const answer = await shop.order(buyer, body)
    expect([400, 409]).toContain(answer.status)
    expect(answer.body.field ?? '').toBe(field)
    expect(answer.body.message).toContain(message)
  })
})
