/** Wholesale accounts that come in as a file: what the preview says, what the import writes, and what it never touches. */
import { describe, expect, test } from 'vitest'
import type { Cell } from '#server/kernel/text/csv.ts'
import type { PartState } from '#shared/platform/parts.ts'
import type { ImportItem } from '#shared/backoffice/api/imports.ts'
import { switchPart } from '#test/parts.ts'
import { signedIn } from '#test/signed-in.ts'
import { importingShop } from '../import.testing.ts'

const { opened, send, work, items, preview, carryOut, start, problemsOf } = importingShop()

type Row = Record<string, Cell>

/** A row of our own file with all that a new account needs. */
const account = (name: string, more: Row = {}): Row => ({
  Account: name,
  'Email for bills': `${name.toLowerCase().replaceAll(/\W+/g, '-')}@accounts.example`,
  'Billing street': '120 Church Street NE',
  'Billing city': 'Vienna',
  'Billing state': 'VA',
  'Billing ZIP': '22180',
  ...more,
})

/** The account with a legal name, as the desk shows it. */
async function named(name: string) {
  const { id } = await opened.shop.db
    .selectFrom('companies')
    .select('id')
    .where('legal_name', '=', name)
    .executeTakeFirstOrThrow()
  return (await opened.owner.get(`/api/accounts/${id}`)).body
}

const mailCount = async () => (await opened.shop.db.selectFrom('outbox').select('id').execute()).length

const changesOf = (all: ImportItem[]) =>
  all.flatMap(({ changes }) => changes.map(({ field, before, after }) => [field, before, after]))

test('the sample file is imported as it is, without any mail, and a second time it changes nothing', async () => {
  const mails = await mailCount()
  const { text, headers } = await opened.owner.get('/api/imports/sample?kind=accounts')
  expect(headers['content-disposition']).toContain('accounts-sample.csv')
  const run = await carryOut('accounts', text)
  expect(run).toMatchObject({ state: 'done', done: 2, counts: { create: 2, broken: 0 } })
  const mosaic = await named('Mosaic Coffee LLC')
  expect(mosaic).toMatchObject({
    tradeName: 'Cafe Mosaic',
    status: 'approved',
    terms: 'net',
    netDays: 30,
    percentOff: 30,
    minimum: 'grams',
    minimumValue: 9072,
    promised: 90_718,
    credit: 'amount',
    creditLimit: 2500,
    locations: [
      {
        name: 'Church Street',
        handover: 'van',
        weekdays: ['Tue', 'Thu'],
        cutoffDays: 2,
        receivesFrom: '07:00',
      },
      { name: 'Maple Avenue', address: '320 Maple Avenue E', weekdays: ['Thu'], phone: '703 555 0101' },
    ],
    people: [
      { email: 'maria@mosaic.example', mayPeople: true, mayPay: true, invitedAt: null, hasJoined: false },
      { email: 'ben@mosaic.example', mayPeople: false, mayOrder: true, mayInvoices: false, invitedAt: null },
    ],
    certificates: [
      { form: 'ST-10', number: '10-123456789F-001', state: 'waiting', signedOn: '2026-11-02', problems: [] },
    ],
    exemptUntilDay: null,
  })
  expect(await named('Harbor Market Inc')).toMatchObject({
    kind: 'grocer',
    terms: 'receipt',
    state: 'VA',
    poRequired: true,
    minimum: 'cents',
    minimumValue: 15_000,
    locations: [{ name: '12 King Street', recipient: 'Receiving', handover: 'parcel' }],
  })
  expect(await mailCount()).toBe(mails)
  expect(await preview('accounts', text)).toMatchObject({
    counts: { create: 0, change: 0, same: 2, broken: 0 },
  })
})

