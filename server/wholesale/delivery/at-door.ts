/**
 * What a driver reports from a door. A phone may report it hours later. Each order is delivered once: the orders are locked, and
 * what someone else has done first is a conflict with the name of that person.
 */
import type { Body } from '#shared/platform/api/endpoint.ts'
import type { deliveries } from '#shared/wholesale/api/deliveries.ts'
import { counted } from '#shared/kernel/counts.ts'
import { dayOf, formatDate } from '#shared/kernel/dates.ts'
import { isoIn, SECOND } from '#server/kernel/time/clock.ts'
import type { OrderRow, Tx } from '#server/kernel/db/schema.ts'
import { badRequest, conflict } from '#server/kernel/errors.ts'
import { deliver } from '#server/checkout/orders/fulfill/fulfill.ts'
import { note } from '#server/checkout/orders/history.ts'
import { requireMoney } from '#server/roastery/open-lines/money-back.ts'
import { readLines } from '#server/roastery/open-lines/open-lines.ts'
import { attemptOf, transactOnce, type RequestKey } from '#server/platform/http/idempotency.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { leaveAtDoor } from './leave.ts'
import { insertDelivery, requireFromToday, setDay } from './orders.ts'

type By = { user: SignedIn; key: RequestKey | null }
type Done = { message: string }
type HandedOver = Body<typeof deliveries.handOver>

/**
 * Marks the orders of a stop as delivered to a person, without the pieces in `shorts`. Throws 400 for pieces that are not in
 * the orders, and 409 if one of the orders is delivered, closed, or gets its money back. Then nothing of the stop is changed.
 */
export async function handOver(shop: Shop, by: By, wanted: HandedOver): Promise<Done> {
  const attempt = attemptOf(by.user, { route: 'POST /api/deliveries/handed-over', what: 'stop' }, by.key)
  const returned: string[] = []
  const done = await transactOnce(shop, attempt, async (tx) => {
    const orders = await lockOrders(tx, shop, wanted.orders)
    await requireShorts(tx, wanted)
    const at = isoIn(shop.clock, -SECOND * (wanted.secondsAgo ?? 0))
    for (const order of orders) {
      const shorts = wanted.shorts.filter((short) => short.order === order.id)
      await handOverOne(tx, shop, by.user, order, { ...wanted, shorts, at })
      const left = { missing: shorts, at, actor: by.user.name }
      returned.push(...(await leaveAtDoor(tx, shop, order, left)))
    }
    return { message: `Delivered to ${wanted.receivedBy}` }
  })
  for (const id of new Set(returned)) shop.changed({ tag: 'Product', id, stock: true })
  shop.mailSignal.raise()
  return done
}

/**
 * Records a missed delivery: there was no one to take the goods. The orders are to be delivered on the new day. Throws 409 as `handOver`
 * does, and if someone else has reported the same already.
 */
export async function nobodyThere(
  shop: Shop,
  by: By,
  { day, orders: ids, newDay, note: why, secondsAgo }: Body<typeof deliveries.nobody>,
): Promise<Done> {
  const attempt = attemptOf(by.user, { route: 'POST /api/deliveries/nobody', what: 'stop' }, by.key)
  return transactOnce(shop, attempt, async (tx) => {
    if (newDay <= day) throw badRequest('The new day must be after the day of the run')
    requireFromToday(shop, newDay)
    const orders = await lockOrders(tx, shop, ids)
    await requireNotMissed(tx, shop, ids, day)
    const at = isoIn(shop.clock, -SECOND * (secondsAgo ?? 0))
    for (const order of orders) {
      await setDay(tx, shop, by.user, order, newDay)
      await insertDelivery(tx, shop, by.user, {
        order_id: order.id,
        day,
        outcome: 'nobody',
        note: why,
        moved_to: newDay,
        at,
      })
      await note(
        tx,
        shop,
        order.id,
        by.user.name,
        `Nobody was there. New day: ${formatDate(newDay, 'shortWeekday')}`,
      ).execute()
    }
    return { message: `Stays to deliver on ${formatDate(newDay, 'shortWeekday')}` }
  })
}

