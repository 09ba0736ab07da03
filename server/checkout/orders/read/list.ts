/** Lists of orders: those of one user, and those of the admin area with search, filters and totals. */
import { sql, type SelectQueryBuilder } from 'kysely'
import type { Query, Reply } from '#shared/platform/api/endpoint.ts'
import type { ListedOrder, orders } from '#shared/checkout/api/orders.ts'
import { ORDER_STATES, type OrderState } from '#shared/kernel/order-states.ts'
import { toDollars } from '#shared/kernel/pricing.ts'
import type { Db, OrderRow, Schema } from '#server/kernel/db/schema.ts'
import { planPage } from '#server/kernel/db/page-span.ts'
import { searchTerms } from '#server/kernel/db/search.ts'
import { unopenedGifts } from '../unopened-gifts.ts'
import type { Shop } from '#server/platform/shop.ts'
import { goodsPart, keywordParts, matchesAnywhere, matchesAnywhereOneByOne } from '../buyers.ts'
import { toSummary } from './order.ts'
import { paidTextOf, readPayments } from './paid-with.ts'

/** States of an order whose payment was received and not fully refunded. */
const PAID_STATES: ReadonlySet<OrderState> = new Set<OrderState>(['paid', 'shipped', 'delivered'])

/** Fewer matches than this are sorted for each page. */
const FEW = 5000
/** Of many matches, the first and the last 1/100 are on early pages, counted from the closer end of the list. */
const EARLY = 100

const PAGE_SIZE = 10

/** One user's orders, newest first. A page out of range is empty. */
export async function listOrdersOf(shop: Shop, userId: string, pageNumber: number) {
  const owned = shop.db
    .selectFrom('orders')
    .where('user_id', '=', userId)
    .where('company_id', 'is', null)
    .where('pays_invoices', '=', 0)
  const { total } = await owned.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await owned
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(PAGE_SIZE)
    .offset((pageNumber - 1) * PAGE_SIZE)
    .execute()
  return { orders: rows.map(toSummary), page: pageNumber, pages: Math.ceil(total / PAGE_SIZE) }
}

/** One page of the matching orders, newest first, and the totals of all matches. A page out of range is empty. */
export async function listAllOrders(
  shop: Shop,
  { sort, keyword = '', state, user, only, ...asked }: Query<typeof orders.list>,
): Promise<Reply<typeof orders.list>> {
  const all = filtered(shop.db, { user, only })
  const isSearch = searchTerms(keyword).length > 0
  const named = isSearch ? keywordParts(keyword).map((part) => all.where(part)) : [all]
  const ofNamed = await sumUp(named)
  const areNamed = ofNamed.some(({ sums }) => sums.length > 0)
  const goods = isSearch ? await goodsPart(shop.db, keyword, areNamed) : null
  const found = [...ofNamed, ...(await sumUp(goods ? [all.where(goods)] : []))]
  const states = byState(found.flatMap(({ sums }) => sums))
  // A set without orders is not read again, which would take time.
  const parts = found.flatMap(({ part, sums }) => (sums.length > 0 ? [part] : []))
  const chosen = states.filter((each) => state === undefined || each.state === state)
  const count = chosen.reduce((sum, each) => sum + each.count, 0)
  const earned = chosen.filter((each) => PAID_STATES.has(each.state))
  const cents = earned.reduce((sum, each) => sum + each.cents, 0)
  const refunded = earned.reduce((sum, each) => sum + each.refunded, 0)
  const inState = (query: MatchingOrders) =>
    query.$if(state !== undefined, (chosenOnly) => chosenOnly.where('state', '=', state!))
  const page = planPage(count, asked, PAGE_SIZE)
  // Few matches are found through indexes and sorted. Many matches are found faster in the list of all orders.
  const isEarly = page.reads < count / EARLY
  const matching = isEarly ? matchesAnywhereOneByOne(keyword) : matchesAnywhere(keyword)
  const wanted = isSearch && count >= FEW ? [all.where(matching)] : parts
  const rows =
    count === 0 ? [] : await readPage(shop.db, wanted.map(inState), page, SORT_KEYS[sort ?? 'date'])
  return {
    orders: await withPaidTexts(shop.db, rows),
    ...page.numbers,
    totals: { count, paid: toDollars(cents - refunded), states },
  }
}

