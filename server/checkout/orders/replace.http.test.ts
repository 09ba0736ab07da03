/** Replacements, and the messages about problems that lead to them. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sendWaiting } from '#server/mail/sending/send.ts'
import { compareBooks } from '#server/payments/comparison/compare.ts'
import { sendTracking } from '#server/payments/events/tracking.ts'
import { DAY } from '#server/kernel/time/clock.ts'
import { requestReviews } from '#server/catalog/products/reviews/reviews.ts'
import { guestOf } from '#test/guests.ts'
import { violations } from '#test/invariants.ts'
import { MAIL_SETTINGS, mailboxOf, type Mailbox } from '#test/mailbox.ts'
import { bought, numberOf } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn, type SignedInVisitor } from '#test/signed-in.ts'
import type { Visitor } from '#test/visitor.ts'

let shop: TestShop
let mailbox: Mailbox
let admin: SignedInVisitor
let buyer: SignedInVisitor
let beans: string
let mug: string
beforeAll(async () => {
  shop = await openShop({ env: MAIL_SETTINGS })
  mailbox = mailboxOf(shop)
})
beforeEach(async () => {
  admin = await signedIn(shop, { name: 'Olive Owner', isAdmin: true })
  buyer = await signedIn(shop, { name: 'Ann Buyer' })
  beans = await shop.sell({ name: 'Guji Highlands', priceCents: 1900, stock: 20 })
  mug = await shop.sell({ name: 'Mug', priceCents: 2200, stock: 3, sizeGrams: null })
})
afterAll(async () => {
  expect(await violations(shop.db)).toEqual([])
  await shop.close()
})

/** A shipped order of three bags and a mug. The bags are line 0, the mug is line 1. */
async function shipped(by: Visitor = buyer): Promise<string> {
  const { id } = await bought(shop, by, [
    { _id: beans, qty: 3 },
    { _id: mug, qty: 1 },
  ])
  expect((await admin.put(`/api/orders/${id}/ship`, { trackingNumber: '9400 1000' })).status).toBe(200)
  await mailbox.newMails()
  return id
}

const replace = (id: string, lines: object[], seen = 0) =>
  admin.post(`/api/orders/${id}/replacement`, { lines, seen })
const stockOf = async (id: string) => (await shop.visitor().get(`/api/products/${id}`)).body.countInStock
const byText = (left: string, right: string) => left.localeCompare(right)
const one = (line = 0, qty = 1) => [{ line, qty }]

