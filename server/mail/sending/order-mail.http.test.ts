// On SQLite only: texts of mails, the same code on both databases.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MINUTE } from '#server/kernel/time/clock.ts'
import { startJobs } from '#server/start/jobs/jobs.ts'
import { sendWaiting } from './send.ts'
import { bestDays, bestDaysText } from '#shared/catalog/freshness.ts'
import { addFirstGuides } from '#server/content/brew-guides/brew-guides.ts'
import { expireOrders } from '#server/checkout/orders/close.ts'
import { MAIL_SETTINGS, type Mailbox, mailboxOf } from '#test/mailbox.ts'
import { BALTIMORE, orderBody, pay, placed, numberOf } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'
import { changedBy } from '#test/unchanged.ts'

let shop: TestShop
let mailbox: Mailbox
let admin: SignedInVisitor
let buyer: SignedInVisitor
let beans: string
beforeAll(async () => {
  shop = await openShop({ env: MAIL_SETTINGS })
  await addFirstGuides(shop.db, shop.clock)
  mailbox = mailboxOf(shop)
  beans = await shop.sell({ name: 'Guji Highlands', priceCents: 1900, stock: 1000 })
})
beforeEach(async () => {
  admin = await signedIn(shop, { name: 'Olive Owner', isAdmin: true })
  buyer = await signedIn(shop, { name: 'Ann Buyer' })
  await mailbox.newMails()
})
afterAll(() => shop.close())

const items = (qty = 2) => [{ _id: beans, qty }]
const subjects = async () => (await mailbox.newMails()).map(({ subject, to }) => [to?.[0]?.address, subject])

describe('the buyer gets an email about', () => {
  test('an order that is unpaid for ten minutes: the items, the total, the deadline and where to pay', async () => {
    const id = await placed(buyer, items())
    expect(await mailbox.newMails()).toEqual([])
    shop.clock.advance(9 * MINUTE)
    expect(await mailbox.newMails()).toEqual([])
    shop.clock.advance(2 * MINUTE)
    await Promise.all([sendWaiting(shop.shop), sendWaiting(shop.shop)])
    const [mail, ...more] = await mailbox.newMails()
    expect(more).toEqual([])
    expect(mail).toMatchObject({
      from: { name: 'Frame Roasters', address: 'web@shop.example' },
      to: [{ address: buyer.email }],
      replyTo: [{ address: 'inbox@shop.example' }],
      subject: `We have your order No. ${await numberOf(shop, id)}`,
    })
    const { body } = await buyer.get(`/api/orders/${id}`)
    const sums = [body.shippingPrice, body.taxPrice, body.totalPrice].map(
      (sum: number) => `$${sum.toFixed(2)}`,
    )
    for (const part of [mail!.text!, mail!.html!]) {
      for (const said of [
        'Ann Buyer',
        `No. ${await numberOf(shop, id)}`,
        '2 × Guji Highlands, 12 oz (340 g), Whole bean',
        '$38.00',
        ...sums,
        '123 Maple Avenue E',
        'Vienna, VA 22180',
        `https://frame.example/order/${id}`,
        'inbox@shop.example',
        'not paid yet',
      ])
        expect(part).toContain(said)
      expect(part).toMatch(/until \w+ \d+ at \d+:\d\d [AP]M E[SD]T/)
    }
  })

  test('the payment, and the shop gets an email about the order to ship', async () => {
    const id = await placed(buyer, items(), BALTIMORE)
    await mailbox.newMails()
    await pay(shop, buyer, id)
    const [paid, toShip, ...more] = (await mailbox.newMails()).sort((a) =>
      a.subject!.startsWith('Your') ? -1 : 1,
    )
    expect(more).toEqual([])
    expect(paid).toMatchObject({
      to: [{ address: buyer.email }],
      subject: expect.stringContaining(await numberOf(shop, id)),
    })
    expect(paid!.text).toContain('has arrived')
    expect(paid!.text).toContain('no money has moved')
    expect(toShip).toMatchObject({
      to: [{ address: 'inbox@shop.example' }],
      subject: `New order to ship: No. ${await numberOf(shop, id)}`,
    })
    for (const said of ['Ann Buyer', buyer.email, 'Baltimore, MD 21202', `https://frame.example/order/${id}`])
      expect(toShip!.text).toContain(said)
  })

  test('each of several parcels with its goods and its tracking', async () => {
    const id = await placed(buyer, items(3))
    const { body } = await pay(shop, buyer, id)
    await mailbox.newMails()
    const { line } = body.orderItems[0]
    const parcels = [{ goods: [{ line, qty: 2 }] }, { goods: [{ line, qty: 1 }] }]
    expect((await admin.put(`/api/orders/${id}/parcels`, { version: 0, parcels })).status).toBe(200)
    await admin.put(`/api/orders/${id}/ship`, { parcel: 2, trackingNumber: '9400 2' })
    expect(await mailbox.newMails()).toEqual([])
    await admin.put(`/api/orders/${id}/ship`, { parcel: 1, trackingNumber: '9400 1' })
    const [shipped] = await mailbox.newMails()
    expect(shipped!.text).toMatch(
      /Parcel 1 of 2: 9400 1[\s\S]*In it: 2 ×[\s\S]*Parcel 2 of 2: 9400 2[\s\S]*In it: 1 ×/,
    )
  })

  test('the parcel with a tracking link, and its delivery', async () => {
    const id = await placed(buyer, items())
    await pay(shop, buyer, id)
    await mailbox.newMails()
    await admin.put(`/api/orders/${id}/ship`, { trackingNumber: '9400 1000', trackingUrl: '' })
    const [shipped, ...more] = await mailbox.newMails()
    expect(more).toEqual([])
    expect(shipped!.subject).toBe(`Your order No. ${await numberOf(shop, id)} is on its way`)
    for (const part of [shipped!.text!, shipped!.html!]) {
      expect(part).toContain('9400 1000')
      expect(part).toContain('https://tools.usps.com/go/TrackConfirmAction?tLabels=94001000')
    }
    await admin.put(`/api/orders/${id}/ship`, { trackingNumber: '9400 2000', trackingUrl: '' })
    expect(await subjects()).toEqual([])
    await admin.put(`/api/orders/${id}/deliver`)
    expect(await subjects()).toEqual([
      [buyer.email, `Your order No. ${await numberOf(shop, id)} has arrived`],
    ])
  })

  test('a cancellation, by the buyer or by the shop', async () => {
    for (const by of [buyer, admin]) {
      const id = await placed(buyer, items())
      await mailbox.newMails()
      await by.delete(`/api/orders/${id}`)
      const [mail, ...more] = await mailbox.newMails()
      expect(more).toEqual([])
      expect(mail!.subject).toBe(`Your order No. ${await numberOf(shop, id)} is canceled`)
      expect(mail!.text).toContain('Nothing has been charged')
    }
  })

  test('each refund, whole or in part', async () => {
    const id = await placed(buyer, items())
    await pay(shop, buyer, id)
    await mailbox.newMails()
    const { body } = await buyer.get(`/api/orders/${id}`)
    const key = { 'idempotency-key': `once-${id}` }
    const ask = () => admin.post(`/api/orders/${id}/refund`, { amount: 5 }, key)
    await Promise.all([ask(), ask()])
    const other = await placed(buyer, items())
    await pay(shop, buyer, other)
    const [part, ...paid] = await mailbox.newMails()
    await admin.post(`/api/orders/${other}/refund`, {})
    const [whole, ...more] = await mailbox.newMails()
    expect(paid.filter(({ subject }) => subject!.includes('refund'))).toEqual([])
    expect(more).toEqual([])
    expect(part!.text).toContain(`$5.00 of the $${body.totalPrice.toFixed(2)} that you paid goes back to you`)
    expect(whole!.text).toContain(`all $${body.totalPrice.toFixed(2)} goes back`)
  })

  test('a refund of items, with the amount of each part', async () => {
    const id = await placed(buyer, items())
    await pay(shop, buyer, id)
    await mailbox.newMails()
    await admin.post(`/api/orders/${id}/refund`, { lines: items(1), shipping: 1, goodwill: 0.5 })
    const [mail] = await mailbox.newMails()
    expect(mail!.text).toMatch(
      /1 × Guji Highlands, 12 oz \(340 g\), Whole bean +\$19\.00\nTax +\$0\.19\nShipping +\$1\.00\nGoodwill +\$0\.50\nRefunded +\$20\.69\n/,
    )
  })
})

