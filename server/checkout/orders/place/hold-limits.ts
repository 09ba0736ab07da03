/**
 * Limits on unpaid goods. Each order holds its goods for half an hour, so without limits one person could block the
 * whole stock without paying. Decision 029.
 */
import { DAY, MINUTE, isoIn, isoNow } from '#server/kernel/time/clock.ts'
import { conflict, type Refusal } from '#server/kernel/errors.ts'
import { refuse } from '#server/kernel/limits/counters.ts'
import { HOLDING } from '#server/kernel/limits/rules.ts'
import { sellingOf } from '#server/platform/settings/current.ts'
import type { Shop } from '#server/platform/shop.ts'
import type { SizeTotal } from '../../quotes/goods.ts'
import { sql, type ExpressionBuilder } from 'kysely'
import { ROASTED_TO_ORDER_LEFT } from '#shared/kernel/sizes.ts'
import type { Step } from '#server/kernel/db/all-or-none.ts'
import type { Db, Schema } from '#server/kernel/db/schema.ts'
import { mailboxKey } from '#server/kernel/limits/mailing.ts'
import { networkOf } from '#server/kernel/limits/networks.ts'
import type { Buyer } from '#server/platform/sessions/guests.ts'

const WASTED_WITHIN = DAY

/**
 * Throws 409 or 429, with a message that says what to do, if an order would hold too much. Concurrent orders can all
 * pass this check; `guardHoldLimits` then refuses those above the limit.
 * @param sizes one entry per size, with its current stock
 * @param exceptOrder an unpaid order that does not count
 */
export async function requireWithinHoldLimits(
  shop: Shop,
  holder: Holder,
  sizes: readonly SizeTotal[],
  exceptOrder = '',
): Promise<void> {
  if (!shop.limits.on) return
  for (const scope of SCOPES) {
    const held = await readHeld(shop, holder, scope, exceptOrder)
    if (held.orders >= HOLDING[scope].orders) throw tooManyOrders(scope)
    for (const { productId, sizeId, title: name, left, qty } of sizes) {
      const own = held.sizes.get(sizeId) ?? 0
      const most = maxQtyOf(scope, left + own)
      if (own + qty > most) throw tooLargeShare(scope, { productId, sizeId, name, own, most })
    }
    await requireFewUnpaid(shop, holder, scope)
  }
}

/**
 * The largest quantity of a size that one account or network may hold.
 * @param all the quantity that it holds now plus the stock
 */
function maxQtyOf(scope: Scope, all: number): number {
  const { timesLeft } = HOLDING[scope]
  return Math.max(HOLDING.few, Math.floor((all * timesLeft) / (timesLeft + 1)))
}

/**
 * Throws 429 if the orders that were closed unpaid within the last day held goods for too long in total. An order
 * counts for the time for which it held goods, so an expired order counts as a full hold.
 */
async function requireFewUnpaid(shop: Shop, holder: Holder, scope: Scope): Promise<void> {
  const { holdMinutes } = await sellingOf(shop)
  const budget = HOLDING[scope].wasted * holdMinutes * MINUTE
  let wasted = 0
  for (const closed of await readClosedUnpaid(shop, holder, scope, isoIn(shop.clock, -WASTED_WITHIN))) {
    const placedAt = Date.parse(closed.created_at)
    wasted += Date.parse(closed.closed_at!) - placedAt
    // Without this order, the newer orders are within the limit. So ordering is possible again when this order is a day
    // old.
    if (wasted >= budget) throw tooManyUnpaid(scope, placedAt + WASTED_WITHIN - shop.clock.now().getTime())
  }
}

function tooManyOrders(scope: Scope): Refusal {
  const { orders } = HOLDING[scope]
  if (scope === 'account') {
    const message = `You have ${orders} orders that are not paid. Please pay for one of them or cancel it first`
    return conflict(message, { code: 'unpaid' })
  }
  return refuse(
    'Too many orders from your network are not paid. Please try again in half an hour, or write to us',
    { msBeforeNext: 30 * MINUTE },
  )
}

