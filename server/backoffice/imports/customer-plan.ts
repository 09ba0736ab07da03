/** Compares customers of a file with the accounts of the shop: what an import would add. It overwrites nothing. */
import type { ExpressionBuilder } from 'kysely'
import {
  checkAddress,
  shippingRefusal,
  type Address,
  type AddressProblems,
} from '#shared/platform/address.ts'
import { isSameAddress } from '#shared/platform/address-difference.ts'
import { MAX_ADDRESSES } from '#shared/checkout/api/addresses.ts'
import type { ImportSource } from '#shared/platform/import-sources.ts'
import type { Change } from '#shared/platform/api/change-log.ts'
import { normalPhone } from '#shared/kernel/phone.ts'
import { excludedOf } from '#shared/platform/settings/selling.ts'
import { addressOf } from '#server/checkout/addresses/addresses.ts'
import { inBatches } from '#server/kernel/db/in-batches.ts'
import type { AddressRow, Db, Schema, UserRow } from '#server/kernel/db/schema.ts'
import { listStates, type ListState } from '#server/content/newsletters/subscribers.ts'
import { UNUSABLE_HASH } from '#server/platform/sessions/passwords.ts'
import { sellingOf } from '#server/platform/settings/current.ts'
import { partOf } from '#server/platform/settings/parts.ts'
import type { Shop } from '#server/platform/shop.ts'
import type { CustomerData, FileAddress } from './customer-rows.ts'
import type { Item, PlanContext, Planned } from './kind.ts'
import { completedZip } from './zip-code.ts'

/** Customers per query. The number of parameters of a statement is limited. */
const BATCH = 250

/** What an import would do with each customer. */
export async function planCustomers(
  db: Db,
  shop: Shop,
  items: Item<CustomerData>[],
  context: PlanContext,
): Promise<Planned[]> {
  const rules = {
    excluded: excludedOf(await sellingOf(shop)),
    takesConsents: (await partOf(shop, 'newsletters')) === 'on',
  }
  const planned: Planned[] = []
  const rowsOf = new Map<string, number>()
  for (const part of inBatches(items, BATCH)) {
    const known = await readKnown(db, part, context)
    for (const item of part) {
      const plan = planCustomer(item, known, rules, context.source)
      planned.push(onlyFirst(rowsOf, item.row, plan))
      await context.pause?.()
    }
  }
  return planned
}

/** Reports a second customer for the same account, such as one with an old email and the same number. */
function onlyFirst(rowsOf: Map<string, number>, row: number, plan: Planned): Planned {
  const first = rowsOf.get(plan.targetId ?? '')
  if (plan.targetId && first === undefined) rowsOf.set(plan.targetId, row)
  if (first === undefined || plan.action === 'broken') return plan
  const problem = `Row ${first} is about the same account`
  return { ...plan, action: 'broken', problems: [{ row, column: 'Email', value: '', problem }] }
}

type Known = {
  byEmail: Map<string, UserRow>
  byId: Map<string, UserRow>
  links: Map<string, string>
  books: Map<string, AddressRow[]>
  listStateOf: (email: string) => ListState
}

async function readKnown(
  db: Db,
  items: Item<CustomerData>[],
  { source, isApplying }: PlanContext,
): Promise<Known> {
  const emails = items.map(({ data }) => data.email)
  const links = await readLinks(db, items, source)
  const ids = [...links.values()]
  const isOne = (eb: ExpressionBuilder<Schema, 'users'>) =>
    eb.or([eb('email', 'in', emails), ...(ids.length > 0 ? [eb('id', 'in', ids)] : [])])
  // Locks the rows, so that no other request changes an address book before the commit.
  if (isApplying)
    await db
      .updateTable('users')
      .set((eb) => ({ updated_at: eb.ref('updated_at') }))
      .where(isOne)
      .execute()
  const users = await db.selectFrom('users').selectAll().where(isOne).execute()
  const found = users.map(({ id }) => id)
  const addresses =
    found.length > 0
      ? await db.selectFrom('addresses').selectAll().where('user_id', 'in', found).orderBy('id').execute()
      : []
  return {
    byEmail: new Map(users.map((user) => [user.email, user])),
    byId: new Map(users.map((user) => [user.id, user])),
    links,
    books: Map.groupBy(addresses, (row) => row.user_id),
    listStateOf: await listStates(db, emails),
  }
}

/** Ids of our accounts, by the number of the customer in the other shop. */
async function readLinks(
  db: Db,
  items: Item<CustomerData>[],
  source: ImportSource,
): Promise<Map<string, string>> {
  const numbers = items.map(({ data }) => data.externalId).filter(Boolean)
  if (source === 'own' || numbers.length === 0) return new Map()
  const rows = await db
    .selectFrom('imported_customers')
    .select(['external_id', 'user_id'])
    .where('source', '=', source)
    .where('external_id', 'in', numbers)
    .execute()
  return new Map(rows.map((row) => [row.external_id, row.user_id]))
}

