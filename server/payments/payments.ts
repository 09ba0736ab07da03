/**
 * Paying an order. The intent to capture is committed before the provider is called, and every way in which
 * an answer can arrive (browser, reconciler, webhook) ends in `settle`, so that a crash at any
 * point heals by asking the provider again. Design: section 1 "Payment"; reference: crash-safe payments.
 */
import type { Order } from '#shared/api/orders.ts'
import { isoNow, newId } from '../clock.ts'
import { allOrNone } from '../db/all-or-none.ts'
import { isTaken } from '../db/failures.ts'
import type { Db, OrderRow, PaymentRow } from '../db/schema.ts'
import { Refusal, badRequest, conflict } from '../errors.ts'
import { findOrder, getOrder, note } from '../orders/orders.ts'
import { PaymentDeclined, PaymentRefused, PaymentUnavailable, type Payment } from '../providers/providers.ts'
import type { Shop } from '../shop.ts'
import type { SignedIn } from '../users/sessions.ts'
import {
  confirming,
  confirmingNow,
  notVerified,
  orUnavailable,
  refusePayment,
  requirePayable,
} from './refusals.ts'
import { mismatch, reopen, settle } from './settle.ts'

/** How often a tab looks for the payment of another one before it gives up. */
const LOOKS = 5

/** Opens a payment at the provider for an unpaid order, or finds the one still open. Answers the provider's id. */
export async function startPayment(
  shop: Shop,
  user: SignedIn,
  orderId: string,
): Promise<{ orderId: string }> {
  const order = await findOrder(shop, user, orderId)
  requirePayable(order)
  const payment = (await findOpenPayment(shop, order)) ?? (await sharePayment(shop, order, user))
  if (payment.provider_order_id) return { orderId: payment.provider_order_id }

  const opened = await orUnavailable(shop, () => openAtProvider(shop, order, payment))
  shop.crash('after-payment-opened')
  await shop.db
    .updateTable('payments')
    .set({ provider_order_id: opened.id, updated_at: isoNow(shop.clock) })
    .where('id', '=', payment.id)
    .execute()
  return { orderId: opened.id }
}

/**
 * Captures an approved payment and marks the order paid. Of what the browser sends only the provider's id is
 * used; everything else is read from the provider.
 * Throws 400 'Payment not verified', 402 when declined (the order stays payable), 409 when the order cannot
 * be paid, 503 while nobody knows whether money moved.
 */
export async function payOrder(
  shop: Shop,
  user: SignedIn,
  orderId: string,
  providerOrderId: string,
): Promise<Order> {
  const order = await findOrder(shop, user, orderId)
  if (order.paid_at !== null) return getOrder(shop, user, orderId)
  const payment = await shop.db
    .selectFrom('payments')
    .selectAll()
    .where('order_id', '=', orderId)
    .where('provider_order_id', '=', providerOrderId)
    .executeTakeFirst()
  if (!payment) throw badRequest('Payment not verified')
  if (order.state === 'capturing') throw confirmingNow()
  requirePayable(order)

  const seen = await orUnavailable(shop, () => shop.providers.payments.getPayment(providerOrderId))
  if (!seen || mismatch(shop, payment, seen)) throw notVerified(shop, payment, seen)
  if (seen.status === 'done') await settle(shop, payment, seen)
  else if (seen.status === 'approved') await captureOnce(shop, payment, user)
  else throw conflict('The payment was not approved at PayPal', { code: 'not-approved' })
  return getOrder(shop, user, orderId)
}

/** Finishes the purchase of a buyer who said yes at PayPal and did not come back. Throws as `payOrder` does. */
export async function captureApproved(shop: Shop, payment: PaymentRow): Promise<void> {
  const begun = await beginCapture(shop, payment, { name: 'PayPal' })
  if (begun) await capture(shop, begun)
}

/** Takes the money of a payment whose intent is committed, and writes down the outcome. */
export async function capture(shop: Shop, payment: PaymentRow): Promise<void> {
  shop.crash('after-capture-intent')
  let seen: Payment
  try {
    seen = await shop.providers.payments.capturePayment(
      payment.provider_order_id!,
      payment.capture_request_id!,
    )
  } catch (error) {
    if (error instanceof PaymentDeclined) {
      await reopen(shop, payment, `Payment declined (${error.issue})`)
      throw new Refusal(402, 'PayPal declined this card or account. Please try another one', {
        code: error.issue,
      })
    }
    if (error instanceof PaymentRefused) {
      await reopen(shop, payment, `Payment refused by PayPal (${error.issue})`)
      throw conflict('PayPal did not take this payment. Please try again', { code: error.issue })
    }
    if (error instanceof PaymentUnavailable) throw confirming(shop, error)
    throw error
  }
  shop.crash('after-capture-answer')
  const outcome = await settle(shop, payment, seen)
  shop.crash('after-paid-commit')
  if (outcome === 'declined') {
    throw new Refusal(402, 'PayPal declined this card or account. Please try another one', {
      code: 'CAPTURE_DECLINED',
    })
  }
}