type Share = { productId: string; sizeId: string; name: string; own: number; most: number }

function tooLargeShare(scope: Scope, { productId, sizeId, name, own, most }: Share): Refusal {
  if (scope === 'network') {
    const message = `Others in your network hold much of ${name} and have not paid yet`
    return conflict(`${message}. Please order fewer, or try again in half an hour`, {
      code: 'share',
      productId,
      sizeId,
    })
  }
  const message = `You can hold ${most} of ${name} at most until you pay, so that some are left for others`
  const advice = own === 0 ? 'Please order fewer' : 'Please order fewer, or pay for what you hold first'
  return conflict(`${message}. ${advice}`, { code: 'share', productId, sizeId, most })
}

function tooManyUnpaid(scope: Scope, msBeforeNext: number): Refusal {
  const whose = scope === 'account' ? 'of your orders' : 'orders from your network'
  return refuse(
    `Too many ${whose} were not paid within the last day. Please try again later, or write to us`,
    { msBeforeNext },
  )
}

/**
 * Who places an order: the account, and the network of the request. A guest is a mailbox within a network, and not a
 * mailbox alone: otherwise a stranger could use up the limits of another person's address.
 */
export type Holder = { userId: string | null; mailbox: string | null; network: string }

/** @param ip the client address of the request */
export function holderOf(user: Buyer, ip: string): Holder {
  const mailbox = user._id === null ? mailboxKey(user.email) : null
  return { userId: user._id, mailbox, network: networkOf(ip) }
}

/** `account` is the account or the guest. */
const SCOPES = ['account', 'network'] as const
export type Scope = (typeof SCOPES)[number]

/** Only orders of this period can hold goods: it is longer than any hold. */
const HOLD_WINDOW = 2 * DAY

/** The number of unpaid orders of the account or the network, and how many of each size they hold. */
async function readHeld(shop: Shop, holder: Holder, scope: Scope, exceptOrder: string) {
  const rows = await unpaidOf(shop, holder, scope)
    .innerJoin('order_lines', 'order_lines.order_id', 'held.id')
    .select(['held.id', 'order_lines.size_id', 'order_lines.qty'])
    .where('held.id', '<>', exceptOrder)
    .execute()
  const sizes = new Map<string, number>()
  for (const { size_id, qty } of rows) sizes.set(size_id, (sizes.get(size_id) ?? 0) + qty)
  return { orders: new Set(rows.map(({ id }) => id)).size, sizes }
}

/**
 * The times at which unpaid orders were placed and closed, for orders placed after `since`, newest first. A replacement
 * that an admin canceled is not the buyer's. The shop makes the deliveries of subscriptions, and staff place orders by phone, so
 * they do not count.
 */
async function readClosedUnpaid(shop: Shop, holder: Holder, scope: Scope, since: string) {
  return shop.db
    .selectFrom('orders as held')
    .select(['held.created_at', 'held.closed_at'])
    .where('held.created_at', '>', since)
    .where('held.state', 'in', ['cancelled', 'expired'])
    .where('held.replaces_order_id', 'is', null)
    .where('held.via', '=', 'web')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('subscription_deliveries as delivery')
            .select('delivery.id')
            .whereRef('delivery.order_id', '=', 'held.id')
            .where('delivery.number', '>', 1),
        ),
      ),
    )
    .where((eb) => isHeldBy(eb, shop.db, holder, scope, since))
    .orderBy('held.created_at', 'desc')
    .execute()
}

/**
 * The first steps of an order: row locks that serialize concurrent orders of one account or one network. They come
 * before all other locks.
 */
