/** Customers of other shops: preview, import, repetition, broken rows, and accounts that exist. */
import { describe, expect, test } from 'vitest'
import { VIENNA } from '#test/purchase.ts'
import { signedIn } from '#test/signed-in.ts'
import { importingShop } from './import.testing.ts'

const { opened, items, problemsOf, user, addressesOf, preview, start, carryOut } = importingShop()
const consents = () => opened.shop.db.selectFrom('imported_consents').selectAll().orderBy('email').execute()

const ANN = {
  'Customer ID': "'7001",
  'First Name': 'Ann',
  'Last Name': 'O’Neil',
  Email: 'Ann@Example.com',
  'Accepts Email Marketing': 'yes',
  'Default Address Company': 'Corner Cafe',
  'Default Address Address1': '123 Maple Avenue E',
  'Default Address Address2': 'Apt 4',
  'Default Address City': 'Vienna',
  'Default Address Province Code': 'VA',
  'Default Address Country Code': 'US',
  'Default Address Zip': "'22180",
  'Default Address Phone': "'+17035550100",
  Phone: '',
  'Total Spent': '120.50',
  Note: '=HYPERLINK("http://evil.example")',
}
const MOSHE = {
  'Customer ID': '7002',
  'First Name': 'משה',
  'Last Name': '☕️ =SUM(1)',
  Email: 'moshe@example.com',
  'Accepts Email Marketing': 'no',
  'Default Address Address1': 'Herzl 1',
  'Default Address City': 'Tel Aviv',
  'Default Address Country Code': 'IL',
}

const broken = (email: string, more: object) => ({ ...ANN, 'Customer ID': '', Email: email, ...more })

describe('a customer file of Shopify', () => {
  test('is shown first, then creates accounts without a password, addresses and consents', async () => {
    const run = await preview('customers', [ANN, MOSHE])
    expect(run).toMatchObject({
      state: 'ready',
      source: 'shopify',
      rows: 2,
      counts: { create: 2, change: 0, same: 0, broken: 0 },
    })
    expect(await user('ann@example.com')).toBeUndefined()
    expect(await items(run._id, 'create')).toMatchObject([
      {
        row: 2,
        _id: null,
        detail: 'ann@example.com',
        changes: [
          { field: 'Name', after: 'Ann O’Neil' },
          { field: 'Email', after: 'ann@example.com' },
          {
            field: 'Address',
            after: 'Ann O’Neil, Corner Cafe, 123 Maple Avenue E, Apt 4, Vienna, VA 22180',
          },
          { field: 'Newsletter', after: 'agreed' },
        ],
      },
      {
        row: 3,
        name: 'משה ☕️ =SUM(1)',
        notes: ['The address in Tel Aviv is left out: We ship within the United States only.'],
      },
    ])
    expect(await start(run._id)).toMatchObject({ state: 'done', done: 2, skipped: 0 })
    expect(await addressesOf('ann@example.com')).toMatchObject([
      { recipient: 'Ann O’Neil, Corner Cafe', postal_code: '22180', phone: '+17035550100', is_default: 1 },
    ])
    expect(await consents()).toMatchObject([
      { email: 'ann@example.com', source: 'shopify', consented_at: null },
    ])
    for (const password of ['', 'password', 'A'.repeat(43)]) {
      const { status } = await opened.shop
        .visitor()
        .post('/api/users/auth', { email: 'ann@example.com', password })
      expect(status).toBe(401)
    }
    expect(
      (await opened.shop.visitor().post('/api/account/forgot', { email: 'ann@example.com' })).status,
    ).toBe(200)
  })

  test('changes nothing the second time, and finds a customer by its number after the email changed', async () => {
    const again = await preview('customers', [ANN, MOSHE])
    expect(again.counts).toEqual({ create: 0, change: 0, same: 2, broken: 0 })
    await opened.shop.db
      .updateTable('users')
      .set({ email: 'ann@new.example' })
      .where('email', '=', 'ann@example.com')
      .execute()
    const { counts, _id } = await preview('customers', [ANN])
    expect(counts).toMatchObject({ create: 0, same: 1 })
    expect((await items(_id, 'same'))[0].notes).toEqual(['The account has the email ann@new.example now'])
    await opened.shop.db
      .updateTable('users')
      .set({ email: 'ann@example.com' })
      .where('email', '=', 'ann@new.example')
      .execute()
  })

  test('withdraws a consent that the other shop no longer has, and does not create a deleted account again', async () => {
    await carryOut('customers', [{ ...ANN, 'Accepts Email Marketing': 'no' }])
    expect(await consents()).toEqual([])
    await carryOut('customers', [ANN])
    expect(await consents()).toHaveLength(1)
    const { id } = (await user('ann@example.com'))!
    expect((await opened.owner.delete(`/api/users/${id}`)).status).toBe(200)
    expect(await consents()).toEqual([])
    const run = await preview('customers', [ANN])
    expect(run.counts).toMatchObject({ create: 0, same: 1 })
    expect((await items(run._id, 'same'))[0].notes[0]).toContain('was deleted in this shop')
  })

  test('reports every broken row with its number, and applies no part of it', async () => {
    const run = await preview('customers', [
      broken('fine@example.com', {}),
      broken('not an address', {}),
      broken('long@example.com', { 'First Name': 'x'.repeat(100_000) }),
      broken('consent@example.com', { 'Accepts Email Marketing': 'maybe' }),
      broken('control@example.com', { 'Last Name': 'A\u0000B\u202e' }),
      broken('', {}),
    ])
    expect(run.counts).toEqual({ create: 1, change: 0, same: 0, broken: 5 })
    expect(await problemsOf(run._id)).toEqual([
      [3, 'Email'],
      [4, 'Name'],
      [5, 'Accepts Email Marketing'],
      [6, 'Name'],
      [7, 'Email'],
    ])
    await start(run._id)
    expect(await user('fine@example.com')).toBeDefined()
    expect(await user('consent@example.com')).toBeUndefined()
  })
})

