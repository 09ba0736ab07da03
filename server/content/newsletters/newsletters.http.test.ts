/** Newsletters: sign-up, consent, unsubscribing, sending. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashOf } from '#server/platform/outbox/excluded.ts'
import { DAY } from '#server/kernel/time/clock.ts'
import { MAIL_SETTINGS, mailboxOf, type Mailbox } from '#test/mailbox.ts'
import { openShop, type TestShop } from '#test/shop.ts'

let shop: TestShop
let mailbox: Mailbox
beforeAll(async () => {
  shop = await openShop({ env: MAIL_SETTINGS })
  mailbox = mailboxOf(shop)
})
afterAll(() => shop.close())

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

const ask = (email: string) => shop.visitor().post('/api/newsletter', { email, source: 'footer' })
const confirmLinkIn = (text = '') => /\/newsletter\/confirm#(\S+)/.exec(text)?.[1] ?? ''
const rowOf = (email: string) =>
  shop.db.selectFrom('newsletter_subscribers').selectAll().where('email', '=', email).executeTakeFirst()
const consentsOf = async (email: string) => {
  const rows = await shop.db
    .selectFrom('newsletter_consents')
    .selectAll()
    .where('email', '=', email)
    .orderBy('id')
    .execute()
  return rows.map(({ kind, source }) => `${kind} ${source}`)
}

/** Subscribes and confirms. Returns the secret of the links that unsubscribe. */
async function subscribed(email: string): Promise<string> {
  await ask(email)
  const [mail] = await mailbox.newMailsTo(email)
  const link = confirmLinkIn(mail?.text)
  expect((await shop.visitor().post('/api/newsletter/confirm', { link })).status).toBe(200)
  return (await rowOf(email))!.link_key
}

test('a sign-up is active only after its mailed link, and each step of the consent is stored with its text', async () => {
  expect((await ask('Ann@Example.com')).body).toEqual({ status: 'success' })
  const [mail] = await mailbox.newMailsTo('ann@example.com')
  expect(mail?.subject).toBe('Confirm your newsletter')
  expect(await rowOf('ann@example.com')).toMatchObject({ state: 'pending', confirmed_at: null })
  const link = confirmLinkIn(mail?.text)
  const forged = await shop.visitor().post('/api/newsletter/confirm', { link: `${link.slice(0, -3)}AAA` })
  expect([forged.status, forged.body.code]).toEqual([400, 'link'])
  const confirmed = await shop.visitor().post('/api/newsletter/confirm', { link })
  expect(confirmed.body).toEqual({ message: 'You get our newsletter from now on' })
  expect(await rowOf('ann@example.com')).toMatchObject({ state: 'active', wants_news: 1, wants_lots: 0 })
  expect(await consentsOf('ann@example.com')).toEqual(['asked footer', 'confirmed mail'])
  const { text } = await shop.db
    .selectFrom('newsletter_consents')
    .select('text')
    .where('email', '=', 'ann@example.com')
    .executeTakeFirstOrThrow()
  expect(text).toBe('Send me news about coffees and events. I can unsubscribe at any time with one click.')
  // The same answer, and no mail: nobody can find out who has subscribed.
  expect((await ask('ann@example.com')).body).toEqual({ status: 'success' })
  expect(await mailbox.newMailsTo('ann@example.com')).toEqual([])
})

test('a link expires after seven days, or with a newer request', async () => {
  await ask('late@example.com')
  const [first] = await mailbox.newMailsTo('late@example.com')
  shop.clock.advance(DAY)
  await ask('late@example.com')
  const [second] = await mailbox.newMailsTo('late@example.com')
  const follow = async (text?: string) =>
    (await shop.visitor().post('/api/newsletter/confirm', { link: confirmLinkIn(text) })).status
  expect(await follow(first?.text)).toBe(400)
  shop.clock.advance(8 * DAY)
  expect(await follow(second?.text)).toBe(400)
  expect(await rowOf('late@example.com')).toMatchObject({ state: 'pending' })
})

test('mail programs unsubscribe with one POST without cookies, in both kinds of form bodies', async () => {
  for (const [email, body, headers] of [
    ['one@example.com', 'List-Unsubscribe=One-Click', FORM],
    [
      'two@example.com',
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
      { 'content-type': 'multipart/form-data; boundary=x' },
    ],
  ] as const) {
    const key = await subscribed(email)
    const send = () => shop.visitor().post(`/newsletter/unsubscribe?link=${key}`, Buffer.from(body), headers)
    const { status, text } = await send()
    expect([status, JSON.parse(text)]).toEqual([200, { status: 'success' }])
    expect((await send()).status).toBe(200)
    expect(await rowOf(email)).toMatchObject({ state: 'left' })
    expect(await consentsOf(email)).toEqual(['asked footer', 'confirmed mail', 'withdrawn one-click'])
    const suppressed = await shop.db
      .selectFrom('suppressed_addresses')
      .select('reason')
      .where('address_hash', '=', hashOf(email))
      .execute()
    expect(suppressed).toEqual([{ reason: 'withdrawn' }])
  }
  const unknown = await shop.visitor().post(`/newsletter/unsubscribe?link=${'A'.repeat(43)}`, undefined)
  expect([unknown.status, unknown.body.status]).toEqual([400, 'fail'])
})

