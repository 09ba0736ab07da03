/**
 * Pickup at the bar: only `markReady` marks an order as ready, and only `handOver` marks it as handed over, which is
 * its delivery. Both can be undone, because staff can choose the wrong row. An order that is ready stays `paid`.
 */
import type { Order } from '#shared/checkout/api/orders.ts'
import { dayOf } from '#shared/kernel/dates.ts'
import { keptUntil } from '#shared/platform/pickup.ts'
import { calendarOf } from '#shared/platform/settings/shipping.ts'
import { MINUTE, isoIn, isoNow } from '#server/kernel/time/clock.ts'
import type { OrderRow, Tx } from '#server/kernel/db/schema.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { conflict } from '#server/kernel/errors.ts'
import { requireMoney } from '#server/roastery/open-lines/money-back.ts'
import { forgetMail, orderMail } from '#server/platform/outbox/order-mail.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import { scheduleOf } from '#server/roastery/delivery/schedule.ts'
import type { Shop } from '#server/platform/shop.ts'
import { orderForStaff, orderRow } from '../read/order.ts'
import { note, recordOrder, type Admin } from '../history.ts'

/**
 * The mail about a handover is sent after this time, in milliseconds. A handover that is undone before sends no mail.
 */
const MAIL_AFTER = 10 * MINUTE

/**
 * Marks a paid order for pickup as ready and queues the buyer's mail. A second call changes nothing. Throws 404, and 409
 * for an order in another state, or whose whole money is on its way back.
 */
export async function markReady(shop: Shop, admin: SignedIn, id: string): Promise<Order> {
  const schedule = await scheduleOf(shop)
  const today = dayOf(shop.clock.now())
  const until = keptUntil(today, schedule.keepDays, calendarOf(schedule), schedule.bar)
  return change(shop, id, {
    isDone: (order) => order.state === 'paid' && order.ready_at !== null,
    refusal: 'Only a paid order for pickup can be marked ready',
    run: async (tx) => {
      const set = { ready_at: isoNow(shop.clock), kept_until: until, pickup_reminded_at: null }
      if (!(await update(tx, id, { state: 'paid', isReady: false }, set))) return false
      await requireMoney(tx, id)
      await note(tx, shop, id, admin.name, 'Ready for pickup').execute()
      await orderMail(tx, shop, 'order-ready', id).execute()
      await recordOrder(tx, shop, admin, id, 'Marked ready for pickup')
      return true
    },
  })
}

/** Undoes `markReady`. An email that is still waiting is not sent. Throws 404 and 409. */
export function markNotReady(shop: Shop, admin: SignedIn, id: string): Promise<Order> {
  return change(shop, id, {
    isDone: (order) => order.state === 'paid' && order.ready_at === null,
    refusal: 'Only an order that is ready and not handed over can be changed back',
    run: async (tx) => {
      const set = { ready_at: null, kept_until: null, pickup_reminded_at: null }
      if (!(await update(tx, id, { state: 'paid', isReady: true }, set))) return false
      await forgetMail(tx, 'order-ready', id)
      await forgetMail(tx, 'order-reminder', id)
      await note(tx, shop, id, admin.name, 'Not ready for pickup yet').execute()
      await recordOrder(tx, shop, admin, id, 'Changed back from ready for pickup')
      return true
    },
  })
}

/**
 * Marks a paid order for pickup as handed over. It does not have to be marked ready first: staff can pack it while the
 * buyer waits. A second call changes nothing. Throws 404, and 409 as `markReady` does.
 */
export function markHandedOver(shop: Shop, admin: SignedIn, id: string): Promise<Order> {
  return change(shop, id, {
    isDone: (order) => order.state === 'delivered',
    refusal: 'Only a paid order for pickup can be handed over',
    run: (tx) => handOver(tx, shop, id, admin),
  })
}

/** Undoes `markHandedOver`. Throws 404 and 409. */
export function undoHandOver(shop: Shop, admin: SignedIn, id: string): Promise<Order> {
  return change(shop, id, {
    isDone: (order) => order.state === 'paid',
    refusal: 'Only an order for pickup that was handed over can be changed back',
    run: (tx) => takeBack(tx, shop, id, admin),
  })
}

/**
 * Sets an order for pickup from delivered back to paid, in the caller's transaction. An email that is still waiting is not
 * sent. Returns false in any other state.
 * @param isLogged as in `deliver`
 */
export async function takeBack(
  tx: Tx,
  shop: Shop,
  id: string,
  admin: Admin,
  { isLogged = true } = {},
): Promise<boolean> {
  const set = { state: 'paid', delivered_at: null } as const
  if (!(await update(tx, id, { state: 'delivered' }, set))) return false
  await forgetMail(tx, 'order-delivered', id)
  await note(tx, shop, id, admin.name, 'Handover undone').execute()
  if (isLogged) await recordOrder(tx, shop, admin, id, 'Undid the handover')
  return true
}

/**
 * Sets an order for pickup from paid to delivered, in the caller's transaction. Returns false in any other state.
 * @param isLogged as in `deliver`
 */
export async function handOver(
  tx: Tx,
  shop: Shop,
  id: string,
  admin: Admin,
  { isLogged = true } = {},
): Promise<boolean> {
  const set = { state: 'delivered', delivered_at: isoNow(shop.clock) } as const
  if (!(await update(tx, id, { state: 'paid' }, set))) return false
  await requireMoney(tx, id)
  // A reminder that has not been sent yet would be wrong now.
  await tx
    .deleteFrom('outbox')
    .where('dedupe_key', 'in', [`order-ready:${id}`, `order-reminder:${id}`])
    .where('state', '=', 'waiting')
    .execute()
  await note(tx, shop, id, admin.name, 'Handed over at the bar').execute()
  await orderMail(tx, shop, 'order-delivered', id, { sendAt: isoIn(shop.clock, MAIL_AFTER) }).execute()
  if (isLogged) await recordOrder(tx, shop, admin, id, 'Handed over at the bar')
  return true
}

type Change = {
  /** Whether the order is already as the change would leave it. */
  isDone: (order: OrderRow) => boolean
  /** The message if the order is in another state. */
  refusal: string
  /** Returns false if the order is not in the state that the change starts from. */
  run: (tx: Tx) => Promise<boolean>
}

async function change(shop: Shop, id: string, { isDone, refusal, run }: Change): Promise<Order> {
  const isChanged = await transact(shop.db, run)
  if (isChanged) shop.mailSignal.raise()
  else {
    const order = await orderRow(shop, id)
    if (!order.is_pickup) throw conflict('This order is shipped, and not picked up')
    if (!isDone(order)) throw conflict(refusal)
  }
  return orderForStaff(shop, id)
}

/** Changes an order for pickup if it is in the expected state. Returns false otherwise. */
async function update(
  tx: Tx,
  id: string,
  { state, isReady }: { state: 'paid' | 'delivered'; isReady?: boolean },
  set: Partial<Pick<OrderRow, 'state' | 'ready_at' | 'kept_until' | 'delivered_at' | 'pickup_reminded_at'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('orders')
    .set(set)
    .where('id', '=', id)
    .where('is_pickup', '=', 1)
    .where('state', '=', state)
    .$if(isReady === true, (query) => query.where('ready_at', 'is not', null))
    .$if(isReady === false, (query) => query.where('ready_at', 'is', null))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
