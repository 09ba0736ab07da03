/**
 * Figures about subscriptions by month of the shop, without gifts: started and canceled ones, churn, revenue, and revenue per
 * subscription.
 */
import type { SubscriptionFigures, SubscriptionMonth } from '#shared/subscriptions/api/subscription-admin.ts'
import { dayOf } from '#shared/kernel/dates.ts'
import { toDollars } from '#shared/kernel/pricing.ts'
import { SUBSCRIPTION_STATUSES } from '#shared/platform/subscriptions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { DAY } from '#server/kernel/time/clock.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { giftsIn } from './steps.ts'

const MONTHS = 12
const DAYS_PER_MONTH = 365.25 / 12
const MOST_REASONS = 10

export async function subscriptionFigures(shop: Shop): Promise<SubscriptionFigures> {
  const rows = await readSubscriptions(shop)
  const paid = await readPaid(shop)
  const begun = rows.filter(({ status }) => status !== 'starting')
  const months = lastMonths(nowAt(shop.clock).day.slice(0, 7))
  const cents = paid.reduce((sum, each) => sum + each.cents, 0)
  const count = Math.max(begun.length, 1)
  return {
    months: months.map((month) => figuresOf(month, begun, paid)),
    statuses: SUBSCRIPTION_STATUSES.filter((status) => status !== 'gift').map((status) => ({
      status,
      count: rows.filter((row) => row.status === status).length,
    })),
    paidEach: toDollars(Math.round(cents / count)),
    monthsEach: monthsEach(begun),
    deliveriesEach: rounded(paid.reduce((sum, { deliveries }) => sum + deliveries, 0) / count),
    reasons: reasonsOf(begun),
  }
}

type Row = Awaited<ReturnType<typeof readSubscriptions>>[number]

async function readSubscriptions({ db }: Shop) {
  const rows = await db
    .selectFrom('subscriptions')
    .select(['status', 'created_at', 'updated_at', 'canceled_at', 'cancel_reason'])
    .where('id', 'not in', giftsIn(db))
    .execute()
  return rows.map(({ status, created_at: at, updated_at, canceled_at, cancel_reason: reason }) => {
    // If the shop ends a subscription, `canceled_at` is empty.
    const overAt = canceled_at ?? (status === 'ended' ? updated_at : null)
    return { status, reason, at, overAt, from: monthOf(at), to: overAt === null ? null : monthOf(overAt) }
  })
}

type Paid = { month: string; cents: number; deliveries: number }

/**
 * The revenue of the orders of deliveries by the hour of payment, and their refunds as negative amounts by the hour of
 * completion, so that a past month does not change. An hour is in a single month in every time zone of the United States.
 */
async function readPaid({ db }: Shop): Promise<Paid[]> {
  const deliveries = () =>
    db
      .selectFrom('subscription_deliveries')
      .select('order_id')
      .where('order_id', 'is not', null)
      .where('subscription_id', 'not in', giftsIn(db))
  const paid = await db
    .selectFrom('orders')
    .select((eb) => [
      eb.fn<string>('substr', ['paid_at', eb.lit(1), eb.lit(13)]).as('hour'),
      eb.fn.sum<number>('items_cents').as('cents'),
      eb.fn.countAll<number>().as('deliveries'),
    ])
    .where('paid_at', 'is not', null)
    .where('id', 'in', deliveries())
    .groupBy('hour')
    .execute()
  const refunded = await db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select((eb) => [
      eb.fn<string>('substr', ['completed_at', eb.lit(1), eb.lit(13)]).as('hour'),
      eb.fn.sum<number>('goods_cents').as('cents'),
    ])
    .where('refunds.state', '=', 'completed')
    .where('refunds.of_sale', '=', 1)
    .where('payments.order_id', 'in', deliveries())
    .groupBy('hour')
    .execute()
  const backs = refunded.map(({ hour, cents }) => ({ hour, cents: -cents, deliveries: 0 }))
  return [...paid, ...backs].map(({ hour, ...sums }) => ({ month: monthOf(`${hour}:00:00Z`), ...sums }))
}

function figuresOf(month: string, rows: Row[], paid: Paid[]): SubscriptionMonth {
  const started = rows.filter(({ from }) => from === month).length
  const canceled = rows.filter(({ to }) => to === month).length
  const atStart = rows.filter(({ from, to }) => from < month && (to === null || to >= month))
  const lost = atStart.filter(({ to }) => to === month).length
  const cents = paid.reduce((sum, each) => sum + (each.month === month ? each.cents : 0), 0)
  return {
    month,
    started,
    canceled,
    atEnd: rows.filter(({ from, to }) => from <= month && (to === null || to > month)).length,
    churn: atStart.length === 0 ? null : rounded((100 * lost) / atStart.length),
    revenue: toDollars(cents),
  }
}

/** The average length of the subscriptions that are over, in months. */
function monthsEach(rows: Row[]): number | null {
  const lengths = rows.flatMap(({ at, overAt }) =>
    overAt === null ? [] : [(Date.parse(overAt) - Date.parse(at)) / DAY / DAYS_PER_MONTH],
  )
  if (lengths.length === 0) return null
  return rounded(lengths.reduce((sum, each) => sum + each, 0) / lengths.length)
}

function reasonsOf(rows: Row[]): SubscriptionFigures['reasons'] {
  const given = rows.filter(({ overAt, reason }) => overAt !== null && reason !== '')
  // What people wrote in their own words is after the colon.
  const counts = Map.groupBy(given, ({ reason }) => reason.split(':')[0]!)
  return [...counts]
    .map(([reason, { length: count }]) => ({ reason, count }))
    .toSorted((one, other) => other.count - one.count)
    .slice(0, MOST_REASONS)
}

/** The month before and up to `last`, the oldest first: '2026-11'. */
function lastMonths(last: string): string[] {
  const [year, month] = last.split('-').map(Number) as [number, number]
  return Array.from({ length: MONTHS }, (_, index) =>
    new Date(Date.UTC(year, month - MONTHS + index, 1)).toISOString().slice(0, 7),
  )
}

const monthOf = (instant: string) => dayOf(new Date(instant)).slice(0, 7)

/** To one decimal. */
const rounded = (value: number) => Math.round(value * 10) / 10
