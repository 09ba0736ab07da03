/**
 * Paid orders whose promised roast day no longer fits the plan, each with its next possible dates. The oldest orders
 * get their dates first, and each date takes capacity, so all new dates together are possible.
 */
import { MOST_MOVED, type AffectedOrder } from '#shared/roastery/api/promises.ts'
import { isRoastDay, promiseText, type RoastNeed, type RoastShare } from '#shared/platform/delivery.ts'
import { addDays } from '#shared/kernel/days.ts'
import { pickupText } from '#shared/platform/pickup.ts'
import { toDollars } from '#shared/kernel/pricing.ts'
import { calendarOf } from '#shared/platform/settings/shipping.ts'
import type { OrderRow, Db } from '#server/kernel/db/schema.ts'
import { roomOf, type Room, takesCapacity } from '#server/roastery/delivery/capacity.ts'
import { pickupPromiseOf, promiseOf } from '#server/roastery/delivery/delivery.ts'
import { greenOf, type Bags } from '#server/roastery/delivery/green-coffee.ts'
import { scheduleOf, type Schedule } from '#server/roastery/delivery/schedule.ts'
import type { Shop } from '#server/platform/shop.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { sql } from 'kysely'
import { tookNoStock } from '#server/roastery/open-lines/open-lines.ts'
import { keepsMoney } from '#server/roastery/open-lines/money-back.ts'

/** An affected order, with the columns of its new dates and what it takes of the roast days. */
export type Affected = AffectedOrder & {
  row: Unroasted
  columns: Partial<OrderRow>
  shares: RoastShare[]
}

/** All affected orders, oldest first, and the room that was found. */
export async function findAffected(shop: Shop): Promise<{ orders: Affected[]; room: Room }> {
  const settings = await scheduleOf(shop)
  const calendar = calendarOf(settings)
  const today = nowAt(shop.clock).day
  const room = await roomOf(shop, settings)
  const { rows, wasRoasted } = await readUnroasted(shop.db)
  const booked = await bookingsOf(shop.db, today)
  const over = ordersOverCapacity(booked, room)
  const reasonFor = (row: Unroasted): string | null => {
    const { roasts_on: on, ships_on: ships } = row
    if (on === null) return row.isToOrder ? 'It has no date yet' : null
    if (!isRoastDay(calendar, on) && on >= today) return 'The shop no longer roasts on this day'
    if (row.isToOrder && on < today && (!wasRoasted.has(on) || (ships ?? on) < today))
      return 'Its roast day is over, and it is not packed'
    return over.has(row.id) ? 'The orders of this day exceed its capacity' : null
  }
  const found = rows.flatMap((row) => {
    const reason = reasonFor(row)
    return reason === null ? [] : [{ row, reason }]
  })
  const moving = new Set(found.map(({ row }) => row.id))
  const free = leftFor(
    room,
    booked.filter(({ order_id: id }) => moving.has(id)),
  )
  const orders: Affected[] = []
  for (const { row, reason } of found) {
    const grams = row.isToOrder ? await greenOf(shop.db, row.bags) : 0
    const next = nextOf(shop, settings, row, { ...room, freeOn: free.on, grams })
    // The order fits into its day, after larger ones have left it.
    if (next.next?.roastsOn === row.roasts_on) {
      free.take(next.shares)
      continue
    }
    free.take(next.shares)
    orders.push({ ...toAffected(row, reason), ...next, row })
  }
  return { orders, room }
}

/** The affected orders for the admin. */
export async function affectedOrders(shop: Shop): Promise<{ orders: AffectedOrder[]; count: number }> {
  const { orders } = await findAffected(shop)
  return { orders: orders.slice(0, MOST_MOVED), count: orders.length }
}

/** The newest paid orders of each day whose bookings exceed its capacity: those without which the rest fits. */
function ordersOverCapacity(
  booked: Awaited<ReturnType<typeof bookingsOf>>,
  { capacityOn }: Room,
): Set<string> {
  const over = new Set<string>()
  for (const [day, ofDay] of Map.groupBy(booked, (each) => each.day)) {
    let sum = ofDay.reduce((total, { green_grams: grams }) => total + grams, 0)
    // From the newest order to the oldest. Shipped and unpaid orders stay.
    for (const { order_id: id, green_grams: grams, state } of ofDay.toReversed()) {
      if (sum <= capacityOn(day)) break
      if (state !== 'paid') continue
      over.add(id)
      sum -= grams
    }
  }
  return over
}

/** The capacity left on each day while orders get new dates. `returned` is the capacity that these orders take now. */
function leftFor({ freeOn }: Room, returned: readonly { day: string; green_grams: number }[]) {
  const change = new Map<string, number>()
  const add = (day: string, grams: number) => change.set(day, (change.get(day) ?? 0) + grams)
  for (const { day, green_grams: grams } of returned) add(day, grams)
  return {
    on: (day: string) => freeOn(day) + (change.get(day) ?? 0),
    take: (shares: readonly RoastShare[]) => {
      for (const { day, grams } of shares) add(day, -grams)
    },
  }
}

type Next = Pick<Affected, 'next' | 'columns' | 'shares'>

