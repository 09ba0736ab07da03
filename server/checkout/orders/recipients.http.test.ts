// On SQLite only: addresses and recipients, the same code on both databases.
/** The recipient of an order in API, label, PayPal, mail, search and export. Gifts, and phone numbers. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { guestOf } from '#test/guests.ts'
import { MAIL_SETTINGS, mailboxOf } from '#test/mailbox.ts'
import { pdfText } from '#test/pdf-text.ts'
import { approve, bought, orderBody, place, quote, VIENNA } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn, type SignedInVisitor } from '#test/signed-in.ts'
import type { Visitor } from '#test/visitor.ts'
import type { ShipAddress } from '#server/providers/shipping.ts'

let shop: TestShop
let buyer: SignedInVisitor
let admin: Visitor
let bean: string
/** The addresses of all quotes, as sent to the carrier. */
const quoted: ShipAddress[] = []
beforeAll(async () => {
  shop = await openShop({
    env: MAIL_SETTINGS,
    providers: (real) => {
      const quoteGround: typeof real.shipping.quoteGround = (request) => {
        quoted.push(request.to)
        return real.shipping.quoteGround(request)
      }
      return { ...real, shipping: { ...real.shipping, quoteGround } }
    },
  })
  buyer = await signedIn(shop, { name: 'Bob Buyer' })
  admin = await signedIn(shop, { isAdmin: true })
  bean = await shop.sell({ stock: 100 })
})
afterAll(() => shop.close())

const ANN = { ...VIENNA, recipient: 'Ann Lee', phone: '(703) 555-0100' }
const one = () => [{ _id: bean, qty: 1 }]
const place1 = async (visitor: Visitor, changes: object = {}, address: typeof VIENNA = ANN) =>
  visitor.post('/api/orders', { ...(await orderBody(visitor, one(), address)), ...changes })
/** Pays an order and buys its label. */
async function ship(visitor: Visitor, id: string) {
  const paypalId = await approve(shop, visitor, id)
  expect((await visitor.put(`/api/orders/${id}/pay`, { id: paypalId })).status).toBe(200)
  const before = quoted.length
  const { status, text } = await admin.post('/api/shippo', { orderId: id })
  expect(status, text).toBe(200)
  return { paypalId, requoted: quoted.slice(before) }
}

describe('an order to another recipient', () => {
  test('has the recipient in order, PayPal, label, mail, search and export; the account keeps the order', async () => {
    const { status, body } = await place1(buyer)
    expect(status).toBe(201)
    expect(body).toMatchObject({ recipient: 'Ann Lee', phone: '7035550100', isGift: false, gift: null })
    expect(body.user).toEqual({ _id: buyer.id, name: 'Bob Buyer', email: buyer.email })
    expect(quoted.at(-1)).toMatchObject({ name: 'Ann Lee', phone: '7035550100' })
    const { paypalId, requoted } = await ship(buyer, body._id)
    expect(requoted).toEqual([])
    const shipping = shop.paypal.view(paypalId)!.request.purchase_units[0]!.shipping
    expect(shipping).toMatchObject({ name: { full_name: 'Ann Lee' } })
    const mails = await mailboxOf(shop).newMailsTo(buyer.email)
    expect(mails.map(({ text }) => text).join()).toContain('Hello Bob Buyer')
    for (const { text } of mails) expect(text).toContain('Ann Lee\n')
    for (const keyword of ['lee', 'bob ann']) {
      const list = await admin.get(`/api/orders?keyword=${encodeURIComponent(keyword)}`)
      expect(list.body.orders.map((order: { _id: string }) => order._id)).toEqual([body._id])
    }
    const { text } = await admin.get('/api/orders/export?from=2020-01-01&to=2099-01-01')
    expect(text).toMatch(/Number,Recipient,Pickup,/)
    expect(text.split('\r\n').find((row) => row.includes(body._id))).toMatch(
      /,Bob Buyer,.+,Ann Lee,,0,,0,,PayPal,,web,,$/,
    )
  })

  test('gets a label for that recipient, even if the quote was for another one', async () => {
    const { quoteId } = await quote(buyer, one())
    const placed = await place1(buyer, { shippingQuote: { quoteId } })
    const { requoted } = await ship(buyer, placed.body._id)
    expect(requoted).toMatchObject([{ name: 'Ann Lee', phone: '7035550100' }])
  })

  test('has the recipient on the invoice, in the mails about the parcel, and on a replacement', async () => {
    const { body } = await place1(buyer, {}, { ...ANN, recipient: 'Uma Thorn' } as typeof VIENNA)
    await ship(buyer, body._id)
    const invoice = await buyer.get(`/api/orders/${body._id}/invoice.pdf`)
    expect((await pdfText(invoice.bytes!)).pages[0]).toContain('Bob Buyer|Uma Thorn')
    const mailbox = mailboxOf(shop)
    await admin.put(`/api/orders/${body._id}/ship`, {})
    const shipped = (await mailbox.newMailsTo(buyer.email)).at(-1)
    expect(shipped?.text).toContain('should be with Uma Thorn ')
    await admin.put(`/api/orders/${body._id}/deliver`)
    const [delivered] = await mailbox.newMailsTo(buyer.email)
    expect(delivered?.text).toContain('has been delivered to Uma Thorn.')
    const lines = [{ line: 0, qty: 1 }]
    const made = await admin.post(`/api/orders/${body._id}/replacement`, { lines, seen: 0 })
    expect(made.body).toMatchObject({ recipient: 'Uma Thorn', phone: '7035550100' })
    const list = await admin.get('/api/orders?keyword=thorn')
    expect(list.body.orders.map((order: { _id: string }) => order._id)).toEqual([made.body._id, body._id])
  })

  test('can be placed by a guest, and is found by the recipient', async () => {
    const gus = guestOf(shop)
    const { body } = await place1(gus, {}, { ...ANN, recipient: 'Zoe Quill' } as typeof VIENNA)
    expect(body).toMatchObject({ recipient: 'Zoe Quill', user: { name: 'Gus Guest' } })
    const list = await admin.get('/api/orders?keyword=quill')
    expect(list.body.orders).toMatchObject([{ _id: body._id, recipient: 'Zoe Quill' }])
  })
})

