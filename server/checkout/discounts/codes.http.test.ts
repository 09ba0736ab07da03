// On SQLite only: forms and their rules, the same code on both databases.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { DiscountCode } from '#shared/checkout/api/discounts.ts'
import { CODE_GUESSES } from '#server/kernel/limits/rules.ts'
import { DAY } from '#server/kernel/time/clock.ts'
import { createFeaturedArtist } from '#test/featured-artist.ts'
import { guestOf } from '#test/guests.ts'
import { violations } from '#test/invariants.ts'
import { BALTIMORE, orderBody, pay, placed } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'
import type { Visitor } from '#test/visitor.ts'
import { codeOf, orderWith } from './discounts.testing.ts'

let shop: TestShop
let admin: SignedInVisitor
let beans: string
let mug: string
beforeAll(async () => {
  shop = await openShop({ env: { TRUST_PROXY: '127.0.0.1' } })
  admin = await signedIn(shop, { isAdmin: true, name: 'Olive Owner' })
  beans = await shop.sell({ name: 'Guji', priceCents: 1850, stock: 900 })
  mug = await shop.sell({ name: 'Mug', priceCents: 2200, sizeGrams: null, stock: 900 })
  await shop.db.updateTable('products').set({ category: 'Goods' }).where('id', '=', mug).execute()
})
afterEach(async () => expect(await violations(shop.db)).toEqual([]))
afterAll(() => shop.close())

/** Orders one bag, or the given goods, with a code. */
const order = (buyer: Visitor, code: string, lines = [{ _id: beans, qty: 1 }], changes: object = {}) =>
  orderWith(buyer, code, lines, changes)

async function usedOf(code: DiscountCode): Promise<number> {
  return (await admin.get(`/api/discounts/${code._id}`)).body.used
}

let networks = 0
/** A guest from a new network. */
const stranger = (options: { email?: string } = {}) =>
  guestOf(shop, { ip: `203.0.${Math.floor(++networks / 250)}.${networks % 250}`, ...options })

async function check(visitor: Visitor, code: string, lines = [{ _id: beans, qty: 1 }], ip = '198.51.100.7') {
  const { status, body } = await visitor.post(
    '/api/discounts/check',
    { code, orderItems: lines },
    { 'x-forwarded-for': ip },
  )
  return [status, body.message ?? body] as [number, unknown]
}

