/** An order that was paid with a card through Google Pay: every page, mail and file names it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MAIL_SETTINGS, mailboxOf, type Mailbox } from '#test/mailbox.ts'
import { pdfText } from '#test/pdf-text.ts'
import { placed } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'
import type { PayMethod } from '#shared/platform/pay-methods.ts'
import { dayOf } from '#shared/kernel/dates.ts'
import { csvRows } from '#server/kernel/text/csv.ts'
import type { Payment } from '#server/providers/payments.ts'
import { moneyAdmin } from '../payments-check/payments-check.testing.ts'

let shop: TestShop
let mailbox: Mailbox
let buyer: SignedInVisitor
let bean: string
let reported: Partial<Payment> = {}

beforeAll(async () => {
  shop = await openShop({
    env: MAIL_SETTINGS,
    providers: (real) => ({
      ...real,
      payments: {
        ...real.payments,
        getPayment: async (id) => {
          const seen = await real.payments.getPayment(id)
          return seen && { ...seen, ...reported }
        },
        capturePayment: async (id, requestId) => ({
          ...(await real.payments.capturePayment(id, requestId)),
          ...reported,
        }),
      },
    }),
  })
  mailbox = mailboxOf(shop)
  buyer = await signedIn(shop, { name: 'Ann Buyer' })
  bean = await shop.sell({ name: 'Guji Highlands', priceCents: 1850, stock: 100 })
})
afterAll(() => shop.close())

const { admin, compare } = moneyAdmin(() => shop)

const VISA = { brand: 'Visa', lastDigits: '1234' }

/** A paid order; returns its id and PayPal's id of the payment. */
async function bought(method: PayMethod, source: Payment['source']) {
  const id = await placed(buyer, [{ _id: bean, qty: 2 }])
  const { orderId } = (await buyer.post(`/api/orders/${id}/paypal`, { method })).body
  shop.paypal.choose(orderId, 'approve')
  reported = { source }
  const { status } = await buyer.put(`/api/orders/${id}/pay`, { id: orderId })
  expect(status).toBe(200)
  return { id, paypalId: orderId as string }
}

const byGooglePay = () => bought('google_pay', { kind: 'google_pay', ...VISA })

const invoiceOf = async (id: string) => {
  const { bytes } = await buyer.get(`/api/orders/${id}/invoice.pdf`)
  return (await pdfText(bytes!)).pages.flat().join(' ')
}

test('the mail about the payment, the history and the invoice', async () => {
  await mailbox.newMails()
  const { id } = await byGooglePay()
  const texts = (await mailbox.newMailsTo(buyer.email)).map(({ text = '' }) => text)
  expect(texts.join()).toMatch(/Paid with:?\s+Google Pay \(Visa ending in 1234\)/)
  const { history } = (await buyer.get(`/api/orders/${id}`)).body
  expect(history.at(-1)).toMatchObject({ by: 'PayPal', event: 'Paid with Google Pay (Visa ending in 1234)' })
  expect(await invoiceOf(id)).toMatch(/Paid \$[\d.]+ with Google Pay \(Visa ending in 1234\) on /)
})

test('the list of orders, and the file of sales in its last columns', async () => {
  const { id } = await byGooglePay()
  const { orders } = (await (await admin()).get('/api/orders')).body
  expect(orders[0]).toMatchObject({ _id: id, paidText: 'Google Pay (Visa ending in 1234)' })
  const today = dayOf(shop.clock.now())
  const { text } = await (await admin()).get(`/api/orders/export?from=${today}&to=${today}`)
  const [head = [], ...rows] = csvRows(text)
  expect(head.slice(-5, -3)).toEqual(['Paid with', 'Card'])
  expect(rows.find((row) => row[1] === id)?.slice(-5, -3)).toEqual(['Google Pay', 'Visa ending in 1234'])
})

