/** The Shipping pages of the admin area: the label of one order, and the orders to ship. */
import { sql, type RawBuilder } from 'kysely'
import type { Query, Reply } from '#shared/platform/api/endpoint.ts'
import type { labels, OrderLabel, UndeliveredParcel, ToShip } from '#shared/shipping/api/labels.ts'
import { formatBox, isWeightAssumed, pack, type Box } from '#shared/platform/parcel.ts'
import { toDollars } from '#shared/kernel/pricing.ts'
import type { Db, LabelRow } from '#server/kernel/db/schema.ts'
import { planPage } from '#server/kernel/db/page-span.ts'
import { orderRow } from '#server/checkout/orders/read/order.ts'
import { waitingToHandOver } from '#server/checkout/orders/fulfill/pickup-list.ts'
import { itemOf, packedLines, type PackedLine, recipientOfOrder } from '#server/checkout/quotes/parcel.ts'
import { returnsAllOfOrder } from '#server/roastery/open-lines/money-back.ts'
import { readLines } from '#server/roastery/open-lines/open-lines.ts'
import { currentSettings } from '#server/platform/settings/current.ts'
import { PARCELS } from '#server/platform/settings/groups.ts'
import type { Shop } from '#server/platform/shop.ts'
import { labelsOf, toLabel } from './label-rows.ts'
import { atShop } from '#server/kernel/time/shop-days.ts'

const MAX_ROWS = 100

const SORT_KEYS = {
  placed: sql`orders.created_at`,
  paid: sql`orders.paid_at`,
  ships: sql`coalesce(orders.ships_on, '')`,
  name: sql`lower(orders.buyer_name)`,
  shipping: sql`orders.shipping_cents`,
}

/** The latest label of an order, its packing, and whether it is shipped. Throws 404. */
export async function labelOf(shop: Shop, orderId: string): Promise<OrderLabel> {
  const order = await orderRow(shop, orderId)
  const { boxes } = await currentSettings(shop, PARCELS)
  const [latest] = await labelsOf(shop.db, orderId)
  return {
    ...packing(await linesOf(shop.db, [orderId]), boxes),
    label: latest ? toLabel(latest) : null,
    isShipped: order.shipped_at !== null,
    shippingPrice: toDollars(order.shipping_cents),
    quotedPrice: toDollars(order.quoted_cents ?? order.shipping_cents),
    isSandbox: shop.providers.shipping.mode === 'sandbox',
  }
}

/** A page of the orders to ship, oldest first or sorted, and parcels with delivery problems. */
export async function waitingOrders(
  shop: Shop,
  { sort, ...asked }: Query<typeof labels.queue>,
): Promise<Reply<typeof labels.queue>> {
  const { db } = shop
  const count = await countToShip(shop)
  const page = planPage(count, { order: sort ? 'desc' : 'asc', ...asked }, MAX_ROWS)
  const by = [SORT_KEYS[sort ?? 'placed'], sql`orders.id`]
  const ofPage = db
    .selectFrom('orders')
    .selectAll()
    .select(returnsAllOfOrder.as('returns_all'))
    .where('orders.id', 'in', page.pick(waitingToShip(db).select('orders.id'), by))
  const rows = await page.sort(ofPage, by).execute()
  const ids = rows.map(({ id }) => id)
  const lines = Map.groupBy(await linesOf(db, ids), ({ order_id }) => order_id)
  const latest = await latestLabels(db, ids)
  const missing = await bagsMissing(db, ids)
  const { boxes } = await currentSettings(shop, PARCELS)
  const orders = rows.map((order): ToShip => {
    const label = latest.get(order.id)
    return {
      ...packing(lines.get(order.id) ?? [], boxes),
      _id: order.id,
      number: order.number ?? order.id,
      name: order.buyer_name,
      recipient: recipientOfOrder(order).name,
      isGift: order.gift_note !== null,
      place: `${order.city}, ${order.ship_state}`,
      paidAt: atShop(order.paid_at!),
      shipsOn: order.ships_on,
      shippingPrice: toDollars(order.shipping_cents),
      quotedPrice: toDollars(order.quoted_cents ?? order.shipping_cents),
      label: label ? toLabel(label) : null,
      bagsMissing: missing.get(order.id) ?? 0,
      returnsAll: order.returns_all === 1,
    }
  })
  return { count, orders, strays: await readUndelivered(db), ...page.numbers }
}

/** The number of orders to ship. */
export async function countToShip({ db }: Shop): Promise<number> {
  const { count } = await db.selectNoFrom(toShipCount(db).as('count')).executeTakeFirstOrThrow()
  return count
}

/** The same as an expression: all paid orders without those for pickup, because both counts are read from indexes. */
export function toShipCount(db: Db): RawBuilder<number> {
  const paid = db
    .selectFrom('orders')
    .where('state', '=', 'paid')
    .select(({ fn }) => fn.countAll().as('count'))
  const pickups = waitingToHandOver(db).select(({ fn }) => fn.countAll().as('count'))
  return sql<number>`(${paid} - ${pickups})`
}

/** The query for orders to ship: paid, not shipped, and not picked up at the bar. */
export function waitingToShip(db: Db) {
  return db.selectFrom('orders').where('state', '=', 'paid').where('is_pickup', '=', 0)
}

/** Parcels that were returned or could not be delivered. Orders with a newer label or a full refund are left out. */
export async function readUndelivered(db: Db): Promise<UndeliveredParcel[]> {
  const rows = await db
    .selectFrom('labels')
    // Literals and a cross join, because otherwise SQLite would start from all shipped orders.
    .where(sql<boolean>`labels.parcel in ('returned', 'failure')`)
    .crossJoin('orders')
    .whereRef('orders.id', '=', 'labels.order_id')
    .where('orders.state', 'in', ['paid', 'shipped'])
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('labels as later')
            .select('later.id')
            .whereRef('later.order_id', '=', 'labels.order_id')
            .whereRef('later.id', '>', 'labels.id'),
        ),
      ),
    )
    .select((eb) => [
      'orders.id as _id',
      eb.fn.coalesce('orders.number', 'orders.id').as('number'),
      'orders.buyer_name as name',
    ])
    .select(['labels.parcel as state', 'labels.parcel_words as words', 'labels.parcel_at as at'])
    .orderBy('labels.updated_at')
    .limit(MAX_ROWS)
    .execute()
  return rows
}

/** The bags that orders miss, by order. */
export async function bagsMissing(db: Db, orderIds: string[]): Promise<Map<string, number>> {
  const missing = new Map<string, number>()
  for (const { order, isRoastedToOrder, qty, filled } of await readLines(db, orderIds))
    if (isRoastedToOrder && filled < qty) missing.set(order, (missing.get(order) ?? 0) + qty - filled)
  return missing
}

async function linesOf(db: Db, orderIds: string[]) {
  return orderIds.length === 0 ? [] : packedLines(db, orderIds).execute()
}

/** The latest label of each of these orders that has one. */
export async function latestLabels(db: Db, orderIds: string[]): Promise<Map<string, LabelRow>> {
  if (orderIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('labels')
    .selectAll()
    .where('order_id', 'in', orderIds)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return new Map(rows.map((row) => [row.order_id, row]))
}

function packing(lines: PackedLine[], boxes: readonly Box[]) {
  const packed = pack(lines.map(itemOf), boxes)
  return {
    box: packed ? formatBox(packed.box) : '',
    grams: packed?.grams ?? 0,
    assumed: lines.filter((line) => isWeightAssumed(itemOf(line))).map(({ name }) => name),
    pieces: lines.reduce((sum, { qty }) => sum + qty, 0),
  }
}
