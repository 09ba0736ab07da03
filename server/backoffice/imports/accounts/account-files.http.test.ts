/** Files of accounts as other programs write them, in odd encodings, and large ones. */
import { expect, test } from 'vitest'
import { csvOf } from '#server/catalog/products/import/import.testing.ts'
import { MAIL_SETTINGS } from '#test/mailbox.ts'
import { importingShop } from '../import.testing.ts'

const { opened, items, preview, carryOut } = importingShop({ env: MAIL_SETTINGS })

/** The account with a legal name, as the desk shows it. */
async function named(name: string) {
  const row = await opened.shop.db
    .selectFrom('companies')
    .select('id')
    .where('legal_name', '=', name)
    .executeTakeFirstOrThrow()
  return (await opened.owner.get(`/api/accounts/${row.id}`)).body
}

test('the customer report of QuickBooks Online, with its titles and addresses in one cell', async () => {
  const run = await carryOut(
    'accounts',
    [
      'Customer Contact List,,,,,',
      'Frame Coffee,,,,,',
      ',,,,,',
      'Customer full name,Phone numbers,Email,Full name,Bill address,Ship address,Terms,Open balance',
      'Blue Door Cafe,Phone:703 555 0140,hello@bluedoor.example,Nora Blue,"12 King St, Alexandria, Virginia 22314 US","40 Prince Street, Floor 2, Alexandria, VA 22314",Net 15,120.00',
      'Due Receipt Diner,,pay@diner.example,,"PO Box 12\nVienna VA 22183",,Due on receipt,0.00',
      'Abroad Ltd,,a@abroad.example,,"5 Bond Street, London W1S 1AB UK",,Net 30,',
    ].join('\n'),
  )
  expect(run).toMatchObject({ done: 2, counts: { create: 2, broken: 1 } })
  expect(run.remarks).toContainEqual('Columns that are not used: Open balance.')
  expect(await named('Blue Door Cafe')).toMatchObject({
    billingEmail: 'hello@bluedoor.example',
    address: '12 King St',
    city: 'Alexandria',
    state: 'VA',
    postalCode: '22314',
    netDays: 15,
    locations: [{ address: '40 Prince Street', address2: 'Floor 2', handover: 'parcel' }],
    people: [{ name: 'Nora Blue', email: 'hello@bluedoor.example', mayPeople: true, mailsWeekly: false }],
  })
  expect(await named('Due Receipt Diner')).toMatchObject({
    address: 'PO Box 12',
    terms: 'receipt',
    locations: [{ address: 'PO Box 12' }],
  })
})

test('the customer list of QuickBooks Desktop, with printed lines, tax codes and resale numbers', async () => {
  const run = await carryOut('accounts', [
    {
      Customer: 'Oak & Ash',
      Company: 'Oak and Ash Roastery Bar LLC',
      'Main Phone': '703-555-0150',
      'Main Email': 'oak@ash.example',
      'Primary Contact': 'Olga Oak',
      'Bill to 1': 'Oak and Ash Roastery Bar LLC',
      'Bill to 2': '8 Elm Street',
      'Bill to 3': 'Falls Church, VA 22046',
      'Ship to 1': 'Oak & Ash',
      'Ship to 2': '9 Elm Street, Suite 4',
      'Ship to 3': 'Falls Church, VA 22046',
      Terms: '2% 10 Net 30',
      'Sales Tax Code': 'Non',
      'Resale Num': '10-98765432F-001',
      'Credit Limit': '1,500.00',
    },
    {
      Customer: 'Plain Taxed Inc',
      'Main Email': 'a@plain.example',
      'Bill to 1': '10 Elm Street',
      'Bill to 2': 'Falls Church VA 22046',
      'Sales Tax Code': 'Non',
    },
  ])
  expect(run).toMatchObject({ done: 2, counts: { broken: 0 } })
  expect(await named('Oak and Ash Roastery Bar LLC')).toMatchObject({
    address: '8 Elm Street',
    netDays: 30,
    creditLimit: 1500,
    locations: [{ address: '9 Elm Street', address2: 'Suite 4', city: 'Falls Church' }],
    certificates: [
      { form: 'ST-10', number: '10-98765432F-001', holder: 'Oak and Ash Roastery Bar LLC', state: 'waiting' },
    ],
    exemptUntilDay: null,
  })
  const notes = (await items(run._id, 'create')).flatMap((item: { notes: string[] }) => item.notes)
  expect(notes).toContainEqual(expect.stringContaining('“Tax exempt” alone is not enough'))
})

