/** What an import would add to an account and change in it: its locations, people and certificates. */
import { isSameAddress } from '#shared/platform/address-difference.ts'
import { blankOf } from '#shared/platform/resources/described.ts'
import type { Change } from '#shared/platform/api/change-log.ts'
import { deliveryText } from '#shared/wholesale/account-texts.ts'
import { nameKey } from '#shared/wholesale/name-key.ts'
import { ALL_RIGHTS, buyerFields } from '#shared/wholesale/resources/buyer.ts'
import { CERTIFICATE_FORMS, certificateFields } from '#shared/wholesale/resources/certificate.ts'
import { locationFields } from '#shared/wholesale/resources/location.ts'
import type { BuyerRow, CertificateRow, CompanyRow, LocationRow } from '#server/kernel/db/schema.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Shop } from '#server/platform/shop.ts'
import { MOST_WAITING, newCertificate } from '#server/wholesale/accounts/check-certificates.ts'
import { newLocation } from '#server/wholesale/accounts/locations.ts'
import { MOST_PEOPLE, newBuyer } from '#server/wholesale/accounts/people.ts'
import { buyerRows, certificateRows, locationRows, nameOfCompany } from '#server/wholesale/accounts/rows.ts'
import { completedZip } from '../zip-code.ts'
import type { KnownAccount } from './known.ts'
import type { AccountData, FileLocation } from './read.ts'

/** A row to add, or to change if it has one before. */
type Part<Row, Columns> = { before: Row | undefined; columns: Columns; changes: Change[] }

export type Parts = {
  locations: Part<LocationRow, ReturnType<typeof newLocation>>[]
  people: Part<BuyerRow, ReturnType<typeof newBuyer>>[]
  certificates: Part<CertificateRow, ReturnType<typeof newCertificate>>[]
}

type Company = Pick<
  CompanyRow,
  'legal_name' | 'trade_name' | 'address' | 'address2' | 'city' | 'state' | 'postal_code'
>

/** Locations are found by their name, or else by their address. Throws Refusal with the row. */
export function planLocations(
  { locations }: AccountData,
  company: Company,
  known: KnownAccount | undefined,
  notes: string[],
): Parts['locations'] {
  const parts: Parts['locations'] = []
  const hasOther =
    (known?.locations.length ?? 0) > 0 || locations.some(({ address }) => address !== 'only billing')
  for (const each of locations) {
    if (each.address === 'only billing' && (hasOther || parts.length > 0)) continue
    const wanted = locationOf(each, company)
    const isIt = (row: LocationColumns) => isSameLocation(row, wanted, each.given.name !== undefined)
    const planned = parts.find(({ columns }) => isIt(columns))
    const before = planned?.before ?? known?.locations.find(isIt)
    const start = planned?.columns ?? before
    try {
      const columns = start
        ? newLocation(start.company_id, locationRows.changed(start, { ...given(each), name: start.name }))
        : newLocation('', withDelivery(wanted, notes))
      if (planned) planned.columns = columns
      else parts.push({ before, columns, changes: [] })
    } catch (error) {
      throw inRow(error, each.row, locationFields)
    }
  }
  for (const part of parts) part.changes = locationChanges(part)
  return parts.filter(({ changes }) => changes.length > 0)
}

type LocationColumns = Parameters<typeof locationRows.editOf>[0]
type LocationEdit = ReturnType<typeof locationRows.editOf>

/** What the row says of a location, with a completed ZIP code. */
function given({ given: said }: FileLocation): FileLocation['given'] {
  const zip = completedZip({ ...NOWHERE, state: said.state ?? '', postalCode: said.postalCode ?? '' })
  return zip ? { ...said, postalCode: zip } : said
}

const NOWHERE = { address: '', address2: '', city: '', country: 'US' }

/** A new location as the row describes it; without an address it is at the billing address. */
function locationOf(each: FileLocation, company: Company): LocationEdit & { isParcel: boolean } {
  const said = given(each)
  const { address, address2, city, state, postal_code: postalCode } = company
  const place = said.address ? {} : { address, address2, city, state, postalCode }
  const edit = { ...blankOf(locationFields), ...place, ...said }
  const isParcel = said.handover === undefined && edit.weekdays.length === 0
  return {
    ...edit,
    name: said.name ?? edit.address.slice(0, 80),
    recipient: said.recipient ?? nameOfCompany(company).slice(0, 100),
    isParcel,
  }
}

/** Without a way of delivery and its days, a new location gets parcels, because the van needs days. */
function withDelivery(
  { isParcel, ...edit }: LocationEdit & { isParcel: boolean },
  notes: string[],
): LocationEdit {
  if (!isParcel) return edit
  notes.push(`${edit.name} gets parcels, because the file has no delivery days for it`)
  return { ...edit, handover: 'parcel' }
}

/** @param isNamed whether the file names the location: another name at the same address is another location */
function isSameLocation(row: LocationColumns, wanted: LocationEdit, isNamed: boolean): boolean {
  if (nameKey(row.name) === nameKey(wanted.name)) return true
  return (
    !isNamed && isSameAddress({ ...locationRows.editOf(row), country: 'US' }, { ...wanted, country: 'US' })
  )
}

function locationChanges({ before, columns }: Parts['locations'][number]): Change[] {
  const edit = locationRows.editOf(columns)
  if (before) return within(`Location ${before.name}`, locationRows.changesOf(before, columns))
  const { name, recipient, address, address2, city, state, postalCode } = edit
  const place = [name, recipient, address, address2, city, `${state} ${postalCode}`]
    .filter(Boolean)
    .join(', ')
  return [{ field: 'Location', before: '', after: `${place}. ${deliveryText(edit)}` }]
}

