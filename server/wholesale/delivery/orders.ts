/** Changes of orders with a delivery that need no door: another day, and the handover of a pickup. */
import { isDay } from '#shared/kernel/days.ts'
import type { DeliveryOutcome } from '#shared/wholesale/deliveries.ts'
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import type { OrderRow, Tx } from '#server/kernel/db/schema.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { badRequest, conflict, notFound } from '#server/kernel/errors.ts'
import { deliver } from '#server/checkout/orders/fulfill/fulfill.ts'
import { handOver as handOverAtBar } from '#server/checkout/orders/fulfill/pickup.ts'
import { recordOrder } from '#server/checkout/orders/history.ts'
import { requireMoney } from '#server/roastery/open-lines/money-back.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { leaveAtDoor } from './leave.ts'

/** Moves an order for the van or a pickup to a day from today on. Throws 404, 400, and 409 if it is delivered or closed. */
export async function moveToDay(
  shop: Shop,
  user: SignedIn,
  id: string,
  day: string,
): Promise<{ message: string }> {
  requireFromToday(shop, day)
  return transact(shop.db, async (tx) => {
    const order = await orderOfAccount(tx, id)
    if (order.delivers_on === day) return { message: 'The order is on this day already' }
    await setDay(tx, shop, user, order, day)
    return { message: `Order ${order.number ?? id} is moved` }
  })
}

/** Throws 400 for a day before today. */
export function requireFromToday(shop: Pick<Shop, 'clock'>, day: string): void {
  if (!isDay(day) || day < nowAt(shop.clock).day) throw badRequest('Choose today or a later day')
}

/** Stores the new day of an order that is not delivered. Throws 409. */
export async function setDay(
  tx: Tx,
  shop: Shop,
  user: SignedIn,
  order: OrderRow,
  day: string,
): Promise<void> {
  const moved = await tx
    .updateTable('orders')
    .set({ delivers_on: day })
    .where('id', '=', order.id)
    .where('state', 'in', ['paid', 'shipped'])
    .returning('id')
    .executeTakeFirst()
  if (!moved) throw conflict('Only an order that is not delivered can be moved')
  await recordOrder(tx, shop, user, order.id, 'Moved the delivery', [
    { field: 'Delivery', before: order.delivers_on ?? '', after: day },
  ])
}

/** The order of an account that is delivered by van or picked up. Throws 404. */
async function orderOfAccount(tx: Tx, id: string): Promise<OrderRow> {
  const order = await tx
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', id)
    .where('company_id', 'is not', null)
    .where('handover', 'in', ['van', 'pickup'])
    .executeTakeFirst()
  if (!order) throw notFound('Order')
  return order
}

/**
 * Records who has picked up an order of an account, and marks it as delivered. A second call with the same name changes
 * nothing. Throws 404, and 409 if it was picked up by someone else, or is not ready to be handed over.
 */
export async function pickUp(
  shop: Shop,
  user: SignedIn,
  id: string,
  receivedBy: string,
): Promise<{ message: string }> {
  const message = `Handed over to ${receivedBy}`
  await transact(shop.db, async (tx) => {
    const order = await orderOfAccount(tx, id)
    if (order.handover !== 'pickup') throw conflict('This order is delivered by van')
    const isDone = await (order.is_pickup ? handOverAtBar : deliver)(tx, shop, id, user)
    if (!isDone) {
      const before = await tx
        .selectFrom('deliveries')
        .select('received_by')
        .where('order_id', '=', id)
        .where('outcome', '=', 'picked-up')
        .executeTakeFirst()
      if (before?.received_by === receivedBy) return
      await requireMoney(tx, id)
      throw conflict(
        before ? `${before.received_by} has picked it up already` : 'Only a paid order is handed over',
      )
    }
    const now = isoNow(shop.clock)
    const day = nowAt(shop.clock).day
    await leaveAtDoor(tx, shop, order, { missing: [], at: now, actor: user.name })
    await insertDelivery(tx, shop, user, {
      order_id: id,
      day,
      outcome: 'picked-up',
      received_by: receivedBy,
      at: now,
    })
  })
  shop.mailSignal.raise()
  return { message }
}

type NewDelivery = {
  order_id: string
  day: string
  outcome: DeliveryOutcome
  received_by?: string
  note?: string
  moved_to?: string
  at: string
}

/** Stores what happened to an order at the door or at its pickup. Returns the id. */
export async function insertDelivery(
  tx: Tx,
  shop: Shop,
  user: SignedIn,
  fields: NewDelivery,
): Promise<string> {
  const id = newId(shop.clock)
  await tx
    .insertInto('deliveries')
    .values({ id, ...fields, actor_id: user._id, actor: user.name, created_at: isoNow(shop.clock) })
    .execute()
  return id
}