const at = (email: string, place: object) =>
  broken(email, { 'Default Address City': 'Cambridge', 'Default Address Address1': '12 Main St', ...place })

describe('addresses that a spreadsheet has changed', () => {
  test('get the zero of their ZIP code back where the state makes it certain, and lose the apostrophe of other programs', async () => {
    const run = await preview('customers', [
      at('zero@example.com', { 'Default Address Province Code': 'MA', 'Default Address Zip': '2138' }),
      at('plus@example.com', { 'Default Address Province Code': 'MA', 'Default Address Zip': '2138-1234' }),
      at('york@example.com', { 'Default Address Province Code': 'NY', 'Default Address Zip': '501' }),
      at('mark@example.com', {
        'Default Address Province Code': 'MA',
        'Default Address Zip': "'02138",
        'Default Address Phone': "'+17035550100",
      }),
    ])
    expect(run.counts).toEqual({ create: 4, change: 0, same: 0, broken: 0 })
    const [first] = await items(run._id, 'create')
    expect(first.notes).toContain('The ZIP code 2138 of row 2 had lost its zero and is 02138 now')
    await start(run._id)
    const zips = ['zero', 'plus', 'york', 'mark'].map(async (name) => {
      const [row] = await addressesOf(`${name}@example.com`)
      return row?.postal_code
    })
    expect(await Promise.all(zips)).toEqual(['02138', '02138-1234', '00501', '02138'])
    expect((await addressesOf('mark@example.com'))[0]?.phone).toBe('+17035550100')
  })

  test('are left out with a remark if their ZIP code is not certain, and the customer is imported', async () => {
    const run = await carryOut('customers', [
      at('other@example.com', { 'Default Address Province Code': 'VA', 'Default Address Zip': '2218' }),
      at('wrong@example.com', { 'Default Address Province Code': 'VA', 'Default Address Zip': '10001' }),
    ])
    expect(run).toMatchObject({ done: 2, counts: { create: 2, broken: 0 } })
    const [one, two] = await items(run._id, 'create')
    expect(one.notes.join()).toContain('The address of row 2 is left out. ZIP “2218”: ')
    expect(two.notes.join()).toContain('The address of row 3 is left out. ZIP “10001”: ')
    expect(await user('wrong@example.com')).toBeDefined()
    expect(await addressesOf('wrong@example.com')).toEqual([])
  })
})

describe('an account that exists', () => {
  test('keeps its name and password, and gets only addresses that it does not have', async () => {
    const ben = await signedIn(opened.shop, { name: 'Ben' })
    await opened.shop.db
      .updateTable('users')
      .set({ confirmed_email: ben.email })
      .where('id', '=', ben.id)
      .execute()
    await ben.post('/api/addresses', { ...VIENNA, recipient: 'Ben', label: 'Home' })
    const before = await user(ben.email)
    const [saved] = await addressesOf(ben.email)
    const known = {
      Name: 'Other name',
      Email: ben.email.toUpperCase(),
      Address: saved!.address.toUpperCase(),
      City: saved!.city,
      State: saved!.ship_state,
      ZIP: saved!.postal_code,
    }
    const another = { ...known, Address: '9 Church St NE', Phone: 'ext. 5' }
    const run = await preview('customers', [known, another])
    expect(run.counts).toEqual({ create: 0, change: 1, same: 0, broken: 0 })
    expect((await items(run._id, 'change'))[0]).toMatchObject({
      _id: ben.id,
      changes: [{ field: 'Address', after: expect.stringContaining('9 Church St NE') }],
    })
    await start(run._id)
    expect(await user(ben.email)).toEqual(before)
    expect((await addressesOf(ben.email)).map(({ label, address }) => [label, address])).toEqual([
      ['Home', VIENNA.address],
      ['', '9 Church St NE'],
    ])
  })

  test('gets no address if its email is not confirmed: a stranger may have registered with it', async () => {
    const eve = await signedIn(opened.shop, { name: 'Eve', isConfirmed: false })
    const run = await preview('customers', [{ ...ANN, 'Customer ID': '', Email: eve.email }])
    expect((await items(run._id, 'change'))[0].notes).toEqual([
      'This account has not confirmed its email, so its address book stays as it is',
    ])
    await start(run._id)
    expect(await addressesOf(eve.email)).toEqual([])
  })

  test('is left out if it was created after the preview', async () => {
    const email = 'late@example.com'
    const run = await preview('customers', [{ ...ANN, 'Customer ID': '', Email: email }])
    const account = { name: 'Late', email, password: 'correct horse battery' }
    expect((await opened.shop.visitor().post('/api/users', account)).status).toBe(201)
    expect(await start(run._id)).toMatchObject({ state: 'done', done: 0, skipped: 1 })
    expect((await items(run._id, 'skipped'))[0].problems[0].problem).toContain('after the preview')
    expect(await addressesOf(email)).toEqual([])
  })
})
