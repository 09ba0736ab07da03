/** What was sold from one day to another, and what of it was taxed: for the books and the tax office. */
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { Period, Sales } from '#shared/api/order-desk.ts'
import { brand } from '#shared/brand.ts'
import { TAX_RULE, toDollars } from '#shared/pricing.ts'
import { csvHead, csvLine, type Cell } from '../csv.ts'
import { dayOf, daysAfter, startOf } from '../house-days.ts'
import { writeRecord } from '../record/record.ts'
import type { Download } from '../serve.ts'
import type { Shop } from '../shop.ts'
import type { SignedIn } from '../users/sessions.ts'

/** What the orders come to that were paid in these days of the house. */
export async function sumUpSales(shop: Shop, period: Period): Promise<Sales> {
  const rows = await shop.db
    .selectFrom(paidIn(shop, period).as('sold'))
    .select(({ fn }) => [
      'is_refunded',
      fn.countAll<number>().as('orders'),
      fn.sum<number>('items_cents').as('items'),
      fn.sum<number>('shipping_cents').as('shipping'),
      fn.sum<number>('tax_cents').as('tax'),
      fn.sum<number>('total_cents').as('total'),
      fn.sum<number>('food_cents').as('food'),
      fn.sum<number>('other_cents').as('other'),
    ])
    .groupBy('is_refunded')
    .execute()
  const kept = rows.find((row) => row.is_refunded === 0) ?? NOTHING
  const refunded = rows.find((row) => row.is_refunded === 1) ?? NOTHING
  return { paid: toSums(plus(kept, refunded)), refunded: toSums(refunded), kept: toSums(kept) }
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

/** Orders that were paid in a period, with what of each was taxed: its food, and its other goods. */
function paidIn({ db }: Shop, { from, to }: Period) {
  const food = sql`(select coalesce(sum(qty * price_cents), 0) from order_lines
    where order_lines.order_id = orders.id and category in (${sql.join(FOOD)}))`
  return db
    .selectFrom('orders')
    .where('paid_at', '>=', startOf(from))
    .where('paid_at', '<', startOf(daysAfter(to, 1)))
    .select(['id', 'created_at', 'buyer_name', 'buyer_email', 'state', 'ship_state', 'closed_at'])
    .select(['items_cents', 'shipping_cents', 'tax_cents', 'total_cents'])
    .select([
      sql<string>`paid_at`.as('paid_at'),
      sql<number>`case when state = 'refunded' then 1 else 0 end`.as('is_refunded'),
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
  let kept = NOTHING
  let refunded = NOTHING
  for (let some = first; some.length > 0; some = await readSome(shop, period, some.at(-1))) {
    yield some.map((sold) => csvLine(Object.values(COLUMNS).map((cell) => cell(sold)))).join('')
    for (const sold of some) {
      if (sold.is_refunded) refunded = plus(refunded, one(sold))
      else kept = plus(kept, one(sold))
    }
    if (some.length < AT_ONCE) break
  }
  yield csvLine([])
  yield sumLine('All', plus(kept, refunded), refunded)
  yield sumLine('Refunded', refunded, refunded)
  yield sumLine('Kept', kept, NOTHING)
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
  'Refunded on': (sold) => (sold.is_refunded && sold.closed_at ? dayOf(new Date(sold.closed_at)) : null),
  Taxed: (sold) => (sold.tax_cents > 0 ? RATE : 'no'),
  Items: (sold) => toDollars(sold.items_cents),
  Shipping: (sold) => toDollars(sold.shipping_cents),
  Tax: (sold) => toDollars(sold.tax_cents),
  Total: (sold) => toDollars(sold.total_cents),
  'Tax basis': (sold) => toDollars(sold.food_cents + sold.other_cents),
  'of it food': (sold) => toDollars(sold.food_cents),
  'of it other goods': (sold) => toDollars(sold.other_cents),
  Refunded: (sold) => (sold.is_refunded ? toDollars(sold.total_cents) : 0),
}

function sumLine(name: string, sums: Cents, refunded: Cents): string {
  const { itemsPrice, shippingPrice, taxPrice, totalPrice, foodBasis, otherBasis } = toSums(sums)
  const basis = toDollars(sums.food + sums.other)
  const blank = Array.from({ length: 7 }, () => null)
  const figures = [itemsPrice, shippingPrice, taxPrice, totalPrice, basis, foodBasis, otherBasis]
  return csvLine([name, `${sums.orders} orders`, ...blank, ...figures, toDollars(refunded.total)])
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