async function findOpenPayment(shop: Shop, order: OrderRow): Promise<PaymentRow | null> {
  const payment = await shop.db
    .selectFrom('payments')
    .selectAll()
    .where('order_id', '=', order.id)
    .where('state', '=', 'created')
    .executeTakeFirst()
  if (!payment?.provider_order_id) return payment ?? null
  const seen = await orUnavailable(shop, () => shop.providers.payments.getPayment(payment.provider_order_id!))
  if (seen && seen.status !== 'void') return payment
  await shop.db
    .updateTable('payments')
    .set({ state: 'failed', problem: 'Run out at PayPal', updated_at: isoNow(shop.clock) })
    .where('id', '=', payment.id)
    .where('state', '=', 'created')
    .execute()
  return null
}

/** Of tabs that start at once the first makes the payment; the others find it when they look again. */
async function sharePayment(shop: Shop, order: OrderRow, user: SignedIn): Promise<PaymentRow> {
  for (let look = 1; look <= LOOKS; look++) {
    const earlier = await shop.db
      .selectFrom('payments')
      .selectAll()
      .where('order_id', '=', order.id)
      .execute()
    const open = earlier.find(({ state }) => state === 'created')
    if (open) return open
    const row = newPayment(shop, order, earlier.length + 1)
    if (await isAdded(shop.db, row)) return row
    requirePayable(await findOrder(shop, user, order.id))
  }
  throw confirmingNow()
}

/** Writes a payment down, unless the order takes none, or has an open one, or the number is taken. */
async function isAdded(db: Db, row: PaymentRow): Promise<boolean> {
  const payable = db
    .updateTable('orders')
    .set((eb) => ({ state: eb.ref('state') }))
    .where('id', '=', row.order_id)
    .where('state', '=', 'pending')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('payments')
            .select('id')
            .where('order_id', '=', row.order_id)
            .where('state', '=', 'created'),
        ),
      ),
    )
  try {
    return !(await allOrNone(db, [
      { query: payable, rows: 1 },
      { query: db.insertInto('payments').values(row) },
    ]))
  } catch (error) {
    if (isTaken(error)) return false
    throw error
  }
}

function newPayment(shop: Shop, order: OrderRow, number: number): PaymentRow {
  const now = isoNow(shop.clock)
  return {
    id: newId(shop.clock),
    order_id: order.id,
    provider: 'paypal',
    provider_order_id: null,
    state: 'created',
    amount_cents: order.total_cents,
    currency: 'USD',
    create_request_id: `${order.id}-create-${number}`,
    attempt: 1,
    capture_request_id: null,
    capture_id: null,
    payer_email: null,
    problem: null,
    captured_cents: null,
    returned_cents: 0,
    captured_at: null,
    reread_at: null,
    created_at: now,
    updated_at: now,
  }
}

async function openAtProvider(shop: Shop, order: OrderRow, payment: PaymentRow): Promise<Payment> {
  const lines = await shop.db.selectFrom('order_lines').selectAll().where('order_id', '=', order.id).execute()
  return shop.providers.payments.createPayment({
    requestId: payment.create_request_id,
    orderId: order.id,
    invoiceId: payment.create_request_id.replace('-create', ''),
    itemsCents: order.items_cents,
    shippingCents: order.shipping_cents,
    taxCents: order.tax_cents,
    totalCents: order.total_cents,
    lines: lines.map((line) => ({
      name: line.name,
      sku: line.product_id,
      quantity: line.qty,
      unitCents: line.price_cents,
    })),
    shipTo: {
      name: order.buyer_name,
      line1: order.address,
      line2: order.address2,
      city: order.city,
      state: order.ship_state,
      postalCode: order.postal_code,
      country: order.country,
    },
  })
}

/** Whoever finds the order no longer pending lost to a twin, a cancel or the clock; paid by a twin is paid. */
async function captureOnce(shop: Shop, payment: PaymentRow, user: SignedIn): Promise<void> {
  const begun = await beginCapture(shop, payment, user)
  if (begun) return capture(shop, begun)
  const order = await findOrder(shop, user, payment.order_id)
  if (order.paid_at === null) refusePayment(order)
}

/** Commits the intent to capture; null when the order is no longer pending. */
async function beginCapture(
  shop: Shop,
  { id }: PaymentRow,
  by: { name: string },
): Promise<PaymentRow | null> {
  // The attempt as it stands now: a decline may have come since the payment was read.
  const payment = await shop.db
    .selectFrom('payments')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const started = {
    state: 'capture_started' as const,
    capture_request_id: `${id}-capture-${payment.attempt}`,
    updated_at: isoNow(shop.clock),
  }
  const unmet = await allOrNone(shop.db, [
    {
      query: shop.db
        .updateTable('orders')
        .set({ state: 'capturing' })
        .where('id', '=', payment.order_id)
        .where('state', '=', 'pending'),
      rows: 1,
    },
    {
      query: shop.db
        .updateTable('payments')
        .set(started)
        .where('id', '=', id)
        .where('attempt', '=', payment.attempt),
      rows: 1,
    },
    { query: note(shop.db, shop, payment.order_id, by.name, 'Payment approved at PayPal') },
  ])
  return unmet ? null : { ...payment, ...started }
}
