/** Changes and cancels an order of an account until its cut-off. Stock, bags and capacity are given back once. */
import { isoNow } from '#server/kernel/time/clock.ts'
import { transact } from '#server/kernel/db/transact.ts'
import type { Db, OrderRow } from '#server/kernel/db/schema.ts'
import { conflict, notFound } from '#server/kernel/errors.ts'
import type { Shop } from '#server/platform/shop.ts'
import { tellChangedDays } from '#server/roastery/delivery/bookings.ts'
import { returnBags } from '#server/roastery/roast-day/fill.ts'
import { logChange } from '#server/platform/change-log/change-log.ts'
import { takenBy, type ChangedOrder } from '#server/checkout/orders/place/changed-order.ts'
import { cancelUnpaid } from '#server/checkout/orders/close.ts'
import { note } from '#server/checkout/orders/history.ts'
import { returnToStock } from '#server/checkout/orders/stock.ts'
import { mailPeople } from './mails.ts'
import { ordererOf, type Orderer, type Who } from './who.ts'

/**
 * The order that a new one replaces; null if it names none. Throws 404 for an order of another account, and 409 with the code
 * `locked` if it is closed, paid for, or past its cut-off. Staff can change it after the cut-off too.
 */
export async function changedOf(
  shop: Shop,
  { company, staff }: Pick<Orderer, 'company' | 'staff'>,
  id: string | undefined,
): Promise<ChangedOrder | null> {
  if (id === undefined) return null
  const order = await orderIn(shop, company.id, id)
  requireChangeable(shop, order, staff !== null)
  const from = order.state === 'paid' ? { from: 'paid' as const } : {}
  return { id, taken: await takenBy(shop.db, id), codeId: null, cards: [], ...from }
}

/**
 * Cancels an order until its cut-off; staff can later too, with a reason. A second call changes nothing. Throws as
 * `changedOf`.
 */
export async function cancelWholesale(shop: Shop, who: Who, id: string): Promise<void> {
  const found = await shop.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirst()
  if (!found?.company_id) throw notFound('Order')
  const orderer = await ordererOf(shop, who, found.company_id)
  if (found.state === 'cancelled' || found.state === 'expired') return
  requireChangeable(shop, found, orderer.staff !== null)
  if (found.state === 'pending') {
    await cancelUnpaid(shop, orderer.staff ?? orderer.user, found)
    return
  }
  const products = await closeAccepted(shop, orderer, found)
  for (const product of products) shop.changed({ tag: 'Product', id: product })
  await tellChangedDays(shop, id)
  shop.mailSignal.raise()
}

/** Closes an order on account. Throws 409 if another request has closed, changed or delivered it first. */
async function closeAccepted(shop: Shop, orderer: Orderer, order: OrderRow): Promise<string[]> {
  const steps = await mailPeople(shop, order, 'canceled')
  return transact(shop.db, async (tx) => {
    const closed = await tx
      .updateTable('orders')
      .set({ state: 'cancelled', closed_at: isoNow(shop.clock), paid_at: null })
      .where('id', '=', order.id)
      .where('state', '=', 'paid')
      .where('on_account', '=', 1)
      .returning('id')
      .executeTakeFirst()
    if (!closed) throw locked('This order was just changed by somebody else')
    await requireNothingLeft(tx, order.id)
    const lines = await tx.selectFrom('order_lines').selectAll().where('order_id', '=', order.id).execute()
    const products = await returnToStock(tx, shop, order.id, lines, { inParts: false })
    await returnBags(tx, [order.id])
    await note(tx, shop, order.id, orderer.name, 'Canceled').execute()
    for (const { query } of steps) await tx.executeQuery(query.compile())
    if (orderer.staff)
      await logChange(tx, shop, orderer.staff, {
        subject: 'order',
        id: order.id,
        name: `Order ${order.number}`,
        action: 'Canceled for an account',
        changes: [{ field: 'Reason', before: '', after: orderer.reason }],
      })
    return products
  })
}

/** Throws 409 if a part of an order has left: what left is billed. */
export async function requireNothingLeft(db: Db, id: string): Promise<void> {
  const left = await db.selectFrom('departures').select('id').where('order_id', '=', id).executeTakeFirst()
  if (left) throw locked('A part of this order has left already. Please call us')
}

/** An order of the account. Throws 404. */
export async function orderIn(shop: Shop, companyId: string, id: string): Promise<OrderRow> {
  const row = await shop.db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', id)
    .where('company_id', '=', companyId)
    .executeTakeFirst()
  if (!row) throw notFound('Order')
  return row
}

/** Whether its buyers can still change and cancel an order: unpaid or on account, and before its cut-off. */
export function isChangeable(shop: Pick<Shop, 'clock'>, order: OrderRow): boolean {
  return isOpen(order) && (order.changeable_until ?? '') > isoNow(shop.clock)
}

function isOpen({ state, on_account }: OrderRow): boolean {
  return state === 'pending' || (state === 'paid' && on_account === 1)
}

function requireChangeable(shop: Shop, order: OrderRow, byStaff: boolean): void {
  if (!isOpen(order))
    throw locked(
      order.state === 'cancelled' || order.state === 'expired'
        ? 'This order is canceled already'
        : 'This order is paid or on its way, and can no longer be changed. Please call us',
    )
  if (!byStaff && !isChangeable(shop, order))
    throw locked('The time to change this order has passed. Please call us')
}

const locked = (message: string) => conflict(message, { code: 'locked' })
