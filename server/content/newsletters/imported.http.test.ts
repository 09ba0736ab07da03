/** Consents that an import brought from another shop, and the files that say who gets newsletters. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importer } from '#server/backoffice/imports/import.testing.ts'
import { csvOf } from '#server/catalog/products/import/import.testing.ts'
import { csvRows } from '#server/kernel/text/csv.ts'
import { MAIL_SETTINGS, mailboxOf, type Mailbox } from '#test/mailbox.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn, type SignedInVisitor } from '#test/signed-in.ts'
import { sendNewsletters } from './send-newsletters.ts'

let shop: TestShop
let owner: SignedInVisitor
let mailbox: Mailbox
beforeAll(async () => {
  shop = await openShop({ env: MAIL_SETTINGS })
  owner = await signedIn(shop, { isAdmin: true, name: 'Olive Owner' })
  mailbox = mailboxOf(shop)
})
afterAll(() => shop.close())
const { carryOut, preview, items } = importer(() => ({ shop, owner }))

const confirmLinkIn = (text = '') => /\/newsletter\/confirm#(\S+)/.exec(text)?.[1] ?? ''
const imported = async () => (await owner.get('/api/newsletters/imported')).body
const subscriber = (email: string) =>
  shop.db.selectFrom('newsletter_subscribers').selectAll().where('email', '=', email).executeTakeFirst()
const consentsOf = (email: string) =>
  shop.db
    .selectFrom('newsletter_consents')
    .select(['kind', 'source', 'text'])
    .where('email', '=', email)
    .orderBy('id')
    .execute()

/** Imports customers of Shopify. @param since the day of the consent, by email; empty if the file has none */
function bring(people: Record<string, string>) {
  const rows = Object.entries(people).map(([email, since]) => ({
    'First Name': 'Ima',
    'Last Name': 'Import',
    Email: email,
    'Accepts Email Marketing': 'yes',
    'Email Marketing Consent Updated At': since,
  }))
  return carryOut('customers', csvOf(rows))
}

/** Subscribes and confirms. */
async function subscribe(email: string): Promise<void> {
  await shop.visitor().post('/api/newsletter', { email, source: 'footer' })
  const [mail] = await mailbox.newMailsTo(email)
  await shop.visitor().post('/api/newsletter/confirm', { link: confirmLinkIn(mail?.text) })
}

async function cellOf(format: string, email: string): Promise<string | undefined> {
  const [head = [], ...rows] = csvRows((await owner.get(`/api/users/export?format=${format}`)).text)
  const column = format === 'own' ? 'Newsletter' : 'Accepts Email Marketing'
  return rows.find((row) => row[head.indexOf('Email')] === email)?.[head.indexOf(column)]
}

test('the customer export says what the list of the shop says: active yes, excluded or left no', async () => {
  const accounts = ['active', 'left', 'never', 'pending']
  await carryOut('customers', csvOf(accounts.map((Name) => ({ Name, Email: `${Name}@list.example` }))))
  await subscribe('active@list.example')
  await subscribe('left@list.example')
  const link = (await subscriber('left@list.example'))!.link_key
  await shop.visitor().post('/api/newsletter/leave', { link })
  await shop.visitor().post('/api/newsletter', { email: 'pending@list.example', source: 'footer' })
  await bring({ 'agreed@list.example': '2024-05-01', 'excluded@list.example': '2024-05-01' })
  await owner.post('/api/newsletters/exclusions', { email: 'excluded@list.example' })
  for (const format of ['own', 'shopify']) {
    const cells = ['active', 'left', 'never', 'pending', 'agreed', 'excluded'].map(
      async (name) => [name, await cellOf(format, `${name}@list.example`)] as const,
    )
    expect(Object.fromEntries(await Promise.all(cells))).toEqual({
      active: 'yes',
      left: 'no',
      never: 'no',
      pending: 'no',
      agreed: 'yes',
      excluded: 'no',
    })
  }
})

test.each(['own', 'shopify', 'woocommerce'])(
  'an import of the customer export for %s finds nothing to change, whatever the list says',
  async (format) => {
    const { text } = await owner.get(`/api/users/export?format=${format}`)
    const run = await preview('customers', text)
    expect(run.counts).toMatchObject({ create: 0, change: 0, broken: 0 })
    expect(run.counts.same).toBeGreaterThanOrEqual(6)
  },
)

test('a file makes nobody a subscriber again who has left the newsletter', async () => {
  const run = await bring({ 'left@list.example': '2025-01-01', 'excluded@list.example': '2025-01-01' })
  expect(run.counts).toMatchObject({ change: 0, same: 2 })
  expect((await items(run._id, 'same'))[0].notes.join()).toContain('has left the newsletter of this shop')
  expect((await imported()).sources.map(({ people }: { people: number }) => people)).toEqual([1])
})

const accept = (more: object) =>
  owner.post('/api/newsletters/imported/accept', { source: 'shopify', how: 'Box at checkout', ...more })

