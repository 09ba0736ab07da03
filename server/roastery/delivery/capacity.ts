/**
 * The capacity of roast days: the green coffee that can be roasted on each, and what orders have left of it. All weights
 * are in grams. decisions/070-roastery.md
 */
import { type RawBuilder, sql } from 'kysely'
import { HORIZON, type RoastNeed } from '#shared/platform/delivery.ts'
import { addDays } from '#shared/kernel/days.ts'
import { calendarOf, type ShippingSettings } from '#shared/platform/settings/shipping.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import { currentSettings } from '#server/platform/settings/current.ts'
import { ROASTING } from '#server/platform/settings/groups.ts'
import type { Shop, Source } from '#server/platform/shop.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { type Bags, greenOf, greenWith, lossesOf, plannedGreen } from './green-coffee.ts'

/**
 * A part of every day's capacity, for some of the orders only. Other orders can use the whole day.
 * `counts` says which orders take of the part, for queries with the table `orders`.
 */
export type CapacityShare = { percent: number; counts: RawBuilder<boolean> }

/** The capacity of the coming roast days, and what is already taken of it. */
export type Room = Omit<RoastNeed, 'grams'> & {
  /** Whether any day has a capacity. */
  isLimited: boolean
  /** The part that these orders can take, with what is planned of it, if they cannot take the whole day. */
  share?: CapacityShare & { plannedOn: (day: string) => number }
  /** The capacity in the settings, and what the deliveries of subscriptions without an order will need on a day. */
  capacity: number | null
  plannedOn: (day: string) => number
  /** The whole capacity of a day, also for orders that can take a part of it. */
  wholeOn: (day: string) => number
}

/** The green coffee that an order needs, with the capacity of the coming roast days. */
export type Need = RoastNeed & Room

/** The lines of a cart or an order. */
type Goods = Bags & { isRoastedToOrder: boolean }

/**
 * The green coffee that these goods need for coffees roasted to order, with the capacity of the coming roast days. Null
 * if none of the goods is roasted to order; then nothing is read.
 * @param exceptOrder an order whose capacity is free
 * @param share the part of the capacity that the goods can take; without it, all of it
 */
export async function needOfGoods(
  shop: Shop,
  settings: ShippingSettings,
  goods: readonly Goods[],
  exceptOrder = '',
  share?: CapacityShare,
): Promise<Need | null> {
  const bags = goods.filter(({ isRoastedToOrder }) => isRoastedToOrder)
  if (bags.length === 0) return null
  const [grams, room] = await Promise.all([
    greenOf(shop.db, bags),
    roomOf(shop, settings, exceptOrder, share),
  ])
  return { ...room, grams }
}

/**
 * The same for one bag of the smallest size. Null if no day has a capacity, or no coffee on sale is roasted to order.
 */
export async function needOfBag(shop: Shop, settings: ShippingSettings): Promise<RoastNeed | null> {
  if (!(await isLimited(shop))) return null
  const grams = await smallestBag(shop.db)
  return grams === null ? null : { ...(await roomOf(shop, settings)), grams }
}

