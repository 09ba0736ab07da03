/** Compares accounts of a file with those of the shop: what an import would add and change. A missing value changes nothing. */
import { blankOf } from '#shared/platform/resources/described.ts'
import type { Change } from '#shared/platform/api/change-log.ts'
import { minimumText, termsText } from '#shared/wholesale/account-texts.ts'
import { nameKey } from '#shared/wholesale/name-key.ts'
import { companyFields } from '#shared/wholesale/resources/company.ts'
import { inBatches } from '#server/kernel/db/in-batches.ts'
import type { CompanyRow, Db } from '#server/kernel/db/schema.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { blankColumns } from '#server/platform/resources/rows.ts'
import type { Shop } from '#server/platform/shop.ts'
import { companyColumns } from '#server/wholesale/accounts/companies.ts'
import { companyRows } from '#server/wholesale/accounts/rows.ts'
import type { Item, PlanContext, Planned } from '../kind.ts'
import { completedZip } from '../zip-code.ts'
import { readKnown, type Known, type KnownAccount } from './known.ts'
import { planCertificates, planLocations, planPeople, type Parts } from './plan-parts.ts'
import type { AccountData } from './read.ts'

/** What is saved of an account: the columns of the company, and what belongs to it. */
export type Saving = { before: KnownAccount | undefined; columns: ReturnType<typeof companyColumns> } & Parts

/** What was planned for an item in this process; it is applied in the same transaction. */
export const savings = new WeakMap<Item<AccountData>, Saving>()

/** What an import would do with each account. */
export async function planAccounts(
  db: Db,
  shop: Shop,
  items: Item<AccountData>[],
  { pause }: PlanContext,
): Promise<Planned[]> {
  const planned: Planned[] = []
  const rowsOf = new Map<string, number>()
  for (const part of inBatches(items, BATCH)) {
    const known = await readKnown(db, part)
    for (const item of part) {
      planned.push(planOne(shop, item, known, rowsOf))
      await pause?.()
    }
  }
  return planned
}

/** Accounts whose rows are in memory at once. */
const BATCH = 2000

function planOne(shop: Shop, item: Item<AccountData>, known: Known, rowsOf: Map<string, number>): Planned {
  const ids = known.find(item.name)
  const before = known.accounts.get(ids[0] ?? '')
  const plan = { targetId: before?.company.id ?? null, changes: [], notes: [...item.data.notes] }
  const broken = (column: string, value: string, problem: string): Planned => ({
    ...plan,
    action: 'broken',
    problems: [{ row: item.row, column, value, problem }],
  })
  if (item.problems.length > 0) return { ...plan, action: 'broken', problems: item.problems }
  if (ids.length > 1)
    return broken('Account', item.name, `${ids.length} accounts have this name. Rename one of them first`)
  const first = before && rowsOf.get(before.company.id)
  if (first !== undefined) return broken('Account', item.name, `Row ${first} is about the same account`)
  if (before) rowsOf.set(before.company.id, item.row)
  const list = known.priceLists.get(nameKey(item.data.priceList))
  if (item.data.priceList !== '' && !list)
    return broken(
      'Price list',
      item.data.priceList,
      'There is no such price list. Import the price lists first, or leave it empty',
    )
  try {
    return planWith(shop, item, { ...plan, before, list, known })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const {
      field = '',
      row = item.row,
      column = labelOf(field),
    } = error.more as { field?: string; row?: number; column?: string }
    return { ...plan, action: 'broken', problems: [{ row, column, value: '', problem: error.message }] }
  }
}

const labelOf = (field: string) =>
  field === '' ? '' : ((companyFields as Record<string, { label: string }>)[field]?.label ?? field)

type Context = Omit<Planned, 'action' | 'problems'> & {
  before: KnownAccount | undefined
  list: { id: string; name: string } | undefined
  known: Known
}

