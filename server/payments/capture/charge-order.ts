/**
 * Charges an order to a saved payment method, without the buyer. The intent is committed before the call, every attempt
 * has its own request id, and the result is recorded by `settle`, as for other payments. After a crash at any point the
 * reconciler calls `finishCharge` again. decisions/064-saved-payment-methods.md
 */
import { isoNow, HOUR, isoIn } from '#server/kernel/time/clock.ts'
import { allOrNone } from '#server/kernel/db/all-or-none.ts'
import { isUniqueViolation } from '#server/kernel/db/failures.ts'
import type { OrderRow, PaymentMethodRow, PaymentRow } from '#server/kernel/db/schema.ts'
import { note } from '#server/checkout/orders/history.ts'
import {
  MethodGone,
  PaymentDeclined,
  PaymentRefused,
  PaymentUnavailable,
  type Payment,
  LIST_LAG_HOURS,
} from '#server/providers/payments.ts'
import { isReachable } from '#server/providers/circuit.ts'
import type { Shop } from '#server/platform/shop.ts'
import { findMethod, isOfBuyer, markGone } from '../methods/methods.ts'
import { requirePayable } from '../checks/refusals.ts'
import { beginCapturing, release, settle } from './settle.ts'
import { newPayment, paymentRequest } from './start-payment.ts'

/**
 * `paid`: the order is paid. `pending`: PayPal has the payment and reviews it, or another attempt is under way; the
 * order becomes paid, or pending again, by itself. `declined`: no money moved; another attempt may succeed.
 * `method-gone`: the payment method was removed; the buyer must choose another one. `unavailable`: PayPal cannot be
 * asked, has not given the token yet, or refuses for a reason that concerns the shop's account. If it is not known
 * whether money moved, the order stays in state `capturing` until the reconciler knows it.
 */
type ChargeOutcome = 'paid' | 'pending' | 'declined' | 'method-gone' | 'unavailable'

/**
 * Charges an unpaid order to a saved payment method of its buyer. Safe to call again, and concurrently: an order is
 * charged once. Each call for an order in state `pending` is a new attempt.
 * Throws 409 if the order was canceled or has expired, and an error if the payment method is another buyer's.
 */
export async function chargeOrder(
  shop: Shop,
  orderId: string,
  paymentMethodId: string,
): Promise<ChargeOutcome> {
  const order = await readOrder(shop, orderId)
  if (order.paid_at !== null) return 'paid'
  if (order.state === 'capturing') return 'pending'
  requirePayable(order)
  const method = await findMethod(shop, paymentMethodId)
  if (method && !isOfBuyer(method, order))
    throw new Error(`The payment method ${paymentMethodId} does not belong to the buyer of order ${orderId}`)
  if (!method || method.state === 'deleted') return 'method-gone'
  if (method.state === 'waiting' || !isReachable(shop, 'payments')) return 'unavailable'
  const payment = await beginCharge(shop, order, method)
  if (payment) return finishCharge(shop, payment)
  // Another request charges the order, or its buyer pays it.
  return (await readOrder(shop, orderId)).paid_at === null ? 'pending' : 'paid'
}

/**
 * Sends a charge whose intent is committed, and records the result. A repeated call has the same request id, so that
 * PayPal returns the result of the first one.
 */
export async function finishCharge(shop: Shop, payment: PaymentRow): Promise<ChargeOutcome> {
  shop.crash('after-charge-intent')
  let seen: Payment | 'never' | 'unknown'
  try {
    seen = await (isTooOldToRepeat(shop, payment) ? findCharge(shop, payment) : send(shop, payment))
  } catch (error) {
    return endCharge(shop, payment, error)
  }
  shop.crash('after-charge-answer')
  if (seen === 'unknown') return 'unavailable'
  if (seen === 'never') {
    await close(shop, payment, 'failed', 'PayPal did not carry out the automatic payment')
    return 'declined'
  }
  return recordCharge(shop, payment, seen)
}

async function send(shop: Shop, payment: PaymentRow): Promise<Payment> {
  const order = await readOrder(shop, payment.order_id)
  const method = await findMethod(shop, payment.payment_method_id!)
  const request = await paymentRequest(shop, order, payment)
  return shop.providers.payments.chargeSaved({ ...request, token: method!.token! })
}

async function recordCharge(shop: Shop, payment: PaymentRow, seen: Payment): Promise<ChargeOutcome> {
  const known = { ...payment, provider_order_id: seen.id }
  await shop.db
    .updateTable('payments')
    .set({ provider_order_id: seen.id, updated_at: isoNow(shop.clock) })
    .where('id', '=', payment.id)
    .where('provider_order_id', 'is', null)
    .execute()
  shop.crash('after-charge-known')
  const outcome = await settle(shop, known, seen)
  shop.crash('after-paid-commit')
  if (outcome === 'paid' || outcome === 'declined') return outcome
  const { paid_at, state } = await readOrder(shop, payment.order_id)
  if (paid_at !== null) return 'paid'
  return state === 'capturing' ? 'pending' : 'declined'
}