/** The orders of a stop, locked in the order of their ids, so that two phones do not block each other. Throws 409. */
async function lockOrders(tx: Tx, shop: Shop, ids: readonly string[]): Promise<OrderRow[]> {
  const orders: OrderRow[] = []
  for (const id of [...new Set(ids)].toSorted()) {
    const order = await tx
      .updateTable('orders')
      .set((eb) => ({ state: eb.ref('state') }))
      .where('id', '=', id)
      .where('company_id', 'is not', null)
      .where('handover', '=', 'van')
      .returningAll()
      .executeTakeFirst()
    if (!order) throw conflict('An order of this stop does not exist or is not delivered by van')
    if (order.state !== 'paid' && order.state !== 'shipped') throw await notOpen(tx, shop, order)
    orders.push(order)
  }
  return orders
}

async function notOpen(tx: Tx, shop: Shop, { id, number, state }: OrderRow) {
  const before = await tx
    .selectFrom('deliveries')
    .select(['actor', 'at', 'received_by as to'])
    .where('order_id', '=', id)
    .where('outcome', '<>', 'nobody')
    .executeTakeFirst()
  if (!before)
    return conflict(
      state === 'delivered'
        ? `Order ${number} is marked as delivered already. Nothing was changed`
        : `Order ${number} is closed, so it is not delivered. Nothing was changed`,
      { code: 'done' },
    )
  const who = `${before.actor} has delivered order ${number} to ${before.to} ${timeOf(shop, before.at)}`
  return conflict(`${who}. Nothing was changed`, { code: 'done' })
}

function timeOf({ clock }: Pick<Shop, 'clock'>, at: string): string {
  const isToday = dayOf(new Date(at)) === dayOf(clock.now())
  return `${isToday ? '' : `on ${formatDate(at, 'shortMonthDay')} `}at ${formatDate(at, 'time')}`
}

async function requireNotMissed(tx: Tx, shop: Shop, ids: readonly string[], day: string): Promise<void> {
  const before = await tx
    .selectFrom('deliveries')
    .select(['actor', 'at', 'moved_to as to'])
    .where('order_id', 'in', ids)
    .where('day', '=', day)
    .where('outcome', '=', 'nobody')
    .executeTakeFirst()
  if (!before) return
  const to = before.to ? ` and moved it to ${formatDate(before.to, 'shortWeekday')}` : ''
  throw conflict(`${before.actor} found nobody there ${timeOf(shop, before.at)}${to}. Nothing was changed`, {
    code: 'done',
  })
}

/** Throws 400 if a short piece is not in one of the orders, or all pieces of the stop are short. */
async function requireShorts(tx: Tx, { orders, shorts }: HandedOver): Promise<void> {
  if (shorts.length === 0) return
  const lines = await readLines(tx, orders)
  const keys = shorts.map(({ order, line }) => `${order} ${line}`)
  if (new Set(keys).size < keys.length) throw badRequest('A line is short twice')
  for (const { order, line, qty } of shorts) {
    const ordered = lines.find((each) => each.order === order && each.line === line)
    if (!ordered) throw badRequest('A short line is not in the orders of this stop')
    if (qty > ordered.qty)
      throw badRequest(`The order has only ${counted(ordered.qty, 'piece')} of ${ordered.name}`)
  }
  const all = lines.reduce((sum, { qty }) => sum + qty, 0)
  if (shorts.reduce((sum, { qty }) => sum + qty, 0) >= all)
    throw badRequest('Nothing would be delivered. Choose “Nobody there”, or cancel the orders at the desk')
}

async function handOverOne(
  tx: Tx,
  shop: Shop,
  user: SignedIn,
  order: OrderRow,
  { day, receivedBy, shorts, at }: HandedOver & { at: string },
): Promise<void> {
  if (!(await deliver(tx, shop, order.id, user))) {
    await requireMoney(tx, order.id)
    throw conflict(`Order ${order.number} cannot be delivered`)
  }
  await tx
    .updateTable('orders')
    .set({ delivered_at: at, delivers_on: day })
    .where('id', '=', order.id)
    .execute()
  const outcome = shorts.length > 0 ? 'short' : 'delivered'
  const id = await insertDelivery(tx, shop, user, {
    order_id: order.id,
    day,
    outcome,
    received_by: receivedBy,
    at,
  })
  const missing = shorts.reduce((sum, { qty }) => sum + qty, 0)
  const text = missing > 0 ? `, ${counted(missing, 'piece')} short` : ''
  await note(tx, shop, order.id, user.name, `Delivered to ${receivedBy}${text}`).execute()
  if (shorts.length === 0) return
  await tx
    .insertInto('delivery_shorts')
    .values(shorts.map(({ line, qty, why }) => ({ delivery_id: id, position: line, qty, why })))
    .execute()
}
