// On SQLite only: texts of mails, the same code on both databases.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MailFacts } from '#shared/platform/mails/introductions.ts'
import { MAILS } from '#shared/platform/mails/kinds.ts'
import { MAIL_SETTINGS, type Mailbox, mailboxOf } from '#test/mailbox.ts'
import { numberOf, pay, placed } from '#test/purchase.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { type SignedInVisitor, signedIn } from '#test/signed-in.ts'

let shop: TestShop
let mailbox: Mailbox
let olive: SignedInVisitor
let beans: string
beforeAll(async () => {
  shop = await openShop({ env: MAIL_SETTINGS })
  mailbox = mailboxOf(shop)
  beans = await shop.sell({ name: 'Guji Highlands', priceCents: 1900, stock: 1000 })
  olive = await signedIn(shop, { name: 'Olive Owner', isAdmin: true })
})
afterAll(() => shop.close())

async function save(mail: string, values: object) {
  const { version } = (await olive.get(`/api/pages/${mail}`)).body
  return olive.put(`/api/pages/${mail}`, { values, version })
}

async function publish(mail: string, values: object) {
  const { version } = (await save(mail, values)).body
  return olive.post(`/api/pages/${mail}/publish`, { version })
}

/** The mail to a buyer with this name after the payment. */
async function paidMail(name: string) {
  const buyer = await signedIn(shop, { name })
  const id = await placed(buyer, [{ _id: beans, qty: 1 }])
  await pay(shop, buyer, id)
  const [mail] = await mailbox.newMailsTo(buyer.email)
  return { text: mail!.text ?? '', html: mail!.html ?? '', number: await numberOf(shop, id) }
}

test('a published introduction is in the next mails, as text and as HTML, and can be undone', async () => {
  const text =
    'Hi {name},\n\n**Thanks** for No. {number}!\nSee the [menu](/menu).\n\n- one\n- two\n\n# Not a heading'
  expect((await publish('order-paid', { text })).status).toBe(200)
  const mail = await paidMail('Ann *Lee* <b>')
  expect(mail.text).toContain(
    `Hi Ann *Lee* <b>,\n\nThanks for No. ${mail.number}!\nSee the menu (https://frame.example/menu).\n\n- one\n- two\n\n# Not a heading\n\n`,
  )
  expect(mail.html).toContain('>Hi Ann *Lee* &lt;b&gt;,</p>')
  expect(mail.html).toContain(`<strong>Thanks</strong> for No. ${mail.number}!<br>See the <a `)
  expect(mail.html).toContain('href="https://frame.example/menu">menu</a>')
  expect(mail.html).not.toMatch(/Lee<|<h[2-6]/)

  expect((await olive.post('/api/pages/order-paid/versions/original/restore')).status).toBe(200)
  const undone = await paidMail('Ann Lee')
  expect(undone.text).toContain('Hello Ann Lee,\n\nYour payment of $')
  expect(undone.text).toMatch(/ has arrived\. It roasts .*\. You will get an email with the tracking number/)
})

test('an introduction with an unknown placeholder, without a required one, or too long is refused', async () => {
  const unknown = await save('order-paid', { text: 'Hello {nmae}' })
  expect([unknown.status, unknown.body.message]).toEqual([
    400,
    expect.stringContaining('There is no placeholder {nmae} here. You can use {name}'),
  ])
  const missing = await save('order-cancelled', { text: 'Hello {name}' })
  expect([missing.status, missing.body.message]).toEqual([400, 'The text must contain {payment}'])
  expect((await save('order-paid', { text: 'a'.repeat(1501) })).status).toBe(400)
  expect((await save('order-paid', { text: ' ' })).status).toBe(400)
  const linked = await save('order-paid', { text: '[a](/nowhere) [b](#here) [c](javascript:alert)' })
  expect(linked.status).toBe(200)
  expect((await olive.get('/api/pages/order-paid/check')).body.problems).toHaveLength(3)
  expect((await olive.delete('/api/pages/order-paid/draft')).status).toBe(200)
})

test('an introduction is not a page of the site', async () => {
  expect((await shop.visitor().get('/api/pages/order-paid/content')).status).toBe(404)
  expect((await olive.post('/api/pages/about/test', { values: {} })).status).toBe(400)
})

test('each mail has a preview of every case, in which all placeholders are filled', async () => {
  for (const [mail, { edited }] of Object.entries<MailFacts>(MAILS))
    for (const which of Object.keys(edited?.cases ?? {})) {
      const { body } = await olive.post(`/api/pages/${mail}/preview`, { values: {}, which })
      const about = `${mail}, ${which}: ${body.mail?.subject}`
      expect(`${about}\n${body.html}`).toContain('Hello Ann Lee,')
      expect(`${about}\n${body.mail.text}`).not.toMatch(/\{\w+\}|undefined|null|NaN/)
    }
  const wrong = await olive.post('/api/pages/order-paid/preview', { values: {}, which: 'constructor' })
  expect(wrong.status).toBe(400)
})

test('the previews of mails show different ways to pay, and a refund goes to its source', async () => {
  const paid = async (mail: string) => /Paid with:? *(.*)/.exec(await previewOf(mail))?.[1]
  expect(await paid('order-paid')).toBe('Apple Pay (Visa ending in 4242)')
  expect(await paid('order-shipped')).toBe('Visa ending in 1881')
  expect(await paid('order-cancelled')).toBeUndefined()
  expect(await previewOf('order-refunded')).toContain('to your American Express ending in 1009')
})

test('an admin can send herself an introduction that is not saved', async () => {
  await mailbox.newMails()
  const values = { pickup: 'Draft for {name}' }
  const sent = await olive.post('/api/pages/order-paid/test', { values, which: 'pickup' })
  expect(sent.status).toBe(200)
  const [mail] = await mailbox.newMailsTo(olive.email)
  expect(mail!.subject).toBe('Test: Your payment for order No. 4GX-7QM has arrived')
  expect(mail!.text).toContain('Draft for Ann Lee')
  expect((await olive.get('/api/pages/order-paid')).body.draft).toBeNull()
})

/** The text of a mail in its first case. */
async function previewOf(mail: string): Promise<string> {
  const [which] = Object.keys((MAILS as Record<string, MailFacts>)[mail]!.edited!.cases)
  return (await olive.post(`/api/pages/${mail}/preview`, { values: {}, which })).body.mail.text
}