function planCustomer(
  { data, problems }: Item<CustomerData>,
  known: Known,
  { excluded, takesConsents }: { excluded: readonly string[]; takesConsents: boolean },
  source: ImportSource,
): Planned {
  const linked = known.links.get(data.externalId)
  const user = known.byEmail.get(data.email) ?? known.byId.get(linked ?? '')
  const notes = [...data.notes]
  const plan = { targetId: user?.id ?? null, changes: [], notes, problems: [] }
  if (problems.length > 0) return { ...plan, action: 'broken', problems }
  if (!user && linked) {
    notes.push('The account was deleted in this shop. It is not created again')
    return { ...plan, action: 'same' }
  }
  const book = known.books.get(user?.id ?? '') ?? []
  const { added, left } = newAddresses(data.addresses, book, excluded)
  notes.push(...left)
  const mayAdd = !user || isOwnEmail(user)
  if (!mayAdd && added.length > 0)
    notes.push('This account has not confirmed its email, so its address book stays as it is')
  if (user && user.email !== data.email) notes.push(`The account has the email ${user.email} now`)
  const changes = [
    ...(user ? [] : [change('Name', data.name), change('Email', data.email)]),
    ...(mayAdd ? added.map((address) => change('Address', toLine(address))) : []),
    ...consentChange(data, known.listStateOf(data.email), { source, notes, takesConsents }),
  ]
  const action = user ? (changes.length > 0 ? 'change' : 'same') : 'create'
  return { ...plan, action, changes }
}

/**
 * Whether the account belongs to the reader of the mailbox: it was imported and has no password yet, or its email is
 * confirmed. Otherwise a stranger may have registered with the address, who must not see where the customer lives.
 */
function isOwnEmail({ password_hash: hash, confirmed_email: confirmed, email }: UserRow): boolean {
  return hash === UNUSABLE_HASH || confirmed === email
}

const change = (field: string, after: string): Change => ({ field, before: '', after })

/** The consent that a row adds or withdraws, if any. An import does not subscribe a person again who has left this shop's newsletter. */
function consentChange(
  { consent }: CustomerData,
  { state, imported }: ListState,
  { source, notes, takesConsents }: { source: ImportSource; notes: string[]; takesConsents: boolean },
): Change[] {
  if (consent === true && state === 'left')
    notes.push('This person has left the newsletter of this shop, so the consent in the file is not used')
  if (consent === true && !takesConsents) {
    notes.push('The shop takes no new subscribers, so the consent in the file is not used')
    return []
  }
  if (consent === true && state === 'none' && !imported) return [change('Newsletter', 'agreed')]
  const isWithdrawn = consent === false && imported === source
  return isWithdrawn ? [{ field: 'Newsletter', before: 'agreed', after: 'no longer' }] : []
}

export type NewAddress = Address & Pick<FileAddress, 'recipient' | 'phone'>

/**
 * The valid addresses that the book does not have, in any spelling and for any recipient. `left` has remarks about the
 * others, and about ZIP codes that were completed.
 */
export function newAddresses(
  typed: readonly FileAddress[],
  book: readonly AddressRow[],
  excluded: readonly string[],
): { added: NewAddress[]; left: string[] } {
  const added: NewAddress[] = []
  const left: string[] = []
  const present = book.map(addressOf)
  for (const { row, recipient, phone, ...given } of typed) {
    const zip = completedZip(given)
    const address = { ...given, postalCode: zip ?? given.postalCode }
    if (zip) left.push(`The ZIP code ${given.postalCode} of row ${row} had lost its zero and is ${zip} now`)
    const refusal = shippingRefusal(address, excluded)
    const checked = refusal ? null : checkAddress(address, excluded)
    if (refusal) left.push(`The address in ${address.city || address.country} is left out: ${refusal}`)
    else if (checked && 'problems' in checked) left.push(invalidText(row, address, checked.problems))
    else if (checked && !present.some((each) => isSameAddress(each, checked.address))) {
      present.push(checked.address)
      if (present.length > MAX_ADDRESSES)
        left.push(`Only ${MAX_ADDRESSES} addresses fit into an address book`)
      else added.push({ ...checked.address, recipient, phone: phoneOf(phone, left) })
    }
  }
  return { added, left }
}

const LABELS: Record<keyof Address, string> = {
  address: 'Address',
  address2: 'Address 2',
  city: 'City',
  state: 'State',
  postalCode: 'ZIP',
  country: 'Country',
}

/** Says why an address is left out. The customer is imported without it. */
function invalidText(row: number, address: Address, problems: AddressProblems): string {
  const texts = Object.entries(problems).map(([field, problem]) => {
    const value = address[field as keyof Address].slice(0, 40).toWellFormed()
    return `${LABELS[field as keyof Address]}${value ? ` “${value}”` : ''}: ${problem}`
  })
  return `The address of row ${row} is left out. ${texts.join('. ')}`
}

function phoneOf(typed: string, left: string[]): string {
  const phone = normalPhone(typed)
  if (phone === null)
    left.push(`The phone number ${typed.slice(0, 40)} is left out, because it does not have 7 to 15 digits`)
  return phone ?? ''
}

function toLine({ recipient, address, address2, city, state, postalCode }: NewAddress): string {
  return [recipient, address, address2, city, `${state} ${postalCode}`].filter(Boolean).join(', ')
}
