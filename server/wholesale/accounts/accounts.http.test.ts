/** Wholesale accounts: joining, people and their rights, locations, certificates, hold, and who sees what. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDays } from '#shared/kernel/days.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { MAIL_SETTINGS, mailboxOf, type Mailbox } from '#test/mailbox.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import { signedIn, type SignedInVisitor } from '#test/signed-in.ts'
import {
  accountOf,
  buyerOf,
  CERTIFICATE,
  certificateOf,
  COMPANY,
  LOCATION,
} from '#test/wholesale/accounts.ts'

let shop: TestShop
let owner: SignedInVisitor
let mailbox: Mailbox
beforeAll(async () => {
  shop = await openShop({ env: MAIL_SETTINGS })
  owner = await signedIn(shop, { role: 'owner', name: 'Olive Owner' })
  mailbox = mailboxOf(shop)
})
afterAll(() => shop.close())

const today = () => nowAt(shop.clock).day
const accountAt = async (id: string) => (await owner.get(`/api/accounts/${id}`)).body
const person = (email: string, fields: object = {}) => ({ name: 'Ben Barista', email, ...fields })

/** Name, status and tax of the accounts that a query finds. */
const find = async (query: string) => {
  const { body } = await owner.get(`/api/accounts?keyword=list&${query}`)
  return body.accounts.map(({ tax, status, name }: Record<string, string>) => [name, status, tax])
}

/** Adds a person to an account, and returns the token of the mail. */
async function invited(company: string, email: string): Promise<string> {
  const { status, text } = await owner.post(`/api/accounts/${company}/buyers`, person(email))
  expect([status, status === 201 ? '' : text]).toEqual([201, ''])
  const [mail] = await mailbox.newMailsTo(email.toLowerCase())
  return /\/wholesale\/join#([\w.-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
}
const look = (token: string) => shop.visitor().post('/api/buyer-invitations/look', { token })
const join = (token: string) =>
  shop
    .visitor()
    .post('/api/buyer-invitations/join', { token, name: 'Ben', password: 'correct horse battery' })

describe('joining', () => {
  test('the mailed link makes an account of the shop, signs in, and works once', async () => {
    const { company } = await accountOf(shop)
    const email = 'ben@cafe.example'
    const token = await invited(company, email)
    expect((await look(token)).body).toEqual({
      name: 'Ben Barista',
      email,
      company: 'Cafe Mosaic',
      account: null,
    })
    const joined = await join(token)
    expect([joined.status, joined.body]).toEqual([200, expect.objectContaining({ email, company })])
    expect((await look(token)).status).toBe(400)
    expect((await join(token)).status).toBe(400)
    expect((await accountAt(company)).people).toContainEqual(
      expect.objectContaining({ email, hasJoined: true }),
    )
  })

  test('an account of the shop in another spelling of the address is found, and joins', async () => {
    const { company } = await accountOf(shop)
    const visitor = await signedIn(shop)
    await shop.db
      .updateTable('users')
      .set({ email: 'annalee@gmail.com' })
      .where('id', '=', visitor.id)
      .execute()
    const token = await invited(company, 'Anna.Lee+cafe@Gmail.com')
    expect((await look(token)).body).toMatchObject({ account: 'annalee@gmail.com' })
    expect((await join(token)).status).toBe(409)
    const stranger = await signedIn(shop)
    expect((await stranger.post('/api/buyer-invitations/accept', { token })).body.code).toBe('other')
    expect((await visitor.post('/api/buyer-invitations/accept', { token })).body).toEqual({ company })
    expect((await visitor.get('/api/own-accounts')).body.accounts).toHaveLength(1)
  })

  test('a newer mail replaces the link; a removed person cannot join', async () => {
    const { company } = await accountOf(shop)
    const email = 'late@cafe.example'
    const token = await invited(company, email)
    const { _id: buyer } = (await accountAt(company)).people.find(
      (each: { email: string }) => each.email === email,
    )
    expect((await owner.post(`/api/accounts/${company}/buyers/${buyer}/resend`)).status).toBe(200)
    expect((await look(token)).status).toBe(400)
    const [mail] = await mailbox.newMailsTo(email)
    const newer = /\/wholesale\/join#([\w.-]+)/.exec(mail!.text ?? '')![1]!
    expect((await look(newer)).status).toBe(200)
    await owner.delete(`/api/accounts/${company}/buyers/${buyer}`)
    expect((await look(newer)).status).toBe(400)
    // The same address can be invited again.
    expect((await owner.post(`/api/accounts/${company}/buyers`, person(email))).status).toBe(201)
    expect((await owner.post(`/api/accounts/${company}/buyers`, person(email))).status).toBe(400)
  })

  test('of two people with the same link at once, one joins', async () => {
    const { company } = await accountOf(shop)
    const token = await invited(company, 'race@cafe.example')
    const answers = await Promise.all([join(token), join(token)])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })
})

