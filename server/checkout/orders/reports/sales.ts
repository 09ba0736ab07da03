/** Sales and refunds of a period and their taxable amounts, for bookkeeping and tax returns. */
import { sql } from 'kysely'
import type { Sales } from '#shared/checkout/api/order-admin.ts'
import type { Period } from '#shared/kernel/fields.ts'
import { partOf, toDollars } from '#shared/kernel/pricing.ts'
import type { Shop } from '#server/platform/shop.ts'
import { sumByVia } from './by-via.ts'
import { sumInvoices } from './wholesale.ts'
import {
  foodOfOrder,
  momentsOf,
  paidBetween,
  readRefunded,
  refundedBetween,
  type Back,
  type Sold,
} from './sold-orders.ts'

/** The number of refunded orders in memory at once. */
const BATCH = 500

/**
 * Sums of the orders paid in a period and of the refunds completed in it; its days are in the shop's time zone. A period that
 * is over does not change any more: a refund belongs to its own day.
 */
export async function sumUpSales(shop: Shop, period: Period): Promise<Sales> {
  const { start, end } = momentsOf(period)
  const [paid, refunded, taxes, [vias = []], wholesale] = await Promise.all([
    sumPaid(shop, period),
    sumRefunded(shop, period),
    readTaxes(shop, period),
    sumByVia(shop.db, { starts: [start], end }),
    sumInvoices(shop.db, period.from, period.to),
  ])
  return {
    paid: toSums(paid),
    refunded: toSums(refunded),
    kept: toSums(subtract(paid, refunded)),
    taxes,
    wholesale,
    vias: vias.map(({ via, orders, paidCents, refundedCents }) => ({
      via,
      orders,
      paid: toDollars(paidCents),
      refunded: toDollars(refundedCents),
      kept: toDollars(paidCents - refundedCents),
    })),
  }
}

async function sumRefunded(shop: Shop, period: Period): Promise<Cents> {
  let sums = NOTHING
  let batch = await readRefunded(shop, period, BATCH)
  while (batch.length > 0) {
    sums = batch.map(refundOf).reduce(add, sums)
    if (batch.length < BATCH) break
    batch = await readRefunded(shop, period, BATCH, batch.at(-1))
  }
  return sums
}

/** The states and rates of the taxed orders that were paid or refunded in a period. */
async function readTaxes(shop: Shop, period: Period): Promise<Sales['taxes']> {
  const rows = await ratesOf(paidBetween(shop, period))
    .union(ratesOf(refundedBetween(shop, period)))
    .orderBy('ship_state')
    .orderBy('tax_thousandths')
    .execute()
  return rows.map(({ ship_state: state, tax_thousandths: thousandths }) => ({ state, thousandths }))
}

function ratesOf(orders: ReturnType<typeof paidBetween>) {
  return orders.where('tax_cents', '>', 0).select(['ship_state', 'tax_thousandths'])
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
  const { taxed, ...known } = eachOrZero(sums)
  return { ...NOTHING, ...known, other: taxed - known.food }
}

/** A sum over no rows is null. */
function eachOrZero<Name extends string>(sums: Record<Name, number | null>): Record<Name, number> {
  const entries = Object.entries<number | null>(sums).map(([name, sum]) => [name, sum ?? 0])
  return Object.fromEntries(entries) as Record<Name, number>
}

/** Sums over orders: the number of orders, and the sum of each part of their prices in cents. */
export const NOTHING = {
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

export type Cents = typeof NOTHING
type Part = keyof Cents

/** The parts of an order's price, if it was paid in the period. */
export function sumOf(sold: Sold): Cents {
  if (!sold.isPaidInPeriod) return NOTHING
  return {
    ...NOTHING,
    orders: 1,
    items: sold.items_cents,
    shipping: sold.shipping_cents,
    tax: sold.tax_cents,
    total: sold.total_cents,
    discounts: sold.discount_cents,
    food: sold.food_cents,
    other: sold.other_cents,
  }
}

/**
 * What was refunded of an order in the period. `orders` is 1 only if the last of the order's money was. Food is the
 * difference of two sums, so that the periods together give the same as the whole.
 */
export function refundOf(sold: Sold): Cents {
  const { before, until } = sold
  const goods = until.goods - before.goods
  const food = sold.tax_cents > 0 ? foodIn(sold, until) - foodIn(sold, before) : 0
  return {
    ...NOTHING,
    orders: isRefundedBy(sold, until) && !isRefundedBy(sold, before) ? 1 : 0,
    items: goods,
    shipping: until.shipping - before.shipping,
    tax: until.tax - before.tax,
    total: until.amount - before.amount,
    food,
    other: sold.tax_cents > 0 ? goods - food : 0,
    goodwill: until.goodwill - before.goodwill,
  }
}

/** Whether these refunds are the whole price of the order. */
export function isRefundedBy({ total_cents: total }: Sold, { amount }: Back): boolean {
  return amount >= total
}

/** The refunded cents for food: exact for refunds of chosen items, and a proportional share of all other refunds. */
function foodIn(sold: Sold, { goods, named, namedFood }: Back): number {
  return namedFood + partOf(goods - named, sold.food_cents - namedFood, sold.items_cents - named)
}

export function subtract(a: Cents, b: Cents): Cents {
  return eachPart((part) => a[part] - b[part])
}

export function add(a: Cents, b: Cents): Cents {
  return eachPart((part) => a[part] + b[part])
}

function eachPart(cents: (part: Part) => number): Cents {
  const parts = Object.keys(NOTHING) as Part[]
  return Object.fromEntries(parts.map((part) => [part, cents(part)])) as Cents
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
