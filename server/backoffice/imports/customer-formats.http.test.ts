// On SQLite only: files of other shops, the same parser on both databases.
/** The columns of customer files: WooCommerce, exports, invalid files, and who may import. */
import { describe, expect, test } from 'vitest'
import { VIENNA } from '#test/purchase.ts'
import { signedIn } from '#test/signed-in.ts'
import { csvOf } from '#server/catalog/products/import/import.testing.ts'
import { importingShop } from './import.testing.ts'

const { opened, send, user, addressesOf, preview, carryOut } = importingShop()

describe('a customer file of WooCommerce', () => {
  const CARA = {
    ID: '12',
    user_login: 'cara',
    user_pass: '$P$secret',
    user_email: 'cara@example.com',
    first_name: 'Cara',
    last_name: 'Diaz',
    role: 'administrator',
    billing_address_1: '123 Maple Avenue E',
    billing_city: 'Vienna',
    billing_state: 'VA',
    billing_postcode: '22180',
    billing_country: 'US',
    billing_phone: '(703) 555-0101',
    shipping_first_name: 'Dan',
    shipping_last_name: 'Diaz',
    shipping_address_1: '9 Church St NE',
    shipping_city: 'Vienna',
    shipping_state: 'Virginia',
    shipping_postcode: '22180-1234',
    shipping_country: 'United States (US)',
  }

  test('with the columns of its users brings both addresses, and neither passwords nor roles', async () => {
    const nobody = {
      ...CARA,
      ID: '13',
      user_email: 'no@example.com',
      billing_address_1: '',
      shipping_address_1: '',
    }
    const run = await carryOut('customers', [CARA, nobody])
    expect(run).toMatchObject({ source: 'woocommerce', done: 2 })
    expect(await user('cara@example.com')).toMatchObject({ name: 'Cara Diaz', is_admin: 0, staff_role: null })
    expect((await addressesOf('cara@example.com')).map(({ recipient, phone }) => [recipient, phone])).toEqual(
      [
        ['Cara Diaz', '7035550101'],
        ['Dan Diaz', '7035550101'],
      ],
    )
    expect(await addressesOf('no@example.com')).toEqual([])
  })

  test('from its customer report brings names and emails', async () => {
    const report = {
      Name: 'Finn Bell',
      Username: 'finn',
      'Last Active': '2026-01-02 10:00:00',
      'Sign Up': '2025-01-02',
      Email: 'finn@example.com',
      Orders: '3',
      'Country / Region': 'US',
      City: 'Reston',
      Region: 'VA',
      'Postal Code': '20190',
    }
    expect(await carryOut('customers', [report])).toMatchObject({ source: 'woocommerce', done: 1 })
    expect(await user('finn@example.com')).toMatchObject({ name: 'Finn Bell' })
  })
})

test('a file of Shopify without names is read', async () => {
  const file = csvOf([{ Email: 'nameless@example.com', 'Accepts Email Marketing': 'yes' }])
  expect(await carryOut('customers', file)).toMatchObject({ source: 'shopify', done: 1 })
  expect(await user('nameless@example.com')).toMatchObject({ name: 'nameless' })
})

test.each(['own', 'shopify', 'woocommerce'])(
  'an import of an export for %s changes nothing',
  async (format) => {
    const formula = await signedIn(opened.shop, { name: '=SUM(A1)' })
    await formula.post('/api/addresses', { ...VIENNA, recipient: '@Cafe, "Corner"' })
    const { status, text } = await opened.owner.get(`/api/users/export?format=${format}`)
    expect(status).toBe(200)
    expect(text.includes("'=SUM(A1)")).toBe(format === 'own')
    expect(text).toContain('=SUM(A1)')
    expect(text).not.toContain('Olive')
    const run = await preview('customers', text)
    expect(run.counts).toMatchObject({ create: 0, change: 0, broken: 0 })
    expect(run.counts.same).toBeGreaterThanOrEqual(4)
  },
)

test.each([
  ['Title,Price\r\nA,1', 'not a customer file'],
  ['Name,Email', 'There is no row below'],
  ['PK\u0003\u0004', 'This is a workbook'],
  ['Name,Email\r\nAnn,"ann@example.com', 'A quotation mark'],
  ['', 'Choose a file first'],
])('the file %j is refused with the reason', async (text, reason) => {
  const sent = await send('customers', text)
  const answer = sent.status === 201 ? await preview('customers', text) : sent.body
  expect(answer.message ?? answer.problem).toContain(reason)
})

test('only the owner may import customers and take their file', async () => {
  const manager = await signedIn(opened.shop, { role: 'manager' })
  expect((await manager.get('/api/users/export')).status).toBe(403)
  expect((await manager.get('/api/imports')).status).toBe(403)
})