/** The ids of the orders that match the filters of the list, newest first. */
export async function findOrderIds(shop: Shop, filter: OrderFilter, limit: number): Promise<string[]> {
  const { state, keyword = '' } = filter
  const all = filtered(shop.db, filter).$if(state !== undefined, (query) => query.where('state', '=', state!))
  const isSearch = searchTerms(keyword).length > 0
  const rows = await all
    .$if(isSearch, (query) => query.where(matchesAnywhere(keyword)))
    .select('id')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export type OrderFilter = Pick<Query<typeof orders.list>, 'keyword' | 'state' | 'user' | 'only'>

/**
 * Orders that pay invoices are in the ledgers of their accounts. Most shops have none: the first condition is computed once, and
 * then no order is looked up.
 */
function notForInvoices(db: Db) {
  const paying = db.selectFrom('invoice_payments').select('order_id')
  return sql<boolean>`(not exists ${paying} or orders.id not in ${paying})`
}

function filtered(db: Db, { user, only }: OrderFilter): MatchingOrders {
  return db
    .selectFrom('orders')
    .where(notForInvoices(db))
    .$if(user !== undefined, (query) => query.where('user_id', '=', user!))
    .$if(only === 'pickup', (query) => query.where('is_pickup', '=', sql.lit(1)))
    .$if(only === 'phone' || only === 'counter', (query) =>
      // With the condition of the partial index.
      query.where(sql<boolean>`orders.via <> 'web' and orders.via = ${only}`),
    )
    .$if(only === 'unopened', (query) =>
      query.where(
        'orders.id',
        'in',
        unopenedGifts(db).select((eb) => eb.ref('card.order_id').$notNull().as('id')),
      ),
    )
}

/** What the rows are sorted by. An order without a date is before all dates; the indexes have the same expressions. */
const SORT_KEYS = {
  date: sql<string | number>`orders.created_at`,
  total: sql<string | number>`orders.total_cents`,
  paid: sql<string | number>`coalesce(orders.paid_at, '')`,
  delivered: sql<string | number>`coalesce(orders.delivered_at, '')`,
}

async function withPaidTexts(db: Db, rows: readonly OrderRow[]): Promise<ListedOrder[]> {
  const payments = await readPayments(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({
    ...toSummary(row),
    paidText: row.paid_at === null ? '' : paidTextOf(row, payments.get(row.id) ?? null),
  }))
}

type MatchingOrders = SelectQueryBuilder<Schema, 'orders', object>

/** The orders of one page. The query starts at the end of the list that is closer to the page. */
async function readPage(
  db: Db,
  parts: MatchingOrders[],
  { pick, sort }: ReturnType<typeof planPage>,
  by: (typeof SORT_KEYS)[keyof typeof SORT_KEYS],
) {
  // Rows are sorted and skipped by id. Full rows are read only for this page.
  const [first, ...others] = parts.map((part) => part.select(['orders.id', by.as('sort_key')]))
  const matching = others.reduce((union, part) => union.unionAll(part), first!)
  const ids = pick(db.selectFrom(matching.as('matching')).select('id'), [sql`sort_key`, sql`id`])
  const rows = db.selectFrom('orders').selectAll().where('id', 'in', ids)
  return sort(rows, [by, sql`orders.id`]).execute()
}

/** For each set, the number of its orders in each state, and the sums of their totals and refunds in cents. */
function sumUp(parts: MatchingOrders[]): Promise<{ part: MatchingOrders; sums: Sums[] }[]> {
  const summedUp = parts.map(async (part) => ({
    part,
    sums: await part
      .select(({ fn }) => [
        'state',
        fn.countAll<number>().as('count'),
        fn.sum<number>('total_cents').as('cents'),
        fn.sum<number>('refunded_cents').as('refunded'),
      ])
      .groupBy('state')
      .execute(),
  }))
  return Promise.all(summedUp)
}

type Sums = { state: OrderState; count: number; cents: number; refunded: number }

function byState(rows: readonly Sums[]): Sums[] {
  return ORDER_STATES.map((state) => {
    const ofState = rows.filter((row) => row.state === state)
    return {
      state,
      count: ofState.reduce((sum, row) => sum + row.count, 0),
      cents: ofState.reduce((sum, row) => sum + row.cents, 0),
      refunded: ofState.reduce((sum, row) => sum + row.refunded, 0),
    }
  })
}