/** People are found by their email. The first one of an account has all rights, except those that the file takes. */
export function planPeople(
  shop: Shop,
  { people }: AccountData,
  known: KnownAccount | undefined,
  notes: string[],
): Parts['people'] {
  const parts: Parts['people'] = []
  const all = known?.people ?? []
  for (const { given: said } of people) {
    const before = all.find(({ email, removed_at: gone }) => email === said.email && gone === null)
    const planned = parts.find(({ columns }) => columns.email === said.email)
    const start = planned?.columns ?? before
    const count =
      all.filter(({ removed_at: gone }) => gone === null).length + parts.filter((each) => !each.before).length
    if (!start && all.some(({ email }) => email === said.email))
      notes.push(`${said.email} was removed from the account here, and is not added again`)
    else if (!start && count >= MOST_PEOPLE)
      notes.push(`${said.email} is left out: an account has ${MOST_PEOPLE} people at most`)
    else {
      const edit = start
        ? buyerRows.changed(start, keepsName(said, start) ? { ...said, name: undefined } : said)
        : { ...blankOf(buyerFields), ...(count === 0 ? FIRST_RIGHTS : {}), ...said }
      // Not invited yet: an invitation makes the turn 1.
      const columns = { ...newBuyer(shop, '', edit), turn: 0 }
      if (planned) planned.columns = columns
      else parts.push({ before, columns, changes: [] })
    }
  }
  for (const part of parts) part.changes = personChanges(part)
  return parts.filter(({ changes }) => changes.length > 0)
}

/** The first person of an account gets all rights, unless the file says otherwise, and no weekly mail. */
const FIRST_RIGHTS = { ...ALL_RIGHTS, mailsWeekly: false }

/** A person who has joined keeps the own name. */
function keepsName(said: { name: string }, { user_id: user }: { user_id: string | null }): boolean {
  return user !== null || said.name === ''
}

function personChanges({ before, columns }: Parts['people'][number]): Change[] {
  const { name, email } = columns
  if (before) return within(email, buyerRows.changesOf(before, columns))
  return [{ field: 'Person', before: '', after: `${name}, ${email}, not invited yet` }]
}

/** Certificates are found by their number. One that is checked already stays as it is. */
export function planCertificates(
  shop: Shop,
  { certificates, account }: AccountData,
  company: Company,
  known: KnownAccount | undefined,
  notes: string[],
): Parts['certificates'] {
  const parts: Parts['certificates'] = []
  const waiting = (known?.certificates ?? []).filter(({ state }) => state === 'waiting').length
  for (const { given: said, form: typed } of certificates) {
    const form = formIn(typed, notes)
    const values = { ...said, ...(form ? { form } : {}) }
    const isIt = (row: Pick<CertificateRow, 'number' | 'form'>) =>
      nameKey(row.number) === nameKey(said.number ?? '') &&
      (said.number !== undefined || !form || row.form === form)
    const planned = parts.find(({ columns }) => isIt(columns))
    const before = planned?.before ?? known?.certificates.findLast(isIt)
    const start = planned?.columns ?? before
    const edit = start
      ? certificateRows.changed(start, values)
      : {
          ...blankOf(certificateFields),
          form: formOf(company),
          holder: account.legalName ?? company.legal_name,
          ...values,
        }
    const columns = newCertificate(shop, '', edit)
    if (planned) planned.columns = columns
    else if (!before && waiting + parts.length >= MOST_WAITING)
      notes.push(`Only ${MOST_WAITING} certificates can wait to be checked`)
    else parts.push({ before, columns, changes: [] })
  }
  for (const part of parts) part.changes = certificateChanges(part, notes)
  return parts.filter(({ changes }) => changes.length > 0)
}

type Form = (typeof CERTIFICATE_FORMS)[number]

function formIn(typed: string, notes: string[]): Form | null {
  if (typed === '') return null
  const form = CERTIFICATE_FORMS.find((each) => nameKey(each) === nameKey(typed))
  if (!form) notes.push(`The certificate form “${typed.slice(0, 40)}” is noted as Other state`)
  return form ?? 'Other state'
}

/** ST-10 is the form of Virginia. */
function formOf({ state }: Company): Form {
  return state === 'VA' ? 'ST-10' : 'Other state'
}

function certificateChanges({ before, columns }: Parts['certificates'][number], notes: string[]): Change[] {
  const title = `Certificate ${columns.form} ${columns.number}`.trim()
  if (!before) {
    const end = columns.expires_on ? `, valid until ${columns.expires_on}` : ''
    return [
      { field: 'Certificate', before: '', after: `${title.replace('Certificate ', '')}${end}, to check` },
    ]
  }
  const changes = certificateRows.changesOf(before, columns)
  if (changes.length === 0 || before.state === 'waiting') return within(title, changes)
  notes.push(`${title} is checked already and stays as it is. Add a new one on the page of the account`)
  return []
}

const within = (what: string, changes: Change[]) =>
  changes.map((each) => ({ ...each, field: `${what}: ${each.field}` }))

/** A refusal of a value, with the row and the column of the file. */
function inRow(error: unknown, row: number, fields: Record<string, { label: string }>): unknown {
  if (!(error instanceof Refusal)) return error
  const { field = '' } = error.more as { field?: string }
  return new Refusal(400, error.message, { row, column: fields[field]?.label ?? '' })
}
