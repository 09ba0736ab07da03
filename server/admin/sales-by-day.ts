/**
 * What was sold, by day of the house, kept in memory: an order is paid once, and what it came to never changes, so
 * each is read once and not again with every look at the desk. Refunds are asked for afresh and taken off.
 */
import { type Clock, MINUTE, isoIn } from '../time/clock.ts'
import { dayOf } from '#shared/dates.ts'
import type { Db } from '../db/schema.ts'
import { daysAfter, startOf } from '../time/shop-days.ts'

/** Ours and those before, with which they are compared. */
export const SPAN = 30
const KEPT = 2 * SPAN

/**
 * `paid_at` is said before the commit, by whichever instance takes the payment: what is younger than this may still
 * get company, and is read again each time.
 */
const UNSETTLED = 5 * MINUTE

export type Sold = { orders: number; cents: number; products: Map<string, SoldProduct> }
export type SoldProduct = { qty: number; cents: number }

/** What was sold on each of these days, refunds taken off. A day without sales is missing. */
export type Book = Map<string, Sold>

export type SalesByDay = { read: () => Promise<Book> }

export function openSalesByDay({ db, clock }: { db: Db; clock: Clock }): SalesByDay {
  /** Its pages are replaced and never written to: somebody may be reading them. */
  const settled: Book = new Map()
  let until = ''
  let underWay: Promise<void> | null = null

  /** Reads on from where it stopped, a day at a time, so that a visitor waits for one day and not for sixty. */
  async function readOn(first: string): Promise<void> {
    for (const day of settled.keys()) if (day < first) settled.delete(day)
    if (until < startOf(first)) until = startOf(first)
    const end = isoIn(clock, -UNSETTLED)
    while (until < end) {
      const day = dayOf(new Date(until))
      const stop = min(startOf(daysAfter(day, 1)), end)
      const sold = await soldBetween(db, until, stop)
      settled.set(day, together(settled.get(day), sold))
      until = stop
      await new Promise(setImmediate)
    }
  }

  return {
    async read() {
      const today = dayOf(clock.now())
      const days = Array.from({ length: KEPT }, (_, index) => daysAfter(today, index + 1 - KEPT))
      underWay ??= readOn(days[0]!).finally(() => {
        underWay = null
      })
      await underWay
      const book: Book = new Map(settled)
      const since = until
      const changes = await refundedSince(db, days)
      for (const day of days.filter((each) => startOf(daysAfter(each, 1)) > since)) {
        const from = startOf(day)
        const sold = await soldBetween(db, from > since ? from : since, startOf(daysAfter(day, 1)))
        changes.set(day, together(changes.get(day), sold))
      }
      for (const [day, change] of changes) book.set(day, together(book.get(day), change))
      return book
    },
  }
}

/** All that was paid in a span of time, whatever became of it afterwards. */
async function soldBetween(db: Db, from: string, to: string): Promise<Sold> {
  const paid = db.selectFrom('orders').where('paid_at', '>=', from).where('paid_at', '<', to)
  const [sums, products] = await Promise.all([
    paid
      .select(({ fn }) => [
        fn.countAll<number>().as('orders'),
        fn.sum<number | null>('total_cents').as('cents'),
      ])
      .executeTakeFirstOrThrow(),
    paid
      // Not a plain join: SQLite would go through all lines of all times, which are already in the order of products.
      .crossJoin('order_lines')
      .whereRef('order_lines.order_id', '=', 'orders.id')
      .groupBy('product_id')
      .select((eb) => [
        'product_id',
        eb.fn.sum<number>('qty').as('qty'),
        eb.fn.sum<number>(eb('qty', '*', eb.ref('price_cents'))).as('cents'),
      ])
      .execute(),
  ])
  return {
    orders: sums.orders,
    cents: sums.cents ?? 0,
    products: new Map(products.map(({ product_id, qty, cents }) => [product_id, { qty, cents }])),
  }
}

/**
 * What was refunded of what was paid on these days, as what it takes off them; of goods those that were refunded by name
 * or are back on the shelf, and all where all the money went back.
 */