export function lockHolder({ db, clock, limits }: Shop, { userId, network }: Holder): Step[] {
  if (!limits.on) return []
  const at = isoNow(clock)
  // A guest's orders are all in one network.
  const account = userId === null ? [] : [`account ${userId}`]
  return [...account, `network ${network}`].map((holder) => ({
    query: db
      .insertInto('placing_turns')
      .values({ holder, at })
      .onConflict((taken) => taken.column('holder').doUpdateSet({ at })),
  }))
}

/**
 * The last step of an order, after its lines: stores the network that the order was placed from. It inserts no row if
 * the account or the network would hold too much, and the order then fails.
 */
export function guardHoldLimits(shop: Shop, holder: Holder, orderId: string): Step[] {
  if (!shop.limits.on) return []
  const guarded = shop.db
    .selectFrom('orders')
    .where('orders.id', '=', orderId)
    .where((eb) =>
      eb.and(
        SCOPES.map((scope) => eb(countOthers(shop, holder, scope, orderId), '<', HOLDING[scope].orders)),
      ),
    )
    .where((eb) => eb.and(SCOPES.map((scope) => eb.not(eb.exists(overLimit(shop, holder, scope, orderId))))))
    .select((eb) => [
      eb.val(orderId).as('order_id'),
      eb.val(holder.network).as('network'),
      eb.val(isoNow(shop.clock)).as('placed_at'),
      eb.val(holder.mailbox).as('mailbox'),
    ])
  const query = shop.db
    .insertInto('order_networks')
    .columns(['order_id', 'network', 'placed_at', 'mailbox'])
    .expression(guarded)
  return [{ query, rows: 1 }]
}

function unpaidOf({ db, clock }: Pick<Shop, 'db' | 'clock'>, holder: Holder, scope: Scope) {
  return db
    .selectFrom('orders as held')
    .where('held.state', '=', 'pending')
    .where('held.via', '=', 'web')
    .where((eb) => isHeldBy(eb, db, holder, scope, isoIn(clock, -HOLD_WINDOW)))
}

/** The condition for the orders of an account, a guest or a network. @param since the start of the period, for the last two */
function isHeldBy(
  eb: ExpressionBuilder<Schema & { held: Schema['orders'] }, 'held'>,
  db: Db,
  { userId, network, mailbox }: Holder,
  scope: Scope,
  since: string,
) {
  if (scope === 'account' && userId !== null) return eb('held.user_id', '=', userId)
  const placed = db
    .selectFrom('order_networks')
    .select('order_id')
    .where('network', '=', network)
    .where('placed_at', '>', since)
    .$if(scope === 'account', (query) => query.where('mailbox', '=', mailbox))
  return eb('held.id', 'in', placed)
}

function countOthers(shop: Shop, holder: Holder, scope: Scope, orderId: string) {
  return unpaidOf(shop, holder, scope)
    .where('held.id', '!=', orderId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
}

/**
 * The sizes of the order of which the account or the network would hold too many. When this runs, the order's
 * quantities are already taken from stock. A coffee roasted to order always has the same number of pieces left.
 */
function overLimit(shop: Shop, holder: Holder, scope: Scope, orderId: string) {
  const others = unpaidOf(shop, holder, scope).where('held.id', '!=', orderId).select('held.id')
  const own = sql<number>`(
    select sum(mine.qty) from order_lines as mine
    where mine.size_id = product_sizes.id and (mine.order_id = ${orderId} or mine.order_id in ${others})
  )`
  const left = sql<number>`case when products.is_roasted_to_order = 1 then ${sql.lit(ROASTED_TO_ORDER_LEFT)}
    else product_sizes.count_in_stock end`
  return shop.db
    .selectFrom('order_lines')
    .innerJoin('product_sizes', 'product_sizes.id', 'order_lines.size_id')
    .innerJoin('products', 'products.id', 'product_sizes.product_id')
    .where('order_lines.order_id', '=', orderId)
    .where(own, '>', HOLDING.few)
    .where((eb) => eb(own, '>', eb(left, '*', HOLDING[scope].timesLeft)))
    .select('product_sizes.id')
}
