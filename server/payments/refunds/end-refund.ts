/**
 * What follows when a refund is completed or fails: the states of its payment and its order, the part of gift cards, findings,
 * and the mail. PayPal can fail a refund days after completing it, if the buyer's bank or account does not accept the money.
 */
import { sql } from 'kysely'
import { maskedCode } from '#shared/checkout/gift-cards.ts'
import { formatCents } from '#shared/kernel/pricing.ts'
import type { PaymentRow, RefundRow, Tx, OrderRow } from '#server/kernel/db/schema.ts'
import { orderMail } from '#server/platform/outbox/order-mail.ts'
import { returnBags } from '#server/roastery/roast-day/fill.ts'
import type { Shop } from '#server/platform/shop.ts'
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import { returnToCards } from '#server/checkout/gift-cards/spend.ts'
import { bookInvoiceRefund } from '#server/checkout/invoice-payments/book.ts'
import { note } from '#server/checkout/orders/history.ts'
import { restock } from './refund-goods.ts'
import { returnToBoughtCard } from './bought-card.ts'
import { webhookEvent } from '#server/platform/webhooks/events.ts'

/** Completes a refund: closes a fully refunded order and queues the buyer's email, also for foreign refunds. */
export async function finishCompleted(
  tx: Tx,
  shop: Shop,
  payment: PaymentRow,
  refund: RefundRow,
): Promise<void> {
  await closeIfFullyRefunded(tx, shop, payment)
  const { id, amount_cents: cents } = refund
  await orderMail(tx, shop, 'order-refunded', payment.order_id, { refund: { id, cents } }).execute()
  await webhookEvent(tx, shop, 'order.refunded', { order: payment.order_id, refund: id, cents }).execute()
}

/**
 * Sets a fully refunded payment to `refunded`. Also sets the order to `refunded` if this payment paid for it; if it is not
 * shipped, its bags are free for other orders.
 */
async function closeIfFullyRefunded(tx: Tx, shop: Shop, payment: PaymentRow): Promise<void> {
  const { cents } = await tx
    .selectFrom('refunds')
    .select((eb) => eb.fn.sum<number>('amount_cents').as('cents'))
    .where('payment_id', '=', payment.id)
    .where('state', '=', 'completed')
    .executeTakeFirstOrThrow()
  if (cents < payment.captured_cents!) return
  const now = isoNow(shop.clock)
  await tx
    .updateTable('payments')
    .set({ state: 'refunded', updated_at: now })
    .where('id', '=', payment.id)
    .execute()
  if (payment.state !== 'completed') return
  const closed = await tx
    .updateTable('orders')
    .set({ state: 'refunded', closed_at: now })
    .where('id', '=', payment.order_id)
    .where('state', 'in', ['paid', 'shipped', 'delivered'])
    // With a gift card, the order has two payments.
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('payments')
            .select('id')
            .where('order_id', '=', payment.order_id)
            .where('state', '=', 'completed'),
        ),
      ),
    )
    .returning(['shipped_at', 'delivered_at'])
    .executeTakeFirst()
  // The order was not shipped, so its bags of coffee that is roasted to order are still in the shop.
  if (closed && closed.shipped_at === null && closed.delivered_at === null)
    await returnBags(tx, [payment.order_id])
}

/** Sets a started refund to `completed`, if PayPal has no part in it. */
export async function completeRow(tx: Tx, { clock }: Shop, { id }: RefundRow): Promise<void> {
  const now = isoNow(clock)
  await tx
    .updateTable('refunds')
    .set({ state: 'completed', completed_at: now, updated_at: now, fee_back_cents: 0 })
    .where('id', '=', id)
    .execute()
}

/** Completes the refund to gift cards that waited for `refund`, once. Run it when PayPal has accepted `refund`. */
export async function refundCards(tx: Tx, shop: Shop, refund: RefundRow): Promise<void> {
  const waiting = await readWaiting(tx, refund)
  if (waiting) await completeCardRefund(tx, shop, waiting.payment, waiting.refund)
}

/**
 * Gives the amount of a started refund back to the cards that paid. Returns the ids of products whose goods returned to
 * stock.
 */
export async function completeCardRefund(
  tx: Tx,
  shop: Shop,
  payment: PaymentRow,
  refund: RefundRow,
): Promise<string[]> {
  await completeRow(tx, shop, refund)
  const cards = await returnToCards(tx, shop, payment.order_id, refund)
  await addToRefunded(tx, shop, payment, refund, refund.amount_cents)
  const text = cards.map(
    ({ cents, lastFour }) => `${formatCents(cents)} to gift card ${maskedCode(lastFour)}`,
  )
  await note(tx, shop, payment.order_id, refund.actor, `Refunded ${text.join(', ')}`).execute()
  await finishCompleted(tx, shop, payment, refund)
  return restock(tx, shop, payment.order_id, refund)
}

/**
 * Records that a refund failed. If it was completed, its payment and its order become refundable again. If PayPal had
 * accepted the refund, the failure appears as a finding on the Money page, because the admin saw the refund succeed.
 * Returned goods stay in stock.
 * @param tx the transaction that locks the payment
 * @param problem the reason, as a message for the admin
 */
