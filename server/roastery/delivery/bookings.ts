/** The capacity that an order takes of its roast days: rows of `roast_bookings`, in the transaction of the order. */
import { sql } from 'kysely'
import type { RoastShare } from '#shared/platform/delivery.ts'
import type { Step } from '#server/kernel/db/all-or-none.ts'
import type { Db, Tx } from '#server/kernel/db/schema.ts'
import type { Shop } from '#server/platform/shop.ts'
import { bookedGreen, isLimited, smallestBag, takesCapacity, type Room } from './capacity.ts'

/** The steps that take capacity without a limit: for orders by the shop, and if no day has a capacity. */
export function bookingSteps(db: Db, orderId: string, shares: readonly RoastShare[]): Step[] {
  if (shares.length === 0) return []
  return [{ query: db.insertInto('roast_bookings').values(rowsOf(orderId, shares)) }]
}

/**
 * The steps that take capacity only if the days have it. The lock comes first: orders for one day take turns, and the
 * statement after it counts what the orders before it have committed.
 */
export function guardedBookingSteps(
  db: Db,
  orderId: string,
  shares: readonly RoastShare[],
  room: Room,
): Step[] {
  if (!room.isLimited) return bookingSteps(db, orderId, shares)
  // Sorted by day, to prevent deadlocks.
  const sorted = shares.toSorted((one, other) => (one.day < other.day ? -1 : 1))
  return [
    ...sorted.flatMap(({ day }) => lockDay(db, day)),
    ...sorted.map((share) => guardedBooking(db, orderId, share, room)),
  ]
}

/**
 * Replaces what an order takes, in the caller's transaction. Returns false if a day has no room for it; then roll back.
 * @param room the limits of the days; left out for an order that may exceed them
 */
export async function rebook(
  tx: Tx,
  orderId: string,
  shares: readonly RoastShare[],
  room?: Room,
): Promise<boolean> {
  await tx.deleteFrom('roast_bookings').where('order_id', '=', orderId).execute()
  const steps = room ? guardedBookingSteps(tx, orderId, shares, room) : bookingSteps(tx, orderId, shares)
  for (const { query, rows } of steps) {
    const { numAffectedRows } = await tx.executeQuery(query.compile())
    if (rows !== undefined && numAffectedRows !== BigInt(rows)) return false
  }
  return true
}

/** After the commit of an order: removes cached dates if one of its days has become full for even one bag. */
export async function tellFullDays(shop: Shop, shares: readonly RoastShare[], room: Room): Promise<void> {
  if (!room.isLimited || shares.length === 0) return
  const days = shares.map(({ day }) => day).toSorted()
  const booked = await bookedGreen(shop.db, { from: days[0]!, to: days.at(-1)! })
  const bag = (await smallestBag(shop.db)) ?? 0
  const isFull = (day: string) => room.wholeOn(day) - room.plannedOn(day) - (booked.get(day) ?? 0) < bag
  if (days.some(isFull)) shop.changed({ tag: 'RoastDays' })
}

/** After a change of what an order takes: removes cached dates, because its days may have room again, or none. */
export async function tellChangedDays(shop: Shop, orderId: string): Promise<void> {
  if (!(await isLimited(shop))) return
  const booked = await shop.db
    .selectFrom('roast_bookings')
    .select('day')
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  if (booked) shop.changed({ tag: 'RoastDays' })
}

function rowsOf(orderId: string, shares: readonly RoastShare[]) {
  return shares.map(({ day, grams }) => ({ order_id: orderId, day, green_grams: grams }))
}

/** Does not change the version of the row, which belongs to the form of the roast day. */
function lockDay(db: Db, day: string): Step[] {
  return [
    {
      query: db
        .insertInto('roast_days')
        .values({ day, capacity_grams: null })
        .onConflict((taken) => taken.column('day').doNothing()),
    },
    {
      query: db
        .updateTable('roast_days')
        .set((eb) => ({ version: eb.ref('version') }))
        .where('day', '=', day),
      rows: 1,
    },
  ]
}

/** The capacity of a day without a limit: larger than any real capacity. */
const NO_LIMIT = 2_000_000_000

function guardedBooking(db: Db, orderId: string, { day, grams }: RoastShare, room: Room): Step {
  const { capacity, plannedOn, share } = room
  const limit = sql<number>`cast(coalesce(capacity_grams, ${sql.lit(capacity ?? NO_LIMIT)}) as bigint)`
  const fitting = db
    .selectFrom('roast_days')
    .where('day', '=', day)
    .where((eb) => eb(bookedOn(db, day), '+', grams + plannedOn(day)), '<=', limit)
    .$if(share !== undefined, (query) =>
      query.where(
        (eb) => eb(bookedOn(db, day, share!.counts), '+', grams + share!.plannedOn(day)),
        '<=',
        sql<number>`${limit} * ${sql.lit(share!.percent)} / 100`,
      ),
    )
    .select((eb) => [
      eb.val(orderId).as('order_id'),
      'day',
      eb.cast<number>(eb.val(grams), 'integer').as('green_grams'),
    ])
  const query = db
    .insertInto('roast_bookings')
    .columns(['order_id', 'day', 'green_grams'])
    .expression(fitting)
  return { query, rows: 1 }
}

/** The green coffee that orders take of a day: of all orders, or of those that count. */
function bookedOn(db: Db, day: string, counts = sql<boolean>`1 = 1`) {
  return db
    .selectFrom('roast_bookings')
    .innerJoin('orders', 'orders.id', 'roast_bookings.order_id')
    .where('day', '=', day)
    .where(takesCapacity)
    .where(counts)
    .select(({ fn }) => fn.coalesce(fn.sum<number>('green_grams'), sql.lit(0)).as('grams'))
}
