/**
 * Opens the payment of an order at the provider, one for each method that the buyer chooses. Several tabs share them. The
 * first payment that is captured pays the order; the others are never captured.
 */
import { formatCents, toDecimal } from '#shared/kernel/pricing.ts'
import { labelOf, variantText } from '#shared/kernel/sizes.ts'
import { METHOD_NAMES, methodsFor, takesSum, type PayMethod } from '#shared/platform/pay-methods.ts'
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import { allOrNone } from '#server/kernel/db/all-or-none.ts'
import { isUniqueViolation } from '#server/kernel/db/failures.ts'
import type { Db, OrderLineRow, OrderRow, PaymentRow } from '#server/kernel/db/schema.ts'
import { conflict } from '#server/kernel/errors.ts'
import { ONLY_PAYPAL } from '#server/checkout/orders/place/pay.ts'
import { findOrder } from '#server/checkout/orders/read/order.ts'
import type { PaymentRequest } from '#server/providers/payments.ts'
import { recipientOfOrder } from '#server/checkout/quotes/parcel.ts'
import { payMethodsOf } from '#server/platform/settings/pay-methods.ts'
import type { Shop } from '#server/platform/shop.ts'
import type { Buyer } from '#server/platform/sessions/guests.ts'
import { requireFewDeclines } from '../checks/declines.ts'
import {
  captureInProgress,
  refuseIfUnavailable,
  requirePayable,
  requirePayments,
} from '../checks/refusals.ts'
import { totalsOf } from '../refunds/refund-parts.ts'
import { settle } from './settle.ts'

/** The number of attempts to find or insert the payment if other tabs insert theirs at the same time. */
const ATTEMPTS = 10

/**
 * Opens a payment at the provider for an unpaid order, or finds the payment of this method that is still open. Returns its
 * id at the provider, and its amount in dollars. Throws 404, 409 if the order cannot be paid or not with this method, 409
 * and 429 after too many declines, and 503 if the provider does not answer.
 */
export async function startPayment(
  shop: Shop,
  user: Buyer,
  orderId: string,
  method: PayMethod,
): Promise<{ orderId: string; amount: string }> {
  const order = await findOrder(shop, user, orderId)
  requirePayable(order)
  requirePayments(shop)
  await requireMethod(shop, order, method)
  await requireFewDeclines(shop, order.id)
  const payment = await openPayment(shop, order, user, method)
  const amount = toDecimal(payment.amount_cents)
  if (payment.provider_order_id) return { orderId: payment.provider_order_id, amount }

  const opened = await refuseIfUnavailable(shop, async () =>
    shop.providers.payments.createPayment(await paymentRequest(shop, order, payment)),
  )
  shop.crash('after-payment-opened')
  await shop.db
    .updateTable('payments')
    .set({ provider_order_id: opened.id, updated_at: isoNow(shop.clock) })
    .where('id', '=', payment.id)
    .execute()
  return { orderId: opened.id, amount }
}

/** Throws 409 if the order cannot be paid with this method. */
async function requireMethod(shop: Shop, order: OrderRow, method: PayMethod): Promise<void> {
  if (!methodsFor(order.saves_method === 1).includes(method)) throw conflict(ONLY_PAYPAL, { code: 'method' })
  const isOffered = (await payMethodsOf(shop)).includes(method)
  if (isOffered && takesSum(method, toPay(order))) return
  const why = isOffered ? `does not take ${formatCents(toPay(order))}` : 'is not offered right now'
  throw conflict(`${METHOD_NAMES[method]} ${why}. Please choose another way to pay`, { code: 'method' })
}

/** The amount in cents that gift cards do not pay. */
function toPay({ total_cents, gift_card_cents }: OrderRow): number {
  return total_cents - gift_card_cents
}

/**
 * The order's open payment of this method, or a new one. If several tabs start at once, the first inserts it, and the
 * others find it in their next attempt.
 */
async function openPayment(shop: Shop, order: OrderRow, user: Buyer, method: PayMethod): Promise<PaymentRow> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const earlier = await shop.db
      .selectFrom('payments')
      .selectAll()
      .where('order_id', '=', order.id)
      .execute()
    const open = earlier.find((payment) => payment.state === 'created' && payment.method === method)
    if (open && (await isStillOpen(shop, open, user))) return open
    const row = newPayment(shop, order, earlier.length + 1, method)
    if (await insertPayment(shop.db, row)) return row
    requirePayable(await findOrder(shop, user, order.id))
  }
  throw captureInProgress()
}

/**
 * Whether a buyer can still approve the payment at the provider. If not, records how it ended; throws if the order is paid.
 */