describe('people', () => {
  test('a stranger, staff, and a buyer of another account get 404 for an account, and nothing of it', async () => {
    const { company, location, buyer } = await buyerOf(shop)
    const { visitor: other } = await buyerOf(shop)
    for (const visitor of [other, owner, await signedIn(shop)]) {
      expect((await visitor.get(`/api/own-accounts/${company}`)).status).toBe(404)
      expect((await visitor.put(`/api/own-accounts/${company}/locations/${location}`, LOCATION)).status).toBe(
        404,
      )
      expect((await visitor.delete(`/api/own-accounts/${company}/buyers/${buyer}`)).status).toBe(404)
    }
    const { company: own } = await buyerOf(shop)
    const { visitor, company: mine } = await buyerOf(shop)
    // The parts of another account do not belong to one's own.
    expect((await visitor.put(`/api/own-accounts/${mine}/locations/${location}`, LOCATION)).status).toBe(404)
    expect((await visitor.delete(`/api/own-accounts/${mine}/buyers/${buyer}`)).status).toBe(404)
    expect((await owner.put(`/api/accounts/${own}/locations/${location}`, LOCATION)).status).toBe(404)
  })

  test('a removed person is out at once, with an open session, and so is a person of an account in review', async () => {
    const { company, buyer, visitor } = await buyerOf(shop)
    expect((await visitor.get(`/api/own-accounts/${company}`)).status).toBe(200)
    await owner.delete(`/api/accounts/${company}/buyers/${buyer}`)
    expect((await visitor.get(`/api/own-accounts/${company}`)).status).toBe(404)
    expect((await visitor.get('/api/own-accounts')).body.accounts).toEqual([])
    const review = await buyerOf(shop, { company: { status: 'review' } })
    expect((await review.visitor.get(`/api/own-accounts/${review.company}`)).status).toBe(404)
  })

  test('a person without the right to manage people sees no people and changes nothing', async () => {
    const { company, location, buyer, visitor } = await buyerOf(shop, { rights: { may_people: 0 } })
    const { body } = await visitor.get(`/api/own-accounts/${company}`)
    expect([body.people, body.rights.mayPeople]).toEqual([[], false])
    const base = `/api/own-accounts/${company}`
    expect((await visitor.post(`${base}/buyers`, person('x@cafe.example'))).status).toBe(403)
    expect(
      (await visitor.put(`${base}/buyers/${buyer}`, person('x@cafe.example', { mayPeople: true }))).status,
    ).toBe(403)
    expect((await visitor.put(`${base}/locations/${location}`, LOCATION)).status).toBe(403)
    expect((await visitor.post(`${base}/certificates`, CERTIFICATE)).status).toBe(403)
  })

  test('a manager invites, changes and removes people, and cannot leave the account without a manager', async () => {
    const { company, buyer, visitor } = await buyerOf(shop)
    const base = `/api/own-accounts/${company}`
    const added = await visitor.post(`${base}/buyers`, person('new@cafe.example', { mayInvoices: true }))
    expect(added.status).toBe(201)
    const { _id: other, version } = added.body.people.find(
      ({ email }: { email: string }) => email === 'new@cafe.example',
    )
    const changed = await visitor.put(
      `${base}/buyers/${other}`,
      person('other@cafe.example', { mayPay: true, version }),
    )
    // The address stays: another person gets another invitation.
    expect(changed.body.people).toContainEqual(
      expect.objectContaining({ _id: other, email: 'new@cafe.example', mayPay: true, mayInvoices: false }),
    )
    expect((await visitor.put(`${base}/buyers/${other}`, person('', { version }))).status).toBe(400)
    expect((await visitor.put(`${base}/buyers/${other}`, person('n@x.example', { version }))).status).toBe(
      409,
    )
    const self = person('m@x.example', { mayPeople: false })
    expect((await visitor.put(`${base}/buyers/${buyer}`, self)).status).toBe(409)
    expect((await visitor.delete(`${base}/buyers/${buyer}`)).status).toBe(409)
    const removed = await visitor.delete(`${base}/buyers/${other}`)
    expect(removed.body.people.map(({ _id }: { _id: string }) => _id)).toEqual([buyer])
    const { lines } = (await owner.get(`/api/record?subject=company&subjectId=${company}`)).body
    expect(lines.map(({ action, by }: { action: string; by: string }) => [action, by])).toEqual([
      ['Removed', 'Maria Mosaic'],
      ['Changed', 'Maria Mosaic'],
      ['Created', 'Maria Mosaic'],
    ])
  })

  test('a person in two accounts sees both, with their names and locations', async () => {
    const { visitor, company } = await buyerOf(shop)
    const second = await accountOf(shop, visitor, { company: { trade_name: 'Bar Two' } })
    const { accounts } = (await visitor.get('/api/own-accounts')).body
    expect(
      accounts.map(({ name, locations }: { name: string; locations: object[] }) => [name, locations.length]),
    ).toEqual(
      expect.arrayContaining([
        ['Cafe Mosaic', 1],
        ['Bar Two', 1],
      ]),
    )
    expect(accounts.map(({ _id }: { _id: string }) => _id).toSorted()).toEqual(
      [company, second.company].toSorted(),
    )
  })
})

