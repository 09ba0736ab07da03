/** Orders for pickup that wait at the bar: the Pickup page of the admin area, and the reminder after a week. */
import { sql, type RawBuilder } from 'kysely'
import type { Query, Reply } from '#shared/platform/api/endpoint.ts'
import type { pickup, ToHandOver } from '#shared/checkout/api/fulfillment.ts'
import { readOrderNumber } from '#shared/checkout/order-number.ts'
import { dayOf } from '#shared/kernel/dates.ts'
import { HOUR, isoIn, isoNow, DAY } from '#server/kernel/time/clock.ts'
import { planPage } from '#server/kernel/db/page-span.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import { searchTerms } from '#server/kernel/db/search.ts'
import { isReal } from '#server/platform/invented.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { returnsAllOfOrder, keepsMoney } from '#server/roastery/open-lines/money-back.ts'
import { matchesKeyword } from '../buyers.ts'
import { ordersToRecipient } from '../searched.ts'
import { atShop } from '#server/kernel/time/shop-days.ts'
import { orderMails } from '#server/platform/outbox/order-mail.ts'

const MAX_ROWS = 100
/** How long the page lists an order after the handover, in milliseconds. */
const RECENT = 12 * HOUR

const SORT_KEYS = {
  name: [sql`lower(orders.buyer_name)`],
  promised: [sql`coalesce(orders.ships_on, '')`],
  ready: [sql`coalesce(orders.ready_at, '')`],
  // Those that are ready first, then those to get ready.
  usual: [
    sql`case when orders.ready_at is null then 1 else 0 end`,
    sql`orders.ready_at`,
    sql`orders.created_at`,
  ],
}

/**
 * A page of the orders for pickup: those that are ready, those that wait longest first, then the orders to get ready, oldest
 * first; or sorted.
 */
export async function listPickups(
  shop: Shop,
  staff: SignedIn,
  { keyword = '', sort, order = sort ? 'desc' : 'asc', ...asked }: Query<typeof pickup.list>,
): Promise<Reply<typeof pickup.list>> {
  const isSearch = searchTerms(keyword).length > 0
  const count = await countToHandOver(shop)
  const isFound = staff.isAdmin ? matchesKeyword(keyword) : matchesShown(keyword)
  const found = waitingToHandOver(shop.db).$if(isSearch, (query) => query.where(isFound))
  const page = planPage(isSearch ? await countOf(found) : count, { ...asked, order }, MAX_ROWS)
  const by = [...SORT_KEYS[sort ?? 'usual'], sql`orders.id`]
  const ofPage = shop.db
    .selectFrom('orders')
    .where('orders.id', 'in', page.pick(found.select('orders.id'), by))
    .select(['id', 'number', 'buyer_name', 'paid_at', 'ships_on', 'pickup_from', 'ready_at'])
    .select(['kept_until', 'pickup_reminded_at', returnsAllOfOrder.as('returns_all')])
    .select((eb) =>
      eb
        .selectFrom('order_lines')
        .whereRef('order_lines.order_id', '=', 'orders.id')
        .select(({ fn }) => fn.sum<number>('qty').as('pieces'))
        .as('pieces'),
    )
  const rows = await page.sort(ofPage, by).execute()
  return {
    count,
    ...page.numbers,
    day: dayOf(shop.clock.now()),
    at: isoNow(shop.clock),
    orders: rows.map((row): ToHandOver => ({
      _id: row.id,
      number: row.number ?? row.id,
      name: row.buyer_name,
      pieces: row.pieces ?? 0,
      paidAt: atShop(row.paid_at!),
      readyOn: row.ships_on,
      from: row.pickup_from,
      readyAt: row.ready_at,
      keptUntil: row.kept_until,
      remindedAt: row.pickup_reminded_at,
      returnsAll: row.returns_all === 1,
    })),
    handedOver: await recentlyHandedOver(shop),
  }
}

/**
 * The condition for staff who do not see emails: the number of an order, or words of the names that the list shows. They must
 * not find out an email by typing parts of it.
 */
function matchesShown(keyword: string): RawBuilder<boolean> {
  const words = searchTerms(keyword)
  const number = readOrderNumber(keyword)
  return sql<boolean>`(orders.id in (${ordersToRecipient(words)})${number ? sql` or orders.number = ${number}` : sql``})`
}

/**
 * The query for paid orders for pickup. It has literals, because with parameters SQLite would not use the partial
 * index.
 */
export function waitingToHandOver(db: Db) {
  return db.selectFrom('orders').where('is_pickup', '=', sql.lit(1)).where('state', '=', sql.lit('paid'))
}

/** The number of paid orders for pickup. */
export async function countToHandOver({ db }: Shop): Promise<number> {
  return countOf(waitingToHandOver(db))
}

async function countOf(orders: ReturnType<typeof waitingToHandOver>): Promise<number> {
  const { count } = await orders
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

async function recentlyHandedOver({ db, clock }: Shop) {
  const rows = await db
    .selectFrom('orders')
    .where('is_pickup', '=', sql.lit(1))
    .where('state', '=', sql.lit('delivered'))
    .where('delivered_at', '>', isoIn(clock, -RECENT))
    .select(['id', 'number', 'buyer_name', 'delivered_at'])
    .orderBy('delivered_at', 'desc')
    .limit(MAX_ROWS)
    .execute()
  return rows.map((row) => ({
    _id: row.id,
    number: row.number ?? row.id,
    name: row.buyer_name,
    deliveredAt: atShop(row.delivered_at!),
  }))
}

const AFTER = 7 * DAY
const AT_ONCE = 100

/** Queues the reminders that are due. */
export async function remindPickups(shop: Shop): Promise<void> {
  const due = await waitingToHandOver(shop.db)
    .select('id')
    .where('ready_at', '<=', isoIn(shop.clock, -AFTER))
    .where('pickup_reminded_at', 'is', null)
    .where(isReal('orders', 'orders.id'))
    .where(keepsMoney('orders.id'))
    .orderBy('ready_at')
    .limit(AT_ONCE)
    .execute()
  // Handed over, refunded or changed back in the meantime: then no row is updated.
  await orderMails(shop, 'order-reminder', due, (tx, id) =>
    tx
      .updateTable('orders')
      .set({ pickup_reminded_at: isoNow(shop.clock) })
      .where('id', '=', id)
      .where('state', '=', 'paid')
      .where('ready_at', 'is not', null)
      .where('pickup_reminded_at', 'is', null)
      .returning('id')
      .executeTakeFirst(),
  )
}
