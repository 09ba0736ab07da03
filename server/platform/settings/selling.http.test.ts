// On SQLite only: rules for values of settings, the same code on both databases.
/** Business details, announcement, vacation, tax, holds, boxes and excluded places: what each changes. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { mailboxOf } from '#test/mailbox.ts'
import { BALTIMORE, bought, orderBody, pay, quote } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'
import { ANNOUNCEMENT_DEFAULTS } from '#shared/platform/settings/announcement.ts'
import { BUSINESS_DEFAULTS } from '#shared/platform/settings/business.ts'
import { PARCEL_DEFAULTS } from '#shared/platform/settings/parcels.ts'
import { SELLING_DEFAULTS } from '#shared/platform/settings/selling.ts'
import { VACATION_DEFAULTS } from '#shared/platform/settings/vacation.ts'

let shop: TestShop
let admin: SignedInVisitor
let buyer: SignedInVisitor
let bean: string
beforeAll(async () => {
  shop = await openShop({ env: { SHIP_FROM_NAME: 'Fixed Sender' } })
  bean = await shop.sell({ stock: 1000, priceCents: 1800 })
})
afterAll(() => shop.close())
beforeEach(async () => {
  goTo('2026-12-01T17:00:00Z')
  admin = await signedIn(shop, { name: 'Olive Owner', isAdmin: true })
  buyer = await signedIn(shop, { name: 'Ann Buyer' })
  await shop.db.deleteFrom('settings').execute()
  shop.shop.changed({ tag: 'Settings' })
})

const goTo = (moment: string) => shop.clock.advance(Date.parse(moment) - shop.clock.now().getTime())
const business = async () => (await shop.visitor().get('/api/config/business')).body
const DEFAULTS = {
  business: BUSINESS_DEFAULTS,
  announcement: ANNOUNCEMENT_DEFAULTS,
  vacation: VACATION_DEFAULTS,
  selling: SELLING_DEFAULTS,
  parcels: { ...PARCEL_DEFAULTS, senderName: 'Fixed Sender' },
}
const save = (group: keyof typeof DEFAULTS, changes: object, version = 0) =>
  admin.put(`/api/settings/${group}`, { ...DEFAULTS[group], ...changes, version })

test('the details of the business are in pages’ data, mails and invoices', async () => {
  const saved = await save('business', { roasters: 'Corner Roasters', name: 'Corner', city: 'Fairfax' })
  expect(saved.status).toBe(200)
  expect(await business()).toMatchObject({
    roasters: 'Corner Roasters',
    mark: 'CORNER',
    defaultTitle: 'Welcome to Corner Roasters',
    place: { city: 'Fairfax' },
  })
  const { info } = (await shop.visitor().get('/api/openapi.json')).body
  expect(info.title).toBe('Corner Roasters API')
})

test('messages go to the saved inbox, also those that wait, and replies to the saved address', async () => {
  const mailbox = mailboxOf(shop)
  const write = () =>
    shop
      .visitor()
      .post('/send', { mailerState: { name: 'Ann', email: 'ann@example.com', message: 'Hello.' } })
  expect((await save('business', { inbox: 'no address' })).body.fields).toEqual({
    inbox: 'Enter a valid email address, or leave it empty',
  })
  await write()
  const addresses = { inbox: 'Desk@shop.example', replyTo: 'help@shop.example' }
  expect((await save('business', addresses)).body).toMatchObject({ inbox: 'desk@shop.example' })
  expect(await business()).not.toHaveProperty('inbox')
  const [message] = await mailbox.newMailsTo('desk@shop.example')
  expect(message?.replyTo).toMatchObject([{ address: 'ann@example.com' }])
  await bought(shop, buyer, [{ _id: bean, qty: 1 }])
  const mails = await mailbox.newMails()
  expect(mails.map(({ to, replyTo }) => [to?.[0]?.address, replyTo?.[0]?.address])).toEqual([
    [buyer.email, 'help@shop.example'],
    ['desk@shop.example', undefined],
  ])
  expect(mails[0]!.text).toContain('write to help@shop.example')
})

describe('the announcement', () => {
  test('begins and ends automatically, and cached responses change at the same time', async () => {
    const text = 'Closed on Thanksgiving'
    await save('announcement', { text, from: '2026-12-02T09:00', until: '2026-12-03T09:00' })
    expect((await business()).announcement).toBeNull()
    goTo('2026-12-02T13:59:00Z')
    expect(await business()).toMatchObject({ announcement: null, until: '2026-12-02T14:00:00.000Z' })
    goTo('2026-12-02T14:00:00Z')
    expect((await business()).announcement).toMatchObject({ text })
    goTo('2026-12-03T14:00:00Z')
    expect((await business()).announcement).toBeNull()
  })

  test.each([
    [{ text: 'x', from: '2026-12-03T09:00', until: '2026-12-02T09:00' }, 'until'],
    [{ text: 'x', until: '2026-11-30T09:00' }, 'until'],
    [{ text: 'x'.repeat(100_000) }, 'text'],
    [{ text: 'x', link: 'javascript:alert(1)' }, 'link'],
    [{ text: 'x', link: '//evil.example' }, 'link'],
  ])('refuses %j', async (changes, field) => {
    const answer = await save('announcement', changes)
    expect([answer.status, answer.body.field]).toEqual([400, field])
  })
})

describe('vacation', () => {
  const DAYS = { isOn: true, from: '2026-12-01', to: '2026-12-13', message: 'At the sea' }

  test('moves the dates after its end, closes the bar, and ends automatically', async () => {
    await save('vacation', DAYS)
    const { vacation, open } = await business()
    expect(vacation).toMatchObject({ message: 'At the sea', isPaused: false })
    expect(open.isOpen).toBe(false)
    const { coffee, pickup } = (await shop.visitor().get('/api/delivery')).body
    expect(coffee.dates).toMatchObject({ roastsOn: '2026-12-15' })
    expect(pickup.coffee.promise).toMatchObject({ readyOn: '2026-12-15' })
    goTo('2026-12-14T17:00:00Z')
    expect((await business()).vacation).toBeNull()
  })

  test('can pause orders; nothing is taken from stock, and an order can be placed after its end', async () => {
    const body = await orderBody(buyer, [{ _id: bean, qty: 1 }])
    await save('vacation', { ...DAYS, isPaused: true })
    const refused = await buyer.post('/api/orders', body)
    expect([refused.status, refused.body.code]).toEqual([409, 'paused'])
    goTo('2026-12-14T17:00:00Z')
    buyer = await signedIn(shop, { name: 'Ann Buyer' })
    const later = await orderBody(buyer, [{ _id: bean, qty: 1 }])
    expect((await buyer.post('/api/orders', later)).status).toBe(201)
  })

  test.each([
    [{ isOn: true, from: '', to: '2026-12-13' }, 'from'],
    [{ ...DAYS, to: '2026-11-30' }, 'to'],
    [{ ...DAYS, from: '2026-11-01', to: '2026-11-30' }, 'to'],
    [{ ...DAYS, to: '2028-12-13' }, 'to'],
  ])('refuses %j', async (changes, field) => {
    const answer = await save('vacation', changes)
    expect([answer.status, answer.body.field]).toEqual([400, field])
  })
})

describe('the rules of selling', () => {
  test('a new tax applies to new orders; placed orders keep theirs, and an open checkout gets 409', async () => {
    const body = await orderBody(buyer, [{ _id: bean, qty: 1 }], BALTIMORE)
    const placed = (await buyer.post('/api/orders', body)).body
    expect(placed).toMatchObject({ taxPrice: 0, taxRate: 0 })
    const open = await orderBody(buyer, [{ _id: bean, qty: 1 }], BALTIMORE)
    const shown = {
      itemsPrice: 18,
      shippingPrice: placed.shippingPrice,
      taxPrice: 0,
      totalPrice: placed.totalPrice,
    }
    expect((await save('selling', { taxState: 'MD', taxPercent: 6.625 })).status).toBe(200)
    const refused = await buyer.post('/api/orders', { ...open, ...shown })
    expect([refused.status, refused.body.code, refused.body.taxPrice]).toEqual([409, 'prices', 1.19])
    const taxed = (await buyer.post('/api/orders', open)).body
    expect(taxed).toMatchObject({ taxPrice: 1.19, taxRate: 6.625 })
    await save('selling', {}, 1)
    expect((await buyer.get(`/api/orders/${taxed._id}`)).body).toMatchObject({
      taxPrice: 1.19,
      taxRate: 6.625,
    })
    expect((await pay(shop, buyer, taxed._id)).body).toMatchObject({ isPaid: true })
  })

  test('excluded places are refused before the quote; others are served', async () => {
    const asked = await orderBody(buyer, [{ _id: bean, qty: 1 }], BALTIMORE)
    await save('selling', { excluded: [...SELLING_DEFAULTS.excluded, 'Maryland'] })
    const answer = await buyer.post('/api/orders', asked)
    expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining('Maryland')])
  })

  test('a new hold is for new orders only', async () => {
    await save('selling', { holdMinutes: 60 })
    const body = await orderBody(buyer, [{ _id: bean, qty: 1 }])
    const { _id: id } = (await buyer.post('/api/orders', body)).body
    const row = await shop.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(Date.parse(row.reserved_until) - Date.parse(row.created_at)).toBe(60 * 60_000)
  })
})

describe('boxes and sender', () => {
  const box = { name: 'Tiny', lengthIn: 5, widthIn: 5, heightIn: 5, grams: 50 }

  test('an order that fits in no box is refused with the reason, and boxes are kept in order of size', async () => {
    const saved = await save('parcels', { boxes: [{ ...box, name: 'Big', lengthIn: 9.5 }, box] })
    expect(saved.body.boxes.map(({ name }: { name: string }) => name)).toEqual(['Tiny', 'Big'])
    const sack = await shop.sell({ name: 'Sack', sizeGrams: 20_000 })
    await expect(quote(buyer, [{ _id: sack, qty: 1 }])).rejects.toThrow()
    expect(await quote(buyer, [{ _id: bean, qty: 1 }])).toMatchObject({ quoteId: expect.any(String) })
  })

  test.each([
    [{ boxes: [] }, 'boxes'],
    [{ boxes: [{ ...box, lengthIn: 0 }] }, 'boxes.0.lengthIn'],
    [{ boxes: [{ ...box, name: '' }] }, 'boxes.0.name'],
    [{ senderName: 'Somebody' }, 'senderName'],
  ])('refuses %j', async (changes, field) => {
    const answer = await save('parcels', changes)
    expect([answer.status, answer.body.field]).toEqual([400, field])
  })

  test('a value of the environment is shown as fixed, and is used', async () => {
    expect((await admin.get('/api/settings/parcels')).body).toMatchObject({
      senderName: 'Fixed Sender',
      fixed: { senderName: 'SHIP_FROM_NAME' },
    })
    expect((await save('parcels', { city: 'Fairfax' })).body).toMatchObject({ city: 'Fairfax' })
  })
})
