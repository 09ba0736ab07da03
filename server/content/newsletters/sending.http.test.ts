// On SQLite only: texts of mails, the same code on both databases.
/** Newsletters for admins: writing, preview, test, batches, stop and continue, results. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendNewsletters } from './send-newsletters.ts'
import { DAY, newId } from '#server/kernel/time/clock.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { MAIL_SETTINGS, mailboxOf, type Mailbox } from '#test/mailbox.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn, type SignedInVisitor } from '#test/signed-in.ts'

let shop: TestShop
let admin: SignedInVisitor
let mailbox: Mailbox
beforeAll(async () => {
  shop = await openShop({ env: MAIL_SETTINGS })
  admin = await signedIn(shop, { isAdmin: true, name: 'Olive Owner' })
  mailbox = mailboxOf(shop)
})
afterAll(() => shop.close())

/** Confirmed subscribers with these addresses, and no others. */
async function subscribers(emails: readonly string[]): Promise<void> {
  await shop.db.deleteFrom('newsletter_subscribers').execute()
  const at = shop.clock.now().toISOString()
  const times = { requested_at: at, confirmed_at: at, left_at: null }
  for (const email of emails) {
    const id = newId(shop.clock)
    await shop.db
      .insertInto('newsletter_subscribers')
      .values({ id, email, state: 'active', link_key: `key-${id}`, ...times })
      .execute()
  }
}

const many = (count: number) => Array.from({ length: count }, (_, index) => `reader-${index}@example.com`)

const draft = async (fields: object = {}): Promise<string> => {
  const blocks = [{ kind: 'text', markdown: 'A new **lot** is here.' }]
  const { status, body, text } = await admin.post('/api/newsletters', {
    subject: 'New coffees',
    blocks,
    ...fields,
  })
  expect(status, text).toBe(201)
  return body._id
}

const resultOf = async (id: string) =>
  (await admin.get('/api/newsletters')).body.newsletters.find(({ _id }: { _id: string }) => _id === id)

/** Runs the job until it queues nothing more. Returns the recipients of the mails, with repetitions. */
async function sendAll(runs = 5): Promise<string[]> {
  const to: string[] = []
  for (let run = 0; run < runs; run++) {
    await sendNewsletters(shop.shop)
    for (const mail of await mailbox.newMails()) to.push(mail.to![0]!.address!)
  }
  return to
}

test('the preview shows every part as HTML and as text, and a sold-out product without its place', async () => {
  const product = await shop.sell({ name: 'Sidamo', priceCents: 1999 })
  const blocks = [
    { kind: 'heading', text: 'This month' },
    { kind: 'text', markdown: 'Read [more](/about) and **enjoy** <b>it</b>.' },
    { kind: 'product', product },
    { kind: 'product', product: newId(shop.clock) },
  ]
  const { body } = await admin.post('/api/newsletters/preview', { subject: 'News', preview: 'Hi', blocks })
  expect(body.html).toContain('<strong>enjoy</strong> &lt;b&gt;it&lt;/b&gt;')
  expect(body.html).toContain('https://frame.example/about')
  expect(body.html).toContain(`https://frame.example/product/${product}`)
  expect(body.text).toContain('SIDAMO')
  expect(body.text).toContain('From $19.99.')
  expect(body.text).toMatch(/Unsubscribe: https:\/\/frame\.example\/newsletter\/unsubscribe\?link=/)
  // CAN-SPAM, 15 USC 7704(a)(5): the postal address of the sender.
  expect(body.text).toMatch(/Vienna, (VA|Virginia) 22180/)
  const wrong = await admin.post('/api/newsletters/preview', {
    subject: 'News',
    blocks: [{ kind: 'heading', text: '' }],
  })
  expect(wrong.status).toBe(400)
})

test('a test goes to the admin alone', async () => {
  await subscribers(many(2))
  const blocks = [{ kind: 'heading', text: 'Hello' }]
  const sent = await admin.post('/api/newsletters/test', { subject: 'A test', blocks })
  expect(sent.status, sent.text).toBe(200)
  const mails = await mailbox.newMails()
  expect(mails.map(({ to, subject }) => [to![0]!.address, subject])).toEqual([[admin.email, 'Test: A test']])
})

