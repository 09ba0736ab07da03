/** The Shipping pages of the admin area: the label of one order, and the orders to ship. */
import { sql, type RawBuilder } from 'kysely'
import type { Query, Reply } from '#shared/platform/api/endpoint.ts'
import type {
  labels,
  OrderLabel,
  ParcelToPack,
  UndeliveredParcel,
  ToShip,
} from '#shared/shipping/api/labels.ts'
import type { Box } from '#shared/platform/parcel.ts'
import { isPrintable } from '#shared/platform/printable-labels.ts'
import { toDollars } from '#shared/kernel/pricing.ts'
import type { Db, OrderRow } from '#server/kernel/db/schema.ts'
import { planPage } from '#server/kernel/db/page-span.ts'
import { orderRow } from '#server/checkout/orders/read/order.ts'
import { waitingToHandOver } from '#server/checkout/orders/fulfill/pickup-list.ts'
import { toTracking } from '#server/checkout/orders/read/fields.ts'
import { recipientOfOrder } from '#server/checkout/quotes/parcel.ts'
import { returnsAllOfOrder } from '#server/roastery/open-lines/money-back.ts'
import { readLines } from '#server/roastery/open-lines/open-lines.ts'
import { currentSettings } from '#server/platform/settings/current.ts'
import { PARCELS } from '#server/platform/settings/groups.ts'
import type { Shop } from '#server/platform/shop.ts'
import { boxesOf, boxOf, packOrders, type PackedParcel } from '#server/checkout/orders/read/packing.ts'
import { labelsByOrder, toLabel, toLabelOfOrder, type LabelsOfOrder } from './label-rows.ts'
import { atShop } from '#server/kernel/time/shop-days.ts'

const MAX_ROWS = 100

const SORT_KEYS = {
  placed: sql`orders.created_at`,
  paid: sql`orders.paid_at`,
  ships: sql`coalesce(orders.ships_on, '')`,
  name: sql`lower(orders.buyer_name)`,
  shipping: sql`orders.shipping_cents`,
}

/** The parcels of an order with their labels, and whether it is shipped. Throws 404. */
export async function labelOf(shop: Shop, orderId: string): Promise<OrderLabel> {
  const order = await orderRow(shop, orderId)
  const { boxes } = await currentSettings(shop, PARCELS)
  const packed = (await packOrders(shop, [orderId])).get(orderId)!
  const labels = (await labelsByOrder(shop.db, [orderId]))(orderId)
  return {
    ...boxesOf(packed, boxes),
    label: toLabelOfOrder(labels),
    parcels: packed.map((parcel) => toParcel(order, parcel, labels, boxes)),
    splitVersion: order.split_version,
    isShipped: order.shipped_at !== null,
    shippingPrice: toDollars(order.shipping_cents),
    quotedPrice: toDollars(order.quoted_cents ?? order.shipping_cents),
    isSandbox: shop.providers.shipping.mode === 'sandbox',
  }
}

function toParcel(
  order: OrderRow,
  { number, items, stored }: PackedParcel,
  { latest }: LabelsOfOrder,
  boxes: readonly Box[],
): ParcelToPack {
  const label = latest.find((each) => each.parcel_number === number)
  return {
    ...boxOf(items, boxes),
    number,
    goods: items.map(({ line, name, qty }) => ({ line, name, qty })),
    label: label ? toLabel(label) : null,
    tracking: stored && toTracking(order, stored),
    status: isPrintable(label)
      ? { state: label.parcel, words: label.parcel_words, at: label.parcel_at }
      : null,
    leftAt: stored?.left_at ?? null,
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
  const packed = await packOrders(shop, ids)
  const labelsIn = await labelsByOrder(db, ids)
  const missing = await bagsMissing(db, ids)
  const { boxes } = await currentSettings(shop, PARCELS)
  const orders = rows.map((order): ToShip => {
    const parcels = packed.get(order.id)!
    return {
      ...boxesOf(parcels, boxes),
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
      label: toLabelOfOrder(labelsIn(order.id)),
      parcels: parcels.length,
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

/**
 * The same as an expression: all paid orders, less the orders for pickup and the orders for the van. The first two counts are read
 * from indexes.
 */
export function toShipCount(db: Db): RawBuilder<number> {
  const paid = db
    .selectFrom('orders')
    .where('state', '=', 'paid')
    .select(({ fn }) => fn.countAll().as('count'))
  const pickups = waitingToHandOver(db).select(({ fn }) => fn.countAll().as('count'))
  const van = db
    .selectFrom('orders')
    .where('state', '=', 'paid')
    .where('is_pickup', '=', 0)
    .where('handover', '=', 'van')
    .select(({ fn }) => fn.countAll().as('count'))
  return sql<number>`(${paid} - ${pickups} - ${van})`
}

/** The query for orders to ship: paid, not shipped, not picked up at the bar, and not delivered by the van of the shop. */
export function waitingToShip(db: Db) {
  return db
    .selectFrom('orders')
    .where('state', '=', 'paid')
    .where('is_pickup', '=', 0)
    .where((eb) => eb.or([eb('handover', 'is', null), eb('handover', '<>', 'van')]))
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
            .whereRef('later.parcel_number', '=', 'labels.parcel_number')
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
