/**
 * Closes unpaid orders and returns their goods to stock: orders that are canceled, whose hold has expired, or that an
 * admin closes while their payment is being confirmed. Extends the hold for buyers who need more time to pay.
 */
import { MINUTE, isoIn, isoNow } from '#server/kernel/time/clock.ts'
import { isOutage } from '#server/kernel/db/failures.ts'
import type { OrderRow, PaymentRow, Tx } from '#server/kernel/db/schema.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { tellChangedDays } from '#server/roastery/delivery/bookings.ts'
import { releaseUse } from '../discounts/uses.ts'
import { conflict } from '#server/kernel/errors.ts'
import { orderMail } from '#server/platform/outbox/order-mail.ts'
import { isReal } from '#server/platform/invented.ts'
import type { Shop } from '#server/platform/shop.ts'
import type { Buyer } from '#server/platform/sessions/guests.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import { voidCard } from '../gift-cards/issue.ts'
import { GIFT_CARD_ID } from '../gift-cards/line.ts'
import { releaseCards } from '../gift-cards/spend.ts'
import { findOrder, getOrder, isHoldExtendable, orderRow } from './read/order.ts'
import { note, recordOrder } from './history.ts'
import { returnToStock } from './stock.ts'
import type { Order } from '#shared/checkout/api/orders.ts'
import { sellingOf } from '#server/platform/settings/current.ts'

/**
 * Cancels an unpaid order and returns its stock. A second call changes nothing. The buyer gets an email. Exceptions: the
 * buyer cancels, and the address has received too many such mails today, or `isReplaced`: the checkout places another order,
 * because the buyer has changed something after a payment that failed.
 */
export async function cancelOrder(
  shop: Shop,
  user: Buyer,
  id: string,
  { isReplaced = false } = {},
): Promise<void> {
  await cancelUnpaid(shop, user, await findOrder(shop, user, id), { isReplaced })
}

/** The same for an order of which the caller has checked that `user` may cancel it. */
export async function cancelUnpaid(
  shop: Shop,
  user: Buyer,
  order: OrderRow,
  { isReplaced = false } = {},
): Promise<void> {
  // Return before `close`, which would count an email.
  if (order.state === 'cancelled' || order.state === 'expired') return
  const way: Closing = isReplaced
    ? {
        by: user,
        isSilent: true,
        prepare: async () => ({ from: 'pending', event: 'Changed at the checkout' }),
      }
    : { by: user }
  if (await close(shop, order, 'cancelled', way)) return
  const { state } = await orderRow(shop, order.id)
  if (state === 'cancelled' || state === 'expired') return
  throw conflict(
    state === 'capturing' ? 'The payment of this order is being confirmed' : 'A paid order cannot be removed',
  )
}

/** Closes unpaid orders whose hold has expired and returns their stock. Returns the number of closed orders. */
export async function expireOrders(shop: Shop): Promise<number> {
  await correctHolds(shop)
  const due = await shop.db
    .selectFrom('orders')
    .select(['id', 'buyer_email'])
    .where('state', '=', 'pending')
    .where('reserved_until', '<', isoNow(shop.clock))
    .where(isReal('orders', 'orders.id'))
    .orderBy('reserved_until')
    .limit(500)
    .execute()
  let expired = 0
  for (const order of due) {
    try {
      if (await close(shop, order, 'expired')) expired++
    } catch (error) {
      if (isOutage(error)) throw error
      // Continue: an order that cannot be closed must not block the others.
      shop.log.error({ err: error, order: order.id }, 'an order did not expire')
    }
  }
  return expired
}

/**
 * An order that was placed in the future was placed by a machine whose clock was ahead. It counts as placed now: its hold
 * must neither keep its goods for as long as the clock was ahead, nor end while its buyer pays.
 */
async function correctHolds({ db, clock }: Shop): Promise<void> {
  const orders = await db
    .selectFrom('orders')
    .select(['id', 'created_at', 'reserved_until'])
    .where('state', '=', 'pending')
    .where('reserved_until', '>', isoNow(clock))
    .whereRef('reserved_until', '>', 'created_at')
    .where('created_at', '>', isoIn(clock, MINUTE))
    .execute()
  for (const { id, created_at, reserved_until } of orders)
    await db
      .updateTable('orders')
      .set({
        // Otherwise the next run would take the rest of the hold for all of it.
        created_at: isoNow(clock),
        reserved_until: isoIn(clock, Date.parse(reserved_until) - Date.parse(created_at)),
      })
      .where('id', '=', id)
      .where('state', '=', 'pending')
      .where('reserved_until', '=', reserved_until)
      .execute()
}

/**
 * Cancels an order whose payment is being confirmed, and marks that payment failed. Before the call, read the payment
 * at PayPal. Money that arrives later is owed back to the buyer. Returns false if the order or the payment has changed.
 * @param payment null for an order in state `capturing` without a payment under way
 */
export function cancelUnderWay(
  shop: Shop,
  order: Pick<OrderRow, 'id' | 'buyer_email'>,
  by: SignedIn,
  payment: PaymentRow | null,
): Promise<boolean> {
  const prepare = async (tx: Tx): Promise<Before> => {
    if (payment) await giveUp(tx, shop, payment)
    const other = await tx
      .selectFrom('payments')
      .select('id')
      .where('order_id', '=', order.id)
      .where('state', 'in', ['capture_started', 'pending'])
      .executeTakeFirst()
    if (other) throw new StateChanged()
    return { from: 'capturing', event: 'Closed while PayPal was confirming the payment' }
  }
  return close(shop, order, 'cancelled', { by, prepare })
}

