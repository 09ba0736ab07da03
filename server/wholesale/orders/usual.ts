/** What a location usually takes: its last order, and the median of the last orders that had a size. */
import type { OrderForm } from '#shared/wholesale/api/account-orders.ts'
import type { Db } from '#server/kernel/db/schema.ts'

/** How many of the last orders count. */
const ORDERS = 6

/** Pieces by size, in all grinds together. `typical` is the median of those of the last six orders that had the size. */
export async function usualOf(
  db: Db,
  locationId: string,
): Promise<Map<string, { last: number; typical: number }>> {
  const orders = await lastOrders(db, locationId, ORDERS)
  if (orders.length === 0) return new Map()
  const lines = await db
    .selectFrom('order_lines')
    .where(
      'order_id',
      'in',
      orders.map(({ id }) => id),
    )
    .groupBy(['order_id', 'size_id'])
    .select((eb) => ['order_id', 'size_id', eb.fn.sum<number>('qty').as('qty')])
    .execute()
  const last = orders[0]!.id
  return new Map(
    [...Map.groupBy(lines, ({ size_id: id }) => id)].map(([id, of]) => [
      id,
      {
        last: of.find(({ order_id: order }) => order === last)?.qty ?? 0,
        typical: medianOf(of.map(({ qty }) => qty)),
      },
    ]),
  )
}

/** The lines of the last order for a location; null without one. */
export async function linesOfLast(db: Db, locationId: string): Promise<OrderForm['last']> {
  const [order] = await lastOrders(db, locationId, 1)
  if (!order) return null
  const lines = await db
    .selectFrom('order_lines')
    .select(['size_id', 'grind', 'qty'])
    .where('order_id', '=', order.id)
    .orderBy('position')
    .execute()
  return {
    number: order.number ?? order.id,
    lines: lines.map(({ size_id: sizeId, grind, qty }) => ({ sizeId, grind, qty })),
  }
}

/** Those that were not canceled, newest first. */
function lastOrders(db: Db, locationId: string, count: number) {
  return db
    .selectFrom('orders')
    .select(['id', 'number'])
    .where('location_id', '=', locationId)
    .where('company_id', 'is not', null)
    .where('state', 'not in', ['cancelled', 'expired'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(count)
    .execute()
}

/** Of an even number, the larger of the two in the middle: a cafe would rather have a bag too many. */
function medianOf(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}
