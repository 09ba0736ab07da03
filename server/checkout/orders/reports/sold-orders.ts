/** The orders and refunds of a period. A refund belongs to the day on which it completed, whenever its order was paid. */
import { sql } from 'kysely'
import type { Period } from '#shared/kernel/fields.ts'
import { cardText } from '#shared/platform/pay-methods.ts'
import { brand } from '#shared/kernel/brand.ts'
import { addDays } from '#shared/kernel/days.ts'
import { startOf } from '#server/kernel/time/shop-days.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import type { Shop } from '#server/platform/shop.ts'
import { paidWithOf, paymentMethodOf, readPayments } from '../read/paid-with.ts'

const FOOD: readonly string[] = brand.food
const isFood = sql<boolean>`order_lines.category in (${sql.join(FOOD)})`
/** The cents of an order's lines that count as food, after discounts. */
export const foodOfOrder = sql`(select coalesce(sum(qty * price_cents - discount_cents), 0) from order_lines
  where order_lines.order_id = orders.id and ${isFood})`

/** The first moment of a period, and the first moment after it. */
export function momentsOf({ from, to }: Period): { start: string; end: string } {
  return { start: startOf(from), end: startOf(addDays(to, 1)) }
}

/**
 * The retail orders that were sales: not replacements, and not gift cards, which are no sale until they are spent. The sales of
 * wholesale accounts are their invoices.
 */
export function soldOrders(db: Db) {
  return db
    .selectFrom('orders')
    .where('total_cents', '>', 0)
    .where('is_gift_card', '=', 0)
    .where('company_id', 'is', null)
}

/** The orders paid in a period. Uses the index on the time of payment, which contains the amounts. */
export function paidBetween({ db }: Shop, period: Period) {
  const { start, end } = momentsOf(period)
  return soldOrders(db).where('paid_at', '>=', start).where('paid_at', '<', end)
}

/** The orders of which a refund completed in the period. */
export function refundedBetween({ db }: Shop, period: Period) {
  const { start, end } = momentsOf(period)
  return soldOrders(db).where('orders.id', 'in', (eb) =>
    eb
      .selectFrom('refunds')
      .innerJoin('payments', 'payments.id', 'refunds.payment_id')
      // A literal: with a parameter, SQLite cannot use the partial index.
      .where(sql<boolean>`refunds.state = 'completed' and refunds.of_sale = 1`)
      .where('completed_at', '>=', start)
      .where('completed_at', '<', end)
      .select('payments.order_id'),
  )
}

/** Sums of refunds in cents. `named` is the part for chosen items, and `namedFood` that for chosen food. */
export type Back = {
  amount: number
  goods: number
  tax: number
  shipping: number
  goodwill: number
  named: number
  namedFood: number
}

const NO_BACK: Back = { amount: 0, goods: 0, tax: 0, shipping: 0, goodwill: 0, named: 0, namedFood: 0 }

/**
 * An order with its taxable amount, split into food and other goods, and what was refunded of it before the period and
 * until its end. Later refunds are not read, so the figures of a period that is over stay the same.
 */
export type Sold = Awaited<ReturnType<typeof readOrders>>[number] & {
  /** Whether the order was paid in the period. Otherwise only its refunds belong to it. */
  isPaidInPeriod: boolean
  /** The name of the method, `Gift card`, or `Gift card and Venmo`. */
  paidWith: string
  /** Such as `Visa ending in 1234`; empty if PayPal does not report a card. */
  card: string
  before: Back
  until: Back
  /** When the last refund of the period completed; null if there is none. */
  refundedAt: string | null
}

type Position = { paid_at: string; id: string }

/** The next orders that were paid or refunded in a period, by time of payment. */
export async function readSold(shop: Shop, period: Period, limit: number, after?: Position): Promise<Sold[]> {
  const { start } = momentsOf(period)
  const isEarlier = after === undefined || after.paid_at < start
  const earlier = isEarlier
    ? await readOrders(refundedBetween(shop, period).where('paid_at', '<', start), limit, after)
    : []
  const left = limit - earlier.length
  const paid =
    left > 0 ? await readOrders(paidBetween(shop, period), left, isEarlier ? undefined : after) : []
  return withRefunds(shop.db, period, [...earlier, ...paid])
}

/** The next orders of which a refund completed in the period, by time of payment. */
export async function readRefunded(
  shop: Shop,
  period: Period,
  limit: number,
  after?: Position,
): Promise<Sold[]> {
  return withRefunds(shop.db, period, await readOrders(refundedBetween(shop, period), limit, after))
}