/** The dates that the order would have if it was placed now. A parcel takes as many days as before. */
function nextOf(shop: Shop, settings: Schedule, row: Unroasted, need: RoastNeed): Next {
  const of = { hasCoffee: true, need: row.isToOrder ? need : null }
  const none: Next = { next: null, columns: {}, shares: [] }
  if (row.is_pickup) {
    const { notice, roastDays } = pickupPromiseOf(shop, settings, of)
    const pickup = notice.promise
    if (!pickup?.roastsOn) return none
    const { roastsOn, readyOn: shipsOn, from, to } = pickup
    return {
      next: { roastsOn, shipsOn, text: pickupText(pickup, settings.place), delivery: null, pickup },
      columns: { roasts_on: roastsOn, ships_on: shipsOn, pickup_from: from, pickup_to: to },
      shares: roastDays,
    }
  }
  const { notice, roastDays } = promiseOf(shop, settings, { ...of, carrierDays: carrierDaysOf(row) })
  const delivery = notice.dates
  if (!delivery?.roastsOn) return none
  const { roastsOn, shipsOn, arrivesFrom, arrivesTo } = delivery
  return {
    next: { roastsOn, shipsOn, text: promiseText(delivery, null), delivery, pickup: null },
    columns: {
      roasts_on: roastsOn,
      ships_on: shipsOn,
      arrives_from: arrivesFrom,
      arrives_to: arrivesTo,
    },
    shares: roastDays,
  }
}

function carrierDaysOf({ ships_on: ships, arrives_from: arrives }: Unroasted): number | null {
  if (ships === null || arrives === null) return null
  for (let days = 0; days <= 30; days++) if (addDays(ships, days) >= arrives) return days
  return null
}

function toAffected(row: Unroasted, reason: string): Omit<AffectedOrder, 'next'> {
  return {
    _id: row.id,
    number: row.number ?? row.id,
    buyer: { name: row.buyer_name, email: row.buyer_email },
    total: toDollars(row.total_cents),
    roastsOn: row.roasts_on,
    reason,
  }
}

/** `isToOrder`: it has coffee roasted to order, in `bags`. Other coffee is in stock. */
export type Unroasted = Pick<OrderRow, (typeof COLUMNS)[number]> & { isToOrder: boolean; bags: Bags[] }

const COLUMNS = [
  'id',
  'number',
  'buyer_name',
  'buyer_email',
  'total_cents',
  'is_pickup',
  'roasts_on',
  'ships_on',
  'arrives_from',
  'arrives_to',
  'pickup_from',
  'pickup_to',
] as const

/**
 * The orders, oldest first, and the days on which coffee was roasted. An order with bags in it is being packed. If no
 * coffee is roasted to order, only orders with a roast day are returned.
 */
async function readUnroasted(db: Db): Promise<{ rows: Unroasted[]; wasRoasted: Set<string> }> {
  const hasToOrder = await roastsToOrder(db)
  const open = db
    .selectFrom('orders')
    .where('state', '=', 'paid')
    .where(takesCapacity)
    .where('ready_at', 'is', null)
    .where('is_gift_card', '=', 0)
    .where(keepsMoney('orders.id'))
    // Only coffee roasted to order needs a roast day, so orders without one are complete.
    .$if(!hasToOrder, (query) => query.where('roasts_on', 'is not', null))
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('bag_uses').select('bags_id').whereRef('order_id', '=', 'orders.id'))),
    )
  const [orders, lines] = await Promise.all([
    open
      .select([...COLUMNS])
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
    hasToOrder ? linesToOrder(db, open.select('id')) : [],
  ])
  const bagsOf = Map.groupBy(lines, ({ orderId }) => orderId)
  const rows = orders.map((row) => {
    const bags = bagsOf.get(row.id) ?? []
    return { ...row, isToOrder: bags.length > 0, bags }
  })
  return { rows, wasRoasted: await roastedOn(db, rows) }
}

/** The roast days of these orders on which coffee was roasted. */
async function roastedOn(db: Db, orders: readonly Pick<OrderRow, 'roasts_on'>[]): Promise<Set<string>> {
  const days = [...new Set(orders.flatMap(({ roasts_on: day }) => day ?? []))]
  if (days.length === 0) return new Set()
  const roasted = db.selectFrom('batches').select('roasts_on').distinct().where('state', '=', 'roasted')
  const found = await roasted.where('roasts_on', 'in', days).execute()
  return new Set(found.map(({ roasts_on: day }) => day))
}

/** Whether any coffee is roasted to order, or was when an order was placed. */
async function roastsToOrder(db: Db): Promise<boolean> {
  // A literal, because with a parameter SQLite would not use the partial index.
  const product = db
    .selectFrom('products')
    .where('is_roasted_to_order', '=', sql.lit(1))
    .select('id')
    .limit(1)
  const booking = db.selectFrom('roast_bookings').select('order_id').limit(1)
  return Boolean((await product.executeTakeFirst()) ?? (await booking.executeTakeFirst()))
}

/** The lines of coffee roasted to order: those that took no stock. */
function linesToOrder(db: Db, orders: ReturnType<typeof idsOf>) {
  return db
    .selectFrom('order_lines as line')
    .innerJoin('products', 'products.id', 'line.product_id')
    .where('line.order_id', 'in', orders)
    .where((eb) =>
      eb.or([
        eb('is_roasted_to_order', '=', 1),
        eb.exists(
          eb
            .selectFrom('roast_bookings')
            .select('day')
            .whereRef('roast_bookings.order_id', '=', 'line.order_id'),
        ),
      ]),
    )
    .where(tookNoStock)
    .select(['line.order_id as orderId', 'line.product_id as productId', 'line.qty'])
    .select('line.size_grams as sizeGrams')
    .execute()
}

function idsOf(db: Db) {
  return db.selectFrom('orders').select('id')
}

/** What orders take of each day from `today` on, oldest orders first. */
export function bookingsOf(db: Db, today: string) {
  return db
    .selectFrom('roast_bookings')
    .innerJoin('orders', 'orders.id', 'roast_bookings.order_id')
    .where('day', '>=', today)
    .where(takesCapacity)
    .select(['order_id', 'day', 'green_grams', 'state'])
    .orderBy('created_at')
    .orderBy('order_id')
    .execute()
}
