/**
 * Reads customer files: Shopify's customer export (help.shopify.com, "Using CSV files to import and export customers"),
 * the columns of WordPress users that the export plugins of WooCommerce write, the customer report of WooCommerce
 * Analytics, and our own file. They differ only in the names of their columns.
 */
import type { Address } from '#shared/platform/address.ts'
import type { ImportSource } from '#shared/platform/import-sources.ts'
import { email as emailSchema, line, requiredLine } from '#shared/kernel/fields.ts'
import { simplified } from '#shared/platform/resources/cells.ts'
import { badRequest } from '#server/kernel/errors.ts'
import { FileRow, printable } from './file-row.ts'
import type { Item, ReadFile } from './kind.ts'

/** An address as it is in the file. */
export type FileAddress = Address & { row: number; recipient: string; phone: string }

export type CustomerData = {
  email: string
  name: string
  /** The number of the customer in the other shop; empty if the file has none. */
  externalId: string
  /** Null if the file does not say. */
  consent: boolean | null
  consentedAt: string | null
  addresses: FileAddress[]
  notes: string[]
}

type Customer = Item<CustomerData>

/** The columns by which a file is recognized, in the spelling of `simplified`. The first match counts. */
const FORMATS: { source: ImportSource; needs: string[][] }[] = [
  { source: 'shopify', needs: [['email'], ['acceptsemailmarketing', 'acceptsmarketing']] },
  {
    source: 'woocommerce',
    needs: [
      ['useremail', 'email', 'billingemail'],
      ['userlogin', 'username'],
    ],
  },
  { source: 'woocommerce', needs: [['billingemail', 'email', 'useremail'], ['billingaddress1']] },
  { source: 'own', needs: [['name'], ['email']] },
]

const COLUMNS = {
  email: ['email', 'useremail', 'emailaddress', 'billingemail'],
  name: ['name', 'displayname'],
  first: ['firstname', 'billingfirstname', 'shippingfirstname'],
  last: ['lastname', 'billinglastname', 'shippinglastname'],
  id: ['customerid', 'id', 'userid'],
  consent: ['acceptsemailmarketing', 'acceptsmarketing', 'newsletter'],
  consentedAt: ['newslettersince', 'emailmarketingconsentupdatedat', 'acceptsmarketingupdatedat'],
  phone: ['phone', 'billingphone', 'shippingphone'],
}

/** The prefixes of the address columns of the shops. A file has the prefixes of one shop. */
const ADDRESSES = ['', 'defaultaddress', 'billing', 'shipping']

const ADDRESS_COLUMNS: Record<Exclude<keyof FileAddress, 'row' | 'recipient'>, string[]> = {
  phone: ['phone'],
  address: ['address1', 'address', 'street'],
  address2: ['address2'],
  city: ['city'],
  state: ['provincecode', 'province', 'state', 'region'],
  postalCode: ['zip', 'postcode', 'postalcode', 'zipcode'],
  country: ['countrycode', 'country', 'countryregion'],
}

/** Reads a file into customers: rows with the same email are one. Throws 400 if the columns are unknown. */
export async function readCustomers(
  rows: string[][],
  pause: () => Promise<void>,
): Promise<ReadFile<CustomerData>> {
  const [names = [], ...others] = rows
  const head = names.map(simplified)
  const source = FORMATS.find(({ needs }) =>
    needs.every((any) => any.some((name) => head.includes(name))),
  )?.source
  if (!source) throw badRequest(UNKNOWN)
  const customers = new Map<string, Customer>()
  for (const [index, cells] of others.entries()) {
    await pause()
    if (cells.every((cell) => cell.trim() === '')) continue
    const found = readRowOrReport(new FileRow(index + 2, head, cells), source)
    const key = found.data.email || `row ${found.row}`
    const same = customers.get(key)
    if (same) merge(same, found)
    else customers.set(key, found)
  }
  return { source, items: [...customers.values()] }
}

const UNKNOWN =
  'This is not a customer file of Shopify, WooCommerce or this shop. The first row must name the columns, among them Name and Email'