/** Commits the intent to charge. Returns null if the order is no longer pending. */
async function beginCharge(
  shop: Shop,
  order: OrderRow,
  method: PaymentMethodRow,
): Promise<PaymentRow | null> {
  const { count } = await shop.db
    .selectFrom('payments')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('order_id', '=', order.id)
    .executeTakeFirstOrThrow()
  const row = newPayment(shop, order, count + 1)
  const started: PaymentRow = {
    ...row,
    state: 'capture_started',
    capture_request_id: row.create_request_id,
    payment_method_id: method.id,
  }
  try {
    const unmet = await allOrNone(shop.db, [
      beginCapturing(shop, order.id),
      { query: shop.db.insertInto('payments').values(started) },
      { query: note(shop.db, shop, order.id, 'The shop', `Automatic payment with PayPal (${method.label})`) },
    ])
    return unmet ? null : started
  } catch (error) {
    if (isUniqueViolation(error)) return null
    throw error
  }
}

/** Records why a charge failed. Rethrows errors that are not the provider's. */
async function endCharge(shop: Shop, payment: PaymentRow, error: unknown): Promise<ChargeOutcome> {
  if (error instanceof PaymentUnavailable) {
    shop.log.warn({ err: error, payment: payment.id }, 'no answer to a charge; the reconciler tries again')
    return 'unavailable'
  }
  if (error instanceof PaymentDeclined) {
    await close(shop, payment, 'declined', `Automatic payment declined (${error.issue})`)
    return 'declined'
  }
  if (error instanceof MethodGone) {
    await markGone(shop, payment.payment_method_id!)
    await close(shop, payment, 'failed', `The saved payment method was removed at PayPal (${error.issue})`)
    return 'method-gone'
  }
  if (error instanceof PaymentRefused) {
    shop.log.error({ err: error, payment: payment.id, order: payment.order_id }, 'PayPal refuses a charge')
    await close(shop, payment, 'failed', `Automatic payment refused by PayPal (${error.issue})`)
    return 'unavailable'
  }
  throw error
}

/** Ends a charge without money, and makes its order payable again. */
async function close(
  shop: Shop,
  payment: PaymentRow,
  state: 'declined' | 'failed',
  problem: string,
): Promise<void> {
  await allOrNone(shop.db, [
    {
      query: shop.db
        .updateTable('payments')
        .set({ state, problem, updated_at: isoNow(shop.clock) })
        .where('id', '=', payment.id)
        .where('state', '=', 'capture_started'),
      rows: 1,
    },
    release(shop, payment.order_id),
    { query: note(shop.db, shop, payment.order_id, 'PayPal', problem) },
  ])
}

function readOrder({ db }: Shop, id: string): Promise<OrderRow> {
  return db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

/**
 * How long a charge without an answer is repeated. PayPal keeps a request id for six hours
 * (https://developer.paypal.com/docs/api/orders/v2/, PayPal-Request-Id). After that a repeated charge would be a second
 * one, so PayPal's list of transactions is read instead.
 */
const REPEATED_FOR = 5 * HOUR
/**
 * How old a charge must be, so that PayPal's list contains it, even if it was last sent at the end of `REPEATED_FOR`.
 */
const IN_LIST_AFTER = REPEATED_FOR + (LIST_LAG_HOURS + 1) * HOUR

/** Whether a charge is too old to be repeated. */
function isTooOldToRepeat({ clock }: Shop, payment: PaymentRow): boolean {
  return payment.created_at < isoIn(clock, -REPEATED_FOR)
}

/**
 * The payment at PayPal of an old charge; `never` if PayPal did not carry it out; `unknown` if the list does not
 * contain it yet, or the shop's account may not read the list. Throws PaymentUnavailable.
 */
async function findCharge(shop: Shop, payment: PaymentRow): Promise<Payment | 'never' | 'unknown'> {
  const { payments: paypal } = shop.providers
  const from = new Date(Date.parse(payment.created_at) - HOUR).toISOString()
  const movements = await paypal.listMovements(from, isoNow(shop.clock))
  if (!movements) return 'unknown'
  const own = await shop.db
    .selectFrom('payments')
    .select('capture_id')
    .where('order_id', '=', payment.order_id)
    .execute()
  const known = new Set(own.map(({ capture_id }) => capture_id))
  const charges = movements.filter(({ id, kind }) => kind === 'payment' && !known.has(id))
  const found = charges.find(({ orderId }) => orderId === payment.order_id)
  if (found) return (await paypal.getPaymentOfCapture(found.id)) ?? 'unknown'
  // The list may leave out to which order an entry belongs. Such an entry must not be taken for no charge.
  const nameless = charges.filter(
    ({ orderId, cents, status }) =>
      orderId === null && (cents === payment.amount_cents || status === 'unclear'),
  )
  for (const { id } of nameless) {
    const seen = id === '' ? null : await paypal.getPaymentOfCapture(id)
    if (!seen) return 'unknown'
    if (seen.orderId === payment.order_id) return seen
  }
  return payment.created_at < isoIn(shop.clock, -IN_LIST_AFTER) ? 'never' : 'unknown'
}
