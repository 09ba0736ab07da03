/** Who may act for an account: each call of a buyer's page reads it again, so a removed person is out at once. */
import type { BuyerRow, CompanyRow, Db } from '#server/kernel/db/schema.ts'
import { notFound, Refusal } from '#server/kernel/errors.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'

/** What a buyer may do besides seeing the account and its locations. */
export type BuyerRight = 'order' | 'invoices' | 'pay' | 'people'

export type Acting = { company: CompanyRow; buyer: BuyerRow }

/**
 * The account, and the person who acts for it. Throws 404 for everyone who is no buyer of it, for a removed buyer, and for
 * an account that is not approved yet; 403 for a buyer without the right. A closed account still shows what is there: who
 * starts something new for it checks its status.
 */
export async function buyerFor(
  shop: Pick<Shop, 'db'>,
  user: Pick<SignedIn, '_id'>,
  companyId: string,
  right?: BuyerRight,
): Promise<Acting> {
  const buyer = await buyerIn(shop.db, user, companyId)
  const company = buyer && (await companyIn(shop.db, companyId))
  if (!buyer || !company || company.status === 'review') throw notFound('Account')
  if (right && buyer[`may_${right}`] !== 1) throw new Refusal(403, REFUSED[right])
  return { company, buyer }
}

/** The accounts for which a user may act, by name. */
export async function companiesOf(
  { db }: Pick<Shop, 'db'>,
  user: Pick<SignedIn, '_id'>,
): Promise<{ company: CompanyRow; buyer: BuyerRow }[]> {
  const buyers = await db
    .selectFrom('buyers')
    .selectAll()
    .where('user_id', '=', user._id)
    .where('removed_at', 'is', null)
    .execute()
  if (buyers.length === 0) return []
  const companies = await db
    .selectFrom('companies')
    .selectAll()
    .where(
      'id',
      'in',
      buyers.map(({ company_id: id }) => id),
    )
    .where('status', '<>', 'review')
    .orderBy('legal_name')
    .orderBy('id')
    .execute()
  return companies.map((company) => ({
    company,
    buyer: buyers.find(({ company_id: id }) => id === company.id)!,
  }))
}

/** The people of an account who may act for it, the first one first. Those who have not joined yet have no user. */
export function buyersOf(db: Db, companyId: string): Promise<BuyerRow[]> {
  return db
    .selectFrom('buyers')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('removed_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** The addresses for news about an account: the people who order or manage people, and its address for bills. */
export async function addressesOf(
  db: Db,
  { id, billing_email: bills }: Pick<CompanyRow, 'id' | 'billing_email'>,
): Promise<string[]> {
  const people = (await buyersOf(db, id)).filter((each) => each.may_order === 1 || each.may_people === 1)
  const all = [...people.map(({ email }) => email), bills.toLowerCase()].filter(Boolean)
  return [...new Set(all)]
}

const REFUSED: Record<BuyerRight, string> = {
  order: 'You may not order for this account. Ask a person who manages its people',
  invoices: 'You may not see the invoices of this account. Ask a person who manages its people',
  pay: 'You may not pay for this account. Ask a person who manages its people',
  people: 'You may not change the people of this account. Ask a person who manages them',
}

function buyerIn(db: Db, user: Pick<SignedIn, '_id'>, companyId: string): Promise<BuyerRow | undefined> {
  return db
    .selectFrom('buyers')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('user_id', '=', user._id)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
}

function companyIn(db: Db, id: string): Promise<CompanyRow | undefined> {
  return db.selectFrom('companies').selectAll().where('id', '=', id).executeTakeFirst()
}
