/** From an inquiry to an account: the mailed link, the application, and what staff decide. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY } from '#server/kernel/time/clock.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { certificateOn } from '#server/wholesale/accounts/certificates.ts'
import { sweepApplications } from './sweep.ts'
import { MAIL_SETTINGS, mailboxOf, tokenIn, type Mailbox } from '#test/mailbox.ts'
import { sendContactMessage, sendInquiry } from '#test/messages.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn, type SignedInVisitor } from '#test/signed-in.ts'
import { changedBy } from '#test/unchanged.ts'
import { APPLICATION, approval, begun, filled } from '#test/wholesale/accounts.ts'

let shop: TestShop
let owner: SignedInVisitor
let mailbox: Mailbox
beforeAll(async () => {
  shop = await openShop({ env: MAIL_SETTINGS })
  owner = await signedIn(shop, { role: 'owner', name: 'Olive Owner' })
  mailbox = mailboxOf(shop)
})
afterAll(() => shop.close())

const open = (token: string) => shop.visitor().post('/api/applications/open', { token })
const one = async (id: string) => (await owner.get(`/api/applications/${id}`)).body
const saveDraft = (token: string, fields: object) =>
  shop.visitor().put('/api/applications/draft', { token, version: 1, data: { ...APPLICATION, ...fields } })
const sent = (token: string, fields: object) =>
  shop.visitor().post('/api/applications/send', {
    token,
    version: 1,
    data: APPLICATION,
    termsVersion: 0,
    acceptedName: 'Maria Mosaic',
    accepts: true,
    ...fields,
  })

test('one press makes an application of an inquiry, filled with what the inquiry says, and mails its link', async () => {
  const email = 'maria@mosaic.example'
  const message = await sendInquiry(shop, {
    email,
    businessName: 'Cafe Mosaic',
    typeOfBusiness: 'Café',
    qty: 40,
  })
  expect((await owner.get(`/api/messages/${message}/application`)).body).toBeNull()
  const { status, body } = await owner.post('/api/applications', { message })
  expect([status, body.message]).toEqual([201, `The application is on its way to ${email}`])
  const [mail] = await mailbox.newMailsTo(email)
  const { body: opened } = await open(tokenIn(mail, '/wholesale/apply'))
  expect(opened).toMatchObject({
    state: 'sent',
    email,
    data: { tradeName: 'Cafe Mosaic', kind: 'cafe', phone: '703 555 0100', expected: 18_144, legalName: '' },
  })
  expect((await owner.get(`/api/messages/${message}/application`)).body).toMatchObject({ state: 'sent' })
  const [letter] = (await owner.get(`/api/messages?id=${message}`)).body.messages
  expect(letter.status).toBe('answered')
  expect((await owner.post('/api/applications', { message })).status).toBe(409)
  const contact = await sendContactMessage(shop)
  expect((await owner.post('/api/applications', { message: contact })).status).toBe(400)
})

test('two presses at once make one application and one mail', async () => {
  const email = 'twice@mosaic.example'
  const message = await sendInquiry(shop, { email })
  const answers = await Promise.all([1, 2].map(() => owner.post('/api/applications', { message })))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
  expect(await mailbox.newMailsTo(email)).toHaveLength(1)
})

test('a draft is kept, also from another device, and an older page does not overwrite it', async () => {
  const { token } = await begun(shop, mailbox)
  const draft = { ...APPLICATION, legalName: 'Mos' }
  const save = (version: number, data: object) =>
    shop.visitor().put('/api/applications/draft', { token, version, data })
  expect((await save(1, draft)).body).toEqual({ version: 2 })
  expect((await open(token)).body).toMatchObject({ version: 2, data: { legalName: 'Mos' } })
  const late = await save(1, { ...draft, legalName: 'Old' })
  expect([late.status, late.body.code]).toEqual([409, 'version'])
  expect((await open(token)).body.data.legalName).toBe('Mos')
})

test('an application is refused with every missing field, without accepted terms, and with older terms', async () => {
  const { token } = await begun(shop, mailbox)
  const missing = await sent(token, {
    data: { ...APPLICATION, legalName: '', postalCode: '99999', billingEmail: 'x', isElsewhere: true },
  })
  expect([missing.status, Object.keys(missing.body.fields)]).toEqual([
    400,
    ['legalName', 'postalCode', 'toAddress', 'toCity', 'toState', 'toPostalCode', 'billingEmail'],
  ])
  expect((await sent(token, { accepts: false })).status).toBe(400)
  expect((await sent(token, { acceptedName: '  ' })).status).toBe(400)
  const old = await sent(token, { termsVersion: 7 })
  expect([old.status, old.body.code]).toEqual([409, 'terms'])
})

test('the accepted terms are kept with text, version, name and time, also after the owner has changed them', async () => {
  const { id } = await filled(shop, mailbox)
  const saved = await owner.get('/api/settings/wholesale-terms')
  const { accepted } = await one(id)
  expect(accepted).toMatchObject({
    name: 'Maria Mosaic',
    version: 0,
    text: saved.body.terms,
    ip: expect.any(String),
  })
  const change = { terms: 'New terms', version: 0 }
  expect((await owner.put('/api/settings/wholesale-terms', change)).status).toBe(200)
  expect((await one(id)).accepted).toEqual(accepted)
  const { token } = await begun(shop, mailbox)
  expect((await open(token)).body.terms).toEqual({ text: 'New terms', version: 1 })
  await shop.db.deleteFrom('settings').where('id', '=', 'wholesale-terms').execute()
  shop.shop.changed({ tag: 'Settings' })
})

test('what strangers send is bounded: long texts, other types and unknown links are refused, and nothing is stored', async () => {
  const { token } = await begun(shop, mailbox)
  const changed = await changedBy(shop.db, async () => {
    for (const fields of [
      { legalName: 'x'.repeat(121) },
      { doorNote: 'x'.repeat(501) },
      { legalName: 'a\u0000b' },
      { legalName: ['a'] },
      { expected: 1e12 },
      { certSignedOn: '2026-13-40' },
      { kind: 'bank' },
    ])
      expect((await saveDraft(token, fields)).status, JSON.stringify(fields)).toBe(400)
    expect((await open('A'.repeat(43))).status).toBe(400)
    expect((await open('x')).status).toBe(400)
  })
  expect(changed).toEqual([])
})

test('asking for something mails the owner’s text with a new link, and the old link ends', async () => {
  const { id, token, email, version } = await filled(shop, mailbox)
  const text = 'Please add the date to your certificate.'
  const { body } = await owner.post(`/api/applications/${id}/ask`, { text, version })
  expect(body).toMatchObject({ state: 'needs', asked: text })
  // From a page that was opened before.
  expect((await owner.post(`/api/applications/${id}/ask`, { text, version })).status).toBe(409)
  const [mail] = await mailbox.newMailsTo(email)
  expect(mail!.text).toContain(text)
  const fresh = tokenIn(mail, '/wholesale/apply')
  expect((await open(token)).status).toBe(400)
  expect((await open(fresh)).body).toMatchObject({ state: 'needs', asked: text })
  const again = await sent(fresh, { version: body.version })
  expect([again.status, again.body.state]).toEqual([200, 'filled'])
})

test('declining mails the owner’s text, and the link ends; of two decisions at once, one is refused', async () => {
  const { id, token, email, version } = await filled(shop, mailbox)
  const text = 'We cannot deliver to Vienna yet.'
  const answers = await Promise.all([
    owner.post(`/api/applications/${id}/decline`, { text, version }),
    owner.post(`/api/applications/${id}/approve`, approval(version)),
  ])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  if (answers[0].status === 409) return
  const [mail] = await mailbox.newMailsTo(email)
  expect(mail!.text).toContain(text)
  expect((await open(token)).status).toBe(400)
})

test('approving makes the account with its location, its buyer and its certificate, and mails the link to join', async () => {
  const { id, token, email, version } = await filled(shop, mailbox)
  const { status, body } = await owner.post(`/api/applications/${id}/approve`, approval(version))
  expect([status, body.state]).toEqual([200, 'approved'])
  const account = (await owner.get(`/api/accounts/${body.company}`)).body
  expect(account).toMatchObject({
    legalName: 'Mosaic Coffee LLC',
    status: 'approved',
    terms: 'prepaid',
    locations: [{ name: 'Church Street', weekdays: ['Thu'], state: 'VA' }],
    people: [{ email, name: 'Maria Mosaic', hasJoined: false, mayOrder: true, mayPeople: true }],
    certificates: [{ state: 'valid', number: '10-123456789F-001', problems: [], checkedBy: 'Olive Owner' }],
    exemptUntilDay: '',
    application: { _id: id, acceptedName: 'Maria Mosaic', termsVersion: 0 },
  })
  expect(await certificateOn(shop.db, body.company, nowAt(shop.clock).day)).not.toBeNull()
  const [mail] = await mailbox.newMailsTo(email)
  expect(mail!.text).toContain('your account is open.')
  expect(mail!.text).toMatch(/\/wholesale\/join#/)
  expect((await open(token)).status).toBe(400)
  expect((await owner.post(`/api/applications/${id}/approve`, approval(body.version))).status).toBe(409)
})

test('an application that is not sent, or whose certificate is incomplete but marked as checked, is not approved', async () => {
  const early = await begun(shop, mailbox)
  expect((await owner.post(`/api/applications/${early.id}/approve`, approval(1))).status).toBe(409)
  const { id, version } = await filled(shop, mailbox, { certSignedOn: '', certSignedBy: '' })
  expect((await one(id)).certificateProblems).toEqual([
    { field: 'signedBy', text: 'The signature is missing' },
    { field: 'signedOn', text: 'The date is missing' },
  ])
  const refused = await owner.post(`/api/applications/${id}/approve`, approval(version))
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'An incomplete certificate cannot be accepted: The signature is missing. The date is missing',
  ])
  const taxed = await owner.post(`/api/applications/${id}/approve`, approval(version, false))
  expect(taxed.status).toBe(200)
  expect(await certificateOn(shop.db, taxed.body.company, nowAt(shop.clock).day)).toBeNull()
})

test('a link ends after 60 days', async () => {
  const { token } = await begun(shop, mailbox)
  shop.clock.advance(61 * DAY)
  const late = await open(token)
  expect([late.status, late.body.code]).toEqual([400, 'link'])
  shop.clock.advance(-61 * DAY)
})

test('applications that became no account are deleted after 24 months', async () => {
  const { id } = await begun(shop, mailbox)
  const count = async () =>
    (await shop.db.selectFrom('applications').select('id').where('id', '=', id).execute()).length
  await sweepApplications(shop.shop)
  expect(await count()).toBe(1)
  shop.clock.advance(731 * DAY)
  await sweepApplications(shop.shop)
  expect(await count()).toBe(0)
  shop.clock.advance(-731 * DAY)
})

test('the list can be filtered and searched, and says how many wait for a decision', async () => {
  const { id, email } = await filled(shop, mailbox, {}, 'zora@list.example')
  const { body } = await owner.get(
    `/api/applications?state=filled&keyword=${encodeURIComponent('zora@list')}`,
  )
  expect(body.applications.map(({ _id }: { _id: string }) => _id)).toEqual([id])
  expect(body.waiting).toBeGreaterThan(0)
  expect(body.applications[0]).toMatchObject({ email, legalName: 'Mosaic Coffee LLC', city: 'Vienna' })
  expect((await owner.get('/api/applications?state=gone')).status).toBe(400)
})