export async function undoRefund(
  tx: Tx,
  shop: Shop,
  payment: PaymentRow,
  refund: RefundRow,
  problem: string,
): Promise<void> {
  if (refund.state === 'failed') return
  const now = isoNow(shop.clock)
  await tx
    .updateTable('refunds')
    .set({ state: 'failed', problem, completed_at: null, updated_at: now })
    .where('id', '=', refund.id)
    .execute()
  if (refund.state === 'completed') await addToRefunded(tx, shop, payment, refund, -refund.amount_cents)
  await returnToBoughtCard(tx, shop, payment, refund)
  const waiting = await readWaiting(tx, refund)
  if (waiting) await undoRefund(tx, shop, waiting.payment, waiting.refund, problem)
  const reopened = refund.of_sale === 1 ? 'completed' : 'refund_due'
  await tx
    .updateTable('payments')
    .set((eb) => ({ returned_cents: eb('returned_cents', '-', refund.amount_cents) }))
    .$if(payment.state === 'refunded', (query) => query.set({ state: reopened, updated_at: now }))
    .where('id', '=', payment.id)
    .execute()
  if (payment.state === 'refunded' && refund.of_sale === 1) await reopenOrder(tx, payment.order_id)
  const way = payment.provider === CARD_PROVIDER ? ' to the gift card' : ''
  const amount = `${formatCents(refund.amount_cents)}${way}`
  const event =
    refund.state === 'completed'
      ? `The refund of ${amount} failed after PayPal had completed it: ${problem}`
      : `The refund of ${amount} failed: ${problem}`
  await note(tx, shop, payment.order_id, 'PayPal', event).execute()
  if (refund.state !== 'started' && refund.of_sale === 1) await addFinding(tx, shop, payment, refund)
}

/**
 * Changes the refunded cents of the payment's order, and the ledger of an account whose money it was. Refunds of surplus
 * payments do not count. Call it when a refund becomes completed, or is no longer completed.
 */
export async function addToRefunded(
  tx: Tx,
  shop: Shop,
  payment: PaymentRow,
  refund: RefundRow,
  cents: number,
): Promise<void> {
  if (refund.of_sale === 0) return
  await bookInvoiceRefund(tx, shop, payment.order_id, refund, cents)
  await tx
    .updateTable('orders')
    .set((eb) => ({ refunded_cents: eb('refunded_cents', '+', cents) }))
    .where('id', '=', payment.order_id)
    .execute()
}

/**
 * Deletes the finding after this refund completed after all, or another refund of at least the same amount was made.
 */
export async function deleteFinding(tx: Tx, refund: RefundRow): Promise<void> {
  await tx
    .deleteFrom('money_findings')
    .where('kind', '=', 'failed')
    .where('payment_id', '=', refund.payment_id)
    .where('seen_at', 'is', null)
    .where((eb) => eb.or([eb('key', '=', keyOf(refund)), eb('ours', '<=', refund.amount_cents)]))
    .execute()
}

/** Sets a refunded order back to its previous state. */
async function reopenOrder(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('orders')
    .set({
      state: sql<OrderRow['state']>`case when delivered_at is not null then 'delivered'
        when shipped_at is not null then 'shipped' else 'paid' end`,
      closed_at: null,
    })
    .where('id', '=', id)
    .where('state', '=', 'refunded')
    .execute()
}

async function addFinding(tx: Tx, shop: Shop, payment: PaymentRow, refund: RefundRow): Promise<void> {
  await tx
    .insertInto('money_findings')
    .values({
      id: newId(shop.clock),
      key: keyOf(refund),
      kind: 'failed',
      order_id: payment.order_id,
      payment_id: payment.id,
      product_id: null,
      size_id: null,
      capture_id: payment.capture_id ?? '',
      ours: refund.amount_cents,
      theirs: 0,
      found_at: isoNow(shop.clock),
      seen_at: null,
      seen_by: null,
      note: null,
    })
    .onConflict((taken) => taken.column('key').doNothing())
    .execute()
}

function keyOf({ id }: RefundRow): string {
  return `failed:${id}`
}

/** The provider of a payment by gift card. */
export const CARD_PROVIDER = 'gift-card'

/** The request id of the refund to gift cards that waits for this refund at PayPal. */
export function cardRequestOf({ request_id }: Pick<RefundRow, 'request_id'>): string {
  return `${request_id}-card`
}

/** The refund to gift cards that waits for a refund at PayPal; null if there is none, or it is done. */
async function readWaiting(
  tx: Tx,
  refund: RefundRow,
): Promise<{ payment: PaymentRow; refund: RefundRow } | null> {
  const waiting = await tx
    .selectFrom('refunds')
    .selectAll()
    .where('request_id', '=', cardRequestOf(refund))
    .where('state', '=', 'started')
    .executeTakeFirst()
  if (!waiting) return null
  const payment = await tx
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', waiting.payment_id)
    .executeTakeFirstOrThrow()
  return { payment, refund: waiting }
}
