/** The rows of an account with their forms: what an edit stores, what the API returns, what the change log says. */
import { checkAddress, type Address } from '#shared/platform/address.ts'
import { buyerFields } from '#shared/wholesale/resources/buyer.ts'
import {
  certificateFields,
  certificateProblems,
  type CertificateFile,
} from '#shared/wholesale/resources/certificate.ts'
import { companyFields } from '#shared/wholesale/resources/company.ts'
import { locationFields } from '#shared/wholesale/resources/location.ts'
import type { SavedBuyer, SavedCertificate, SavedLocation } from '#shared/wholesale/api/accounts.ts'
import type { BuyerRow, CertificateRow, CompanyRow, LocationRow } from '#server/kernel/db/schema.ts'
import { fold } from '#server/kernel/db/search.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { describedRows } from '#server/platform/resources/rows.ts'
import { SavedRow } from '#server/platform/resources/saved-row.ts'

type Stamps = 'id' | 'version' | 'created_at' | 'updated_at'

export type CompanyColumns = Omit<CompanyRow, Stamps | 'country' | 'status' | 'hold_reason' | 'search_text'>
export type LocationColumns = Omit<LocationRow, Stamps | 'company_id' | 'country'>
type BuyerColumns = Omit<BuyerRow, Stamps | 'company_id' | 'user_id' | 'turn' | 'invited_at' | 'removed_at'>
type CertificateColumns = Omit<
  CertificateRow,
  | Stamps
  | 'company_id'
  | 'file'
  | 'state'
  | 'received_at'
  | 'checked_by'
  | 'checked_at'
  | 'ended_at'
  | 'told_before'
  | 'told_on_day'
>

export const companyRows = describedRows<CompanyColumns>()(companyFields)
export const locationRows = describedRows<LocationColumns>()(locationFields)
export const buyerRows = describedRows<BuyerColumns>()(buyerFields)
export const certificateRows = describedRows<CertificateColumns>()(certificateFields)

export const savedCompany = new SavedRow('companies', {
  rows: companyRows,
  subject: 'company',
  label: 'Account',
  nameOf: nameOfCompany,
})

/** A row that belongs to an account is in the account's lines of the change log. */
const underCompany = {
  subject: 'company',
  loggedUnder: ({ company_id: id }: { company_id: string }) => id,
} as const

export const savedLocation = new SavedRow('locations', {
  ...underCompany,
  rows: locationRows,
  label: 'Location',
  nameOf: ({ name }) => `Location ${name}`,
})

export const savedBuyer = new SavedRow('buyers', {
  ...underCompany,
  rows: buyerRows,
  label: 'Person',
  nameOf: ({ name, email }) => `${name}, ${email}`,
  isDeleted: ({ removed_at: at }) => at !== null,
  unique: { field: 'email', problem: 'This person acts for the account already' },
})

export const savedCertificate = new SavedRow('certificates', {
  ...underCompany,
  rows: certificateRows,
  label: 'Certificate',
  nameOf: ({ form, number }) => `Certificate ${form} ${number}`.trim(),
})

/** The name by which people know an account. */
export function nameOfCompany({
  trade_name: trade,
  legal_name: legal,
}: Pick<CompanyRow, 'trade_name' | 'legal_name'>) {
  return trade || legal
}

/** What the list of accounts searches. */
export function searchTextOf(columns: CompanyColumns): string {
  const { trade_name: trade, legal_name: legal, city, billing_email: email } = columns
  return fold(`${trade || legal} ${legal} ${city} ${email}`)
}

/** The address of an edit as it is stored. Throws 400 with the problem of each field. */
export function normalAddress<A extends Omit<Address, 'country'>>(edit: A): A & Pick<Address, 'country'> {
  const { address, address2, city, state, postalCode } = edit
  const checked = checkAddress({ address, address2, city, state, postalCode, country: 'US' }, [])
  if ('address' in checked) return { ...edit, ...checked.address }
  const [[field, problem] = ['', '']] = Object.entries(checked.problems)
  throw new Refusal(400, problem, { field, fields: checked.problems })
}

export function toLocation(row: LocationRow): SavedLocation {
  return { _id: row.id, ...locationRows.editOf(row), version: row.version }
}

export function toBuyer(row: BuyerRow): SavedBuyer {
  return {
    _id: row.id,
    ...buyerRows.editOf(row),
    hasJoined: row.user_id !== null,
    invitedAt: row.turn === 0 ? null : row.invited_at,
    version: row.version,
  }
}

/**
 * @param today the day at the shop
 * @param papers the files of the account by their id
 */
export function toCertificate(
  row: CertificateRow,
  { legal_name: legal }: CompanyRow,
  today: string,
  papers: ReadonlyMap<string, CertificateFile>,
): SavedCertificate {
  const facts = certificateRows.editOf(row)
  return {
    _id: row.id,
    ...facts,
    file: papers.get(row.file ?? '') ?? null,
    state: row.state,
    receivedAt: row.received_at,
    checkedBy: row.checked_by,
    checkedAt: row.checked_at,
    endedAt: row.ended_at,
    problems: certificateProblems(facts, legal, today),
    version: row.version,
  }
}