test('mails about coffee say when it tastes best, and link to its brew guide', async () => {
  const product = await shop.sell({ name: 'Fresh Huila' })
  const facts = { roasting_level: 1, brew_method: 'Chemex', brew_dose: 30 }
  await shop.db.updateTable('products').set(facts).where('id', '=', product).execute()
  const id = await placed(buyer, [{ _id: product, qty: 1 }])
  await pay(shop, buyer, id)
  await admin.put(`/api/orders/${id}/ship`, { trackingNumber: '9400 1000', trackingUrl: '' })
  await admin.put(`/api/orders/${id}/deliver`)
  const { body } = await buyer.get(`/api/orders/${id}`)
  const freshness = { roastingLevel: 1, bestFilter: '', bestEspresso: '', bestFor: [] }
  const best = bestDaysText(bestDays(freshness, 'filter', body.delivery.roastsOn)!)
  const mails = (await mailbox.newMails()).filter(({ to }) => to?.[0]?.address === buyer.email)
  expect(mails).toHaveLength(3)
  for (const { text, html } of mails) {
    expect(text).toContain(`Tastes best: ${best}`)
    expect(text).toContain('How to brew: Chemex guide\n  https://frame.example/brew/chemex')
    expect(html).toContain('href="https://frame.example/brew/chemex"')
  }
  const mug = await placed(buyer, [{ _id: await shop.sell({ name: 'Mug', sizeGrams: null }), qty: 1 }])
  await pay(shop, buyer, mug)
  for (const { text } of await mailbox.newMails()) expect(text).not.toMatch(/Tastes best|How to brew/)
})

