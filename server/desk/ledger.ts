/**
 * What was sold, by day of the house, kept in memory: an order is paid once, and what it came to never changes, so
 * each is read once and not again with every look at the desk. Refunds are asked for afresh and taken off.
 */
import type { Shop } from '../shop.ts'
import { isoIn, MINUTE } from '../clock.ts'
import type { Db } from '../db/schema.ts'
import { dayOf, daysAfter, startOf } from '../house-days.ts'

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

export type Ledger = { read: () => Promise<Book> }

export function openLedger({ db, clock }: Pick<Shop, 'db' | 'clock'>): Ledger {
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
      settled.set(day, plus(settled.get(day), sold))
      until = stop
      await new Promise(setImmediate)
    }
  }

  return {
    async read() {
      const today = dayOf(clock.now())
      const first = daysAfter(today, 1 - KEPT)
      underWay ??= readOn(first).finally(() => {
        underWay = null
      })
      await underWay
      const book: Book = new Map(settled)
      for (let from = until; from < startOf(daysAfter(today, 1));) {
        const day = dayOf(new Date(from))
        const stop = startOf(daysAfter(day, 1))
        book.set(day, plus(book.get(day), await soldBetween(db, from, stop)))
        from = stop
      }
      for (const [day, sold] of await refundedSince(db, startOf(first)))
        book.set(day, plus(book.get(day), sold, -1))
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

/** What was given back of what was paid since, by the day on which it had been paid. */
async function refundedSince(db: Db, from: string): Promise<Book> {
  const orders = await db
    .selectFrom('orders')
    .where('state', '=', 'refunded')
    .where('paid_at', '>=', from)
    .select(['id', 'paid_at', 'total_cents'])
    .execute()
  const book: Book = new Map()
  for (const order of orders) {
    const lines = await db
      .selectFrom('order_lines')
      .where('order_id', '=', order.id)
      .select(['product_id', 'qty', 'price_cents'])
      .execute()
    const products = new Map(
      lines.map(({ product_id, qty, price_cents }) => [product_id, { qty, cents: qty * price_cents }]),
    )
    const day = dayOf(new Date(order.paid_at!))
    book.set(day, plus(book.get(day), { orders: 1, cents: order.total_cents, products }))
  }
  return book
}

/** Both together; with -1, the first without the second. */
export function plus(a: Sold = NOTHING, b: Sold, sign: 1 | -1 = 1): Sold {
  const products = new Map(a.products)
  for (const [id, { qty, cents }] of b.products) {
    const before = products.get(id) ?? { qty: 0, cents: 0 }
    products.set(id, { qty: before.qty + sign * qty, cents: before.cents + sign * cents })
  }
  return { orders: a.orders + sign * b.orders, cents: a.cents + sign * b.cents, products }
}

export const NOTHING: Sold = { orders: 0, cents: 0, products: new Map() }

function min(a: string, b: string): string {
  return a < b ? a : b
}
