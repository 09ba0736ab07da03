/**
 * The runs of a day. They are computed from the accepted orders of that day and the routes of its weekday, so an order that is
 * accepted or changed late is on its run at once. Only the order of the stops of one day, and what happened, are stored.
 */
import type { Reply } from '#shared/platform/api/endpoint.ts'
import type { deliveries, AccountPickup, Run, RunOrder, RunStop } from '#shared/wholesale/api/deliveries.ts'
import { WEEKDAYS, weekdayOf } from '#shared/kernel/days.ts'
import { lineTitle } from '#shared/kernel/sizes.ts'
import { NO_ROUTE } from '#shared/wholesale/deliveries.ts'
import { type ExpressionBuilder, sql } from 'kysely'
import type { Db, DeliveryRow, Schema } from '#server/kernel/db/schema.ts'
import { badRequest, notFound } from '#server/kernel/errors.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { atShop, nowAt } from '#server/kernel/time/shop-days.ts'
import { readLines } from '#server/roastery/open-lines/open-lines.ts'
import type { Shop } from '#server/platform/shop.ts'
import { nameOfCompany } from '../accounts/rows.ts'
import { readRoutes } from './van-routes.ts'

/** The most orders of earlier days that the page of a day lists. */
const MOST_LATE = 50

/** The runs of a day, the orders that accounts pick up then, and late orders. */
export async function dayOfRuns(shop: Shop, day: string): Promise<Reply<typeof deliveries.day>> {
  const today = nowAt(shop.clock).day
  return {
    day,
    today,
    runs: await runsOf(shop, day),
    pickups: await pickupsOf(shop, day, today),
    late: await lateOrders(shop.db, today),
  }
}

/** Throws 404 for a route that does not exist on this weekday. */
export async function runOf(shop: Shop, day: string, route: string): Promise<Run> {
  const run = (await runsOf(shop, day, true)).find((each) => each.route === route)
  if (!run) throw notFound('Run')
  return run
}

/** Stores the order of the stops of a run on this day. Throws 404, and 400 for stops that are not on it. */
export async function sortStops(
  shop: Shop,
  { day, route }: { day: string; route: string },
  stops: readonly string[],
): Promise<Run> {
  const run = await runOf(shop, day, route)
  const known = run.stops.map(({ _id }) => _id)
  if (new Set(stops).size < stops.length || stops.some((each) => !known.includes(each)))
    throw badRequest('These are not the stops of this run. Please look again')
  // A stop that was added meanwhile comes last.
  const all = [...stops, ...known.filter((each) => !stops.includes(each))]
  await transact(shop.db, async (tx) => {
    if (known.length > 0)
      await tx.deleteFrom('run_stops').where('day', '=', day).where('location_id', 'in', known).execute()
    if (all.length > 0)
      await tx
        .insertInto('run_stops')
        .values(all.map((location, position) => ({ day, location_id: location, position })))
        .execute()
  })
  return runOf(shop, day, route)
}

/** @param empty whether routes without an order on this day are included */
async function runsOf(shop: Shop, day: string, empty = false): Promise<Run[]> {
  const { db } = shop
  const stops = await stopsOf(shop, day)
  const routes = await readRoutes(db, WEEKDAYS.indexOf(weekdayOf(day)) + 1)
  const changed = await db.selectFrom('run_stops').selectAll().where('day', '=', day).execute()
  const places = new Map(changed.map(({ location_id: id, position }) => [id, position]))
  const today = nowAt(shop.clock).day
  const taken = new Set<string>()
  const runs = routes.map(({ _id, name, driver, stops: order }): Run => {
    const own = stops.filter((stop) => order.includes(stop._id) && !taken.has(stop._id))
    for (const stop of own) taken.add(stop._id)
    const placeOf = ({ _id: id }: RunStop) => places.get(id) ?? order.indexOf(id)
    return { day, route: _id, name, driver, today, stops: own.toSorted((a, b) => placeOf(a) - placeOf(b)) }
  })
  const rest = stops
    .filter(({ _id }) => !taken.has(_id))
    .toSorted((a, b) => (places.get(a._id) ?? 0) - (places.get(b._id) ?? 0))
  const others: Run = { day, route: NO_ROUTE, name: 'Other stops', driver: '', today, stops: rest }
  return [...runs, others].filter((run) => empty || run.stops.length > 0)
}

/** The stops of a day: locations with orders that are to be delivered on it, or whose delivery was tried on it. */
async function stopsOf(shop: Shop, day: string): Promise<RunStop[]> {
  const { db } = shop
  const orders = await ordersQuery(db)
    .where('orders.handover', '=', 'van')
    .where('orders.id', 'in', (eb) =>
      onDay(eb, day).union(eb.selectFrom('deliveries').select('order_id as id').where('day', '=', day)),
    )
    .execute()
  if (orders.length === 0) return []
  const locations = await db
    .selectFrom('locations')
    .innerJoin('companies', 'companies.id', 'locations.company_id')
    .selectAll('locations')
    .select(['trade_name', 'legal_name'])
    .where(
      'locations.id',
      'in',
      orders.map(({ location }) => location),
    )
    .orderBy('legal_name')
    .orderBy('locations.name')
    .orderBy('locations.id')
    .execute()
  const shown = await toRunOrders(shop, orders, day)
  return locations.map((row) => ({
    _id: row.id,
    name: row.name,
    company: nameOfCompany(row),
    recipient: row.recipient,
    phone: row.phone,
    address: row.address,
    address2: row.address2,
    city: row.city,
    state: row.state,
    postalCode: row.postal_code,
    receivesFrom: row.receives_from,
    receivesTo: row.receives_to,
    doorNote: row.door_note,
    orders: orders.flatMap((order, at) => (order.location === row.id ? [shown[at]!] : [])),
  }))
}