test('the buyer gets one mail about an order that was not paid in time', async () => {
  const id = await placed(buyer, items())
  await mailbox.newMails()
  shop.clock.advance(31 * MINUTE)
  await Promise.all([expireOrders(shop.shop), expireOrders(shop.shop)])
  await expireOrders(shop.shop)
  const number = await numberOf(shop, id)
  const sent = (await mailbox.newMails()).filter(({ subject }) => subject!.includes(number))
  expect(sent.map(({ subject }) => subject)).toEqual([`Your order No. ${number} was not paid in time`])
})

test('each event of an order causes one mail, even if it is processed several times', async () => {
  const key = { 'idempotency-key': 'the same order' }
  const body = await orderBody(buyer, items())
  const answers = await Promise.all(Array.from({ length: 5 }, () => buyer.post('/api/orders', body, key)))
  const id = answers[0]!.body._id
  const opened = await buyer.post(`/api/orders/${id}/paypal`)
  shop.paypal.choose(opened.body.orderId, 'approve')
  const put = (path: string, what?: object) => admin.put(`/api/orders/${id}/${path}`, what)
  await Promise.all(
    Array.from({ length: 5 }, () => buyer.put(`/api/orders/${id}/pay`, { id: opened.body.orderId })),
  )
  await buyer.put(`/api/orders/${id}/pay`, { id: opened.body.orderId })
  await Promise.all(Array.from({ length: 5 }, () => put('ship', { trackingNumber: '', trackingUrl: '' })))
  await Promise.all(Array.from({ length: 5 }, () => put('deliver')))
  const number = await numberOf(shop, id)
  const { body: log } = await admin.get('/api/mail')
  const kinds = log.mail
    .filter(({ subject }: { subject: string }) => subject.includes(number))
    .map(({ kind }: { kind: string }) => kind)
  expect(kinds.sort()).toEqual([
    'order-delivered',
    'order-paid',
    'order-received',
    'order-shipped',
    'order-to-ship',
  ])
})

test('the mail goes to the address at the time of the order, even if the account has changed', async () => {
  const id = await placed(buyer, items())
  await pay(shop, buyer, id)
  await mailbox.newMails()
  const elsewhere = { name: 'Ann Married', email: `new-${buyer.email}`, isAdmin: false }
  expect((await admin.put(`/api/users/${buyer.id}`, elsewhere)).status).toBe(200)
  expect((await admin.delete(`/api/users/${buyer.id}`)).status).toBe(200)
  await admin.put(`/api/orders/${id}/ship`, { trackingNumber: '', trackingUrl: '' })
  const [mail] = await mailbox.newMailsTo(buyer.email)
  expect(mail!.text).toContain('Hello Ann Buyer')
})

test('an order whose mail cannot be queued is not placed', async () => {
  const broken = await openShop({ env: MAIL_SETTINGS })
  const product = await broken.sell()
  const ann = await signedIn(broken, { name: 'Ann' })
  const body = await orderBody(ann, [{ _id: product, qty: 1 }])
  await broken.db.schema.alterTable('outbox').renameTo('outbox_renamed').execute()
  const changed = await changedBy(broken.db, async () => {
    expect((await ann.post('/api/orders', body)).status).toBeGreaterThanOrEqual(500)
  })
  expect(changed).toEqual([])
  await broken.close()
})

test('a slow mail server does not slow orders or payments', async () => {
  let calls = 0
  const never = new Promise<void>(() => {})
  const slow = await openShop({
    env: MAIL_SETTINGS,
    providers: (real) => ({
      ...real,
      mail: {
        ...real.mail,
        send: () => {
          calls++
          return never
        },
      },
    }),
  })
  // The jobs are not stopped, because the stop would wait for an email that is never sent.
  void startJobs(slow)
  const product = await slow.sell()
  const ann = await signedIn(slow, { name: 'Ann' })
  const buy = async () => pay(slow, ann, await placed(ann, [{ _id: product, qty: 1 }]))
  expect((await buy()).body.isPaid).toBe(true)
  await expect.poll(() => calls).toBe(1)
  expect((await buy()).body.isPaid).toBe(true)
  const waiting = await slow.db.selectFrom('outbox').select('id').where('state', '=', 'waiting').execute()
  expect(waiting).toHaveLength(6)
  expect(calls).toBe(1)
  await slow.close()
})

test('the mail log can be filtered by kind, and shows the text of a waiting mail', async () => {
  const id = await placed(buyer, items())
  const { body } = await admin.get('/api/mail?kind=order-received')
  expect(body.mail[0]).toMatchObject({
    kind: 'order-received',
    to: buyer.email,
    state: 'waiting',
    text: expect.stringContaining(`No. ${await numberOf(shop, id)}`),
  })
  await mailbox.unpaidMails()
  const [sent] = (await admin.get('/api/mail?kind=order-received')).body.mail
  expect(sent).toMatchObject({ state: 'kept', text: expect.stringContaining('2 × Guji Highlands') })
  expect((await admin.get('/api/mail?kind=order-paid&state=failed')).body.mail).toEqual([])
  expect((await admin.get('/api/mail?kind=unknown')).status).toBe(400)
})