test('every subscriber gets a newsletter once, with the headers of one-click unsubscribing', async () => {
  await subscribers(many(60))
  const id = await draft()
  expect((await admin.get(`/api/newsletters/${id}`)).body.audience).toBe(60)
  const [first, second] = await Promise.all([
    admin.post(`/api/newsletters/${id}/send`, {}),
    admin.post(`/api/newsletters/${id}/send`, {}),
  ])
  expect([first.status, second.status].toSorted((a, b) => a - b)).toEqual([200, 409])
  await sendNewsletters(shop.shop)
  // The first mails are still waiting, so a second run adds none.
  await sendNewsletters(shop.shop)
  expect(await resultOf(id)).toMatchObject({ state: 'sending', recipients: 60, sent: 0 })
  const [mail, ...others] = await mailbox.newMails()
  expect(others).toHaveLength(24)
  const header = (name: string) => mail!.headers.find(({ key }) => key === name)?.value
  const key = /link=(\S+?)>/.exec(header('list-unsubscribe') ?? '')?.[1]
  expect(header('list-unsubscribe')).toBe(`<https://frame.example/newsletter/unsubscribe?link=${key}>`)
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  const to = [...[mail!, ...others].map((each) => each.to![0]!.address!), ...(await sendAll())]
  expect(to.toSorted()).toEqual(many(60).toSorted())
  await shop.visitor().post(`/newsletter/unsubscribe?link=${key}`, undefined)
  expect(await resultOf(id)).toMatchObject({ state: 'sent', recipients: 60, sent: 60, failed: 0, left: 1 })
  // Neither the stored copy nor the list of mails contains the link of a reader.
  const { mail: lines } = (await admin.get('/api/mail?kind=newsletter')).body
  expect(JSON.stringify(lines)).not.toContain(key)
})

test('a stop takes queued mails back, and a subscriber who leaves before the next batch gets nothing', async () => {
  await subscribers(many(70))
  const id = await draft()
  await admin.post(`/api/newsletters/${id}/send`, {})
  const before = await sendAll(1)
  await sendNewsletters(shop.shop)
  expect((await admin.post(`/api/newsletters/${id}/stop`, {})).body.state).toBe('stopped')
  expect(await sendAll(2)).toEqual([])
  const left = many(70).find((email) => !before.includes(email))!
  await shop.db
    .updateTable('newsletter_subscribers')
    .set({ state: 'left' })
    .where('email', '=', left)
    .execute()
  expect((await admin.post(`/api/newsletters/${id}/resume`, {})).body.state).toBe('sending')
  const after = await sendAll()
  expect([...before, ...after].toSorted()).toEqual(
    many(70)
      .filter((email) => email !== left)
      .toSorted(),
  )
  expect(await resultOf(id)).toMatchObject({ state: 'sent', sent: 69 })
  expect((await admin.post(`/api/newsletters/${id}/resume`, {})).status).toBe(409)
})

test('a newsletter for buyers goes to the subscribers who have bought the coffee', async () => {
  const product = await shop.sell()
  await subscribers(['buyer@example.com', 'other@example.com'])
  const id = await draft({ buyersOf: [product] })
  expect((await admin.get(`/api/newsletters/${id}`)).body.audience).toBe(0)
})

test('a newsletter with a day is sent from 8 AM of that day, and no past day is accepted', async () => {
  await subscribers(many(1))
  const id = await draft()
  const past = await admin.post(`/api/newsletters/${id}/send`, { on: '2020-01-01' })
  expect([past.status, past.body.message]).toEqual([400, 'This day has passed'])
  const day = nowAt({ now: () => new Date(shop.clock.now().getTime() + 2 * DAY) }).day
  const set = await admin.post(`/api/newsletters/${id}/send`, { on: day })
  expect(set.body).toMatchObject({ state: 'scheduled', sendOn: day })
  expect(await sendAll(2)).toEqual([])
  shop.clock.advance(3 * DAY)
  expect(await sendAll(2)).toEqual(many(1))
})

test('a newsletter that is sent cannot be changed or deleted, and an older version of the form is refused', async () => {
  admin = await signedIn(shop, { isAdmin: true })
  const id = await draft()
  const edit = { subject: 'Changed', blocks: [{ kind: 'heading', text: 'Hi' }] }
  expect((await admin.put(`/api/newsletters/${id}`, { ...edit, version: 1 })).body.version).toBe(2)
  expect((await admin.put(`/api/newsletters/${id}`, { ...edit, version: 1 })).status).toBe(409)
  expect((await admin.post(`/api/newsletters/${id}/send`, { version: 1 })).status).toBe(409)
  await admin.post(`/api/newsletters/${id}/send`, { version: 2 })
  const sent = { status: 409, body: { message: 'This newsletter is sent already' } }
  expect(await admin.put(`/api/newsletters/${id}`, edit)).toMatchObject(sent)
  expect(await admin.put(`/api/newsletters/${id}`, { ...edit, version: 1 })).toMatchObject(sent)
  expect(await admin.delete(`/api/newsletters/${id}`)).toMatchObject(sent)
  const none = { status: 404, body: { message: 'Newsletter not found' } }
  expect(await admin.put('/api/newsletters/0123456789abcdef', edit)).toMatchObject(none)
  expect(await admin.delete('/api/newsletters/0123456789abcdef')).toMatchObject(none)
  const other = await draft()
  expect((await admin.delete(`/api/newsletters/${other}`)).body).toEqual({ message: 'Newsletter deleted' })
  const empty = await draft({ blocks: [] })
  expect((await admin.post(`/api/newsletters/${empty}/send`, {})).status).toBe(400)
})
