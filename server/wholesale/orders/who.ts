/** Who orders for an account, and for which location: a buyer, staff for a caller, a mailed link, or a standing order. */
import type { BuyerRow, CompanyRow, Db, LocationRow } from '#server/kernel/db/schema.ts'
import { conflict, notFound, Refusal, wrongField } from '#server/kernel/errors.ts'
import type { Buyer } from '#server/platform/sessions/guests.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { buyerFor, buyersOf } from '../accounts/buyers.ts'

/**
 * `link` and `standing` name the person for whom the order is, whose rights are read again. Staff may go below the minimum,
 * after the cut-off, over the capacity and break cases, and say why.
 */
export type Who =
  | { by: 'buyer'; user: SignedIn }
  | { by: 'staff'; staff: SignedIn; reason: string }
  | { by: 'link' | 'standing'; buyer: string }

export type Orderer = {
  company: CompanyRow
  /** The person of the account; null if none of its people may order. */
  buyer: BuyerRow | null
  /** Whose order it is, as the writer of orders wants it. */
  user: Buyer
  staff: SignedIn | null
  reason: string
  /** Who is named in the history. */
  name: string
  by: Who['by']
}

/**
 * Who orders. Throws 404 for a stranger and a removed buyer, 403 for a buyer who may not order, 409 for an account that is
 * closed or not approved.
 */
export async function ordererOf(shop: Shop, who: Who, companyId: string): Promise<Orderer> {
  const found = await personOf(shop, who, companyId)
  requireOpen(found.company)
  return found
}

/** Throws 409 for an account that is closed or not approved yet. */
export function requireOpen({ status }: Pick<CompanyRow, 'status'>): void {
  if (status === 'closed' || status === 'review')
    throw conflict('This account is not open for orders', { code: 'closed' })
}

async function personOf(shop: Shop, who: Who, companyId: string): Promise<Orderer> {
  if (who.by === 'buyer') {
    const { company, buyer } = await buyerFor(shop, who.user, companyId, 'order')
    return { company, buyer, user: who.user, staff: null, reason: '', name: who.user.name, by: 'buyer' }
  }
  const company = await companyIn(shop.db, companyId)
  const people = await buyersOf(shop.db, companyId)
  if (who.by === 'staff') {
    if (who.reason.trim() === '') throw wrongField('reason', 'Say why you enter it, for the order')
    const buyer = people.find(({ may_order: may }) => may === 1) ?? null
    const { name } = who.staff
    return {
      company,
      buyer,
      user: await userOf(shop, buyer, company),
      staff: who.staff,
      reason: who.reason,
      name,
      by: 'staff',
    }
  }
  const buyer = people.find(({ id }) => id === who.buyer)
  if (!buyer) throw notFound('Account')
  if (buyer.may_order !== 1) throw new Refusal(403, 'You may not order for this account')
  const user = await userOf(shop, buyer, company)
  const name = who.by === 'link' ? `Link of ${buyer.name}` : 'Standing order'
  return { company, buyer, user, staff: null, reason: '', name, by: who.by }
}

/** The account of the shop's site, if the person has joined; otherwise a guest with the address of the person or the business. */
async function userOf(shop: Shop, buyer: BuyerRow | null, company: CompanyRow): Promise<Buyer> {
  const contact = {
    name: buyer?.name ?? company.legal_name,
    email: buyer?.email ?? company.billing_email,
    isAdmin: false as const,
  }
  const user = buyer?.user_id
    ? await shop.db.selectFrom('users').select('id').where('id', '=', buyer.user_id).executeTakeFirst()
    : undefined
  return { ...contact, _id: user?.id ?? null } as Buyer
}

async function companyIn(db: Db, id: string): Promise<CompanyRow> {
  const row = await db.selectFrom('companies').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Account')
  return row
}

/**
 * Whether the day, its cut-off and the capacity are no limit: staff say why, and a standing order has booked its date ahead.
 */
export const isFreeOf = ({ staff, by }: Pick<Orderer, 'staff' | 'by'>) => staff !== null || by === 'standing'

/** An active location of an account. Throws 404. @param db may be a transaction */
export async function locationIn(db: Db, companyId: string, id: string): Promise<LocationRow> {
  const row = await db
    .selectFrom('locations')
    .selectAll()
    .where('id', '=', id)
    .where('company_id', '=', companyId)
    .where('is_active', '=', 1)
    .executeTakeFirst()
  if (!row) throw notFound('Location')
  return row
}