/** Throws StateChanged if the payment has changed since it was read. */
async function giveUp(tx: Tx, shop: Shop, { id, attempt }: PaymentRow): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('payments')
    .set({ state: 'failed', problem: 'Given up by the shop', updated_at: isoNow(shop.clock) })
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('state', 'in', ['capture_started', 'pending'])
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new StateChanged()
}

/**
 * Cancels the unpaid order of a subscription's delivery, without an email: the subscriber gets another one. Returns false
 * if the order is not pending.
 */
export function closeDelivery(
  shop: Shop,
  order: Pick<OrderRow, 'id' | 'buyer_email'>,
  event: string,
): Promise<boolean> {
  const prepare = async (): Promise<Before> => ({ from: 'pending', event })
  return close(shop, order, 'cancelled', { isSilent: true, prepare })
}

type Before = { from: 'pending' | 'capturing'; event: string }

type Closing = {
  /** Who closes the order; left out for the shop itself. */
  by?: Buyer
  /** Whether the buyer gets no mail about it. */
  isSilent?: boolean
  /** Runs first and returns the expected state of the order; throws StateChanged if it cannot be closed now. */
  prepare?: (tx: Tx) => Promise<Before>
}

/**
 * Sets an order to canceled or expired and returns its stock, in one transaction. Returns false if the order is no
 * longer in the expected state.
 */
async function close(
  shop: Shop,
  { id, buyer_email }: Pick<OrderRow, 'id' | 'buyer_email'>,
  state: 'cancelled' | 'expired',
  { by, isSilent = false, prepare }: Closing = {},
): Promise<boolean> {
  // Count the mail before the transaction. Counting uses another connection, and must not wait for that connection
  // while this one holds locks.
  const isMailed = !isSilent && (by?.isAdmin || (await shop.limits.mayMail('order', buyer_email)))
  const returned = await transact(shop.db, async (tx) => {
    const now = isoNow(shop.clock)
    const plain: Before = {
      from: 'pending',
      event: state === 'expired' ? 'Not paid in time; the hold ran out' : 'Canceled',
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
    if (!changed) throw new StateChanged()
    const lines = await readLines(tx, id)
    const products = lines.length === 0 ? [] : await returnToStock(tx, shop, id, lines, { inParts: false })
    await releaseUse(tx, shop, id)
    await releaseCards(tx, shop, id)
    await voidCard(tx, id)
    await note(tx, shop, id, by?.name ?? 'The shop', before.event).execute()
    if (isMailed) await orderMail(tx, shop, `order-${state}`, id).execute()
    if (by?.isAdmin) await recordOrder(tx, shop, by, id, before.event)
    shop.crash('within-expiry')
    return products
  }).catch((error: unknown) => {
    if (error instanceof StateChanged) return null
    throw error
  })
  if (returned) {
    shop.mailSignal.raise()
    await tellChangedDays(shop, id)
  }
  for (const productId of returned ?? []) shop.changed({ tag: 'Product', id: productId, stock: true })
  return returned !== null
}

/** Thrown to roll the transaction back if the order or its payment has changed. */
class StateChanged extends Error {
  override name = 'StateChanged'
}

/** The lines of an order that took stock. */
function readLines(tx: Tx, orderId: string) {
  return tx
    .selectFrom('order_lines')
    .select(['product_id', 'size_id', 'qty'])
    .where('order_id', '=', orderId)
    .where('product_id', '<>', GIFT_CARD_ID)
    .execute()
}

/**
 * "I need more time" on the page of an unpaid order (WCAG 2.2, 2.2.1): holds its goods for another hold of the shop's usual
 * length (30 minutes), once. A second call changes nothing. Returns the order. Throws 404, and 409 if the shop no longer
 * holds the goods or a payment is being confirmed.
 */
export async function extendHold(shop: Shop, user: Buyer, id: string): Promise<Order> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const order = await findOrder(shop, user, id)
    if (order.hold_extended_at !== null) break
    if (!isHoldExtendable(shop, order)) throw conflict(reason(shop, order))
    await extend(shop, user, order)
  }
  return getOrder(shop, user, id)
}

/** A failed payment also lengthens the hold. If that happens after the order was read, the order is read again. */
const ATTEMPTS = 3

async function extend(shop: Shop, user: Buyer, { id, reserved_until: until }: OrderRow): Promise<void> {
  const { holdMinutes } = await sellingOf(shop)
  const extended = new Date(Date.parse(until) + holdMinutes * MINUTE).toISOString()
  await transact(shop.db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('orders')
      .set({ reserved_until: extended, hold_extended_at: isoNow(shop.clock) })
      .where('id', '=', id)
      .where('state', '=', 'pending')
      .where('hold_extended_at', 'is', null)
      .where('reserved_until', '=', until)
      .where('reserved_until', '>=', isoNow(shop.clock))
      .executeTakeFirst()
    if (numUpdatedRows === 1n)
      await note(tx, shop, id, user.name, `Held for ${holdMinutes} more minutes`).execute()
  })
}

function reason(shop: Shop, { state, reserved_until: until }: OrderRow): string {
  if (state === 'capturing') return 'The payment of this order is being confirmed'
  if (state !== 'pending') return 'This order is no longer waiting for its payment'
  return until < isoNow(shop.clock)
    ? 'The hold on this order has ended'
    : 'There is enough time to pay this order'
}