async function refundedSince(db: Db, days: string[]): Promise<Book> {
  const begins = days.map((day) => startOf(day))
  const refunded = db.selectFrom('orders').where('state', '=', 'refunded').where('paid_at', '>=', begins[0]!)
  const [money, orders, lines, returned] = await Promise.all([
    db
      .selectFrom('refunds')
      .innerJoin('payments', 'payments.id', 'refunds.payment_id')
      .innerJoin('orders', 'orders.id', 'payments.order_id')
      .select(['paid_at', 'refunds.amount_cents'])
      .where('refunds.state', '=', 'completed')
      .where('of_sale', '=', 1)
      // Nothing goes back before it came in.
      .where('completed_at', '>=', begins[0]!)
      .where('paid_at', '>=', begins[0]!)
      .execute(),
    refunded.select('paid_at').execute(),
    refunded
      .crossJoin('order_lines')
      .whereRef('order_lines.order_id', '=', 'orders.id')
      .select(['paid_at', 'product_id', 'qty', 'price_cents'])
      .execute(),
    returnedSince(db, begins[0]!),
  ])
  const book: Book = new Map()
  const pageOf = (paidAt: string | null) => {
    const day = days[begins.findLastIndex((begin) => begin <= paidAt!)]!
    const page = book.get(day) ?? { orders: 0, cents: 0, products: new Map() }
    book.set(day, page)
    return page
  }
  for (const { paid_at, amount_cents } of money) pageOf(paid_at).cents -= amount_cents
  for (const { paid_at } of orders) pageOf(paid_at).orders--
  for (const { paid_at, product_id, qty, price_cents } of [...lines, ...returned])
    addProducts(pageOf(paid_at).products, new Map([[product_id, { qty: -qty, cents: -qty * price_cents }]]))
  return book
}

/**
 * Goods of orders that were refunded in part and are sold no more: pieces that a refund names, and pieces that are back
 * on the shelf. A piece that is both counts once: of each order line the larger number.
 */
async function returnedSince(db: Db, begin: string) {
  const ofOrders = db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .where('paid_at', '>=', begin)
    .where('orders.state', '<>', 'refunded')
  const [named, shelved] = await Promise.all([
    ofOrders
      .innerJoin('refund_items', 'refund_items.refund_id', 'refunds.id')
      .innerJoin('order_lines', (join) =>
        join
          .onRef('order_lines.order_id', '=', 'orders.id')
          .onRef('order_lines.product_id', '=', 'refund_items.product_id'),
      )
      .select(['orders.id', 'paid_at', 'order_lines.product_id', 'refund_items.qty', 'price_cents'])
      .where('completed_at', '>=', begin)
      .execute(),
    ofOrders
      .innerJoin('refund_lines', 'refund_lines.refund_id', 'refunds.id')
      .innerJoin('order_lines', (join) =>
        join
          .onRef('order_lines.order_id', '=', 'orders.id')
          .onRef('order_lines.product_id', '=', 'refund_lines.product_id'),
      )
      .select(['orders.id', 'paid_at', 'order_lines.product_id', 'refund_lines.qty', 'price_cents'])
      .where('restocked_at', '>=', begin)
      .execute(),
  ])
  const lines = new Map<string, ReturnedLine>()
  for (const [side, rows] of [
    ['named', named],
    ['shelved', shelved],
  ] as const)
    for (const { id, qty, ...line } of rows) {
      const key = `${id} ${line.product_id}`
      const known = lines.get(key) ?? { ...line, named: 0, shelved: 0 }
      lines.set(key, { ...known, [side]: known[side] + qty })
    }
  return [...lines.values()].map((line) => ({ ...line, qty: Math.max(line.named, line.shelved) }))
}

type ReturnedLine = {
  paid_at: string | null
  product_id: string
  price_cents: number
  named: number
  shelved: number
}

function together(a: Sold | undefined, b: Sold): Sold {
  if (!a) return b
  const products = new Map(a.products)
  addProducts(products, b.products)
  return { orders: a.orders + b.orders, cents: a.cents + b.cents, products }
}

/** Adds what was sold of each to `sum`. */
export function addProducts(sum: Sold['products'], products: Sold['products']): void {
  for (const [id, { qty, cents }] of products) {
    const before = sum.get(id)
    sum.set(id, before ? { qty: before.qty + qty, cents: before.cents + cents } : { qty, cents })
  }
}

function min(a: string, b: string): string {
  return a < b ? a : b
}
