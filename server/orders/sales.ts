/** What was sold from one day to another, and what of it was taxed: for the books and the tax office. */
import { sql } from 'kysely'
import type { Period, Sales } from '#shared/api/order-desk.ts'
import { brand } from '#shared/brand.ts'
import { partOf, shareOf, toDollars } from '#shared/pricing.ts'
import { daysAfter, startOf } from '../house-days.ts'
import type { Shop } from '../shop.ts'

/** What the orders come to that were paid in these days of the house. */
export async function sumUpSales(shop: Shop, period: Period): Promise<Sales> {
  const paid = await shop.db
    .selectFrom(paidIn(shop, period).as('sold'))
    .select(({ fn }) => [
      fn.countAll<number>().as('orders'),
      fn.coalesce(fn.sum<number>('items_cents'), sql.lit(0)).as('items'),
      fn.coalesce(fn.sum<number>('shipping_cents'), sql.lit(0)).as('shipping'),
      fn.coalesce(fn.sum<number>('tax_cents'), sql.lit(0)).as('tax'),
      fn.coalesce(fn.sum<number>('total_cents'), sql.lit(0)).as('total'),
      fn.coalesce(fn.sum<number>('food_cents'), sql.lit(0)).as('food'),
      fn.coalesce(fn.sum<number>('other_cents'), sql.lit(0)).as('other'),
    ])
    .executeTakeFirstOrThrow()
  const touched = await paidIn(shop, period).where('id', 'in', refundedOrders(shop)).execute()
  const refunded = touched.map(refundOf).reduce(add, NOTHING)
  return { paid: toSums(paid), refunded: toSums(refunded), kept: toSums(subtract(paid, refunded)) }
}

/** The orders of which anything went back. */
function refundedOrders({ db }: Shop) {
  return db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select('payments.order_id')
    .where('refunds.state', '=', 'completed')
    .where('of_sale', '=', 1)
}

const FOOD: readonly string[] = brand.food

/** Something of the refunds of an order's price. */
const backOf = (what: string) => sql`(select ${sql.raw(what)} from refunds
  join payments on payments.id = refunds.payment_id
  where payments.order_id = orders.id and refunds.state = 'completed' and refunds.of_sale = 1)`

/** Orders that were paid in a period, with what of each was taxed: its food, and its other goods. */
function paidIn({ db }: Shop, { from, to }: Period) {
  const food = sql`(select coalesce(sum(qty * price_cents), 0) from order_lines
    where order_lines.order_id = orders.id and category in (${sql.join(FOOD)}))`
  return db
    .selectFrom('orders')
    .where('paid_at', '>=', startOf(from))
    .where('paid_at', '<', startOf(daysAfter(to, 1)))
    .select(['id', 'created_at', 'buyer_name', 'buyer_email', 'state', 'ship_state'])
    .select(['items_cents', 'shipping_cents', 'tax_cents', 'total_cents'])
    .select([
      sql<string>`paid_at`.as('paid_at'),
      sql<number>`cast(${backOf('coalesce(sum(refunds.amount_cents), 0)')} as integer)`.as('refunded_cents'),
      sql<string | null>`${backOf('max(refunds.completed_at)')}`.as('refunded_at'),
      sql<number>`case when tax_cents > 0 then cast(${food} as integer) else 0 end`.as('food_cents'),
      sql<number>`case when tax_cents > 0 then items_cents - cast(${food} as integer) else 0 end`.as(
        'other_cents',
      ),
    ])
}

export type Sold = Awaited<ReturnType<typeof readSold>>[number]

/** The next `few` orders of a period, in the order in which they were paid. */
export async function readSold(
  shop: Shop,
  period: Period,
  few: number,
  after?: { paid_at: string; id: string },
) {
  return paidIn(shop, period)
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
    .limit(few)
    .execute()
}

const PARTS = ['orders', 'items', 'shipping', 'tax', 'total', 'food', 'other'] as const

type Part = (typeof PARTS)[number]
/** Of some orders: how many they are, and what their parts come to. */
export type Cents = Record<Part, number>

export const NOTHING: Cents = { orders: 0, items: 0, shipping: 0, tax: 0, total: 0, food: 0, other: 0 }

/** What one order came to. */
export function sumOf(sold: Sold): Cents {
  return {
    orders: 1,
    items: sold.items_cents,
    shipping: sold.shipping_cents,
    tax: sold.tax_cents,
    total: sold.total_cents,
    food: sold.food_cents,
    other: sold.other_cents,
  }
}

/** What went back of an order, part by part; the order itself counts when all of it did. */
export function refundOf(sold: Sold): Cents {
  const share = shareOf(sold.refunded_cents, {
    itemsCents: sold.items_cents,
    shippingCents: sold.shipping_cents,
    taxCents: sold.tax_cents,
    totalCents: sold.total_cents,
  })
  const food = partOf(share.itemsCents, sold.food_cents, sold.items_cents)
  return {
    orders: sold.state === 'refunded' ? 1 : 0,
    items: share.itemsCents,
    shipping: share.shippingCents,
    tax: share.taxCents,
    total: share.totalCents,
    food,
    other: sold.tax_cents > 0 ? share.itemsCents - food : 0,
  }
}

export function subtract(a: Cents, b: Cents): Cents {
  return eachPart((part) => a[part] - b[part])
}

export function add(a: Cents, b: Cents): Cents {
  return eachPart((part) => a[part] + b[part])
}

function eachPart(cents: (part: Part) => number): Cents {
  return Object.fromEntries(PARTS.map((part) => [part, cents(part)])) as Cents
}

/** The same for the wire, in dollars. */
export function toSums(sums: Cents): Sales['paid'] {
  return {
    orders: sums.orders,
    itemsPrice: toDollars(sums.items),
    shippingPrice: toDollars(sums.shipping),
    taxPrice: toDollars(sums.tax),
    totalPrice: toDollars(sums.total),
    foodBasis: toDollars(sums.food),
    otherBasis: toDollars(sums.other),
  }
}