const nameSchema = requiredLine('Name', 100)
const recipientSchema = line('Recipient', 100)
const YES = /^(yes|true|1|subscribed)$/i
const NO = /^(no|false|0|unsubscribed|not subscribed|not_subscribed|pending|)$/i

/** A row that fails to be read is a broken row, and the others are read. */
function readRowOrReport(row: FileRow, source: ImportSource): Customer {
  try {
    return readRow(row, source)
  } catch {
    row.report('', '', 'This row cannot be read')
    const data = { email: '', name: '', externalId: '', consent: null, consentedAt: null }
    return {
      row: row.row,
      name: '',
      detail: '',
      data: { ...data, addresses: [], notes: [] },
      problems: row.problems,
    }
  }
}

function readRow(row: FileRow, source: ImportSource): Customer {
  const notes: string[] = []
  const email = row.checked(emailSchema, 'Email', row.get(COLUMNS.email))
  const typedName = nameIn(row)
  if (typedName === '' && email)
    notes.push('The file has no name, so the name is the first part of the email')
  const name = row.checked(nameSchema, 'Name', typedName || (email.split('@')[0] ?? ''))
  const consent = row.get(COLUMNS.consent)
  if (!YES.test(consent) && !NO.test(consent))
    row.report('Accepts Email Marketing', consent, 'This must be yes or no')
  const data: CustomerData = {
    email,
    name,
    externalId: source === 'own' ? '' : printable(row.get(COLUMNS.id)),
    consent: consent === '' ? null : YES.test(consent),
    consentedAt: momentIn(row.get(COLUMNS.consentedAt)),
    addresses: addressesIn(row, name),
    notes,
  }
  const shown = name || printable(typedName)
  return { row: row.row, name: shown, detail: email, data, problems: row.problems }
}

function nameIn(row: FileRow): string {
  const both = [row.get(COLUMNS.first), row.get(COLUMNS.last)].filter(Boolean).join(' ')
  return both || row.get(COLUMNS.name)
}

function momentIn(cell: string): string | null {
  const time = /^\d{4}-\d\d-\d\d/.test(cell) ? Date.parse(cell) : Number.NaN
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}

/** The addresses of a row that have a street. A country alone, as WooCommerce saves it, is not an address. */
function addressesIn(row: FileRow, name: string): FileAddress[] {
  return ADDRESSES.flatMap((prefix) => {
    const get = (columns: string[]) => row.get(columns.map((column) => `${prefix}${column}`))
    const read = Object.fromEntries(
      Object.entries(ADDRESS_COLUMNS).map(([field, columns]) => [field, get(columns)]),
    ) as Omit<FileAddress, 'row' | 'recipient'>
    if (read.address === '') return []
    // The columns for the first and last name without a prefix are those of the customer.
    const own = prefix === '' ? get(['recipient']) : [get(['firstname']), get(['lastname'])].join(' ').trim()
    const company = get(['company'])
    const person = own || name
    const withCompany = company && !person.includes(company) ? `${person}, ${company}` : person
    const typed = withCompany.length > 100 ? person : withCompany
    const recipient = row.checked(recipientSchema, 'Recipient', typed)
    // WooCommerce also writes 'United States (US)'.
    const country = read.country.replace(/ \([A-Z]{2}\)$/, '') || 'US'
    const phone = read.phone || row.get(COLUMNS.phone)
    return [{ ...read, row: row.row, recipient, phone, country }]
  })
}

/** Addresses of a customer that are read. Each is compared with those before it. */
const MOST_ADDRESSES = 100
const TOO_MANY = `Only the first ${MOST_ADDRESSES} addresses are read`

/** Adds the addresses of a further row of the same customer. */
function merge(first: Customer, { data, problems, row }: Customer): void {
  first.problems.push(...problems)
  const room = MOST_ADDRESSES - first.data.addresses.length
  first.data.addresses.push(...data.addresses.slice(0, room))
  if (data.addresses.length > room) first.data.notes.push(TOO_MANY)
  first.data.consent ??= data.consent
  first.data.consentedAt ??= data.consentedAt
  if (data.addresses.length === 0) first.data.notes.push(`Row ${row} is about the same customer`)
}