test('a person who deletes the account of the shop no longer acts for the business; the file of own data names it', async () => {
  const { company, visitor } = await buyerOf(shop)
  const { body } = await visitor.get('/api/personal-data')
  expect(body.businesses).toEqual([
    expect.objectContaining({ business: 'Mosaic Coffee LLC', email: visitor.email, mayPeople: true }),
  ])
  expect((await visitor.post('/api/personal-data/deletion', { email: visitor.email })).status).toBe(200)
  expect((await accountAt(company)).people).toEqual([])
})

describe('accounts and locations', () => {
  test('an account is saved with its version, and every change is in its change log', async () => {
    const created = (await owner.post('/api/accounts', COMPANY)).body
    const edit = { ...COMPANY, terms: 'net', netDays: 14, minimum: 'cents', minimumValue: 15_000, version: 1 }
    const saved = await owner.put(`/api/accounts/${created._id}`, edit)
    expect(saved.body).toMatchObject({ terms: 'net', netDays: 14, minimumValue: 15_000, version: 2 })
    expect((await owner.put(`/api/accounts/${created._id}`, edit)).status).toBe(409)
    const { lines } = (await owner.get(`/api/record?subject=company&subjectId=${created._id}`)).body
    expect(lines[0]).toMatchObject({
      subjectName: 'Cafe Mosaic',
      changes: expect.arrayContaining([{ field: 'Terms', before: 'Prepaid', after: 'Net days' }]),
    })
  })

  test('values that do not fit together are refused with their field', async () => {
    for (const [field, fields] of [
      ['netDays', { terms: 'net' }],
      ['creditLimit', { credit: 'amount' }],
      ['minimumValue', { minimum: 'grams' }],
      ['postalCode', { postalCode: '10001' }],
      ['billingEmail', { billingEmail: 'x' }],
      ['percentOff', { percentOff: 91 }],
      ['priceList', { priceList: 'no-such-list' }],
    ] as const) {
      const { status, body } = await owner.post('/api/accounts', { ...COMPANY, ...fields })
      expect([field, status, Object.keys(body.fields ?? {})]).toEqual([field, 400, [field]])
    }
    const { company } = await accountOf(shop)
    const put = (fields: object) =>
      owner.post(`/api/accounts/${company}/locations`, { ...LOCATION, ...fields })
    expect((await put({ weekdays: [] })).body.fields).toEqual({
      weekdays: 'Choose the days on which the van comes',
    })
    expect((await put({ receivesFrom: '11:00', receivesTo: '07:00' })).status).toBe(400)
    expect((await put({ cutoffTime: '25:00' })).status).toBe(400)
    expect((await put({ name: 'Second' })).body.locations).toHaveLength(2)
  })

  test('a buyer changes where and when goods are received, and not how they are delivered', async () => {
    const { company, location, visitor } = await buyerOf(shop)
    const edit = { ...LOCATION, doorNote: 'Code 1234', handover: 'parcel', weekdays: ['Mon'], cutoffDays: 0 }
    const { status, body } = await visitor.put(`/api/own-accounts/${company}/locations/${location}`, edit)
    expect([status, body.locations[0]]).toEqual([
      200,
      expect.objectContaining({ doorNote: 'Code 1234', handover: 'van', weekdays: ['Thu'], cutoffDays: 3 }),
    ])
  })

  test('a hold needs a reason, is lifted and set once, and a closed account takes no new people', async () => {
    const { company, visitor } = await buyerOf(shop)
    const put = (status: string, version: number, reason = '') =>
      owner.put(`/api/accounts/${company}/status`, { status, reason, version })
    expect((await put('hold', 1)).status).toBe(400)
    expect((await put('hold', 1, 'Bounced check')).body).toMatchObject({
      status: 'hold',
      holdReason: 'Bounced check',
    })
    expect((await put('closed', 1)).status).toBe(409)
    expect((await put('hold', 2, 'Again')).status).toBe(409)
    expect((await put('approved', 2)).body).toMatchObject({ status: 'approved', holdReason: '' })
    expect((await put('closed', 3)).body.status).toBe('closed')
    expect((await visitor.get(`/api/own-accounts/${company}`)).status).toBe(200)
    expect((await visitor.post(`/api/own-accounts/${company}/buyers`, person('c@cafe.example'))).status).toBe(
      409,
    )
  })

  test('the search of the desk finds an account by its name, and by a person who acts for it', async () => {
    const { company } = await accountOf(shop, undefined, {
      company: { legal_name: 'Quagga Roast LLC', trade_name: '', search_text: 'quagga roast llc' },
      rights: { name: 'Xanthe Quill' },
    })
    for (const text of ['quagga', 'xanthe quill', company]) {
      const { groups } = (await owner.get(`/api/desk/search?text=${encodeURIComponent(text)}`)).body
      expect(groups.find(({ kind }: { kind: string }) => kind === 'account')?.hits, text).toEqual([
        {
          title: 'Quagga Roast LLC',
          detail: 'Vienna',
          to: `/admin/account/${company}`,
          isExact: text === company,
        },
      ])
    }
  })

  test('the list is sorted, filtered and searched, and says who is exempt', async () => {
    const { company } = await accountOf(shop, undefined, {
      company: { legal_name: 'Zebra', trade_name: '', search_text: 'zebra list' },
    })
    expect(await find('')).toEqual([['Zebra', 'approved', 'taxed']])
    const id = await certificateOf(shop, company)
    expect(await find('tax=waiting')).toEqual([['Zebra', 'approved', 'waiting']])
    const now = shop.clock.now().toISOString()
    const valid = { state: 'valid' as const, checked_at: now, expires_on: addDays(today(), 10) }
    await shop.db.updateTable('certificates').set(valid).where('id', '=', id).execute()
    expect(await find('tax=ending')).toEqual([['Zebra', 'approved', 'ending']])
    await shop.db.updateTable('certificates').set({ expires_on: null }).where('id', '=', id).execute()
    expect(await find('tax=exempt&sort=promised')).toEqual([['Zebra', 'approved', 'exempt']])
    expect(await find('status=hold')).toEqual([])
  })
})
