/** Reads a file of accounts: rows with the same account are one, each with a location, a buyer and a certificate. */
import { nameKey } from '#shared/wholesale/name-key.ts'
import { tableOf, type Cells } from '../file-head.ts'
import { printable, type FileRow } from '../file-row.ts'
import type { Item, ReadFile } from '../kind.ts'
import type { Column, RowFacts } from './column.ts'
import { ACCOUNT_COLUMNS } from './columns.ts'
import { readOneCell } from './one-cell-address.ts'

/** @property address where the location is: in its own columns, or the billing address of its row */
export type FileLocation = {
  row: number
  given: RowFacts['location']
  address: 'own' | 'billing' | 'only billing'
}
export type FilePerson = { row: number; given: RowFacts['person'] & { email: string; name: string } }
export type FileCertificate = { row: number; given: RowFacts['certificate']; form: string }

export type AccountData = {
  account: RowFacts['account']
  /** The name of a price list; empty if the file has none. */
  priceList: string
  /** Whether the file says that the account is exempt from tax. */
  isExempt: boolean
  locations: FileLocation[]
  people: FilePerson[]
  certificates: FileCertificate[]
  notes: string[]
}
type Account = Item<AccountData>

/** Reads a file into accounts. Throws 400 if no row names the columns. */
export async function readAccounts(
  rows: string[][],
  pause: () => Promise<void>,
): Promise<ReadFile<AccountData>> {
  const table = tableOf(rows, ACCOUNT_COLUMNS, [NAMES, OTHERS], UNKNOWN)
  const accounts = new Map<string, Account>()
  for (const cells of table.rows) {
    await pause()
    const found = readRow(cells)
    const key = nameKey(found.name)
    // A row with a problem is left out alone; the other rows of its account are imported.
    if (found.problems.length > 0) accounts.set(`row ${found.row}`, found)
    else if (accounts.has(`account ${key}`)) merge(accounts.get(`account ${key}`)!, found)
    else accounts.set(`account ${key}`, found)
  }
  return { source: 'own', items: [...accounts.values()], remarks: [MAIL_NOTE, ...table.remarks] }
}

const NAMES = ['Account', 'Name']
const OTHERS = Object.keys(ACCOUNT_COLUMNS).filter((name) => !NAMES.includes(name))

const UNKNOWN =
  'The first row must name the columns, among them Account (or Company, Customer, Name) and an address. Download the sample file to see them all'

const MAIL_NOTE =
  'No email is sent by this import. Afterwards, invite people on the page of their account, or all at once above the list of accounts. Tax is charged until you have accepted a certificate.'

/** A row that fails to be read is a broken row, and the others are read. */
function readRow({ row, get }: Cells<string>): Account {
  const facts = noFacts()
  try {
    for (const column of Object.values(ACCOUNT_COLUMNS)) setCell(row, facts, column, get(column.name))
    return toAccount(row, facts)
  } catch {
    row.report('', '', 'This row cannot be read')
    return toItem(row, '', facts)
  }
}

function noFacts(): RowFacts {
  const printed = { account: [], location: [] }
  return { account: {}, location: {}, person: {}, certificate: {}, printed, other: {} }
}

function setCell(row: FileRow, facts: RowFacts, column: Column, cell: string): void {
  if (cell === '') return
  if (/^[=＝]/.test(cell))
    return row.report(column.name, cell, 'A formula is not imported. Save the file with the values')
  try {
    column.set(facts, cell)
  } catch (error) {
    row.report(column.name, cell, (error as Error).message)
  }
}

function toAccount(row: FileRow, facts: RowFacts): Account {
  const { account, location, person, other } = facts
  const first = [other.firstName, other.lastName].filter(Boolean).join(' ')
  const personName = person.name ?? (first || (account.legalName ? (other.name ?? '') : ''))
  const name = account.legalName ?? other.name ?? ''
  if (nameKey(name) === '' && row.problems.length === 0)
    row.report('Account', name, 'The name of the account is missing')
  account.legalName = name.slice(0, 120)
  Object.assign(account, addressOf(facts, 'account', name))
  Object.assign(location, addressOf(facts, 'location', name))
  const item = toItem(row, name, facts)
  const { data } = item
  data.locations.push({ row: row.row, given: location, address: addressKindOf(location) })
  const email = person.email ?? other.email ?? ''
  if (email !== '') data.people.push(toPerson(row, facts, email, personName || name))
  else if (person.name) data.notes.push(`${printable(person.name)} has no email, and is left out`)
  item.detail ||= data.people[0]?.given.email ?? ''
  const { form = '' } = other
  if (form !== '' || Object.keys(facts.certificate).length > 0)
    data.certificates.push({ row: row.row, given: facts.certificate, form: printable(form) })
  return item
}

/** A location that only repeats the billing address is added only to an account without another one. */
function addressKindOf(location: RowFacts['location']): FileLocation['address'] {
  if (location.address) return 'own'
  return Object.keys(location).length > 0 ? 'billing' : 'only billing'
}

function toPerson(row: FileRow, { person }: RowFacts, email: string, name: string): FilePerson {
  const facts = { ...noFacts(), person: { ...person } }
  setCell(row, facts, ACCOUNT_COLUMNS['Buyer email']!, email)
  return { row: row.row, given: { ...facts.person, email: facts.person.email ?? '', name: printable(name) } }
}

/** The address of a row, if it is in one cell or in printed lines. */
function addressOf(facts: RowFacts, part: 'account' | 'location', name: string): object {
  const { address, city, postalCode } = facts[part]
  const text = address ?? facts.printed[part].join('\n')
  if (text === '' || city || postalCode) return {}
  return readOneCell(text, name) ?? (address ? {} : { address: text.slice(0, 100).replaceAll('\n', ', ') })
}

function toItem(row: FileRow, name: string, { account, other }: RowFacts): Account {
  return {
    row: row.row,
    name: printable(name),
    detail: account.billingEmail ?? '',
    data: {
      account,
      priceList: other.priceList ?? '',
      isExempt: other.exempt === 'yes',
      locations: [],
      people: [],
      certificates: [],
      notes: [],
    },
    problems: row.problems,
  }
}

/** Locations, people and certificates of one account that are read. */
const MOST = 200

/** Adds a further row of the same account. */
function merge(first: Account, { data, row }: Account): void {
  const { account, notes } = first.data
  for (const [name, value] of Object.entries(data.account)) {
    const before = account[name as keyof typeof account]
    if (before === undefined) Object.assign(account, { [name]: value })
    else if (name !== 'legalName' && JSON.stringify(before) !== JSON.stringify(value))
      notes.push(`Row ${row} says something else about the account than row ${first.row}, which counts`)
  }
  first.data.priceList ||= data.priceList
  first.data.isExempt ||= data.isExempt
  if (first.data.locations.length + data.locations.length > MOST) {
    notes.push(`Only the first ${MOST} rows of an account are read`)
    return
  }
  first.data.locations.push(...data.locations)
  first.data.people.push(...data.people)
  first.data.certificates.push(...data.certificates)
  notes.push(...data.notes)
}
