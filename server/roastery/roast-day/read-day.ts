/** A whole roast day: its batches, coffees and orders. */
import type { DayOrder, roastDay, WholeRoastDay } from '#shared/roastery/api/roast-day.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import { readTogether } from '#server/kernel/db/all-or-none.ts'
import type { Shop } from '#server/platform/shop.ts'
import { freshFrom } from './step.ts'
import {
  isRoastedToOrder,
  needsBags,
  ORDERED,
  type OrderedLine,
  readLines,
} from '../open-lines/open-lines.ts'
import { readBatches } from './read-batches.ts'
import { readCoffees } from './read-coffees.ts'
import { isRoastDay, nextDay } from '#shared/platform/delivery.ts'
import { calendarOf } from '#shared/platform/settings/shipping.ts'
import { labelOf } from '#shared/kernel/sizes.ts'
import { scheduleOf } from '../delivery/schedule.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { keepsMoney } from '../open-lines/money-back.ts'
import type { Reply } from '#shared/platform/api/endpoint.ts'
import { addDays } from '#shared/kernel/days.ts'

export async function readDay(shop: Shop, day: string): Promise<WholeRoastDay> {
  const { orders, lines } = await readOrders(shop, day)
  const fresh = await freshFrom(shop, day)
  const [neighbors, batches, coffees] = await Promise.all([
    neighborsOf(shop.db, day),
    readBatches(shop.db, day),
    readCoffees(shop.db, day, lines, fresh),
  ])
  return { day, ...neighbors, freshFrom: fresh, batches, coffees, orders }
}

/** The closest days before and after with batches or orders. A later day whose orders are all shipped has no work. */
async function neighborsOf(db: Db, day: string): Promise<Pick<WholeRoastDay, 'previous' | 'next'>> {
  const batches = db.selectFrom('batches').select('roasts_on as day').limit(1)
  const bookings = db
    .selectFrom('roast_bookings as booking')
    .innerJoin('orders', 'orders.id', 'order_id')
    .select('booking.day')
    .limit(1)
  const [batchBefore, orderBefore, batchAfter, orderAfter] = await readTogether(
    db,
    batches.where('roasts_on', '<', day).orderBy('roasts_on', 'desc'),
    bookings.where('state', 'in', ORDERED).where('booking.day', '<', day).orderBy('booking.day', 'desc'),
    batches.where('roasts_on', '>', day).orderBy('roasts_on'),
    bookings.where('state', '=', 'paid').where('booking.day', '>', day).orderBy('booking.day'),
  )
  return {
    previous: sortedDays([...batchBefore, ...orderBefore]).at(-1) ?? null,
    next: sortedDays([...batchAfter, ...orderAfter])[0] ?? null,
  }
}

function sortedDays(rows: readonly { day: string }[]): string[] {
  return rows.map(({ day }) => day).toSorted()
}

/** No order is placed longer than this before its roast day. */
const DAYS_AHEAD = 120

/**
 * The orders with coffee that is roasted to order, of this day, oldest first, and what they need. The next day with work
 * also has those of earlier days that are not shipped. A shipped order needs nothing more than the bags that it has.
 */
async function readOrders(shop: Shop, day: string): Promise<{ orders: DayOrder[]; lines: OrderedLine[] }> {
  const rows = await ordersOf(shop.db, day, day === (await dayOfLateOrders(shop)))
  const ids = rows.map(({ id }) => id)
  const lines = await readLines(shop.db, ids)
  const used = await readUsed(shop.db, ids)
  const linesOf = Map.groupBy(lines, ({ order }) => order)
  const orders = rows.map((row): DayOrder => {
    const own = linesOf.get(row.id) ?? []
    return {
      _id: row.id,
      number: row.number ?? row.id,
      recipient: row.recipient ?? row.buyer_name,
      shippingService: row.shipping_service,
      isPickup: row.is_pickup === 1,
      isByVan: row.handover === 'van',
      isGift: row.gift_note !== null,
      state: row.state as DayOrder['state'],
      roastsOn: row.roasts_on,
      ...lastFilling(own.flatMap((line) => bagsOf(line, used))),
      isFilled: !own.some((line) => needsBags(line, row.state)),
      lines: own.map((line) => toLine(line, used)),
    }
  })
  const isPaid = new Set(rows.filter(({ state }) => state === 'paid').map(({ id }) => id))
  const needed = lines.map((line) =>
    isPaid.has(line.order) ? line : { ...line, qty: Math.min(line.qty, line.filled) },
  )
  return { orders, lines: needed }
}

