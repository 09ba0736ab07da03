/**
 * Closing orders that nobody paid: cancelled, expired with their hold, or given up while their payment was being
 * confirmed. Their goods go back on the shelf.
 */
import { isoNow } from '../time/clock.ts'
import { isOutage } from '../db/failures.ts'
import type { OrderRow, PaymentRow, Tx } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import { conflict } from '../errors.ts'
import { orderMail } from '../outbox/order-mail.ts'
import type { Shop } from '../shop.ts'
import type { SignedIn } from '../sessions/sessions.ts'
import { findOrder, note, recordOrder } from './orders.ts'
import { putBack } from './put-back.ts'

/**
 * Cancels an unpaid order and gives its stock back, once. A second time changes nothing. The buyer is told by mail,
 * unless it is the buyer who cancels and the mailbox had many such mails today.
 */
export async function cancelOrder(shop: Shop, user: SignedIn, id: string): Promise<void> {
  const order = await findOrder(shop, user, id)
  // A second time is not even tried: it would count as a mail.
  if (order.state === 'cancelled' || order.state === 'expired') return
  if (await close(shop, order, 'cancelled', user)) return
  const { state } = await findOrder(shop, user, id)
  if (state === 'cancelled' || state === 'expired') return
  throw conflict(
    state === 'capturing' ? 'The payment of this order is being confirmed' : 'A paid order cannot be removed',
  )
}

/** Closes unpaid orders whose hold has run out and gives their stock back. Answers how many. */
export async function expireOrders(shop: Shop): Promise<number> {
  const due = await shop.db
    .selectFrom('orders')
    .select(['id', 'buyer_email'])
    .where('state', '=', 'pending')
    .where('reserved_until', '<', isoNow(shop.clock))
    .orderBy('reserved_until')
    .limit(500)
    .execute()
  let expired = 0
  for (const order of due) {
    try {
      if (await close(shop, order, 'expired')) expired++
    } catch (error) {
      if (isOutage(error)) throw error
      // One that cannot be closed must not stand in front of all the others at every run.
      shop.log.error({ err: error, order: order.id }, 'an order did not expire')
    }
  }
  return expired
}

/**
 * Cancels an order whose payment is being confirmed, and gives that payment up, as it was read. PayPal must have been
 * asked before: money that comes in all the same is then owed back. False when something else was faster.
 * @param payment null for an order that says it is being confirmed though none of its payments is
 */
export function cancelUnderWay(
  shop: Shop,
  order: Pick<OrderRow, 'id' | 'buyer_email'>,
  by: SignedIn,
  payment: PaymentRow | null,
): Promise<boolean> {
  return close(shop, order, 'cancelled', by, async (tx) => {
    if (payment) await giveUp(tx, shop, payment)
    const other = await tx
      .selectFrom('payments')
      .select('id')
      .where('order_id', '=', order.id)
      .where('state', 'in', ['capture_started', 'pending'])
      .executeTakeFirst()
    if (other) throw new Beaten()
    return { from: 'capturing', event: 'Closed while PayPal was confirming the payment' }
  })
}

/** Throws Beaten when the payment is not what it was. */
async function giveUp(tx: Tx, shop: Shop, { id, attempt }: PaymentRow): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('payments')
    .set({ state: 'failed', problem: 'Given up by the shop', updated_at: isoNow(shop.clock) })
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('state', 'in', ['capture_started', 'pending'])
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new Beaten()
}

type Before = { from: 'pending' | 'capturing'; event: string }

/**
 * To cancelled or expired, in one transaction with the stock. False when something else was faster.
 * @param prepare runs first, and says which state the order must be in; throws Beaten when it cannot be closed now
 */
async function close(
  shop: Shop,
  { id, buyer_email }: Pick<OrderRow, 'id' | 'buyer_email'>,
  state: 'cancelled' | 'expired',
  by?: SignedIn,
  prepare?: (tx: Tx) => Promise<Before>,
): Promise<boolean> {
  // Before the transaction: counting must not wait for a second connection while this one holds locks.
  const isMailed = by?.isAdmin || (await shop.limits.mayMail('order', buyer_email))
  const returned = await transact(shop.db, async (tx) => {
    const now = isoNow(shop.clock)
    const plain: Before = {
      from: 'pending',
      event: state === 'expired' ? 'Not paid in time; the hold ran out' : 'Cancelled',
    }
    const before = prepare ? await prepare(tx) : plain
    const changed = await tx
      .updateTable('orders')
      .set({ state, closed_at: now })
      .where('id', '=', id)
      .where('state', '=', before.from)
      .$if(state === 'expired', (query) => query.where('reserved_until', '<', now))
      .returning('id')
      .executeTakeFirst()
    if (!changed) throw new Beaten()
    const products = await putBack(tx, shop, id, await readLines(tx, id), { inParts: false })
    await note(tx, shop, id, by?.name ?? 'The shop', before.event).execute()
    if (isMailed) await orderMail(tx, shop, `order-${state}`, id).execute()
    if (by?.isAdmin) await recordOrder(tx, shop, by, id, before.event)
    shop.crash('within-expiry')
    return products
  }).catch((error: unknown) => {
    if (error instanceof Beaten) return null
    throw error
  })
  if (returned) shop.mailSignal.raise()
  for (const productId of returned ?? []) shop.changed({ tag: 'Product', id: productId, stock: true })
  return returned !== null
}

/** Rolls back what was prepared: the order was no longer in the state that it had to be in. */
class Beaten extends Error {
  override name = 'Beaten'
}

function readLines(tx: Tx, orderId: string) {
  return tx.selectFrom('order_lines').select(['product_id', 'qty']).where('order_id', '=', orderId).execute()
}
