/** The paid orders with coffee that are not packed yet, and what orders take of the coming roast days. */
import { sql } from 'kysely'
import type { Db, OrderRow } from '#server/kernel/db/schema.ts'
import { takesCapacity } from '#server/roastery/delivery/capacity.ts'
import type { Bags } from '#server/roastery/delivery/green-coffee.ts'
import { tookNoStock } from '#server/roastery/open-lines/open-lines.ts'
import { keepsMoney } from '#server/roastery/open-lines/money-back.ts'

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
export async function readUnroasted(db: Db): Promise<{ rows: Unroasted[]; wasRoasted: Set<string> }> {
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
  const [orders, lines, days] = await Promise.all([
    open
      .select([...COLUMNS])
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
    hasToOrder ? linesToOrder(db, open.select('id')) : [],
    db.selectFrom('batches').select('roasts_on').distinct().where('state', '=', 'roasted').execute(),
  ])
  const bagsOf = Map.groupBy(lines, ({ orderId }) => orderId)
  const rows = orders.map((row) => {
    const bags = bagsOf.get(row.id) ?? []
    return { ...row, isToOrder: bags.length > 0, bags }
  })
  return { rows, wasRoasted: new Set(days.map(({ roasts_on: day }) => day)) }
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