test('the preferences are saved with the mailed link, and without any choice the person is unsubscribed', async () => {
  const link = await subscribed('pat@example.com')
  const visitor = shop.visitor()
  const read = async () => (await visitor.post('/api/newsletter/preferences', { link })).body
  expect(await read()).toEqual({ email: 'pat@example.com', news: true, lots: false })
  const saved = await visitor.put('/api/newsletter/preferences', { link, news: true, lots: true })
  expect(saved.body).toEqual({ email: 'pat@example.com', news: true, lots: true })
  await visitor.put('/api/newsletter/preferences', { link, news: false, lots: false })
  expect(await read()).toEqual({ email: 'pat@example.com', news: false, lots: false })
  expect(await rowOf('pat@example.com')).toMatchObject({ state: 'left' })
  expect(await consentsOf('pat@example.com')).toEqual([
    'asked footer',
    'confirmed mail',
    'changed preferences',
    'withdrawn preferences',
  ])
  const wrong = await visitor.post('/api/newsletter/preferences', { link: 'A'.repeat(43) })
  expect(wrong.status).toBe(400)
})

const send = (path: string, body: string) => shop.visitor().post(path, Buffer.from(body), FORM)

test('forms without JavaScript lead to a page with the result', async () => {
  const good = await send('/api/newsletter', 'email=form%40example.com&source=footer&homepage=')
  expect([good.status, good.headers.location]).toEqual([303, '/newsletter?sent=success#result'])
  const bad = await send('/api/newsletter', 'email=form&source=footer')
  expect(bad.headers.location).toBe('/newsletter?sent=fail&field=email#email=form')
  const link = await subscribed('leaver@example.com')
  const left = await send('/api/newsletter/leave', `link=${link}`)
  expect(left.headers.location).toBe('/newsletter/unsubscribe?sent=success')
  expect(await rowOf('leaver@example.com')).toMatchObject({ state: 'left' })
})

test('a bot that fills in the hidden field gets the same answer, and nothing is stored', async () => {
  const sent = await shop.visitor().post('/api/newsletter', { email: 'bot@example.com', homepage: 'spam' })
  expect(sent.body).toEqual({ status: 'success' })
  expect(await rowOf('bot@example.com')).toBeUndefined()
})

test('an admin excludes an address, which then gets no mail at a sign-up, and allows it again', async () => {
  const admin = await shop.admin()
  const email = 'stop@example.com'
  await subscribed(email)
  const excluded = await admin.post('/api/newsletters/exclusions', { email: 'Stop@Example.com' })
  expect(excluded.body.message).toBe(`${email} no longer gets newsletters. It was subscribed until now`)
  expect(await rowOf(email)).toMatchObject({ state: 'left' })
  expect((await consentsOf(email)).at(-1)).toBe('withdrawn admin')
  await ask(email)
  const unknown = 'never@example.com'
  const other = await admin.post('/api/newsletters/exclusions', { email: unknown })
  expect(other.body.message).toMatch(/It was not subscribed$/)
  await ask(unknown)
  expect([await mailbox.newMailsTo(email), await rowOf(unknown)]).toEqual([[], undefined])
  expect((await admin.post('/api/newsletters/exclusions/end', { email })).status).toBe(200)
  expect((await admin.post('/api/newsletters/exclusions/end', { email })).status).toBe(409)
  await subscribed(email)
  expect(await rowOf(email)).toMatchObject({ state: 'active' })
  const { lines } = (await admin.get('/api/record?subject=newsletter')).body
  expect(lines.map(({ action, subjectName }: Record<string, string>) => `${action} ${subjectName}`)).toEqual([
    'Allowed an address again s…@example.com',
    'Excluded an address n…@example.com',
    'Excluded an address s…@example.com',
  ])
})

test('deleting an account deletes its subscription, and an address that withdrew stays excluded', async () => {
  const link = await subscribed('gone@example.com')
  await shop.visitor().post(`/newsletter/unsubscribe?link=${link}`, undefined)
  const user = await shop
    .visitor()
    .post('/api/users', { name: 'Gone', email: 'gone@example.com', password: 'correct horse battery' })
  const deleted = await (await shop.admin()).delete(`/api/users/${user.body._id}`)
  expect(deleted.status, deleted.text).toBe(200)
  expect(await rowOf('gone@example.com')).toBeUndefined()
  expect(await consentsOf('gone@example.com')).toEqual([])
  const hash = hashOf('gone@example.com')
  const rows = await shop.db
    .selectFrom('suppressed_addresses')
    .selectAll()
    .where('address_hash', '=', hash)
    .execute()
  expect(rows).toHaveLength(1)
})
