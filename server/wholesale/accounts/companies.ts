/** Wholesale accounts on the desk: their facts, terms and credit, and whether they may order. */
import type { Change } from '#shared/platform/api/change-log.ts'
import type { Body } from '#shared/platform/api/endpoint.ts'
import type { Account, accounts } from '#shared/wholesale/api/accounts.ts'
import { COMPANY_STATES } from '#shared/wholesale/resources/company.ts'
import type { CompanyRow, Db, Tx } from '#server/kernel/db/schema.ts'
import { conflict, wrongField } from '#server/kernel/errors.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { endOrdersOf } from './end-standing.ts'
import { buyersOf } from './buyers.ts'
import { papersOf } from './certificate-files.ts'
import { certificateOn } from './certificates.ts'
import { orderedBy } from './ordered.ts'
import {
  companyRows,
  normalAddress,
  savedCompany,
  searchTextOf,
  toBuyer,
  toCertificate,
  toLocation,
  type CompanyColumns,
} from './rows.ts'

type Edit = Body<typeof accounts.create>

/** An account with all that belongs to it. Throws 404. */
export async function getAccount(shop: Shop, id: string): Promise<Account> {
  return toAccount(shop, await savedCompany.find(shop.db, id))
}

/** Adds an approved account, without locations and people. Throws 400 for values that do not fit together. */
export async function createAccount(shop: Shop, admin: SignedIn, edit: Edit): Promise<Account> {
  const columns = newCompany(edit)
  const row = await savedCompany.create(shop, admin, async (tx) => {
    await requirePriceList(tx, columns)
    return columns
  })
  return toAccount(shop, row)
}

/** Saves an account. Throws 400, 404, and 409 if `version` is outdated. */
export async function updateAccount(shop: Shop, admin: SignedIn, id: string, edit: Edit): Promise<Account> {
  const columns = companyColumns(edit)
  const { version } = edit
  const row = await savedCompany.update(shop, admin, id, {
    version,
    columns: async (tx) => {
      await requirePriceList(tx, columns)
      return columns
    },
  })
  return toAccount(shop, row)
}

/**
 * Puts an account on hold, lifts the hold, closes or opens it. A hold needs a reason, which staff see. Closing ends its
 * standing orders. Throws 400, 404, and 409 if the account has changed since `version`.
 */
export async function setStatus(
  shop: Shop,
  admin: SignedIn,
  id: string,
  { status, reason, version }: Body<typeof accounts.setStatus>,
): Promise<Account> {
  if (status === 'hold' && reason === '')
    throw wrongField('reason', 'Say why, for everyone who reads it later')
  const row = await savedCompany.update(shop, admin, id, {
    version,
    columns: (_tx, before) => {
      if (before.status === status)
        throw conflict(`The account is ${COMPANY_STATES[status].toLowerCase()} already`)
      return { status, hold_reason: status === 'approved' ? '' : reason }
    },
    after: async (tx, saved, before) => [
      { field: 'Status', before: COMPANY_STATES[before.status], after: COMPANY_STATES[saved.status] },
      ...(reason === '' ? [] : [{ field: 'Reason', before: before.hold_reason, after: reason }]),
      ...(status === 'closed' ? await endStanding(tx, shop, id) : []),
    ],
  })
  return toAccount(shop, row)
}

/** Ends the standing orders of an account that closes. Returns the change. */
export async function endStanding(tx: Tx, shop: Shop, id: string): Promise<Change[]> {
  const count = await endOrdersOf(tx, shop, id)
  return count > 0 ? [{ field: 'Standing orders', before: String(count), after: 'Ended' }] : []
}

/** All columns of a new, approved account. Throws 400 for values that do not fit together. */
export function newCompany(edit: Edit) {
  return { ...companyColumns(edit), status: 'approved' as const, hold_reason: '' }
}

/** Throws 400 if the account is to have a price list that does not exist, or no longer. */
export async function requirePriceList(
  db: Db,
  { price_list_id: id }: Pick<CompanyRow, 'price_list_id'>,
): Promise<void> {
  if (id === null) return
  const list = await db.selectFrom('price_lists').select('id').where('id', '=', id).executeTakeFirst()
  if (!list) throw wrongField('priceList', 'This price list does not exist. Choose another one')
}

/** The columns of an edit. Throws 400 for values that do not fit together. */
export function companyColumns(edit: Edit): CompanyColumns & Pick<CompanyRow, 'country' | 'search_text'> {
  const { country, ...normal } = normalAddress(edit)
  const columns = companyRows.columnsOf(normal)
  if (columns.terms === 'net' && columns.net_days === 0)
    throw wrongField('netDays', 'Enter the days after which an invoice is due')
  if (columns.credit === 'amount' && columns.credit_cents === 0)
    throw wrongField('creditLimit', 'Enter the limit, or choose no credit')
  if (columns.minimum !== 'none' && columns.minimum_value === 0)
    throw wrongField('minimumValue', 'Enter the smallest order')
  return { ...columns, country, search_text: searchTextOf(columns) }
}

async function toAccount(shop: Shop, row: CompanyRow): Promise<Account> {
  const { db } = shop
  const { day } = nowAt(shop.clock)
  const locations = await db
    .selectFrom('locations')
    .selectAll()
    .where('company_id', '=', row.id)
    .orderBy('id')
    .execute()
  const certificates = await db
    .selectFrom('certificates')
    .selectAll()
    .where('company_id', '=', row.id)
    .orderBy('id', 'desc')
    .execute()
  const application = await db
    .selectFrom('applications')
    .select(['id', 'accepted_name', 'accepted_at', 'terms_version'])
    .where('company_id', '=', row.id)
    .executeTakeFirst()
  const counting = await certificateOn(db, row.id, day)
  const papers = await papersOf(db, row.id)
  return {
    _id: row.id,
    ...companyRows.editOf(row),
    ...(await orderedBy(shop, [row])).get(row.id)!,
    status: row.status,
    holdReason: row.hold_reason,
    createdAt: row.created_at,
    version: row.version,
    locations: locations.map(toLocation),
    people: (await buyersOf(db, row.id)).map(toBuyer),
    certificates: certificates.map((each) => toCertificate(each, row, day, papers)),
    exemptUntilDay: counting && (counting.expires_on ?? ''),
    application: application
      ? {
          _id: application.id,
          acceptedName: application.accepted_name,
          acceptedAt: application.accepted_at,
          termsVersion: application.terms_version,
        }
      : null,
  }
}
