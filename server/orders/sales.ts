/** Sales of a period and their taxable amounts, for bookkeeping and tax returns. */
import { sql, type RawBuilder } from 'kysely'
import type { Period, Sales } from '#shared/api/order-admin.ts'
import { brand } from '#shared/brand.ts'
import { partOf, toDollars } from '#shared/pricing.ts'
import { daysAfter, startOf } from '../time/shop-days.ts'
import type { Shop } from '../shop.ts'

/** Sums of the orders paid in a period; its days are in the shop's time zone. */
export async function sumUpSales(shop: Shop, period: Period): Promise<Sales> {
  const [paid, withRefunds, taxes] = await Promise.all([
    sumPaid(shop, period),
    paidIn(shop, period).where('refunded_cents', '>', 0).execute(),
    readTaxes(shop, period),
  ])
  const refunded = withRefunds.map(refundOf).reduce(add, NOTHING)
  return {
    paid: toSums(paid),
    refunded: toSums(refunded),
    kept: toSums(subtract(paid, refunded)),
    taxes,
  }
}

const FOOD: readonly string[] = brand.food
const isFood = sql<boolean>`order_lines.category in (${sql.join(FOOD)})`
/** The cents of an order's lines that count as food, after discounts. */
const foodOfOrder = sql`(select coalesce(sum(qty * price_cents - discount_cents), 0) from order_lines
  where order_lines.order_id = orders.id and ${isFood})`

/**
 * The orders paid in a period, without replacements. Uses the index on the time of payment, which contains the amounts.
 */
function paidBetween({ db }: Shop, { from, to }: Period) {
  return (
    db
      .selectFrom('orders')
      .where('paid_at', '>=', startOf(from))
      .where('paid_at', '<', startOf(daysAfter(to, 1)))
      .where('total_cents', '>', 0)
      // A gift card is not a sale until it is spent.
      .where('is_gift_card', '=', 0)
  )
}

/** The states and rates of the taxed orders of a period. */
async function readTaxes(shop: Shop, period: Period): Promise<Sales['taxes']> {
  const rows = await paidBetween(shop, period)
    .where('tax_cents', '>', 0)
    .select(['ship_state', 'tax_thousandths'])
    .distinct()
    .orderBy('ship_state')
    .orderBy('tax_thousandths')
    .execute()
  return rows.map(({ ship_state: state, tax_thousandths: thousandths }) => ({ state, thousandths }))
}

/** The sums of one period, all read by one statement, so that they agree. */
async function sumPaid(shop: Shop, period: Period): Promise<Cents> {
  // A subquery for each order, because a join would make PostgreSQL and SQLite read all order lines.
  const food = paidBetween(shop, period)
    .where('tax_cents', '>', 0)
    .select(sql<number | null>`cast(sum(${foodOfOrder}) as bigint)`.as('food'))
  const sums = await paidBetween(shop, period)
    .select(({ fn }) => [
      fn.countAll<number>().as('orders'),
      fn.sum<number | null>('items_cents').as('items'),
      fn.sum<number | null>('shipping_cents').as('shipping'),
      fn.sum<number | null>('tax_cents').as('tax'),
      fn.sum<number | null>('total_cents').as('total'),
      fn.sum<number | null>('discount_cents').as('discounts'),
      fn.sum<number | null>('items_cents').filterWhere('tax_cents', '>', 0).as('taxed'),
    ])
    .select(food.as('food'))
    .executeTakeFirstOrThrow()
  return {
    orders: sums.orders,
    items: sums.items ?? 0,
    shipping: sums.shipping ?? 0,
    tax: sums.tax ?? 0,
    total: sums.total ?? 0,
    discounts: sums.discounts ?? 0,
    food: sums.food ?? 0,
    other: (sums.taxed ?? 0) - (sums.food ?? 0),
    goodwill: 0,
  }
}

/** An SQL expression over the completed refunds of an order. */
const ofRefunds = (expression: string) => sql`(select ${sql.raw(expression)} from refunds
  join payments on payments.id = refunds.payment_id
  where payments.order_id = orders.id and refunds.state = 'completed' and refunds.of_sale = 1)`

const sumRefunded = (column: string) =>
  sql<number>`cast(${ofRefunds(`coalesce(sum(refunds.${column}), 0)`)} as integer)`

/** The cents that the refunds of an order paid back for chosen items. */
const itemsRefunded = (which: RawBuilder<unknown>) => sql<number>`cast((
  select coalesce(sum(refund_items.goods_cents), 0) from refund_items
  join refunds on refunds.id = refund_items.refund_id
  join payments on payments.id = refunds.payment_id
  join order_lines on order_lines.order_id = payments.order_id
    and order_lines.position = refund_items.line
  where payments.order_id = orders.id and refunds.state = 'completed' and refunds.of_sale = 1
    and ${which}) as integer)`