test('the owner accepts imported consents, and the source and the date of each are stored', async () => {
  await bring({ 'dated@accept.example': '2024-06-02', 'undated@accept.example': '' })
  expect((await imported()).sources).toEqual([
    {
      source: 'shopify',
      people: 3,
      undated: 1,
      first: '2024-05-01T00:00:00.000Z',
      last: '2024-06-02T00:00:00.000Z',
    },
  ])
  expect((await accept({})).body.fields).toEqual({
    on: 'Enter the day on which 1 person without a date agreed',
  })
  expect((await accept({ how: '' })).status).toBe(400)
  expect((await accept({ on: '2999-01-01' })).status).toBe(400)
  expect(await subscriber('dated@accept.example')).toBeUndefined()
  const answer = await accept({ on: '2025-03-01' })
  expect([answer.status, answer.body.message]).toEqual([200, 'Added 3 subscribers'])
  expect(await subscriber('dated@accept.example')).toMatchObject({
    state: 'active',
    confirmed_at: '2024-06-02T00:00:00.000Z',
  })
  expect(await subscriber('undated@accept.example')).toMatchObject({ state: 'active' })
  expect(await consentsOf('undated@accept.example')).toEqual([
    {
      kind: 'confirmed',
      source: 'import',
      text: 'Agreed in Shopify on March 1, 2025. Accepted: Box at checkout (Olive Owner)',
    },
  ])
  expect((await accept({ on: '2025-03-01' })).status).toBe(409)
  expect((await imported()).sources).toEqual([])
  expect(await mailbox.newMailsTo('dated@accept.example')).toEqual([])
})

test('a later file of the same shop that says no unsubscribes a person whose consent was accepted', async () => {
  const row = { 'First Name': 'Ima', 'Last Name': 'Import', Email: 'dated@accept.example' }
  await carryOut('customers', csvOf([{ ...row, 'Accepts Email Marketing': 'no' }]))
  expect(await subscriber('dated@accept.example')).toMatchObject({ state: 'left' })
})

test('instead, each person is asked by one mail, and those who confirm are subscribers', async () => {
  const people = Array.from({ length: 30 }, (_, n) => `p${n + 10}@ask.example`)
  await bring(Object.fromEntries(people.map((email) => [email, '2024-05-01'])))
  const ask = () => owner.post('/api/newsletters/imported/ask', { source: 'shopify' })
  expect((await ask()).body).toEqual({ message: 'One email each goes to 30 people, to confirm' })
  expect((await ask()).status).toBe(409)
  expect(await imported()).toEqual({ sources: [], queued: 30 })
  await owner.post('/api/newsletters/exclusions', { email: people[29] })
  const mails = []
  for (let round = 0; round < 4; round++) {
    await sendNewsletters(shop.shop)
    mails.push(...(await mailbox.newMails()))
  }
  const asked = mails
    .map(({ to }) => to?.[0]?.address ?? '')
    .toSorted((one, other) => one.localeCompare(other))
  expect(asked).toEqual(people.slice(0, -1))
  const mail = mails.find(({ to }) => to?.[0]?.address === people[0])
  expect(mail?.subject).toBe('Do you want to keep getting our newsletter?')
  expect(mail?.text).toContain('You agreed to our newsletter in our former shop')
  expect(await subscriber(people[0]!)).toMatchObject({ state: 'pending' })
  await shop.visitor().post('/api/newsletter/confirm', { link: confirmLinkIn(mail?.text) })
  expect(await subscriber(people[0]!)).toMatchObject({ state: 'active' })
  expect(await imported()).toEqual({ sources: [], queued: 0 })
})

test('the file of subscribers has each consent with its date, and only those who get newsletters', async () => {
  const answer = await owner.get('/api/newsletters/subscribers/export')
  expect(answer.headers['content-type']).toContain('text/csv')
  const [head = [], ...rows] = csvRows(answer.text)
  const found = new Map(
    rows.map((row) => [row[0], Object.fromEntries(head.map((name, at) => [name, row[at]]))]),
  )
  expect(found.get('undated@accept.example')).toMatchObject({
    Newsletter: 'yes',
    'Newsletter since': '2025-03-01T12:00:00.000Z',
    'Agreed in': 'import',
    Consent: expect.stringContaining('Agreed in Shopify on March 1, 2025'),
  })
  expect(found.get('active@list.example')).toMatchObject({ 'Agreed in': 'mail' })
  for (const email of [
    'left@list.example',
    'excluded@list.example',
    'dated@accept.example',
    'p11@ask.example',
  ])
    expect([email, found.has(email)]).toEqual([email, false])
})

test('only the owner sees and decides about imported consents, and takes the file', async () => {
  const manager = await signedIn(shop, { role: 'manager' })
  expect((await manager.get('/api/newsletters/imported')).status).toBe(403)
  expect((await manager.get('/api/newsletters/subscribers/export')).status).toBe(403)
  const body = { source: 'shopify', how: 'Box at checkout' }
  expect((await manager.post('/api/newsletters/imported/accept', body)).status).toBe(403)
  expect((await manager.post('/api/newsletters/imported/ask', body)).status).toBe(403)
})
