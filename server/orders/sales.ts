/** What was sold from one day to another, and what of it was taxed: for the books and the tax office. */
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { Period, Sales } from '#shared/api/order-desk.ts'
import { brand } from '#shared/brand.ts'
import { partOf, shareOf, TAX_RULE, toDollars } from '#shared/pricing.ts'
import { csvHead, csvLine, type Cell } from '../csv.ts'
import { dayOf, daysAfter, startOf } from '../house-days.ts'
import { writeRecord } from '../record/record.ts'
import type { Download } from '../serve.ts'
import type { Shop } from '../shop.ts'
import type { SignedIn } from '../users/sessions.ts'

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
  const refunded = touched.map(back).reduce(plus, NOTHING)
  return { paid: toSums(paid), refunded: toSums(refunded), kept: toSums(minus(paid, refunded)) }
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

/** The same orders one by one, as they were paid, with their sums below; read while they are being sent. */
export async function exportSales(shop: Shop, admin: SignedIn, period: Period): Promise<Download> {
  // Before anything is sent, so that a database that is away makes an answer and not half a file.
  const first = await readSome(shop, period)
  const name = `Sales of ${period.from} to ${period.to}`
  await writeRecord(shop.db, shop, admin, { subject: 'order', name, action: 'Exported' })
  return {
    name: `sales-${period.from}-to-${period.to}.csv`,
    content: Readable.from(linesOf(shop, period, first)),
  }
}

const FOOD: readonly string[] = brand.food
const AT_ONCE = 500

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

type Sold = Awaited<ReturnType<typeof readSome>>[number]

/** The next few, in the order in which they were paid. */
async function readSome(shop: Shop, period: Period, after?: { paid_at: string; id: string }) {
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
    .limit(AT_ONCE)
    .execute()
}

async function* linesOf(shop: Shop, period: Period, first: Sold[]): AsyncGenerator<string> {
  yield csvHead(Object.keys(COLUMNS))
  let paid = NOTHING
  let refunded = NOTHING
  for (let some = first; some.length > 0; some = await readSome(shop, period, some.at(-1))) {
    yield some.map((sold) => csvLine(Object.values(COLUMNS).map((cell) => cell(sold)))).join('')
    for (const sold of some) {
      paid = plus(paid, one(sold))
      if (sold.refunded_cents > 0) refunded = plus(refunded, back(sold))
    }
    if (some.length < AT_ONCE) break
  }
  yield csvLine([])
  yield sumLine('All', paid, refunded)
  yield sumLine('Refunded', refunded, refunded)
  yield sumLine('Kept', minus(paid, refunded), NOTHING)
}

const RATE = `${TAX_RULE.state} ${TAX_RULE.perMille / 10}%`

/** What stands in each column; dates are days of the house. */
const COLUMNS: Record<string, (sold: Sold) => Cell> = {
  Date: (sold) => dayOf(new Date(sold.created_at)),
  Order: (sold) => sold.id,
  Buyer: (sold) => sold.buyer_name,
  Email: (sold) => sold.buyer_email,
  'Ship to': (sold) => sold.ship_state,
  Status: (sold) => sold.state,
  'Paid on': (sold) => dayOf(new Date(sold.paid_at)),
  'Refunded on': (sold) => (sold.refunded_at ? dayOf(new Date(sold.refunded_at)) : null),
  Taxed: (sold) => (sold.tax_cents > 0 ? RATE : 'no'),
  Items: (sold) => toDollars(sold.items_cents),
  Shipping: (sold) => toDollars(sold.shipping_cents),
  Tax: (sold) => toDollars(sold.tax_cents),
  Total: (sold) => toDollars(sold.total_cents),
  'Tax basis': (sold) => toDollars(sold.food_cents + sold.other_cents),
  'of it food': (sold) => toDollars(sold.food_cents),
  'of it other goods': (sold) => toDollars(sold.other_cents),
  Refunded: (sold) => toDollars(sold.refunded_cents),
  'of it tax': (sold) => toDollars(back(sold).tax),
  'of it tax basis': (sold) => toDollars(back(sold).food + back(sold).other),
}

function sumLine(name: string, sums: Cents, refunded: Cents): string {
  const { itemsPrice, shippingPrice, taxPrice, totalPrice, foodBasis, otherBasis } = toSums(sums)
  const basis = toDollars(sums.food + sums.other)
  const blank = Array.from({ length: 7 }, () => null)
  const figures = [itemsPrice, shippingPrice, taxPrice, totalPrice, basis, foodBasis, otherBasis]
  const gone = [refunded.total, refunded.tax, refunded.food + refunded.other].map(toDollars)
  return csvLine([name, `${sums.orders} orders`, ...blank, ...figures, ...gone])
}

type Cents = Record<'orders' | 'items' | 'shipping' | 'tax' | 'total' | 'food' | 'other', number>

const NOTHING: Cents = { orders: 0, items: 0, shipping: 0, tax: 0, total: 0, food: 0, other: 0 }

function one(sold: Sold): Cents {
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
function back(sold: Sold): Cents {
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

function minus(a: Cents, b: Cents): Cents {
  return {
    orders: a.orders - b.orders,
    items: a.items - b.items,
    shipping: a.shipping - b.shipping,
    tax: a.tax - b.tax,
    total: a.total - b.total,
    food: a.food - b.food,
    other: a.other - b.other,
  }
}

function plus(a: Cents, b: Cents): Cents {
  return {
    orders: a.orders + b.orders,
    items: a.items + b.items,
    shipping: a.shipping + b.shipping,
    tax: a.tax + b.tax,
    total: a.total + b.total,
    food: a.food + b.food,
    other: a.other + b.other,
  }
}

function toSums(sums: Cents): Sales['paid'] {
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