describe('a second file', () => {
  test('changes what it says and leaves alone what it does not say, and the change log tells both', async () => {
    await carryOut('accounts', [
      account('Cedar Cafe LLC', {
        Terms: 'Net 14',
        Phone: '703 555 0123',
        Notes: 'Rings twice',
        Location: 'Cedar Lane',
      }),
    ])
    const before = await named('Cedar Cafe LLC')
    const run = await preview('accounts', [
      {
        Account: 'CEDAR CAFÉ, LLC',
        Terms: 'Net 30',
        Phone: '',
        Location: 'cedar lane',
        'Delivery days': 'Mon-Wed',
        'Delivered by': 'van',
      },
    ])
    expect(changesOf(await items(run._id, 'change'))).toEqual([
      ['Terms', 'Net 14 days', 'Net 30 days'],
      ['Location Cedar Lane: Delivery', 'Parcel', 'Own van'],
      ['Location Cedar Lane: Delivery days', '', 'Mon, Tue, Wed'],
    ])
    await start(run._id)
    const after = await named('Cedar Cafe LLC')
    expect(after).toMatchObject({
      legalName: 'Cedar Cafe LLC',
      netDays: 30,
      phone: before.phone,
      notes: 'Rings twice',
      locations: [{ _id: before.locations[0]._id, handover: 'van' }],
    })
    const { body } = await opened.owner.get(`/api/record?subject=company&subjectId=${before._id}`)
    expect(body.lines.map(({ action, by }: { action: string; by: string }) => [action, by])).toEqual([
      ['Changed by an import', 'Olive Owner'],
      ['Created by an import', 'Olive Owner'],
    ])
  })

  test('finds an account that was renamed here by the name that it had in the file', async () => {
    await carryOut('accounts', [account('Old Name Inc')])
    const { _id: id, ...old } = await named('Old Name Inc')
    expect(
      (await opened.owner.put(`/api/accounts/${id}`, { ...old, legalName: 'New Name Inc' })).status,
    ).toBe(200)
    const run = await preview('accounts', [account('Old Name Inc')])
    expect(run.counts).toMatchObject({ create: 0, same: 1 })
    expect(await items(run._id, 'same')).toMatchObject([{ _id: id }])
  })

  test('does not add a person again whom somebody has removed here', async () => {
    const row = account('Removed Cafe', { Buyer: 'Rob', 'Buyer email': 'rob@removed.example' })
    await carryOut('accounts', [row])
    const { _id: id, people } = await named('Removed Cafe')
    await opened.owner.delete(`/api/accounts/${id}/buyers/${people[0]._id}`)
    const run = await preview('accounts', [row])
    expect(await items(run._id, 'same')).toMatchObject([
      { notes: [expect.stringContaining('rob@removed.example')] },
    ])
  })

  test('never changes a certificate that was checked', async () => {
    const row = account('Checked Cafe', {
      'Resale number': '10-555555',
      'Certificate valid until': '12/31/2027',
    })
    await carryOut('accounts', [row])
    const { _id: id, certificates } = await named('Checked Cafe')
    const [{ _id: paper, version }] = certificates
    const checked = await opened.owner.put(`/api/accounts/${id}/certificates/${paper}/state`, {
      state: 'refused',
      version,
    })
    expect(checked.status).toBe(200)
    const run = await preview('accounts', [{ ...row, 'Certificate valid until': '12/31/2029' }])
    expect(run.counts).toMatchObject({ same: 1 })
    expect(await items(run._id, 'same')).toMatchObject([
      { notes: [expect.stringContaining('checked already')] },
    ])
  })

  test('is not applied to an account that changed after the preview', async () => {
    await carryOut('accounts', [account('Late Cafe', { Terms: 'Net 10' })])
    const run = await preview('accounts', [account('Late Cafe', { Terms: 'Net 20' })])
    const { _id: id, ...saved } = await named('Late Cafe')
    await opened.owner.put(`/api/accounts/${id}`, { ...saved, netDays: 45 })
    expect(await start(run._id)).toMatchObject({ state: 'done', done: 0, skipped: 1 })
    expect(await named('Late Cafe')).toMatchObject({ netDays: 45 })
  })
})