describe('a replacement', () => {
  test('is a free order to the same address, which takes stock and can be shipped', async () => {
    const id = await shipped()
    const number = await numberOf(shop, id)
    const made = await replace(id, [...one(0, 2), ...one(1)])
    expect(made.status).toBe(200)
    const { body: original } = await buyer.get(`/api/orders/${id}`)
    expect(made.body).toMatchObject({
      state: 'paid',
      totalPrice: 0,
      isReplacement: true,
      replaces: { _id: id, number },
      user: original.user,
      shippingAddress: original.shippingAddress,
      refundable: 0,
    })
    expect(
      made.body.orderItems.map(({ qty, price }: { qty: number; price: number }) => [qty, price]),
    ).toEqual([
      [2, 0],
      [1, 0],
    ])
    expect(original.replacements).toEqual([
      {
        _id: made.body._id,
        number: made.body.number,
        state: 'paid',
        items: [
          { line: 0, qty: 2 },
          { line: 1, qty: 1 },
        ],
      },
    ])
    expect([await stockOf(beans), await stockOf(mug)]).toEqual([15, 1])
    const queue = (await admin.get('/api/shippo/queue')).body
    expect(queue.orders.map(({ _id }: { _id: string }) => _id)).toContain(made.body._id)
    const buy = (price?: number) => admin.post('/api/shippo', { orderId: made.body._id, price, ship: true })
    const asked = await buy()
    expect(asked.status).toBe(409)
    const label = await buy(asked.body.price)
    expect([label.status, label.body.label.state]).toEqual([200, 'bought'])
    expect((await buyer.get(`/api/orders/${made.body._id}`)).body.state).toBe('shipped')
  })

  test('is called a replacement in all mails, and asks neither for money nor for a review', async () => {
    const id = await shipped()
    const number = await numberOf(shop, id)
    const made = (await replace(id, one())).body
    const mails = await mailbox.newMails()
    expect(mails.map(({ subject, to }) => `${to?.[0]?.address} ${subject}`).toSorted(byText)).toEqual(
      [
        `${buyer.email} We send you a replacement: No. ${made.number}`,
        `inbox@shop.example New replacement to ship: No. ${made.number}`,
      ].toSorted(byText),
    )
    for (const { text, html } of mails) {
      expect(text).toContain(`replacement for order No. ${number}`)
      expect(html).toContain(`replacement for order No. ${number}`)
    }
    await admin.put(`/api/orders/${made._id}/ship`, { trackingNumber: '9400 2000' })
    await admin.put(`/api/orders/${made._id}/deliver`)
    const later = await mailbox.newMails()
    expect(later.map(({ subject }) => subject)).toEqual([
      `Your replacement No. ${made.number} is on its way`,
      `Your replacement No. ${made.number} has arrived`,
    ])
    for (const { text } of later) expect(text).toContain(`Your replacement for order No. ${number}`)
    shop.clock.advance(8 * DAY)
    await requestReviews(shop.shop)
    await sendTracking(shop.shop)
    const asked = await shop.db
      .selectFrom('outbox')
      .select('about')
      .where('kind', '=', 'order-review')
      .execute()
    expect(asked.filter(({ about }) => about?.includes(made._id))).toEqual([])
    const reports = await shop.db.selectFrom('tracking_reports').select('order_id').execute()
    expect(reports.map(({ order_id }) => order_id)).not.toContain(made._id)
  })

  test('counts as $0.00 in the sales, and is not a finding of the money check', async () => {
    const id = await shipped()
    const today = new Date(shop.clock.now()).toISOString().slice(0, 10)
    const period = `from=2020-01-01&to=${today.slice(0, 4)}-12-31`
    const sales = async () => (await admin.get(`/api/orders/sales?${period}`)).body
    const lines = async () => (await admin.get(`/api/orders/export?${period}`)).text.split('\r\n').length
    const before = [await sales(), await lines()]
    expect((await replace(id, one())).status).toBe(200)
    expect([await sales(), await lines()]).toEqual(before)
    const findings = await shop.db.selectFrom('money_findings').select('id').execute()
    await compareBooks(shop.shop, 3)
    expect(await shop.db.selectFrom('money_findings').select('id').execute()).toEqual(findings)
  })

  test('has at most the goods of its order, even if two admins send one at the same time', async () => {
    const id = await shipped()
    const both = await Promise.all([replace(id, one(0, 2)), replace(id, one(0, 2))])
    expect(both.map(({ status }) => status).toSorted((left, right) => left - right)).toEqual([200, 409])
    expect((await replace(id, one(0, 1))).body.code).toBe('replaced')
    expect((await replace(id, one(0, 2), 1)).status).toBe(409)
    expect((await replace(id, one(0, 1), 1)).status).toBe(200)
    expect((await replace(id, one(0, 1), 2)).status).toBe(409)
    expect(await stockOf(beans)).toBe(14)
  })

  test('is refused without enough stock, and then takes nothing', async () => {
    const id = await shipped()
    await shop.db.updateTable('product_sizes').set({ count_in_stock: 0 }).where('id', '=', mug).execute()
    const refused = await replace(id, [...one(), ...one(1)])
    expect([refused.status, refused.body.code]).toEqual([409, 'stock'])
    expect(await stockOf(beans)).toBe(17)
    await shop.db.updateTable('product_sizes').set({ count_in_stock: 2 }).where('id', '=', mug).execute()
    await admin.delete(`/api/products/${mug}`)
    expect((await replace(id, one(1))).body.message).toBe('Mug is no longer sold')
  })

  test('is only for shipped orders, for their lines, and by admins', async () => {
    const { id } = await bought(shop, buyer, [{ _id: beans, qty: 1 }])
    expect((await replace(id, one())).status).toBe(409)
    await admin.put(`/api/orders/${id}/ship`, {})
    for (const lines of [one(5), [...one(), ...one()], []])
      expect((await replace(id, lines)).status).toBe(400)
    expect((await buyer.post(`/api/orders/${id}/replacement`, { lines: one(), seen: 0 })).status).toBe(403)
  })

  test('is canceled until it ships: its goods return to stock and can be replaced again', async () => {
    const id = await shipped()
    const made = (await replace(id, one(0, 3))).body
    await mailbox.newMails()
    expect((await buyer.delete(`/api/orders/${made._id}`)).status).toBe(409)
    const close = () => admin.post(`/api/orders/${made._id}/close`)
    const closed = await Promise.all([close(), close()])
    expect(closed.map(({ status, body }) => [status, body.state])).toEqual([
      [200, 'cancelled'],
      [200, 'cancelled'],
    ])
    const [mail, ...more] = await mailbox.newMails()
    expect([mail?.subject, more]).toEqual([`Your replacement No. ${made.number} is canceled`, []])
    expect(mail?.text).not.toContain('charged')
    expect(await stockOf(beans)).toBe(17)
    const again = (await replace(id, one(0, 3), 1)).body
    await admin.put(`/api/orders/${again._id}/ship`, {})
    expect((await admin.post(`/api/orders/${again._id}/close`)).status).toBe(409)
  })

  test('of a guest opens with the link of its mail', async () => {
    const guest = guestOf(shop)
    const id = await shipped(guest)
    const made = (await replace(id, one())).body
    await sendWaiting(shop.shop)
    const [mail] = await mailbox.newMailsTo(guest.email)
    const link = /\/order\/(\w+)#([\w.-]+)/.exec(mail?.text ?? '')
    expect(link?.[1]).toBe(made._id)
    const opened = await guestOf(shop, { link: link![2]! }).get(`/api/orders/${made._id}`)
    expect([opened.status, opened.body.isReplacement]).toEqual([200, true])
  })
})

