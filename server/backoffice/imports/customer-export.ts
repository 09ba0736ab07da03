/**
 * Exports customers with their addresses: as a file of this shop, or in the formats that Shopify and WooCommerce
 * import.
 */
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { CustomerFile, customerFile } from '#shared/backoffice/api/customer-file.ts'
import type { Query } from '#shared/platform/api/endpoint.ts'
import { dayOf } from '#shared/kernel/dates.ts'
import type { AddressRow, UserRow } from '#server/kernel/db/schema.ts'
import type { Download } from '#server/platform/http/serve.ts'
import { hasAgreed, listStates, type ListState } from '#server/content/newsletters/subscribers.ts'
import { logChange } from '#server/platform/change-log/change-log.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { csvHead, csvLine, foreignLine, type Cell } from '#server/kernel/text/csv.ts'

/** Customers in memory at once. */
const BATCH = 250

/** All accounts except those of staff, the oldest first. The change log says who took the file. */
export async function exportCustomers(
  shop: Shop,
  actor: SignedIn,
  { format }: Query<typeof customerFile.export>,
): Promise<Download> {
  // The first batch is read before the response starts, so that a database failure returns an error.
  const first = await readCustomers(shop)
  await logChange(shop.db, shop, actor, { subject: 'user', name: 'Customers', action: 'Exported' })
  const prefix = format === 'own' ? '' : `${format}-`
  const name = `${prefix}customers-${dayOf(shop.clock.now())}.csv`
  return { name, content: Readable.from(linesOf(shop, FORMATS[format], first)) }
}

type Customer = {
  user: UserRow
  addresses: AddressRow[]
  news: ListState
}
type Format = {
  head: readonly string[]
  hasMark: boolean
  rowsOf: (customer: Customer) => Record<string, Cell>[]
}

async function* linesOf(
  shop: Shop,
  { head, hasMark, rowsOf }: Format,
  first: Customer[],
): AsyncGenerator<string> {
  // Other shops would read a byte order mark as part of the first column's name, and an apostrophe as part of a text.
  yield hasMark ? csvHead(head) : foreignLine(head)
  const line = hasMark ? csvLine : foreignLine
  for (let some = first; some.length > 0; some = await readCustomers(shop, some.at(-1)!.user.id)) {
    const rows = some.flatMap(rowsOf)
    yield rows.map((row) => line(head.map((name) => row[name] ?? null))).join('')
    if (some.length < BATCH) return
  }
}

async function readCustomers({ db }: Shop, after = ''): Promise<Customer[]> {
  const users = await db
    .selectFrom('users')
    .selectAll()
    .where('is_admin', '=', 0)
    // An expression, because SQLite would read and sort all customers by the index of the role for each batch.
    .where(sql<boolean>`coalesce(staff_role, '') = ''`)
    .where('id', '>', after)
    .orderBy('id')
    .limit(BATCH)
    .execute()
  if (users.length === 0) return []
  const ids = users.map(({ id }) => id)
  const addresses = await db
    .selectFrom('addresses')
    .selectAll()
    .where('user_id', 'in', ids)
    .orderBy('is_default', 'desc')
    .orderBy('id')
    .execute()
  const emails = users.map(({ email }) => email)
  const stateOf = await listStates(db, emails)
  const books = Map.groupBy(addresses, (row) => row.user_id)
  return users.map((user) => ({
    user,
    addresses: books.get(user.id) ?? [],
    news: stateOf(user.email),
  }))
}

const OWN = [
  'Name',
  'Email',
  'Newsletter',
  'Newsletter since',
  'Recipient',
  'Address',
  'Address 2',
  'City',
  'State',
  'ZIP',
  'Country',
  'Phone',
] as const

/** A row for each address. */
function ownRows({ user, addresses, news }: Customer) {
  const person = {
    Name: user.name,
    Email: user.email,
    Newsletter: hasAgreed(news) ? 'yes' : 'no',
    'Newsletter since': news.since ?? '',
  }
  if (addresses.length === 0) return [person]
  return addresses.map((row) => ({
    ...person,
    Recipient: row.recipient,
    Address: row.address,
    'Address 2': row.address2,
    City: row.city,
    State: row.ship_state,
    ZIP: row.postal_code,
    Country: row.country,
    Phone: row.phone,
  }))
}

const SHOPIFY = [
  'First Name',
  'Last Name',
  'Email',
  'Accepts Email Marketing',
  'Default Address Company',
  'Default Address Address1',
  'Default Address Address2',
  'Default Address City',
  'Default Address Province Code',
  'Default Address Country Code',
  'Default Address Zip',
  'Default Address Phone',
  'Phone',
  'Accepts SMS Marketing',
  'Tags',
  'Note',
  'Tax Exempt',
] as const

/** Shopify's file has one address for each customer. */
function shopifyRows({ user, addresses: [address], news }: Customer) {
  const { first, last } = namesOf(user.name)
  const place = address && {
    'Default Address Address1': address.address,
    'Default Address Address2': address.address2,
    'Default Address City': address.city,
    'Default Address Province Code': address.ship_state,
    'Default Address Country Code': address.country,
    'Default Address Zip': address.postal_code,
    'Default Address Phone': address.phone,
  }
  return [
    {
      'First Name': first,
      'Last Name': last,
      Email: user.email,
      'Accepts Email Marketing': hasAgreed(news) ? 'yes' : 'no',
      'Accepts SMS Marketing': 'no',
      'Tax Exempt': 'no',
      ...place,
    },
  ]
}

const WOO_ADDRESS = [
  'first_name',
  'last_name',
  'company',
  'address_1',
  'address_2',
  'city',
  'state',
  'postcode',
  'country',
  'phone',
] as const
const WOOCOMMERCE = [
  'user_login',
  'user_email',
  'first_name',
  'last_name',
  'display_name',
  'role',
  'billing_email',
  ...['billing', 'shipping'].flatMap((kind) => WOO_ADDRESS.map((name) => `${kind}_${name}`)),
]

/** WooCommerce has two addresses for each customer. */
function wooRows({ user, addresses: [billing, shipping] }: Customer) {
  const { first, last } = namesOf(user.name)
  return [
    {
      user_login: user.email,
      user_email: user.email,
      first_name: first,
      last_name: last,
      display_name: user.name,
      role: 'customer',
      billing_email: user.email,
      ...wooAddress('billing', billing),
      ...wooAddress('shipping', shipping),
    },
  ]
}

function wooAddress(kind: string, row: AddressRow | undefined): Record<string, Cell> {
  if (!row) return {}
  const { first, last } = namesOf(row.recipient)
  const { address, address2, city, ship_state, postal_code, country, phone } = row
  const cells = [first, last, '', address, address2, city, ship_state, postal_code, country, phone]
  return Object.fromEntries(WOO_ADDRESS.map((name, index) => [`${kind}_${name}`, cells[index]!]))
}

/** The last word is the last name. */
function namesOf(name: string): { first: string; last: string } {
  const place = name.lastIndexOf(' ')
  return place === -1
    ? { first: name, last: '' }
    : { first: name.slice(0, place), last: name.slice(place + 1) }
}

const FORMATS: Record<CustomerFile, Format> = {
  own: { head: OWN, hasMark: true, rowsOf: ownRows },
  shopify: { head: SHOPIFY, hasMark: false, rowsOf: shopifyRows },
  woocommerce: { head: WOOCOMMERCE, hasMark: false, rowsOf: wooRows },
}
