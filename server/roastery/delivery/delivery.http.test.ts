// On SQLite only: plans, which the same code computes on both databases.
/** The roast calendar as a setting, the dates that buyers see, and free shipping. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { BALTIMORE, orderBody, pay, placed, quote } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'
import { listen, sendRequest } from '#test/wire.ts'
import { SHIPPING_DEFAULTS } from '#shared/platform/settings/shipping.ts'

let shop: TestShop
let admin: SignedInVisitor
let buyer: SignedInVisitor
let bean: string
let mug: string
beforeEach(async () => {
  shop = await openShop()
  // Wednesday, November 25, 2026, 2:00 PM in Virginia, the day before Thanksgiving.
  shop.clock.advance(Date.parse('2026-11-25T19:00:00Z') - shop.clock.now().getTime())
  admin = await signedIn(shop, { name: 'Olive Owner', isAdmin: true })
  buyer = await signedIn(shop, { name: 'Ann Buyer' })
  bean = await shop.sell({ stock: 1000, priceCents: 1800 })
  mug = await shop.sell({ stock: 1000, priceCents: 2200, sizeGrams: null })
  await shop.db.updateTable('products').set({ category: 'Mugs' }).where('id', '=', mug).execute()
})
afterEach(() => shop.close())

const plain = (text: string) => text.replaceAll('\u00a0', ' ')
const next = async () => (await shop.visitor().get('/api/delivery')).body
const save = (changes: object, version = 0) =>
  admin.put('/api/settings/shipping', { ...SHIPPING_DEFAULTS, ...changes, version })

describe('the dates', () => {
  test('come from the calendar, differ for coffee and other goods, and end at the next cut-off', async () => {
    const { coffee, goods, freeFrom, handling, until } = await next()
    expect(plain(coffee.text)).toBe(
      'Order by 3 PM ET today: roasts tomorrow, ships Fri, arrives Mon, Nov 30 – Wed, Dec 2.',
    )
    expect(coffee.dates).toEqual({
      roastsOn: '2026-11-26',
      shipsOn: '2026-11-27',
      arrivesFrom: '2026-11-30',
      arrivesTo: '2026-12-02',
    })
    expect(plain(goods.text)).toBe('Order by 3 PM ET today: ships Fri, arrives Mon, Nov 30 – Wed, Dec 2.')
    expect(handling).toEqual({
      days: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'],
      cutOff: '15:00:00-05:00',
      most: 1,
      transit: { min: 3, max: 5 },
    })
    expect([freeFrom, until]).toEqual([null, '2026-11-25T20:00:00.000Z'])
  })

  test('change at the cut-off and at midnight of the shop', async () => {
    shop.clock.advance(3_600_000)
    const after = (await next()).coffee
    expect(plain(after.text)).toContain('Order by 3 PM ET Fri: roasts and ships Mon, arrives')
    expect(after.until).toBe('2026-11-26T05:00:00.000Z')
    shop.clock.advance(9 * 3_600_000)
    expect(plain((await next()).coffee.text)).toContain('Order by 3 PM ET tomorrow:')
  })

  test('in a cached response end at the cut-off, without any change', async () => {
    const port = await listen(shop)
    const read = async () => (await sendRequest(port, '/api/delivery')).body
    // Repeated if the machine is so slow that the cut-off is over before the first answer.
    for (let attempt = 1; attempt <= 5; attempt++) {
      const before = await next()
      shop.clock.advance(Date.parse(before.until) - 2000 - shop.clock.now().getTime())
      // Removes the response that was cached while the cut-off was hours away.
      shop.shop.changed({ tag: 'Settings' })
      const cached = await read()
      if (cached.until !== before.until) continue
      await expect.poll(async () => (await read()).until).not.toBe(cached.until)
      return
    }
    throw new Error('No answer came before its cut-off')
  })

  test('follow a change of the calendar at once, and a calendar without roast days has a statement', async () => {
    await next()
    expect((await save({ roastDays: ['Tue'], restDays: 1 })).status).toBe(200)
    expect((await next()).coffee.dates).toMatchObject({ roastsOn: '2026-12-01', shipsOn: '2026-12-02' })
    await save({ roastDays: [] }, 1)
    const { coffee, goods } = await next()
    expect(coffee).toMatchObject({ dates: null, text: expect.stringContaining('no roast days') })
    expect(goods.dates).not.toBeNull()
    await save({ closures: ['2026-11-01 to 2027-11-01'] }, 2)
    expect((await next()).goods).toMatchObject({ dates: null, text: expect.stringContaining('60 days') })
  })
})

describe('an order', () => {
  test('keeps the dates that it was placed with, also after the calendar has changed', async () => {
    const body = await orderBody(buyer, [{ _id: bean, qty: 1 }])
    const { delivery: quoted, estimatedDays } = (await quote(buyer, body.orderItems)) as never as {
      delivery: { dates: object }
      estimatedDays: number
    }
    const order = (await buyer.post('/api/orders', body)).body
    expect(order.delivery).toEqual(quoted.dates)
    expect(order.delivery).toMatchObject({ roastsOn: '2026-11-26', shipsOn: '2026-11-27' })
    const days = (Date.parse(order.delivery.arrivesFrom) - Date.parse('2026-11-27')) / 86_400_000
    // The carrier's days, moved to Monday if they end on a Sunday.
    expect([estimatedDays, estimatedDays + 1]).toContain(days)
    await save({ roastDays: ['Tue'] })
    expect((await buyer.get(`/api/orders/${order._id}`)).body.delivery).toEqual(order.delivery)
    await pay(shop, buyer, order._id)
    const [waiting] = (await admin.get('/api/shippo/queue')).body.orders
    expect(waiting).toMatchObject({ _id: order._id, shipsOn: '2026-11-27' })
  })

  test('of coffee and other goods ships with the coffee, and of other goods alone earlier', async () => {
    await save({ roastDays: ['Tue'] })
    const both = await placed(buyer, [
      { _id: mug, qty: 1 },
      { _id: bean, qty: 1 },
    ])
    const alone = await placed(buyer, [{ _id: mug, qty: 1 }])
    expect((await buyer.get(`/api/orders/${both}`)).body.delivery).toMatchObject({
      roastsOn: '2026-12-01',
      shipsOn: '2026-12-01',
    })
    expect((await buyer.get(`/api/orders/${alone}`)).body.delivery).toMatchObject({
      roastsOn: null,
      shipsOn: '2026-11-27',
    })
  })

  test('without a date can be placed, and its mail says what the policy says', async () => {
    await save({ roastDays: [] })
    const id = await placed(buyer, [{ _id: bean, qty: 1 }])
    expect((await buyer.get(`/api/orders/${id}`)).body.delivery).toBeNull()
  })
})

describe('free shipping', () => {
  test('is never given unless the owner has set an amount', async () => {
    const { shippingRate } = await quote(buyer, [{ _id: bean, qty: 50 }])
    expect(shippingRate).toBeGreaterThan(0)
  })

  test('begins at exactly the amount; the buyer pays nothing, and the order keeps the carrier’s price', async () => {
    const paid = await quote(buyer, [{ _id: bean, qty: 3 }], BALTIMORE)
    expect((await save({ freeFrom: 54 })).status).toBe(200)
    expect((await next()).freeFrom).toBe(54)
    expect((await quote(buyer, [{ _id: bean, qty: 2 }], BALTIMORE)).shippingRate).toBeGreaterThan(0)
    const body = await orderBody(buyer, [{ _id: bean, qty: 3 }], BALTIMORE)
    const shown = { itemsPrice: 54, shippingPrice: 0, taxPrice: 0, totalPrice: 54 }
    const order = (await buyer.post('/api/orders', { ...body, ...shown })).body
    expect(order).toMatchObject(shown)
    const label = (await admin.get(`/api/orders/${order._id}/label`)).body
    expect(label).toMatchObject({ shippingPrice: 0, quotedPrice: paid.shippingRate })
    expect((await pay(shop, buyer, order._id)).body).toMatchObject({ isPaid: true, totalPrice: 54 })
    // The label is bought at the quoted price without a confirmation.
    const bought = await admin.post('/api/shippo', { orderId: order._id })
    expect([bought.status, bought.body.label?.price]).toEqual([200, paid.shippingRate])
  })

  test('stays as quoted if the owner changes the amount before the order is placed', async () => {
    await save({ freeFrom: 10 })
    const body = await orderBody(buyer, [{ _id: bean, qty: 1 }])
    await save({ freeFrom: null }, 1)
    expect((await buyer.post('/api/orders', body)).body).toMatchObject({ shippingPrice: 0 })
    expect((await quote(buyer, [{ _id: bean, qty: 1 }])).shippingRate).toBeGreaterThan(0)
  })
})

describe('the settings', () => {
  test('have defaults, are saved with a version, and every change is in the change log', async () => {
    const { body } = await admin.get('/api/settings/shipping')
    expect(body).toEqual({ _id: 'shipping', ...SHIPPING_DEFAULTS, version: 0 })
    const saved = await save({ cutOff: '12:30', freeFrom: 60.5, closures: ['2026-12-24 to 2026-12-26'] })
    expect(saved.body).toMatchObject({ version: 1, cutOff: '12:30', freeFrom: 60.5 })
    expect((await admin.get('/api/settings/shipping')).body).toEqual(saved.body)
    const { lines } = (await admin.get('/api/record?subject=setting')).body
    expect(lines[0]).toMatchObject({
      by: 'Olive Owner',
      subjectName: 'Roasting and shipping',
      changes: [
        { field: 'Order by', before: '15:00', after: '12:30' },
        { field: 'Closed', before: '', after: '2026-12-24 to 2026-12-26' },
        { field: 'Free shipping from', before: '', after: '$60.50' },
      ],
    })
  })

  test('of two saves of one version, one wins and the other is refused with 409', async () => {
    const answers = await Promise.all([save({ restDays: 1 }), save({ restDays: 2 })])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect((await save({ restDays: 3 })).status).toBe(409)
    expect((await save({ restDays: 3 }, 7)).status).toBe(409)
    expect((await save({ restDays: 3 }, 1)).status).toBe(200)
    expect((await admin.get('/api/settings/shipping')).body).toMatchObject({ restDays: 3, version: 2 })
  })

  test.each([
    [{ cutOff: '25:00' }, 'cutOff'],
    [{ cutOff: '3 PM' }, 'cutOff'],
    [{ closures: ['2026-02-30'] }, 'closures.0'],
    [{ closures: ['2026-12-26 to 2026-12-24'] }, 'closures.0'],
    [{ closures: ['Christmas'] }, 'closures.0'],
    [{ transitMin: 6 }, 'transitMax'],
    [{ restDays: -1 }, 'restDays'],
    [{ roastDays: ['Someday'] }, 'roastDays.0'],
    [{ freeFrom: 9.999 }, 'freeFrom'],
  ])('refuse %j with 400 at the field', async (changes, field) => {
    const answer = await save(changes)
    expect([answer.status, answer.body.field]).toEqual([400, field])
    expect((await admin.get('/api/settings/shipping')).body.version).toBe(0)
  })

  test('are for admins only', async () => {
    expect((await buyer.get('/api/settings/shipping')).status).toBe(403)
    expect((await shop.visitor().put('/api/settings/shipping', {})).status).toBe(401)
  })
})
