/** Accounts that have gone quiet, from the days of their last orders. */
import { sql } from 'kysely'
import type { QuietAccount } from '#shared/wholesale/api/quiet-accounts.ts'
import { dayOf } from '#shared/kernel/dates.ts'
import { addDays } from '#shared/kernel/days.ts'
import { quietFrom, rhythmOf } from '#shared/wholesale/rhythm.ts'
import { notFound } from '#server/kernel/errors.ts'
import { isoNow } from '#server/kernel/time/clock.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { nameOf } from '../orders/form.ts'

/** The rhythm is that of the last orders, at most so many and not older than this, in days. */
const ORDERS = 9
const LOOKED_BACK = 400

/**
 * The accounts without an order for 1.5 times their rhythm, the longest quiet first. One with a standing order on hold or with
 * planned dates is not quiet, and neither is one that staff have seen to since its last order.
 */
export async function listQuiet(shop: Shop): Promise<QuietAccount[]> {
  const today = nowAt(shop.clock).day
  const companies = await companiesIn(shop).execute()
  if (companies.length === 0) return []
  const days = await orderDays(shop, today)
  return companies
    .flatMap((company): QuietAccount[] => {
      const own = days.get(company.id) ?? []
      const from = quietFrom(own)
      const lastOn = own.toSorted().at(-1)
      if (from === null || lastOn === undefined || from > today || company.last_on === lastOn) return []
      const { id: _id, phone } = company
      return [{ _id, name: nameOf(company), phone, lastOn, everyDays: rhythmOf(own)!, quietFrom: from }]
    })
    .toSorted((one, other) => (one.quietFrom < other.quietFrom ? -1 : 1))
}

/** Takes an account off the list until its next order. Throws 404. */
export async function markSeen(
  shop: Shop,
  user: SignedIn,
  { id, lastOn }: { id: string; lastOn: string },
): Promise<QuietAccount[]> {
  const company = await shop.db.selectFrom('companies').select('id').where('id', '=', id).executeTakeFirst()
  if (!company) throw notFound('Account')
  const seen = { last_on: lastOn, seen_by: user.name, seen_at: isoNow(shop.clock) }
  await shop.db
    .insertInto('quiet_accounts')
    .values({ company_id: id, ...seen })
    .onConflict((taken) => taken.column('company_id').doUpdateSet(seen))
    .execute()
  return listQuiet(shop)
}

/** The days of the last orders of each account that can be quiet; canceled orders do not count. */
async function orderDays(shop: Shop, today: string): Promise<Map<string, string[]>> {
  const { db } = shop
  const ranked = db
    .selectFrom('orders')
    .where('company_id', 'in', companiesIn(shop).clearSelect().select('companies.id'))
    .where('state', 'not in', ['cancelled', 'expired'])
    .where('created_at', '>=', addDays(today, -LOOKED_BACK))
    .select(['company_id', 'created_at'])
    .select(sql<number>`row_number() over (partition by company_id order by created_at desc)`.as('place'))
  const rows = await db
    .selectFrom(ranked.as('ranked'))
    .where('place', '<=', ORDERS)
    .select(['company_id', 'created_at'])
    .execute()
  const days = new Map<string, string[]>()
  for (const { company_id: id, created_at: at } of rows)
    days.set(id!, [...(days.get(id!) ?? []), dayOf(new Date(at))])
  return days
}

function companiesIn({ db }: Shop) {
  const withStanding = db.selectFrom('standing_orders').select('company_id').where('ended_at', 'is', null)
  return db
    .selectFrom('companies')
    .leftJoin('quiet_accounts', 'quiet_accounts.company_id', 'companies.id')
    .selectAll('companies')
    .select('last_on')
    .where('status', 'in', ['approved', 'hold'])
    .where('companies.id', 'not in', withStanding)
}