describe('an order with a code', () => {
  test('takes a percentage, an amount or the shipping off; lowercase letters and spaces make no difference', async () => {
    const percent = await codeOf(admin, { code: 'Spring-10' })
    expect(percent.code).toBe('SPRING-10')
    const { body } = await order(stranger(), ' spring-10 ')
    expect(body).toMatchObject({ itemsPrice: 16.65, discount: 1.85, discountLabel: 'SPRING-10 (10% off)' })
    expect(await usedOf(percent)).toBe(1)

    await codeOf(admin, { code: 'TENOFF', kind: 'Amount', amount: 10 })
    const cheap = await order(stranger(), 'TENOFF')
    expect(cheap.body).toMatchObject({ itemsPrice: 8.5, discount: 10, discountLabel: 'TENOFF ($10.00 off)' })

    const free = await codeOf(admin, { code: 'SHIPFREE', kind: 'Free shipping' })
    const shipped = await order(stranger(), 'SHIPFREE')
    expect(shipped.body).toMatchObject({ itemsPrice: 18.5, shippingPrice: 0, discount: 0, totalPrice: 18.5 })
    expect(shipped.body.discountLabel).toBe('SHIPFREE (free shipping)')
    const { saved_cents: saved } = await shop.db
      .selectFrom('discount_uses')
      .select('saved_cents')
      .where('code_id', '=', free._id)
      .executeTakeFirstOrThrow()
    const { quoted_cents: quoted } = await shop.db
      .selectFrom('orders')
      .select('quoted_cents')
      .where('id', '=', shipped.body._id)
      .executeTakeFirstOrThrow()
    expect(saved).toBe(quoted)
  })

  test('for a percentage of selected goods leaves the others at their price, and the tax is after the discount', async () => {
    await codeOf(admin, { code: 'MUGS', percent: 50, categories: ['Goods'] })
    const buyer = stranger()
    const lines = [
      { _id: beans, qty: 2 },
      { _id: mug, qty: 1 },
    ]
    const { body } = await buyer.post('/api/orders', {
      ...(await orderBody(buyer, lines)),
      discountCode: 'MUGS',
    })
    expect(body.orderItems.map(({ discount }: { discount: number }) => discount)).toEqual([0, 11])
    expect([body.itemsPrice, body.taxPrice]).toEqual([48, 0.48])
    expect((await order(stranger(), 'MUGS')).body).toMatchObject({ code: 'discount', message: NOT_FOR_THESE })
  })

  test('is refused with the new totals if the browser computed others', async () => {
    await codeOf(admin, { code: 'SEEN' })
    const shown = await order(stranger(), 'SEEN', undefined, { itemsPrice: '18.50' })
    expect([shown.status, shown.body]).toMatchObject([
      409,
      { code: 'prices', itemsPrice: 16.65, discountPrice: 1.85 },
    ])
    const right = await order(stranger(), 'SEEN', undefined, { itemsPrice: '16.65', discountPrice: '1.85' })
    expect(right.status).toBe(201)
  })

  test('pays for shipping if the discount lowers the items below the amount from which it is free', async () => {
    await codeOf(admin, { code: 'BELOW', kind: 'Amount', amount: 5 })
    const { body: settings } = await admin.get('/api/settings/shipping')
    const save = (freeFrom: number | null) =>
      admin
        .get('/api/settings/shipping')
        .then(({ body }) => admin.put('/api/settings/shipping', { ...body, freeFrom }))
    expect((await save(36)).status).toBe(200)
    const lines = [{ _id: beans, qty: 2 }]
    const buyer = stranger()
    const { body: quote } = await buyer.post('/api/shippo/calcship', {
      orderItems: lines,
      shippingAddress: BALTIMORE,
    })
    expect(quote).toMatchObject({ shippingRate: 0, freeFrom: 36 })
    expect((await order(buyer, 'BELOW', lines)).body).toMatchObject({
      itemsPrice: 32,
      shippingPrice: quote.carrierRate,
    })
    await save(settings.freeFrom)
  })

  test('does not use a code that saves nothing, and is refused if it would cost nothing', async () => {
    const free = await codeOf(admin, { code: 'NOSHIP', kind: 'Free shipping' })
    const pickup = { shippingAddress: undefined, shippingQuote: undefined, pickup: {} }
    const picked = await order(stranger(), 'NOSHIP', undefined, pickup)
    expect([picked.status, picked.body.discountLabel, await usedOf(free)]).toEqual([201, '', 0])
    const all = await codeOf(admin, { code: 'ALLOFF', percent: 100 })
    const nothing = await order(stranger(), 'ALLOFF', undefined, pickup)
    expect([nothing.status, nothing.body.code, await usedOf(all)]).toEqual([409, 'discount', 0])
  })

  test('is shown to its buyer and with the uses of the code, and a repeated request uses the code once', async () => {
    const code = await codeOf(admin, { code: 'ONCE-KEY', note: 'Market' })
    const buyer = await signedIn(shop, { name: 'Ann Buyer' })
    const body = { ...(await orderBody(buyer, [{ _id: beans, qty: 1 }])), discountCode: 'ONCE-KEY' }
    const key = { 'idempotency-key': 'discount-key-1' }
    const first = await buyer.post('/api/orders', body, key)
    const again = await buyer.post('/api/orders', body, key)
    expect([again.status, again.body._id]).toEqual([201, first.body._id])
    await pay(shop, buyer, first.body._id)
    const listed = (await admin.get('/api/discounts')).body.find(({ _id }: DiscountCode) => _id === code._id)
    expect(listed).toMatchObject({ used: 1, state: 'active', saved: 1.85, turnover: first.body.totalPrice })
    const csv = (await admin.get(`/api/discounts/${code._id}/uses.csv`)).text
    expect(csv).toContain('Date,Order,Buyer,Email,Status,Counts,Saved')
    expect(csv).toContain(`${first.body.number},Ann Buyer,${buyer.email},paid,yes,1.85,1.85,16.65`)
  })
})

const NOT_FOR_THESE = 'This code is not for the goods in your cart'