/** Throws Refusal for values that do not fit together. */
function planWith(
  shop: Shop,
  item: Item<AccountData>,
  { before, list, known, targetId, notes }: Context,
): Planned {
  const { data } = item
  const given = { ...data.account, ...(list ? { priceList: list.id } : {}) }
  if (before) delete given.legalName
  const zip = completedZip({ ...NO_ADDRESS, ...given })
  if (zip) notes.push(`The ZIP code ${given.postalCode} had lost its zero and is ${zip} now`)
  const edit = before
    ? { ...companyRows.changed(before.company, given), ...(zip ? { postalCode: zip } : {}) }
    : newEdit(data, { ...given, ...(zip ? { postalCode: zip } : {}) })
  const columns = companyColumns(edit)
  const parts = {
    locations: planLocations(data, columns, before, notes),
    people: planPeople(shop, data, before, notes),
    certificates: planCertificates(shop, data, columns, before, notes),
  }
  savings.set(item, { before, columns, ...parts })
  const ofCompany = companyRows.changesOf(before?.company ?? blankColumns(companyFields), columns)
  const changes: Change[] = [
    ...inWords(named(ofCompany, known), before?.company, edit),
    ...parts.locations.flatMap((each) => each.changes),
    ...parts.people.flatMap((each) => each.changes),
    ...parts.certificates.flatMap((each) => each.changes),
  ]
  if (!before && data.isExempt && data.certificates.length === 0)
    notes.push(
      '“Tax exempt” alone is not enough: tax is charged until you have added a certificate and accepted it',
    )
  const action = before ? (changes.length > 0 ? 'change' : 'same') : 'create'
  return { action, targetId, changes, notes, problems: [] }
}

const NO_ADDRESS = { address: '', address2: '', city: '', state: '', postalCode: '', country: 'US' }

/** A new account. Without an email for bills it gets that of its first buyer, without a billing address that of a location. */
function newEdit(data: AccountData, given: AccountData['account']) {
  const elsewhere = data.locations.find(({ address }) => address === 'own')?.given
  const place = given.address || !elsewhere ? {} : addressIn(elsewhere)
  const edit = { ...blankOf(companyFields), ...given, ...place }
  edit.billingEmail ||= data.people[0]?.given.email ?? ''
  if (edit.billingEmail === '')
    throw new Refusal(400, 'A new account needs an email for its bills, or that of a buyer', {
      column: 'Email for bills',
    })
  return edit
}

function addressIn({
  address = '',
  address2 = '',
  city = '',
  state = '',
  postalCode = '',
}: AccountData['locations'][number]['given']) {
  return {
    address,
    address2,
    city,
    state,
    postalCode: completedZip({ ...NO_ADDRESS, state, postalCode }) ?? postalCode,
  }
}

/** Names the price lists, which the account has by their ids. */
function named(changes: Change[], { priceLists }: Known): Change[] {
  const names = new Map([...priceLists.values()].map(({ id, name }) => [id, name]))
  const nameOf = (text: string) => names.get(text) ?? text
  return changes.map((each) =>
    each.field === companyFields.priceList.label
      ? { ...each, before: nameOf(each.before), after: nameOf(each.after) }
      : each,
  )
}

type Edit = ReturnType<typeof companyRows.editOf>

/** Terms and minimum in words, each in one line. The terms of a new account are always shown, also the usual ones. */
function inWords(changes: Change[], company: CompanyRow | undefined, now: Edit): Change[] {
  const then = company && companyRows.editOf(company)
  const lines = [
    { field: companyFields.terms.label, textOf: termsText },
    { field: companyFields.minimum.label, textOf: smallestOrder },
  ].map(({ field, textOf }) => ({ field, before: then ? textOf(then) : '', after: textOf(now) }))
  const others = changes.filter(({ field }) => !WORDED.has(field))
  return [...others, ...lines.filter(({ before, after }) => before !== after)]
}

const smallestOrder = ({ minimum, minimumValue }: Edit) => minimumText(minimum, minimumValue)

const { terms, netDays, minimum, minimumValue } = companyFields
const WORDED: ReadonlySet<string> = new Set([
  terms.label,
  netDays.label,
  minimum.label,
  minimumValue.loggedAs,
])