function readOrders(orders: ReturnType<typeof soldOrders>, limit: number, after?: Position) {
  return orders
    .select(['id', 'number', 'created_at', 'buyer_name', 'buyer_email', 'recipient', 'state', 'ship_state'])
    .select([
      'is_pickup',
      'shipped_at',
      'delivered_at',
      'payment_method',
      'via',
      'placed_by',
      'discount_reason',
    ])
    .select([
      'items_cents',
      'shipping_cents',
      'tax_cents',
      'total_cents',
      'tax_thousandths',
      'discount_cents',
      'discount_label',
      'gift_card_cents',
    ])
    .select([
      sql<string>`paid_at`.as('paid_at'),
      sql<number>`case when exists (select 1 from subscription_deliveries
        where subscription_deliveries.order_id = orders.id) then 1 else 0 end`.as('is_subscription'),
      sql<number>`case when tax_cents > 0 then cast(${foodOfOrder} as integer) else 0 end`.as('food_cents'),
      sql<number>`case when tax_cents > 0 then items_cents - cast(${foodOfOrder} as integer) else 0 end`.as(
        'other_cents',
      ),
    ])
    .$if(after !== undefined, (query) =>
      query.where((eb) =>
        eb.or([
          eb('paid_at', '>', after!.paid_at),
          eb.and([eb('paid_at', '=', after!.paid_at), eb('id', '>', after!.id)]),
        ]),
      ),
    )
    .orderBy('paid_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}

async function withRefunds(
  db: Db,
  period: Period,
  orders: Awaited<ReturnType<typeof readOrders>>,
): Promise<Sold[]> {
  const { start, end } = momentsOf(period)
  const refunds = Map.groupBy(
    await readRefunds(
      db,
      orders.map(({ id }) => id),
      end,
    ),
    ({ order_id: id }) => id,
  )
  const payments = await readPayments(
    db,
    orders.map(({ id }) => id),
  )
  return orders.map((order) => {
    const all = refunds.get(order.id) ?? []
    const inPeriod = all.filter(({ completed_at: at }) => at >= start)
    const payment = payments.get(order.id) ?? null
    return {
      ...order,
      paidWith: paymentMethodOf(order, payment),
      card: cardText(paidWithOf(payment)),
      isPaidInPeriod: order.paid_at >= start,
      before: sumBack(all.filter(({ completed_at: at }) => at < start)),
      until: sumBack(all),
      refundedAt: inPeriod.at(-1)?.completed_at ?? null,
    }
  })
}

/** The refunds of these orders that completed before a moment, oldest first. */
async function readRefunds(db: Db, orderIds: string[], end: string) {
  if (orderIds.length === 0) return []
  return db
    .selectFrom('payments')
    .innerJoin('refunds', 'refunds.payment_id', 'payments.id')
    .where('payments.order_id', 'in', orderIds)
    .where('refunds.state', '=', 'completed')
    .where('refunds.of_sale', '=', 1)
    .where('completed_at', '<', end)
    .select([
      'payments.order_id',
      'refunds.amount_cents as amount',
      'goods_cents as goods',
      'tax_cents as tax',
    ])
    .select(['shipping_cents as shipping', 'goodwill_cents as goodwill'])
    .select([
      sql<string>`completed_at`.as('completed_at'),
      sql<number>`cast(${itemsOfRefund(sql`1 = 1`)} as integer)`.as('named'),
      sql<number>`cast(${itemsOfRefund(isFood)} as integer)`.as('namedFood'),
    ])
    .orderBy('completed_at')
    .orderBy('refunds.id')
    .execute()
}

/** The cents that a refund paid back for chosen items. */
function itemsOfRefund(which: ReturnType<typeof sql>) {
  return sql`(select coalesce(sum(refund_items.goods_cents), 0) from refund_items
    join order_lines on order_lines.order_id = payments.order_id and order_lines.position = refund_items.line
    where refund_items.refund_id = refunds.id and ${which})`
}

function sumBack(refunds: readonly Back[]): Back {
  const names = Object.keys(NO_BACK) as (keyof Back)[]
  return refunds.reduce<Back>(
    (sums, refund) =>
      Object.fromEntries(names.map((name) => [name, sums[name] + refund[name]])) as Record<
        keyof Back,
        number
      >,
    NO_BACK,
  )
}