test('a refund: the order, the mail and the invoice say that the card gets the money', async () => {
  const { id } = await byGooglePay()
  await mailbox.newMails()
  const { body } = await (await admin()).post(`/api/orders/${id}/refund`, { goodwill: 5 })
  expect(body.refunds).toMatchObject([
    { amount: 5, to: 'paypal', paidWith: { method: 'google_pay', ...VISA } },
  ])
  expect(body.history.map(({ event }: { event: string }) => event)).toContain(
    'Refunded $5.00 to the Visa ending in 1234',
  )
  const [mail] = await mailbox.newMailsTo(buyer.email)
  expect(mail?.text).toContain('to your Visa ending in 1234')
  expect(mail?.text).toContain('It takes your bank a few days')
  expect(mail?.text).not.toContain('by PayPal')
  expect(await invoiceOf(id)).toMatch(/Refunded \$5\.00 to the Visa ending in 1234 on /)
})

test('a refund of Venmo goes to the account there, and one of PayPal goes by PayPal', async () => {
  await mailbox.newMails()
  const none = { brand: '', lastDigits: '' }
  for (const [method, kind, way] of [
    ['venmo', 'venmo', 'to your Venmo account'],
    ['paypal', 'account', 'by PayPal'],
  ] as const) {
    const { id } = await bought(method, { kind, ...none })
    await mailbox.newMails()
    await (await admin()).post(`/api/orders/${id}/refund`, { goodwill: 5 })
    const [mail] = await mailbox.newMailsTo(buyer.email)
    expect(mail?.text).toContain(way)
  }
})

test('a payment that has to be refunded, on the order and among the findings of the payments check', async () => {
  const id = await placed(buyer, [{ _id: bean, qty: 2 }])
  const { orderId } = (await buyer.post(`/api/orders/${id}/paypal`, { method: 'google_pay' })).body
  shop.paypal.choose(orderId, 'approve')
  reported = { source: { kind: 'google_pay', ...VISA } }
  shop.paypal.setCaptureDifferences({ value: '1.00' })
  await buyer.put(`/api/orders/${id}/pay`, { id: orderId })
  const paidWith = { method: 'google_pay', ...VISA }
  expect((await buyer.get(`/api/orders/${id}`)).body.dueBack).toMatchObject([{ amount: 1, paidWith }])
  const { findings } = await compare()
  expect(findings.find(({ order }) => order?._id === id)).toMatchObject({
    kind: 'due',
    paidWith: 'Google Pay (Visa ending in 1234)',
  })
})

test('the bookings of the month and their files', async () => {
  const { id } = await byGooglePay()
  const now = dayOf(shop.clock.now())
  const month = now.slice(0, 7)
  const owner = await admin()
  const { bookings } = (await owner.get(`/api/accounting/months/${month}/days/${now}`)).body
  expect(bookings.find(({ order }: { order: { _id: string } }) => order._id === id)).toMatchObject({
    kind: 'payment',
    paidWith: 'Google Pay',
  })
  const { text } = await owner.get(`/api/accounting/months/${month}/files/orders`)
  const [head = [], ...rows] = csvRows(text)
  expect(rows.find((row) => row[1] === id)?.[head.indexOf('Paid with')]).toBe('Google Pay')
})

test('the file that a customer gets about their own data', async () => {
  const { id } = await byGooglePay()
  const { number } = (await buyer.get(`/api/orders/${id}`)).body
  await (await admin()).post(`/api/orders/${id}/refund`, { goodwill: 5 })
  await shop.db
    .updateTable('users')
    .set({ confirmed_email: buyer.email })
    .where('id', '=', buyer.id)
    .execute()
  const { body } = await buyer.get('/api/personal-data')
  const order = body.orders.find((each: { number: string }) => each.number === number)
  expect(order.payments).toMatchObject([
    { method: 'Google Pay', paidWith: 'Google Pay (Visa ending in 1234)', state: 'completed' },
  ])
  expect(order.refunds).toMatchObject([{ amount: 5, to: 'your Visa ending in 1234' }])
})