/** Orders paid in a period. Each has its taxable amount, split into food and other goods. */
function paidIn(shop: Shop, period: Period) {
  return paidBetween(shop, period)
    .select(['id', 'number', 'created_at', 'buyer_name', 'buyer_email', 'recipient', 'state', 'ship_state'])
    .select('is_pickup')
    .select([
      'items_cents',
      'shipping_cents',
      'tax_cents',
      'total_cents',
      'refunded_cents',
      'tax_thousandths',
      'discount_cents',
      'discount_label',
      'gift_card_cents',
    ])
    .select([
      sql<string>`paid_at`.as('paid_at'),
      sumRefunded('goods_cents').as('goods_back_cents'),
      sumRefunded('tax_cents').as('tax_back_cents'),
      sumRefunded('shipping_cents').as('shipping_back_cents'),
      sumRefunded('goodwill_cents').as('goodwill_cents'),
      sql<number>`case when exists (select 1 from subscription_deliveries
        where subscription_deliveries.order_id = orders.id) then 1 else 0 end`.as('is_subscription'),
      itemsRefunded(sql`1 = 1`).as('named_back_cents'),
      itemsRefunded(isFood).as('named_food_back_cents'),
      sql<string | null>`${ofRefunds('max(refunds.completed_at)')}`.as('refunded_at'),
      sql<number>`case when tax_cents > 0 then cast(${foodOfOrder} as integer) else 0 end`.as('food_cents'),
      sql<number>`case when tax_cents > 0 then items_cents - cast(${foodOfOrder} as integer) else 0 end`.as(
        'other_cents',
      ),
    ])
}

export type Sold = Awaited<ReturnType<typeof readSold>>[number]

/** The next orders of a period, by time of payment. */
export async function readSold(
  shop: Shop,
  period: Period,
  limit: number,
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
    .limit(limit)
    .execute()
}

const PARTS = [
  'orders',
  'items',
  'shipping',
  'tax',
  'total',
  'discounts',
  'food',
  'other',
  'goodwill',
] as const

type Part = (typeof PARTS)[number]
/** Sums over orders: the number of orders, and the sum of each part of their prices in cents. */
export type Cents = Record<Part, number>

export const NOTHING: Cents = {
  orders: 0,
  items: 0,
  shipping: 0,
  tax: 0,
  total: 0,
  discounts: 0,
  food: 0,
  other: 0,
  goodwill: 0,
}

/** The parts of one order's price. */
export function sumOf(sold: Sold): Cents {
  return {
    orders: 1,
    items: sold.items_cents,
    shipping: sold.shipping_cents,
    tax: sold.tax_cents,
    total: sold.total_cents,
    discounts: sold.discount_cents,
    food: sold.food_cents,
    other: sold.other_cents,
    goodwill: 0,
  }
}

/** The refunded parts of an order. `orders` is 1 only if the whole order was refunded. */
export function refundOf(sold: Sold): Cents {
  const isTaxed = sold.tax_cents > 0
  const food = isTaxed ? foodRefundOf(sold) : 0
  return {
    orders: sold.state === 'refunded' ? 1 : 0,
    items: sold.goods_back_cents,
    shipping: sold.shipping_back_cents,
    tax: sold.tax_back_cents,
    total: sold.refunded_cents,
    discounts: 0,
    food,
    other: isTaxed ? sold.goods_back_cents - food : 0,
    goodwill: sold.goodwill_cents,
  }
}

/** The refunded cents for food: exact for refunds of chosen items, and a proportional share of all other refunds. */
function foodRefundOf(sold: Sold): number {
  const { goods_back_cents: goods, named_back_cents: named, named_food_back_cents: namedFood } = sold
  return namedFood + partOf(goods - named, sold.food_cents - namedFood, sold.items_cents - named)
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

/** The sums for the API, in dollars. */
export function toSums(sums: Cents): Sales['paid'] {
  return {
    orders: sums.orders,
    itemsPrice: toDollars(sums.items),
    shippingPrice: toDollars(sums.shipping),
    taxPrice: toDollars(sums.tax),
    totalPrice: toDollars(sums.total),
    discounts: toDollars(sums.discounts),
    foodBasis: toDollars(sums.food),
    otherBasis: toDollars(sums.other),
    goodwill: toDollars(sums.goodwill),
  }
}
