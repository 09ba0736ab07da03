// On SQLite only: texts of mails, the same code on both databases.
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { MINUTE } from '#server/kernel/time/clock.ts'
import { expireOrders } from '#server/checkout/orders/close.ts'
import { MAIL_SETTINGS, type Mailbox, mailboxOf } from '#test/mailbox.ts'
import { numberOf, pay, placed } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'

let shop: TestShop
let mailbox: Mailbox
let admin: SignedInVisitor
let buyer: SignedInVisitor
let beans: string
beforeAll(async () => {
  shop = await openShop({ env: MAIL_SETTINGS })
  mailbox = mailboxOf(shop)
  beans = await shop.sell({ name: 'Guji Highlands', priceCents: 1900, stock: 1000 })
})
beforeEach(async () => {
  admin = await signedIn(shop, { name: 'Olive Owner', isAdmin: true })
  buyer = await signedIn(shop, { name: 'Ann Buyer' })
  await mailbox.newMails()
})
afterAll(() => shop.close())

const BAG = {
  src: '/pictures/bag_01-0a1b2c-800.jpg',
  width: 800,
  height: 1000,
  alt: '',
  blur: '',
  widths: [],
}

const orderItems = () => [{ _id: beans, qty: 2 }]

test('user input stays text on one line and cannot start a header', async () => {
  const name = 'Eve\r\nBcc: all@evil.example <img src=x onerror=alert(1)> & "so"'
  const eve = await signedIn(shop, { name })
  const nasty = await shop.sell({ name: '<script>alert(1)</script> & Co', stock: 5 })
  const id = await placed(eve, [{ _id: nasty, qty: 1 }])
  const unpaid = await mailbox.unpaidMails()
  await pay(shop, eve, id)
  const mails = [...unpaid, ...(await mailbox.newMails())]
  expect(mails).toHaveLength(3)
  for (const { bcc, to, text, html, headers } of mails) {
    expect(bcc ?? []).toEqual([])
    expect(to).toHaveLength(1)
    expect(headers.map(({ key }) => key)).not.toContain('bcc')
    expect(text).toContain('Eve Bcc: all@evil.example <img src=x onerror=alert(1)> & "so"')
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; Co')
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;so&quot;')
    expect(html).not.toMatch(/<script|<img src=x/)
  }
})

test('an email loads only pictures that are the same for everyone, links only to the shop and the carrier, and shows the dates first', async () => {
  using _ = vi.spyOn(shop.shop, 'pictureOf').mockReturnValue(BAG)
  const id = await placed(buyer, orderItems())
  const unpaid = await mailbox.unpaidMails()
  await pay(shop, buyer, id)
  await admin.put(`/api/orders/${id}/ship`, { trackingNumber: '9400', trackingUrl: '' })
  const mails = [...unpaid, ...(await mailbox.newMails())]
  expect(mails).toHaveLength(4)
  for (const { html = '', headers } of mails) {
    expect(html).not.toMatch(/<(link|script|iframe|form)|url\(|@import/)
    const sources = [...html.matchAll(/\ssrc="([^"]*)"/g)].map(([, src = '']) => src)
    // The same address for every recipient.
    expect(sources.length).toBeGreaterThan(0)
    for (const src of sources) expect(src).toMatch(/^https:\/\/frame\.example\/[a-z]+\/[\w-]+\.jpg$/)
    expect(Buffer.byteLength(html)).toBeLessThan(60_000)
    const targets = [...html.matchAll(/href="([^"]*)"/g)].map(([, href = '']) => new URL(href).origin)
    expect(new Set(targets)).toEqual(
      html.includes('Follow the parcel')
        ? new Set(['https://frame.example', 'https://tools.usps.com'])
        : new Set(['https://frame.example']),
    )
    // The preview, and the first lines after the title.
    if (!html.includes('to ship'))
      expect(html).toMatch(/(Pay by|Roasts|With you) [^]*<\/h1>\n<p[^>]*>(Pay by|Delivery)</)
    expect(html).toContain('max-width:600px')
    expect(headers).toContainEqual(
      expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
    )
  }
})

test('the text and the HTML of an email have the same content', async () => {
  const id = await placed(buyer, orderItems())
  const unpaid = await mailbox.unpaidMails()
  await pay(shop, buyer, id)
  for (const { text = '', html = '' } of [...unpaid, ...(await mailbox.newMails())]) {
    const read = html
      .replace(/^[\s\S]*<body[^>]*>/, '')
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ')
      .toLowerCase()
    // In the HTML the URL of a link is in the button.
    const said = text.split('\n').filter((line) => !/^https?:|^--$/.test(line))
    for (const line of said.flatMap((each) => each.split(/\s{2,}|: /)).filter(Boolean))
      expect(read).toContain(line.trim().replace(/:$/, '').replace(/\s+/g, ' ').toLowerCase())
  }
})

test('an order that is paid, canceled or expired within ten minutes causes no mail about the missing payment', async () => {
  const paid = await placed(buyer, orderItems())
  const canceled = await placed(buyer, orderItems())
  const expired = await placed(buyer, orderItems())
  await pay(shop, buyer, paid)
  await buyer.delete(`/api/orders/${canceled}`)
  await mailbox.newMails()
  // This is the situation after an outage of the mail server.
  shop.clock.advance(31 * MINUTE)
  await expireOrders(shop.shop)
  expect((await mailbox.newMailsTo(buyer.email)).map(({ subject }) => subject)).toEqual([
    `Your order No. ${await numberOf(shop, expired)} was not paid in time`,
  ])
  const left = await shop.db.selectFrom('outbox').select('id').where('state', '=', 'waiting').execute()
  expect(left).toEqual([])
})