type Days = ExpressionBuilder<Schema, 'orders'>

/** The ids of the orders that are to be delivered on a day. */
const onDay = (eb: Days, day: string) =>
  eb.selectFrom('orders as on_day').select('on_day.id').where('delivers_on', '=', day)

/** Whether an order is on runs. Not as a list of states: SQLite would read all orders by their states, instead of those of a day. */
const isOnRuns = sql<boolean>`(orders.state in ('paid', 'shipped', 'delivered')) is true`
/** Whether it is still to be delivered, as in the index `orders_to_deliver`. */
export const isOpen = (orders: 'orders' | 'before') =>
  sql<boolean>`(${sql.ref(`${orders}.state`)} in ('paid', 'shipped')) is true`

function ordersQuery(db: Db) {
  return db
    .selectFrom('orders')
    .innerJoin('companies', 'companies.id', 'orders.company_id')
    .where(isOnRuns)
    .select((eb) => [
      'orders.id as id',
      eb.fn.coalesce('orders.number', 'orders.id').as('number'),
      eb.fn.coalesce('orders.location_id', 'orders.id').as('location'),
      eb.fn.coalesce('orders.delivers_on', eb.val('')).as('deliversOn'),
    ])
    .select(['orders.state as state', 'po_number', 'buyer_note', 'trade_name', 'legal_name'])
    .orderBy('orders.created_at')
    .orderBy('orders.id')
}

type OrderOnRun = Awaited<ReturnType<ReturnType<typeof ordersQuery>['execute']>>[number]

/** @param day of the run. What happened on other days is shown only if the order was delivered. */
async function toRunOrders(shop: Shop, orders: readonly OrderOnRun[], day: string): Promise<RunOrder[]> {
  const { db } = shop
  const ids = orders.map(({ id }) => id)
  if (ids.length === 0) return []
  const lines = Map.groupBy(await readLines(db, ids), ({ order }) => order)
  const done = await db
    .selectFrom('deliveries')
    .selectAll()
    .where('order_id', 'in', ids)
    .where((eb) => eb.or([eb('outcome', '<>', 'nobody'), eb('day', '=', day)]))
    .orderBy('created_at')
    .execute()
  const shorts = await db
    .selectFrom('delivery_shorts')
    .innerJoin('deliveries', 'deliveries.id', 'delivery_shorts.delivery_id')
    .select(['deliveries.id', 'position as line', 'qty', 'why'])
    .where('order_id', 'in', ids)
    .orderBy('position')
    .execute()
  return orders.map((order) => {
    const own = (lines.get(order.id) ?? []).filter(({ qty }) => qty > 0)
    const rows = done.filter((row) => row.order_id === order.id)
    const delivery = rows.find(({ outcome }) => outcome !== 'nobody') ?? rows.at(-1)
    const missing = shorts.filter(({ id }) => id === delivery?.id).map(({ id: _id, ...short }) => short)
    return {
      _id: order.id,
      number: order.number,
      poNumber: order.po_number,
      note: order.buyer_note,
      pieces: own.reduce((sum, { qty }) => sum + qty, 0),
      unfilled: own.reduce(
        (sum, { isRoastedToOrder, qty, filled }) => sum + (isRoastedToOrder ? Math.max(0, qty - filled) : 0),
        0,
      ),
      grams: own.reduce((sum, { qty, sizeGrams }) => sum + qty * (sizeGrams ?? 0), 0),
      lines: own.map(({ line, qty, name, sizeGrams: size, sizeLabel, grind }) => ({
        line,
        qty,
        title: lineTitle({ name, size, sizeLabel, grind }),
      })),
      ...outcomeOf(order, delivery),
      shorts: missing,
    }
  })
}

/** An order that staff marked as delivered at the desk has no name. */
function outcomeOf({ state }: OrderOnRun, delivery: DeliveryRow | undefined) {
  return {
    outcome: delivery?.outcome ?? (state === 'delivered' ? ('delivered' as const) : null),
    receivedBy: delivery?.received_by ?? '',
    by: delivery?.actor ?? '',
    at: delivery ? atShop(delivery.at) : null,
    movedTo: delivery?.moved_to ?? null,
  }
}

/** What accounts pick up on a day; on the page of today, also what they did not pick up before. */
async function pickupsOf(shop: Shop, day: string, today: string): Promise<AccountPickup[]> {
  const orders = await ordersQuery(shop.db)
    .where('orders.handover', '=', 'pickup')
    .where('orders.id', 'in', (eb) => {
      const before = eb.selectFrom('orders as before').select('before.id').where('delivers_on', '<', day)
      return day === today ? onDay(eb, day).union(before.where(isOpen('before'))) : onDay(eb, day)
    })
    .execute()
  const shown = await toRunOrders(shop, orders, day)
  return shown.map((order, at) => ({
    ...order,
    company: nameOfCompany(orders[at]!),
    deliversOn: orders[at]!.deliversOn,
  }))
}

/** Orders for the van of earlier days that were not delivered, the oldest first. */
async function lateOrders(db: Db, today: string): Promise<Reply<typeof deliveries.day>['late']> {
  const rows = await ordersQuery(db)
    .leftJoin('locations', 'locations.id', 'orders.location_id')
    .select('locations.name as at')
    .where('orders.handover', '=', 'van')
    .where(isOpen('orders'))
    .where('orders.delivers_on', '<', today)
    .clearOrderBy()
    .orderBy('orders.delivers_on')
    .orderBy('orders.id')
    .limit(MOST_LATE)
    .execute()
  return rows.map((row) => ({
    _id: row.id,
    number: row.number,
    company: nameOfCompany(row),
    name: row.at ?? '',
    deliversOn: row.deliversOn,
  }))
}