describe('a code is refused', () => {
  test('if it is unknown, switched off, not valid yet, or ended; its days are in the shop’s time zone', async () => {
    const visitor = shop.visitor()
    expect(await check(visitor, 'NOBODY')).toEqual([
      409,
      'We do not know this code. Please check its spelling',
    ])
    await codeOf(admin, { code: 'OFF', isOff: true })
    expect(await check(visitor, 'OFF')).toEqual([409, 'This code is no longer valid'])
    const today = new Date(shop.clock.now().getTime()).toLocaleDateString('sv', {
      timeZone: 'America/New_York',
    })
    const day = (days: number) =>
      new Date(Date.parse(`${today}T12:00:00Z`) + days * DAY).toISOString().slice(0, 10)
    await codeOf(admin, { code: 'LATER', startsOn: day(1) })
    expect((await check(visitor, 'LATER'))[1]).toMatch(/^This code is valid from .* on$/)
    await codeOf(admin, { code: 'GONE', endsOn: day(-1) })
    expect((await check(visitor, 'GONE'))[1]).toMatch(/^This code ended on /)
    await codeOf(admin, { code: 'TODAY', startsOn: day(0), endsOn: day(0) })
    expect((await check(visitor, 'TODAY'))[0]).toBe(200)
    expect(await check(visitor, 'today', [{ _id: beans, qty: 2 }])).toEqual([
      200,
      {
        code: 'TODAY',
        label: 'TODAY (10% off)',
        kind: 'percent',
        value: 10,
        products: [beans],
        minimum: null,
      },
    ])
  })

  test('below its minimum, with the missing amount, of the goods that it is for', async () => {
    await codeOf(admin, { code: 'MIN40', minimum: 40, products: [beans] })
    const lines = [
      { _id: beans, qty: 1 },
      { _id: mug, qty: 2 },
    ]
    expect((await order(stranger(), 'MIN40', lines)).body).toMatchObject({
      code: 'discount',
      message: 'This code is for goods from $40.00. Add $21.50 to use it',
      missing: 21.5,
    })
    expect((await order(stranger(), 'MIN40', [{ _id: beans, qty: 3 }])).status).toBe(201)
  })

  test('for a work of art that it does not name', async () => {
    const made = await admin.post('/api/works', {
      title: 'Six Miles of Mist',
      artist: await createFeaturedArtist(shop),
      image: '',
      price: 90,
      box: 'Large',
      packedGrams: 2400,
    })
    expect([made.status, made.body.message]).toEqual([201, undefined])
    const work = made.body._id
    await codeOf(admin, { code: 'NOART' })
    expect(await check(shop.visitor(), 'NOART', [{ _id: work, qty: 1 }])).toEqual([409, NOT_FOR_THESE])
    await codeOf(admin, { code: 'ART', products: [work] })
    expect((await check(shop.visitor(), 'ART', [{ _id: work, qty: 1 }]))[0]).toBe(200)
  })

  test('for a second use by the same person: the account, the address in any spelling, and the guest', async () => {
    const code = await codeOf(admin, { code: 'PERSON', perPerson: 1 })
    const once = 'You have used this code already'
    const first = stranger({ email: 'jo.lee@gmail.com' })
    expect((await order(first, 'PERSON')).status).toBe(201)
    for (const email of ['jolee@gmail.com', 'Jo.Lee+shop@googlemail.com'])
      expect((await order(stranger({ email }), 'PERSON')).body, email).toMatchObject({ message: once })
    const buyer = await signedIn(shop)
    expect((await order(buyer, 'PERSON')).status).toBe(201)
    expect(await check(buyer, 'PERSON')).toEqual([409, once])
    expect((await order(stranger({ email: buyer.email }), 'PERSON')).body).toMatchObject({ message: once })
    // The response for a visitor does not reveal who has used it.
    expect((await check(shop.visitor(), 'PERSON'))[0]).toBe(200)
    expect(await usedOf(code)).toBe(2)
  })

  test('for another order than the first, also of a guest whose account has ordered', async () => {
    await codeOf(admin, { code: 'FIRST', firstOrderOnly: true })
    const buyer = await signedIn(shop)
    const id = await placed(buyer, [{ _id: beans, qty: 1 }])
    const waiting = 'This code is for a first order. Please pay for your other order, or cancel it'
    expect((await order(buyer, 'FIRST')).body).toMatchObject({ code: 'discount', message: waiting })
    await pay(shop, buyer, id)
    const again = 'This code is for a first order, and you have ordered before'
    expect((await order(buyer, 'FIRST')).body).toMatchObject({ message: again })
    expect((await order(stranger({ email: buyer.email }), 'FIRST')).body).toMatchObject({ message: again })
    const fresh = stranger()
    const first = await order(fresh, 'FIRST')
    expect(first.status).toBe(201)
    await fresh.delete(`/api/orders/${first.body._id}`)
    expect((await order(fresh, 'FIRST')).status).toBe(201)
  })

  test('after too many unknown codes from one network, also if it is right', async () => {
    const limited = await openShop({ env: { RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1' } })
    await codeOf(await signedIn(limited, { isAdmin: true }), { code: 'SECRET99' })
    const lines = [{ _id: await limited.sell(), qty: 1 }]
    const answerTo = async (code: string, ip: string) => (await check(limited.visitor(), code, lines, ip))[0]
    for (let guess = 0; guess < CODE_GUESSES.points; guess++)
      expect(await answerTo(`GUESS${guess}`, '192.0.2.77')).toBe(409)
    expect(await answerTo('SECRET99', '192.0.2.77')).toBe(429)
    const guest = guestOf(limited, { ip: '192.0.2.77' })
    const body = { ...(await orderBody(guest, lines, BALTIMORE)), discountCode: 'SECRET99' }
    expect((await guest.post('/api/orders', body)).status).toBe(429)
    expect(await answerTo('SECRET99', '192.0.2.78')).toBe(200)
    await limited.close()
  })
})