test.each([{}, { recipient: '' }, { recipient: '  ' }])(
  'without a recipient (%o) the parcel goes to the buyer',
  async (more) => {
    const { body } = await place1(buyer, {}, { ...VIENNA, ...more })
    expect(body).toMatchObject({ recipient: 'Bob Buyer', phone: '' })
    expect(quoted.at(-1)?.name).toBe('Bob Buyer')
    expect(quoted.at(-1)).not.toHaveProperty('phone')
    const row = await shop.db
      .selectFrom('orders')
      .select(['recipient', 'rate_id'])
      .where('id', '=', body._id)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ recipient: null, rate_id: expect.stringMatching(/./) })
  },
)

test.each([
  [{ phone: 'call me' }, 'Enter 7 to 15 digits'],
  [{ phone: '123' }, 'Enter 7 to 15 digits'],
  [{ recipient: 'x'.repeat(101) }, 'Recipient may have 100 characters at most'],
  [{ recipient: 'Ann\u202eLee' }, 'not allowed'],
])('%o is refused', async (wrong, message) => {
  const { status, body } = await place1(buyer, { shippingAddress: { ...VIENNA, ...wrong } }, VIENNA)
  expect(status).toBe(400)
  expect(body.message).toContain(message)
})

describe('a gift', () => {
  test('has a note with line breaks, and is marked in the lists of the admin', async () => {
    const { body } = await place1(buyer, { gift: { note: 'Happy birthday!\r\nYours, Bob  ' } })
    expect(body).toMatchObject({ isGift: true, gift: { note: 'Happy birthday!\nYours, Bob' } })
    await buyer.put(`/api/orders/${body._id}/pay`, { id: await approve(shop, buyer, body._id) })
    const { body: queue } = await admin.get('/api/shippo/queue')
    const waiting = queue.orders.find((order: { _id: string }) => order._id === body._id)
    expect(waiting).toMatchObject({ isGift: true, name: 'Bob Buyer', recipient: 'Ann Lee' })
    const mails = await mailboxOf(shop).newMailsTo(buyer.email)
    expect(mails.at(-1)?.text).toContain('Happy birthday!\n')
  })

  test('can be without a note', async () => {
    const { body } = await place1(buyer, { gift: {} })
    expect(body).toMatchObject({ isGift: true, gift: { note: '' } })
    expect((await place1(buyer, { gift: null })).body).toMatchObject({ isGift: false, gift: null })
  })

  test('has a note of at most 300 characters', async () => {
    expect((await place1(buyer, { gift: { note: 'é'.repeat(300) } })).status).toBe(201)
    const { status, body } = await place1(buyer, { gift: { note: 'x'.repeat(301) } })
    expect([status, body.message]).toEqual([400, 'Gift note may have 300 characters at most'])
  })
})

test('the recipient of an order of the previous release is its buyer', async () => {
  const { id } = await bought(shop, buyer, one())
  await shop.db.updateTable('shipping_quotes').set({ recipient: null }).execute()
  expect((await admin.get(`/api/orders/${id}`)).body).toMatchObject({ recipient: 'Bob Buyer', phone: '' })
  const { quoteId } = await quote(buyer, one())
  await shop.db.updateTable('shipping_quotes').set({ recipient: null }).where('id', '=', quoteId).execute()
  const later = await place(buyer, one())
  expect((await ship(buyer, later.body._id)).requoted).toEqual([])
})
