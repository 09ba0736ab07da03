/** Accounts that have gone quiet, from the days of their last orders. */
import { sql } from 'kysely'
import type { QuietAccount } from '#shared/wholesale/api/quiet-accounts.ts'
import { dayOf } from '#shared/kernel/dates.ts'
import { addDays } from '#shared/kernel/days.ts'
import { QUIET_FACTOR, quietFrom, rhythmOf } from '#shared/wholesale/rhythm.ts'
import { notFound } from '#server/kernel/errors.ts'
import { DAY, isoNow } from '#server/kernel/time/clock.ts'
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
  const now = shop.clock.now().getTime()
  const today = nowAt(shop.clock).day
  const companies = await companiesIn(shop, today)
  return companies
    .flatMap((company): QuietAccount[] => {
      const times = company.times?.split(' ') ?? []
      if (!mayBeQuiet(times, now)) return []
      const own = times.map((at) => dayOf(new Date(at)))
      const from = quietFrom(own)
      const lastOn = own.toSorted().at(-1)
      if (from === null || lastOn === undefined || from > today || company.last_on === lastOn) return []
      const { id: _id, phone } = company
      return [{ _id, name: nameOf(company), phone, lastOn, everyDays: rhythmOf(own)!, quietFrom: from }]
    })
    .toSorted((one, other) => (one.quietFrom < other.quietFrom ? -1 : 1))
}

/**
 * False if an account is surely not quiet: from moments, because their days in the shop's time zone take much longer to find.
 * Distances of moments and of their days differ by less than a day, and orders of one day only make the median smaller.
 * @param times newest first
 */
function mayBeQuiet(times: readonly string[], now: number): boolean {
  const moments = times.map((at) => Date.parse(at))
  const gaps = moments.slice(1).map((moment, index) => (moments[index]! - moment) / DAY)
  const sorted = gaps.toSorted((one, other) => one - other)
  const lower = sorted[(sorted.length - 1) >> 1]
  return lower !== undefined && (now - moments[0]!) / DAY + 1 > QUIET_FACTOR * (lower - 1)
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

/** The accounts that can be quiet, each with the times of its last orders that were not canceled, newest first. */
function companiesIn({ db }: Shop, today: string) {
  const withStanding = db.selectFrom('standing_orders').select('company_id').where('ended_at', 'is', null)
  return (
    db
      .selectFrom('companies')
      .leftJoin('quiet_accounts', 'quiet_accounts.company_id', 'companies.id')
      .select(['companies.id', 'trade_name', 'legal_name', 'phone', 'last_on'])
      // For each account by index: a ranking of all orders reads and sorts them.
      .select((company) => {
        const last = company
          .selectFrom('orders')
          .whereRef('orders.company_id', '=', 'companies.id')
          .where('orders.state', 'not in', ['cancelled', 'expired'])
          .where('orders.created_at', '>=', addDays(today, -LOOKED_BACK))
          .select('orders.created_at as at')
          .orderBy('orders.created_at', 'desc')
          .limit(ORDERS)
        const joined = sql<string | null>`string_agg(at, ' ' order by at desc)`
        return company.selectFrom(last.as('last')).select(joined.as('times')).as('times')
      })
      .where('status', 'in', ['approved', 'hold'])
      .where('companies.id', 'not in', withStanding)
      .execute()
  )
}