test('Square’s directory and Shopify’s companies', async () => {
  await carryOut('accounts', [
    {
      'Reference ID': '1',
      'First Name': 'Sam',
      'Last Name': 'Square',
      'Email Address': 'sam@square.example',
      'Phone Number': '+17035550160',
      'Company Name': 'Square Deli',
      'Street Address 1': '1 Mill Lane',
      'Street Address 2': '',
      City: 'Boston',
      State: 'Massachusetts',
      'Postal Code': '2134',
      'Square Customer ID': 'X',
    },
  ])
  expect(await named('Square Deli')).toMatchObject({
    state: 'MA',
    postalCode: '02134',
    people: [{ name: 'Sam Square', email: 'sam@square.example' }],
  })
  await carryOut('accounts', [
    {
      Name: 'Shop Co',
      'Location: Name': 'Main',
      'Location: Shipping Address 1': '1 Pine Street',
      'Location: Shipping City': 'Vienna',
      'Location: Shipping Province Code': 'VA',
      'Location: Shipping Zip': '22180',
      'Customer: Email': 'kit@shopco.example',
      'Location: Tax Exempt': 'FALSE',
    },
    {
      Name: 'Shop Co',
      'Location: Name': 'Second',
      'Location: Shipping Address 1': '2 Pine Street',
      'Location: Shipping City': 'Vienna',
      'Location: Shipping Province Code': 'VA',
      'Location: Shipping Zip': '22180',
      'Customer: Email': 'kit@shopco.example',
      'Location: Tax Exempt': 'FALSE',
    },
  ])
  expect(await named('Shop Co')).toMatchObject({
    address: '1 Pine Street',
    locations: [{ name: 'Main' }, { name: 'Second' }],
    people: [{ email: 'kit@shopco.example' }],
  })
})

const ONE = 'Account,Email,Street,City,State,ZIP,Notes\r\n'
test.each([
  ['UTF-16', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
  ['Windows-1252', (text: string) => Buffer.from(text, 'latin1')],
  ['UTF-8 with a byte order mark', (text: string) => Buffer.from(`\ufeff${text}`)],
  ['several line ends', (text: string) => Buffer.from(text.replace('\r\n', '\n'))],
  ['semicolons', (text: string) => Buffer.from(text.replaceAll(',', ';'))],
  ['tabs', (text: string) => Buffer.from(text.replaceAll(',', '\t'))],
])('a file in %s', async (what, encoded) => {
  const row = `Café ${what},c@${what.length}.example,12 King St,Alexandria,VA,22314,"Says ""hello""\nand more"\r\n`
  expect(await carryOut('accounts', encoded(ONE + row))).toMatchObject({ done: 1, counts: { broken: 0 } })
  expect(await named(`Café ${what}`)).toMatchObject({ notes: 'Says "hello"\nand more' })
})

test('a person of an import is invited with one press, and not before', async () => {
  await carryOut('accounts', `${ONE}Invited Cafe,ina@invited.example,12 King St,Alexandria,VA,22314,\n`)
  const mailsTo = async () =>
    (
      await opened.shop.db
        .selectFrom('outbox')
        .select('kind')
        .where('recipient', '=', 'ina@invited.example')
        .execute()
    ).length
  expect(await mailsTo()).toBe(0)
  const { _id: id, people } = await named('Invited Cafe')
  expect(people).toMatchObject([{ hasJoined: false, invitedAt: null }])
  const { status } = await opened.owner.post(`/api/accounts/${id}/buyers/${people[0]._id}/resend`)
  expect(status).toBe(200)
  expect(await mailsTo()).toBe(1)
  expect((await named('Invited Cafe')).people).toMatchObject([
    { hasJoined: false, invitedAt: expect.any(String) },
  ])
})

const rowOf = (name: string) => `${name} Cafe,${name}@all.example,12 King St,Alexandria,VA,22314,\r\n`

test('all people of an import are invited at once, each of them once, and none of a closed account', async () => {
  await opened.owner.post('/api/accounts/invitations')
  await carryOut('accounts', ONE + ['one', 'two', 'shut'].map(rowOf).join(''))
  const { _id: id, version } = await named('shut Cafe')
  await opened.owner.put(`/api/accounts/${id}/status`, { status: 'closed', reason: 'Moved', version })
  expect((await opened.owner.get('/api/accounts')).body.uninvited).toBe(2)
  const both = await Promise.all([1, 2].map(() => opened.owner.post('/api/accounts/invitations')))
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  const mails = await opened.shop.db
    .selectFrom('outbox')
    .select('recipient')
    .where('recipient', 'like', '%@all.example')
    .orderBy('recipient')
    .execute()
  expect(mails.map(({ recipient }) => recipient)).toEqual(['one@all.example', 'two@all.example'])
  expect((await opened.owner.get('/api/accounts')).body.uninvited).toBe(0)
})

test('10,000 rows of 2,500 accounts are read, imported, and read again without a change', async () => {
  const rows = Array.from({ length: 10_000 }, (_, number) => ({
    Account: `Chain ${Math.floor(number / 4)} LLC`,
    Email: `chain${Math.floor(number / 4)}@chains.example`,
    Location: `Room ${number}`,
    'Delivery street': `${(number % 900) + 1} King Street`,
    'Delivery city': 'Alexandria',
    'Delivery state': 'VA',
    'Delivery ZIP': '22314',
    'Delivery days': 'Tue',
  }))
  const file = csvOf(rows)
  expect(await carryOut('accounts', file)).toMatchObject({ state: 'done', rows: 10_000, done: 2500 })
  const count = await opened.shop.db
    .selectFrom('locations')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('name', 'like', 'Room %')
    .executeTakeFirstOrThrow()
  expect(count.count).toBe(10_000)
  expect(await preview('accounts', file)).toMatchObject({
    counts: { same: 2500, change: 0, create: 0, broken: 0 },
  })
})
