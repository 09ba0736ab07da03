/** What one account or one network holds without having paid: as rows, and as a guard beside the order that is placed. */
import { sql } from 'kysely'
import { DAY, isoIn, isoNow } from '../time/clock.ts'
import type { Step } from '../db/all-or-none.ts'
import type { Db } from '../db/schema.ts'
import { networkOf } from '../limits/network.ts'
import { HOLDING } from '../limits/rules.ts'
import type { Shop } from '../shop.ts'

/** Who places an order: an account, and the network that the call came from. */
export type Holder = { userId: string; network: string }

/** @param ip the address that the call came from */
export function holderOf(userId: string, ip: string): Holder {
  return { userId, network: networkOf(ip) }
}

export const SIDES = ['account', 'network'] as const
export type Side = (typeof SIDES)[number]

/** Longer than any hold: older orders need not be looked at. */
const LATELY = 2 * DAY

/** How many unpaid orders one side has, and how many of each product they hold. */
export async function readHeld(shop: Shop, holder: Holder, side: Side) {
  const rows = await unpaidOf(shop, holder, side)
    .innerJoin('order_lines', 'order_lines.order_id', 'held.id')
    .select(['held.id', 'order_lines.product_id', 'order_lines.qty'])
    .execute()
  const products = new Map<string, number>()
  for (const { product_id, qty } of rows) products.set(product_id, (products.get(product_id) ?? 0) + qty)
  return { orders: new Set(rows.map(({ id }) => id)).size, products }
}

/** When the orders of one side that were placed since then, and closed unpaid, began and ended; the newest first. */
export async function readWasted(shop: Shop, { userId, network }: Holder, side: Side, since: string) {
  return shop.db
    .selectFrom('orders')
    .select(['created_at', 'closed_at'])
    .where('created_at', '>', since)
    .where('state', 'in', ['cancelled', 'expired'])
    .$if(side === 'account', (query) => query.where('user_id', '=', userId))
    .$if(side === 'network', (query) => query.where('id', 'in', placedFrom(shop.db, network, since)))
    .orderBy('created_at', 'desc')
    .execute()
}

/**
 * The first steps of an order: orders that are placed at once by one account, or from one network, wait here for each
 * other, before anything else is locked.
 */
export function takeTurns({ db, clock, limits }: Shop, { userId, network }: Holder): Step[] {
  if (!limits.on) return []
  const at = isoNow(clock)
  return [`account ${userId}`, `network ${network}`].map((holder) => ({
    query: db
      .insertInto('placing_turns')
      .values({ holder, at })
      .onConflict((taken) => taken.column('holder').doUpdateSet({ at })),
  }))
}

/**
 * The last step of an order, after its lines: notes from where it was placed, and must change one row. It changes none
 * when the account or the network would hold too much with it.
 */
export function guardHold(shop: Shop, holder: Holder, orderId: string): Step[] {
  if (!shop.limits.on) return []
  const guarded = shop.db
    .selectFrom('orders')
    .where('orders.id', '=', orderId)
    .where((eb) =>
      eb.and(SIDES.map((side) => eb(countBeside(shop, holder, side, orderId), '<', HOLDING[side].orders))),
    )
    .where((eb) => eb.and(SIDES.map((side) => eb.not(eb.exists(overShare(shop, holder, side, orderId))))))
    .select((eb) => [
      eb.val(orderId).as('order_id'),
      eb.val(holder.network).as('network'),
      eb.val(isoNow(shop.clock)).as('placed_at'),
    ])
  const query = shop.db
    .insertInto('order_networks')
    .columns(['order_id', 'network', 'placed_at'])
    .expression(guarded)
  return [{ query, rows: 1 }]
}

function unpaidOf({ db, clock }: Pick<Shop, 'db' | 'clock'>, { userId, network }: Holder, side: Side) {
  const unpaid = db.selectFrom('orders as held').where('held.state', '=', 'pending')
  if (side === 'account') return unpaid.where('held.user_id', '=', userId)
  return unpaid.where('held.id', 'in', placedFrom(db, network, isoIn(clock, -LATELY)))
}

function placedFrom(db: Db, network: string, since: string) {
  return db
    .selectFrom('order_networks')
    .select('order_id')
    .where('network', '=', network)
    .where('placed_at', '>', since)
}

function countBeside(shop: Shop, holder: Holder, side: Side, orderId: string) {
  return unpaidOf(shop, holder, side)
    .where('held.id', '!=', orderId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
}

/** The products of an order of which one side now holds too many. What the order takes is off the shelf by then. */
function overShare(shop: Shop, holder: Holder, side: Side, orderId: string) {
  const others = unpaidOf(shop, holder, side).where('held.id', '!=', orderId).select('held.id')
  const own = sql<number>`(
    select sum(mine.qty) from order_lines as mine
    where mine.product_id = products.id and (mine.order_id = ${orderId} or mine.order_id in ${others})
  )`
  return shop.db
    .selectFrom('order_lines')
    .innerJoin('products', 'products.id', 'order_lines.product_id')
    .where('order_lines.order_id', '=', orderId)
    .where(own, '>', HOLDING.few)
    .where((eb) => eb(own, '>', eb('products.count_in_stock', '*', HOLDING[side].timesLeft)))
    .select('products.id')
}