function ordersOf(db: Db, day: string, withLate: boolean) {
  return db
    .selectFrom('orders')
    .select(['id', 'number', 'recipient', 'buyer_name', 'shipping_service', 'is_pickup', 'gift_note'])
    .select(['state', 'roasts_on', 'handover'])
    .where((eb) =>
      eb.or([
        eb('roasts_on', '=', day)
          .and('state', 'in', ORDERED)
          // Read from the index by state and time.
          .and('created_at', '>=', addDays(day, -DAYS_AHEAD)),
        ...(withLate ? [eb('state', '=', 'paid').and('roasts_on', '<', day)] : []),
      ]),
    )
    .where((eb) => eb.or([eb('state', '<>', 'paid'), keepsMoney('orders.id')]))
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('order_lines as line')
          .select('line.position')
          .whereRef('line.order_id', '=', 'orders.id')
          .where(isRoastedToOrder),
      ),
    )
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

/** Today or later: the next roast day, or an earlier day on which there is work anyway. */
async function dayOfLateOrders(shop: Shop): Promise<string> {
  const today = nowAt(shop.clock).day
  const calendar = calendarOf(await scheduleOf(shop))
  const roasts = nextDay(today, today, (each) => isRoastDay(calendar, each)) ?? today
  const batch = await shop.db
    .selectFrom('batches')
    .select('roasts_on')
    .where('roasts_on', '>=', today)
    .where('roasts_on', '<', roasts)
    .orderBy('roasts_on')
    .limit(1)
    .executeTakeFirst()
  return batch?.roasts_on ?? roasts
}

type Used = Awaited<ReturnType<typeof readUsed>>

async function readUsed(db: Db, orderIds: readonly string[]) {
  if (orderIds.length === 0) return new Map<string, never[]>()
  const rows = await db
    .selectFrom('bag_uses as used')
    .innerJoin('bags', 'bags.id', 'used.bags_id')
    .innerJoin('coffee_lots as lot', 'lot.id', 'bags.coffee_lot_id')
    .select(['used.order_id', 'used.position', 'lot.code', 'lot.roasted_on', 'filled_by', 'filled_at'])
    .select(({ fn }) => fn.sum<number>('used.qty').as('qty'))
    .where('used.order_id', 'in', orderIds)
    .groupBy(['used.order_id', 'used.position', 'lot.code', 'lot.roasted_on', 'filled_by', 'filled_at'])
    .orderBy('lot.roasted_on')
    .orderBy('lot.code')
    .execute()
  return Map.groupBy(rows, ({ order_id, position }) => `${order_id} ${position}`)
}

function bagsOf({ order, line }: OrderedLine, used: Used) {
  return used.get(`${order} ${line}`) ?? []
}

function lastFilling(bags: ReturnType<typeof bagsOf>): Pick<DayOrder, 'filledBy' | 'filledAt'> {
  const last = bags.toSorted((one, other) => (one.filled_at < other.filled_at ? -1 : 1)).at(-1)
  return { filledBy: last?.filled_by ?? null, filledAt: last?.filled_at ?? null }
}

function toLine(line: OrderedLine, used: Used): DayOrder['lines'][number] {
  const bags = bagsOf(line, used)
  return {
    line: line.line,
    name: line.name,
    sizeId: line.sizeId,
    sizeLabel: labelOf({ label: line.sizeLabel, grams: line.sizeGrams }),
    grind: line.grind,
    qty: line.qty,
    isRoastedToOrder: line.isRoastedToOrder,
    filled: bags.map(({ code, roasted_on, qty }) => ({ lotCode: code, roastedOn: roasted_on, qty })),
  }
}

/** All lots that have arrived, are not archived and have coffee left, sorted by name. Weights are in grams. */
export async function readGreens({ db }: Shop): Promise<Reply<typeof roastDay.greens>> {
  const rows = await db
    .selectFrom('green_lots')
    .select(['id', 'code', 'name', 'grams_left'])
    .where('arrived_on', 'is not', null)
    .where('archived_at', 'is', null)
    .where('grams_left', '>', 0)
    .orderBy('name')
    .orderBy('code')
    .execute()
  return {
    lots: rows.map(({ id, code, name, grams_left }) => ({ _id: id, code, name, gramsLeft: grams_left })),
  }
}