/** The capacity of the coming roast days. If no day has a capacity, nothing is read. */
export async function roomOf(
  shop: Shop,
  settings: ShippingSettings,
  exceptOrder = '',
  share?: CapacityShare,
): Promise<Room> {
  const { capacity } = await currentSettings(shop, ROASTING)
  const own = await shop.cached('RoastDays', OWN_CAPACITIES)
  const wholeOn = (day: string) => own.get(day) ?? capacity ?? Infinity
  if (capacity === null && own.size === 0)
    return { isLimited: false, capacity, wholeOn, capacityOn: wholeOn, freeOn: wholeOn, plannedOn: () => 0 }
  const today = nowAt(shop.clock).day
  const days = { from: today, to: addDays(today, HORIZON), exceptOrder }
  const [booked, planned] = await Promise.all([
    bookedGreen(shop.db, days),
    plannedGreen(shop, calendarOf(settings)),
  ])
  const plannedOn = (day: string) => planned.all.get(day) ?? 0
  const freeOn = (day: string) => wholeOn(day) - (booked.get(day) ?? 0) - plannedOn(day)
  if (!share) return { isLimited: true, capacity, wholeOn, capacityOn: wholeOn, freeOn, plannedOn }
  const bookedOfShare = await bookedGreen(shop.db, { ...days, counts: share.counts })
  const plannedOfShare = (day: string) => planned.standing.get(day) ?? 0
  const shareOn = (day: string) => Math.floor((wholeOn(day) * share.percent) / 100)
  const freeOfShare = (day: string) => shareOn(day) - (bookedOfShare.get(day) ?? 0) - plannedOfShare(day)
  return {
    isLimited: true,
    capacity,
    wholeOn,
    capacityOn: shareOn,
    freeOn: (day) => Math.min(freeOn(day), freeOfShare(day)),
    plannedOn,
    share: { ...share, plannedOn: plannedOfShare },
  }
}

/** Whether any roast day has a capacity. Read from memory. */
export async function isLimited(shop: Pick<Shop, 'cached' | 'db' | 'config'>): Promise<boolean> {
  const { capacity } = await currentSettings(shop, ROASTING)
  return capacity !== null || (await shop.cached('RoastDays', OWN_CAPACITIES)).size > 0
}

/**
 * The capacities that replace the capacity in the settings, by day. After saving one, call `shop.changed` with the tag.
 */
const OWN_CAPACITIES: Source<ReadonlyMap<string, number>> = {
  read: async (db) => {
    const rows = await db
      .selectFrom('roast_days')
      .select(['day', 'capacity_grams'])
      .where('capacity_grams', 'is not', null)
      .execute()
    return new Map(rows.map(({ day, capacity_grams: grams }) => [day, grams!]))
  },
}

/**
 * Whether an order takes capacity: it is neither closed unpaid nor refunded in full. A shipped order has used capacity
 * of its day. For queries with the table `orders`.
 */
export const takesCapacity = sql<boolean>`orders.state not in ('cancelled', 'expired')
  and (orders.total_cents = 0 or orders.refunded_cents < orders.total_cents)`

/** The green coffee of orders, by roast day, from `from` to `to`. `counts` leaves out other orders. */
export async function bookedGreen(
  db: Db,
  {
    from,
    to,
    exceptOrder = '',
    counts = sql<boolean>`1 = 1`,
  }: { from: string; to: string; exceptOrder?: string; counts?: RawBuilder<boolean> },
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('roast_bookings')
    .innerJoin('orders', 'orders.id', 'roast_bookings.order_id')
    .where('day', '>=', from)
    .where('day', '<=', to)
    .where('orders.id', '<>', exceptOrder)
    .where(takesCapacity)
    .where(counts)
    .groupBy('day')
    .select(({ fn }) => ['day', fn.sum<number>('green_grams').as('grams')])
    .execute()
  return new Map(rows.map(({ day, grams }) => [day, grams]))
}

/** The green coffee for one bag of the smallest size of any coffee on sale that is roasted to order; null without one. */
export async function smallestBag(db: Db): Promise<number | null> {
  const rows = await db
    .selectFrom('products')
    .innerJoin('product_sizes', 'product_sizes.product_id', 'products.id')
    .where('is_roasted_to_order', '=', 1)
    .where('is_draft', '=', 0)
    .where('deleted_at', 'is', null)
    .where('removed_at', 'is', null)
    .where('product_sizes.for_accounts', '=', 0)
    .select(['products.id as productId', 'grams as sizeGrams'])
    .execute()
  if (rows.length === 0) return null
  const losses = await lossesOf(db, [...new Set(rows.map(({ productId }) => productId))])
  return Math.min(...rows.map((row) => greenWith(losses, [{ ...row, qty: 1 }])))
}