async function isStillOpen(shop: Shop, payment: PaymentRow, user: Buyer): Promise<boolean> {
  if (payment.provider_order_id === null) return true
  const seen = await refuseIfUnavailable(shop, () =>
    shop.providers.payments.getPayment(payment.provider_order_id!),
  )
  const isOver = !seen || seen.status === 'void' || seen.status === 'done'
  if (!isOver) return true
  if (seen?.status === 'done') {
    // The payment was captured or declined and the shop was not notified. Record the outcome, and throw if the order is
    // paid.
    await settle(shop, payment, seen)
    requirePayable(await findOrder(shop, user, payment.order_id))
  }
  const problem = seen?.status === 'done' ? 'Declined by PayPal' : 'Expired at PayPal'
  await shop.db
    .updateTable('payments')
    .set({ state: 'failed', problem, updated_at: isoNow(shop.clock) })
    .where('id', '=', payment.id)
    .where('state', '=', 'created')
    .execute()
  return false
}

/**
 * Inserts a payment. Returns false if the order is not pending, if it has an open payment of the same method, or if the
 * payment's number is taken.
 */
async function insertPayment(db: Db, row: PaymentRow): Promise<boolean> {
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
            .where('state', '=', 'created')
            .where('method', '=', row.method),
        ),
      ),
    )
  try {
    return !(await allOrNone(db, [
      { query: payable, rows: 1 },
      { query: db.insertInto('payments').values(row) },
    ]))
  } catch (error) {
    if (isUniqueViolation(error)) return false
    throw error
  }
}

/**
 * The row of an order's payment that is not opened at the provider yet.
 * @param number 1 for the first payment; each method has payments of its own, so each has its own request id
 */
export function newPayment(
  shop: Pick<Shop, 'clock'>,
  order: OrderRow,
  number: number,
  method: PayMethod = 'paypal',
): PaymentRow {
  const now = isoNow(shop.clock)
  return {
    id: newId(shop.clock),
    order_id: order.id,
    provider: 'paypal',
    provider_order_id: null,
    state: 'created',
    amount_cents: toPay(order),
    currency: 'USD',
    create_request_id: `${order.id}-create-${number}`,
    attempt: 1,
    capture_request_id: null,
    capture_id: null,
    payer_email: null,
    problem: null,
    captured_cents: null,
    returned_cents: 0,
    fee_cents: null,
    captured_at: null,
    reread_at: null,
    payment_method_id: null,
    method,
    paid_with: null,
    card_brand: null,
    card_digits: null,
    created_at: now,
    updated_at: now,
  }
}

/** The order's number, which PayPal shows to the buyer and in its mails; later payments get `-2`, `-3`. */
function invoiceIdOf({ id, number }: OrderRow, { create_request_id: request }: PaymentRow): string {
  const count = request.slice(`${id}-create-`.length)
  return count === '1' ? (number ?? id) : `${number ?? id}-${count}`
}

/** The data of an order that the provider needs for the payment. */
export async function paymentRequest(
  shop: Shop,
  order: OrderRow,
  payment: PaymentRow,
): Promise<PaymentRequest> {
  const lines = await shop.db
    .selectFrom('order_lines')
    .selectAll()
    .where('order_id', '=', order.id)
    .orderBy('position')
    .execute()
  return {
    requestId: payment.create_request_id,
    orderId: order.id,
    invoiceId: invoiceIdOf(order, payment),
    ...totalsOf(order),
    discountCents: order.discount_cents,
    giftCardCents: order.gift_card_cents,
    lines: lines.map((line) => ({
      name: nameAtProvider(line),
      sku: line.sku || line.size_id,
      quantity: line.qty,
      unitCents: line.price_cents,
    })),
    shipTo: order.is_pickup || order.is_gift_card ? null : shipTo(order),
    isByAccount: isByAccount(payment.method),
    savesMethod: order.saves_method === 1,
  }
}

/** Whether the buyer pays with a PayPal account. PayPal asks in its own window how Pay Later splits the payment. */
function isByAccount(method: PayMethod): boolean {
  return method === 'paypal' || method === 'pay_later'
}

function shipTo(order: OrderRow) {
  return {
    name: recipientOfOrder(order).name,
    line1: order.address,
    line2: order.address2,
    city: order.city,
    state: order.ship_state,
    postalCode: order.postal_code,
    country: order.country,
  }
}

/** PayPal's limit for the name of an item (`items.name` of its Orders API). */
const MAX_NAME = 127

/** The name of a line with its size and grind, which stay complete if the name has to be shortened. */
export function nameAtProvider(
  line: Pick<OrderLineRow, 'name' | 'size_label' | 'size_grams' | 'grind'>,
): string {
  const { name, size_label: label, size_grams: grams, grind } = line
  const variant = variantText({ size: labelOf({ label, grams }), grind })
  if (variant === '') return name
  return `${name.slice(0, MAX_NAME - variant.length - 2).toWellFormed()}, ${variant}`
}
