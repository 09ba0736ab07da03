/** How much coffee accounts order in a month, beside what they promised. */
import { sql } from 'kysely'
import { COFFEE_BEANS } from '#shared/kernel/categories.ts'
import { monthsUntil } from '#shared/kernel/days.ts'
import type { OrderedMonth } from '#shared/wholesale/api/accounts.ts'
import type { CompanyRow } from '#server/kernel/db/schema.ts'
import { nowAt, startOf } from '#server/kernel/time/shop-days.ts'
import type { Shop } from '#server/platform/shop.ts'

/** The whole months that are listed besides this one. */
const MONTHS = 3

type Promising = Pick<CompanyRow, 'id' | 'promised_grams' | 'created_at'>
type Ordered = { months: OrderedMonth[]; isBelow: boolean }

/**
 * The coffee of the accepted orders of accounts by the month in which they were placed, this month first. An account is below
 * what it promised if the whole months of the last three in which it was an account are so on average.
 */
export async function orderedBy(
  shop: Pick<Shop, 'db' | 'clock'>,
  companies: readonly Promising[],
): Promise<ReadonlyMap<string, Ordered>> {
  if (companies.length === 0) return new Map()
  const months = monthsBefore(nowAt(shop.clock).day)
  const rows = await gramsIn(
    shop,
    companies.map(({ id }) => id),
    months.at(-1)!.starts,
  )
  const byCompany = Map.groupBy(rows, ({ company_id: id }) => id)
  return new Map(
    companies.map((company) => {
      const own = byCompany.get(company.id) ?? []
      const sums = months.map(({ month, starts }, index) => {
        const ends = months[index - 1]?.starts ?? '9999'
        const within = own.filter(({ created_at: at }) => at >= starts && at < ends)
        return { month, starts, grams: within.reduce((sum, { grams }) => sum + grams, 0) }
      })
      const isBelow = isBelowPromise(company, sums.slice(1))
      return [company.id, { months: sums.map(({ month, grams }) => ({ month, grams })), isBelow }]
    }),
  )
}

function isBelowPromise(
  { promised_grams: promised, created_at: created }: Promising,
  whole: readonly { starts: string; grams: number }[],
): boolean {
  const counting = whole.filter(({ starts }) => created <= starts)
  const sum = counting.reduce((grams, month) => grams + month.grams, 0)
  return promised > 0 && counting.length > 0 && sum < promised * counting.length
}

/** The months as '2026-11', with the moment at which each starts at the shop, the latest first. */
function monthsBefore(today: string): { month: string; starts: string }[] {
  return monthsUntil(today, MONTHS + 1).map((month) => ({ month, starts: startOf(`${month}-01`) }))
}

/** The coffee of each accepted order since a moment. */
function gramsIn({ db }: Pick<Shop, 'db'>, companies: readonly string[], since: string) {
  return db
    .selectFrom('orders')
    .innerJoin('order_lines as line', 'line.order_id', 'orders.id')
    .where('orders.company_id', 'in', companies)
    .where('orders.created_at', '>=', since)
    .where('orders.state', 'in', ['paid', 'shipped', 'delivered'])
    .where('line.category', '=', COFFEE_BEANS)
    .groupBy(['orders.id', 'orders.company_id', 'orders.created_at'])
    .select(['orders.company_id', 'orders.created_at'])
    .select(sql<number>`cast(sum(line.qty * coalesce(line.size_grams, 0)) as integer)`.as('grams'))
    .execute()
}