describe('a problem with an order', () => {
  test('reaches the shop with its items, by mail and in the messages', async () => {
    const id = await shipped()
    const number = await numberOf(shop, id)
    const problem = { problem: 'damaged', items: one(0, 2), message: '' }
    expect((await buyer.post(`/api/orders/${id}/question`, problem)).body.message).toBe(
      `We have your message, and will answer to ${buyer.email}`,
    )
    const [mail] = await mailbox.newMailsTo('inbox@shop.example')
    for (const said of [
      `No. ${number}`,
      'Something is damaged',
      '2 × Guji Highlands, 12 oz (340 g), Whole bean',
    ])
      expect(mail?.text).toContain(said)
    const { body } = await admin.get('/api/messages')
    expect(body.messages[0]).toMatchObject({
      order: id,
      orderNumber: number,
      problem: 'damaged',
      problemItems: [{ line: 0, qty: 2, title: 'Guji Highlands, 12 oz (340 g), Whole bean' }],
      message: '',
    })
    expect((await admin.get('/api/messages/export')).text).toContain('Something is damaged')
    const answered = await admin.post(`/api/messages/${body.messages[0]._id}/answers`, {
      text: 'We send two new bags.',
      seen: 0,
    })
    expect(answered.status).toBe(200)
    expect((await mailbox.newMailsTo(buyer.email))[0]?.text).toContain('Something is damaged')
  })

  test('is refused if it has neither a kind nor a text, and for items that the order does not have', async () => {
    const id = await shipped()
    for (const body of [
      {},
      { problem: 'other' },
      { problem: 'lost in space', message: 'Where?' },
      { problem: 'wrong', items: one(0, 4) },
      { problem: 'wrong', items: one(7) },
      { problem: 'wrong', items: [...one(), ...one()] },
    ])
      expect((await buyer.post(`/api/orders/${id}/question`, body)).status).toBe(400)
    const other = await signedIn(shop)
    expect((await other.post(`/api/orders/${id}/question`, { problem: 'missing' })).status).toBe(404)
  })
})