describe('a row with a problem', () => {
  test.each([
    ['unknown terms', { Terms: '15th of the month' }, 'Terms', 'Net 30'],
    ['too long terms', { Terms: 'Net 365' }, 'Terms', 'Net days is too large'],
    ['no email at all', { 'Email for bills': '' }, 'Email for bills', 'needs an email'],
    ['an email that is none', { 'Email for bills': 'ann at example' }, 'Email for bills', 'valid email'],
    ['no ZIP code', { 'Billing ZIP': '' }, 'ZIP code', 'ZIP code'],
    ['a ZIP code of another state', { 'Billing ZIP': '90210' }, 'ZIP code', 'not a ZIP code in Virginia'],
    ['a formula', { Notes: '=HYPERLINK("https://evil.example","x")' }, 'Notes', 'formula'],
    ['a too long name', { 'Trade name': 'x'.repeat(121) }, 'Trade name', '120 characters'],
    ['an unknown price list', { 'Price list': 'Gold' }, 'Price list', 'Import the price lists first'],
    ['a van without days', { 'Delivered by': 'Own van' }, 'Delivery days', 'Choose the days'],
    ['an odd amount', { 'Credit limit': 'a lot' }, 'Credit limit', 'amount'],
    ['a minimum without a unit', { 'Smallest order': '20' }, 'Smallest order', '$150 or 20 lb'],
    ['a day that does not exist', { 'Certificate date': '02/30/2026' }, 'Certificate date', '12/31/2026'],
    ['zero bytes', { Account: 'Zero\0 Cafe' }, 'Account', 'not allowed'],
    ['no name', { Account: '–' }, 'Account', 'missing'],
  ])('with %s is named with its column, and the others are imported', async (what, cells, column, reason) => {
    const name = `Broken by ${what.replaceAll(/\W+/g, ' ')}`
    const run = await carryOut('accounts', [account(name, cells), account(`${name} not`)])
    expect(run).toMatchObject({ done: 1, counts: { create: 1, broken: 1 } })
    expect(await items(run._id, 'broken')).toMatchObject([
      { problems: [{ row: 2, column, problem: expect.stringContaining(reason) }] },
    ])
  })

  test('is left out alone, and the other rows of its account are imported', async () => {
    const run = await carryOut('accounts', [
      account('Three Rooms LLC', { Location: 'One', 'Delivery days': 'Tue' }),
      account('Three Rooms LLC', { Location: 'Two', 'Delivery days': 'someday' }),
      account('Three Rooms LLC', { Location: 'Three', 'Delivery days': 'Thu' }),
    ])
    expect(run).toMatchObject({ done: 1, counts: { create: 1, broken: 1 } })
    expect(await problemsOf(run._id)).toEqual([[3, 'Delivery days']])
    expect((await named('Three Rooms LLC')).locations.map(({ name }: { name: string }) => name)).toEqual([
      'One',
      'Three',
    ])
  })

  test('about an account that another row names in another way is one of two', async () => {
    await carryOut('accounts', [account('Twice Named LLC', { 'Trade name': 'Twice Cafe' })])
    const run = await preview('accounts', [account('Twice Named LLC'), account('Twice Cafe')])
    expect(await items(run._id, 'broken')).toMatchObject([
      { row: 3, problems: [{ problem: 'Row 2 is about the same account' }] },
    ])
  })
})

test('a file without a name or an address column is refused with the columns that it needs', async () => {
  const { body } = await send('accounts', 'Fruit,Color\nApple,red\n')
  const run = await preview('accounts', 'Fruit,Color\nApple,red\n')
  expect(body.state).toBe('reading')
  expect(run).toMatchObject({
    state: 'failed',
    problem: expect.stringContaining('Account (or Company, Customer, Name)'),
  })
})

test('only an owner imports accounts, and only while wholesale is on', async () => {
  const fulfiller = await signedIn(opened.shop, { role: 'manager' })
  const path = '/api/imports/sample?kind=accounts'
  expect((await fulfiller.get(path)).status).toBe(403)
  expect((await opened.shop.visitor().get(path)).status).toBe(401)
  const switched = async (state: PartState) => {
    await switchPart(opened.shop, 'wholesale', state)
    return (await send('accounts', [account('Part Cafe')])).status
  }
  const { _id: id } = await preview('accounts', [account('Ready Cafe')])
  expect([await switched('closing'), await switched('off')]).toEqual([409, 404])
  expect((await opened.owner.post(`/api/imports/${id}/start`)).status).toBe(409)
  expect(await switched('on')).toBe(201)
  await work()
})
