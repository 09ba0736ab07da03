/**
 * The entries of an artist's statement in cents: the artist's shares of sales and refunds, and the payouts. They are
 * computed from the orders each time, so they always agree with the orders.
 */
import { netPriceOf } from '#shared/kernel/discounts.ts'
import { partOf } from '#shared/kernel/pricing.ts'
import { spreadGoods } from '#shared/kernel/refunds.ts'
import type { Db, OrderLineRow } from '#server/kernel/db/schema.ts'

/** The share of an artist in percent, if the owner has not set one. */
export const DEFAULT_PERCENT = 60

export type Entry = {
  at: string
  kind: 'sale' | 'refund' | 'payout'
  what: string
  order: string
  orderId: string | null
  priceCents: number
  percent: number | null
  shareCents: number
}

/** All entries of an artist, oldest first. */
export async function shareEntriesOf(db: Db, artistId: string): Promise<Entry[]> {
  const percents = await readPercents(db, artistId)
  const sold = await readSold(db, artistId)
  const entries = sold.flatMap((line) => entriesOf(line, percentAt(percents, line.paidAt)))
  const payouts = await db
    .selectFrom('artist_payouts')
    .selectAll()
    .where('artist_id', '=', artistId)
    .execute()
  const paid = payouts.map(({ paid_at: at, cents, note: what }): Entry => {
    const none = { order: '', orderId: null, priceCents: 0, percent: null }
    return { at, kind: 'payout', what, ...none, shareCents: -cents }
  })
  return [...entries, ...paid].toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))
}

/** The share of an artist from now on, in percent. */
export async function percentNow(db: Db, artistId: string): Promise<number> {
  return percentAt(await readPercents(db, artistId), null)
}

export function sumShares(entries: readonly Entry[]): number {
  return entries.reduce((sum, { shareCents }) => sum + shareCents, 0)
}

type Percent = { percent: number; since: string }

function readPercents(db: Db, artistId: string): Promise<Percent[]> {
  return db
    .selectFrom('artist_shares')
    .select(['percent', 'since'])
    .where('artist_id', '=', artistId)
    .orderBy('since')
    .orderBy('id')
    .execute()
}

function percentAt(percents: readonly Percent[], at: string | null): number {
  const known = percents.filter(({ since }) => at === null || since <= at)
  return known.at(-1)?.percent ?? DEFAULT_PERCENT
}

type Refunded = { at: string; cents: number }

type SoldLine = {
  title: string
  order: string
  orderId: string
  paidAt: string
  priceCents: number
  refunds: Refunded[]
}

/** A sale and its refunds. The share of a refund is the amount by which it lowers the artist’s share of the sale. */
function entriesOf({ refunds, ...line }: SoldLine, percent: number): Entry[] {
  const { title: what, order, orderId } = line
  const about = { what, order, orderId, percent }
  const shareOf = (cents: number) => partOf(cents, percent, 100)
  let left = line.priceCents
  const sale: Entry = { at: line.paidAt, kind: 'sale', ...about, priceCents: left, shareCents: shareOf(left) }
  const back = refunds.map(({ at, cents }): Entry => {
    const before = left
    left -= cents
    return { at, kind: 'refund', ...about, priceCents: -cents, shareCents: shareOf(left) - shareOf(before) }
  })
  return [sale, ...back]
}

/** The paid order lines of an artist’s works, with their refunds. A replacement is not a sale. */
async function readSold(db: Db, artistId: string): Promise<SoldLine[]> {
  const ofWorks = db
    .selectFrom('order_lines')
    .innerJoin('works', 'works.product_id', 'order_lines.product_id')
    .where('works.artist_id', '=', artistId)
  const orders = await db
    .selectFrom('orders')
    .select(['id', 'number', 'paid_at'])
    .where('id', 'in', ofWorks.select('order_lines.order_id'))
    .where('paid_at', 'is not', null)
    .where('replaces_order_id', 'is', null)
    .execute()
  if (orders.length === 0) return []
  const ids = orders.map(({ id }) => id)
  const lines = await db.selectFrom('order_lines').selectAll().where('order_id', 'in', ids).execute()
  const works = await ofWorks.select('order_lines.product_id').distinct().execute()
  const isOwn = new Set(works.map(({ product_id: id }) => id))
  const { refunds, items } = await readRefunds(db, ids)
  return orders.flatMap((order) => {
    const own = lines
      .filter(({ order_id: id }) => id === order.id)
      .toSorted((one, other) => one.position - other.position)
    const back = refundsOfLines(
      own.map((line) => ({ position: line.position, cents: paidFor(line) })),
      refunds.filter(({ order_id: id }) => id === order.id),
      items,
    )
    return own.flatMap((line) =>
      isOwn.has(line.product_id)
        ? {
            title: line.name,
            order: order.number ?? order.id,
            orderId: order.id,
            paidAt: order.paid_at!,
            priceCents: paidFor(line),
            refunds: back.get(line.position) ?? [],
          }
        : [],
    )
  })
}

/** The amount that the buyer paid for a line. The artist’s share is computed from it. */
function paidFor({ price_cents, qty, discount_cents }: OrderLineRow): number {
  return netPriceOf({ priceCents: price_cents, qty, discountCents: discount_cents })
}

async function readRefunds(db: Db, orderIds: string[]) {
  const ofOrders = db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .where('payments.order_id', 'in', orderIds)
    .where('of_sale', '=', 1)
    .where('refunds.state', '=', 'completed')
  const refunds = await ofOrders
    .select(['refunds.id', 'payments.order_id', 'goods_cents', 'refunds.completed_at', 'refunds.created_at'])
    .orderBy('refunds.completed_at')
    .orderBy('refunds.id')
    .execute()
  const items = await db
    .selectFrom('refund_items')
    .selectAll()
    .where('refund_id', 'in', ofOrders.select('refunds.id'))
    .execute()
  return { refunds, items }
}

type RefundRows = Awaited<ReturnType<typeof readRefunds>>

/**
 * The refunded cents of each line. The part of a refund that is not assigned to items is spread over the amounts that
 * the lines have left.
 * @param lines with the amounts paid for them
 */
function refundsOfLines(
  lines: readonly { position: number; cents: number }[],
  refunds: RefundRows['refunds'],
  items: RefundRows['items'],
): Map<number, Refunded[]> {
  const left = new Map(lines.map(({ position, cents }) => [position, cents]))
  const back = new Map<number, Refunded[]>(lines.map(({ position }) => [position, []]))
  for (const refund of refunds) {
    const own = items.filter(({ refund_id: id }) => id === refund.id)
    const byLine = new Map(own.map(({ line, goods_cents: cents }) => [line, cents]))
    const rest = refund.goods_cents - own.reduce((sum, { goods_cents: cents }) => sum + cents, 0)
    const open = lines.map(({ position }) => {
      return { priceCents: Math.max(0, left.get(position)! - (byLine.get(position) ?? 0)), qty: 1 }
    })
    const spread = spreadGoods(Math.max(0, rest), open)
    for (const [index, { position }] of lines.entries()) {
      const cents = Math.min(left.get(position)!, (byLine.get(position) ?? 0) + spread[index]!)
      if (cents === 0) continue
      left.set(position, left.get(position)! - cents)
      back.get(position)!.push({ at: refund.completed_at ?? refund.created_at, cents })
    }
  }
  return back
}
