/** Records the state of refunds at the provider. The only place that marks money as refunded. */
import { formatCents } from '#shared/kernel/pricing.ts'
import { toSourceText } from '#shared/platform/pay-methods.ts'
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import { isUniqueViolation } from '#server/kernel/db/failures.ts'
import type { PaymentRow, RefundRow, Tx } from '#server/kernel/db/schema.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { note } from '#server/checkout/orders/history.ts'
import { paidWithOf } from '#server/checkout/orders/read/paid-with.ts'
import type { Capture, Payment, Refund } from '#server/providers/payments.ts'
import type { Shop } from '#server/platform/shop.ts'
import { takeFromBoughtCard } from './bought-card.ts'
import { refundCards, finishCompleted, addToRefunded, deleteFinding, undoRefund } from './end-refund.ts'
import { lockPayment, reserve } from './lock-payment.ts'
import { partsOfAmount, restoreRefund } from './refund-parts.ts'
import { restock } from './refund-goods.ts'

/** Records the outcome of a refund. Idempotent: safe to repeat, in any order, and concurrently. */
export async function settleRefund(shop: Shop, { id, payment_id }: RefundRow, seen: Refund): Promise<void> {
  const products = await transact(shop.db, async (tx) => {
    const payment = await lockPayment(tx, payment_id)
    return apply(tx, shop, payment, await readRefund(tx, id), seen)
  })
  shop.mailSignal.raise()
  showStock(shop, products)
}

/** Marks a refund that the provider refused as failed. Its money can be refunded again. */
export async function failRefund(shop: Shop, { id, payment_id }: RefundRow, problem: string): Promise<void> {
  await transact(shop.db, async (tx) => {
    const payment = await lockPayment(tx, payment_id)
    await undoRefund(tx, shop, payment, await readRefund(tx, id), problem)
  })
}

/**
 * Records all refunds of a payment at the provider: the shop's own refunds, and foreign refunds, which were made on the
 * provider's site or by the provider.
 * @param why the reason recorded for foreign refunds
 */
export async function syncRefunds(shop: Shop, paymentId: string, seen: Payment, why: string): Promise<void> {
  for (const refund of seen.refunds) {
    const stored = await shop.db
      .selectFrom('refunds')
      .selectAll()
      .where('payment_id', '=', paymentId)
      .where((eb) =>
        eb.or([eb('provider_refund_id', '=', refund.id), eb('id', '=', refund.refundId ?? refund.id)]),
      )
      .executeTakeFirst()
    if (stored) await settleRefund(shop, stored, refund)
    else if (refund.status !== 'failed') await recordForeign(shop, paymentId, refund, why)
  }
  if (seen.capture?.status === 'refunded') await recordRest(shop, paymentId, seen, why)
  else await undoRest(shop, paymentId, seen)
}

function readRefund(tx: Tx, id: string): Promise<RefundRow> {
  return tx.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

/** Records the provider's state of a refund. Returns the ids of products whose goods returned to stock. */
async function apply(
  tx: Tx,
  shop: Shop,
  payment: PaymentRow,
  refund: RefundRow,
  seen: Refund,
): Promise<string[]> {
  if (refund.state === seen.status) return []
  if (seen.status === 'failed') {
    await undoRefund(tx, shop, payment, refund, 'PayPal could not carry it out')
    return []
  }
  // This response is older than the recorded state.
  if (refund.state === 'completed') return []
  // A refund recorded as failed has completed after all.
  if (refund.state === 'failed' && !(await reserve(tx, payment.id, refund.amount_cents))) {
    shop.log.error({ refund: refund.id, payment: payment.id }, 'more was refunded than was captured')
    return []
  }
  const now = isoNow(shop.clock)
  const isBack = seen.status === 'completed'
  if (isBack) await addToRefunded(tx, shop, payment, refund, refund.amount_cents)
  await tx
    .updateTable('refunds')
    .set({ state: seen.status, provider_refund_id: seen.id, problem: null, updated_at: now })
    .set({ completed_at: isBack ? now : null, fee_back_cents: isBack ? seen.feeBackCents : null })
    .where('id', '=', refund.id)
    .execute()
  if (refund.state === 'failed') {
    await restoreRefund(tx, payment, refund)
    await takeFromBoughtCard(tx, shop, payment, refund)
  }
  const amount = formatCents(refund.amount_cents)
  const event = isBack
    ? `Refunded ${amount}${toSourceText(paidWithOf(payment))}`
    : `The refund of ${amount} is pending at PayPal`
  await note(tx, shop, payment.order_id, 'PayPal', event).execute()
  await deleteFinding(tx, refund)
  if (isBack) await finishCompleted(tx, shop, payment, refund)
  await refundCards(tx, shop, refund)
  return restock(tx, shop, payment.order_id, refund)
}

function showStock(shop: Shop, products: string[]): void {
  for (const id of products) shop.changed({ tag: 'Product', id, stock: true })
}

/** Records a foreign refund. */
async function recordForeign(shop: Shop, paymentId: string, seen: Refund, why: string): Promise<void> {
  try {
    await transact(shop.db, async (tx) => {
      const payment = await lockPayment(tx, paymentId)
      if (await mayBeOwnRefund(tx, paymentId, seen)) return
      if (!(await reserve(tx, paymentId, seen.amountCents))) {
        shop.log.error({ payment: paymentId, refund: seen.id }, 'a refund at PayPal exceeds the payment')
        return
      }
      const refund = await insertForeign(tx, shop, payment, seen, why)
      await takeFromBoughtCard(tx, shop, payment, refund)
      await apply(tx, shop, payment, refund, seen)
    })
    shop.mailSignal.raise()
  } catch (error) {
    // A concurrent request has recorded this refund.
    if (!isUniqueViolation(error)) throw error
  }
}

/**
 * Whether one of the shop's own refunds of the same amount is still without a response, and therefore without a
 * provider id.
 */
async function mayBeOwnRefund(tx: Tx, paymentId: string, { amountCents }: Refund): Promise<boolean> {
  const open = await tx
    .selectFrom('refunds')
    .select('id')
    .where('payment_id', '=', paymentId)
    .where('state', '=', 'started')
    .where('amount_cents', '=', amountCents)
    .executeTakeFirst()
  return open !== undefined
}

/**
 * Inserts a foreign refund as pending. Pending refunds are only read at the provider, so this one is never sent to it.
 */
async function insertForeign(
  tx: Tx,
  shop: Shop,
  payment: PaymentRow,
  seen: Refund,
  why: string,
): Promise<RefundRow> {
  const now = isoNow(shop.clock)
  const row: RefundRow = {
    id: newId(shop.clock),
    payment_id: payment.id,
    amount_cents: seen.amountCents,
    of_sale: payment.state === 'completed' ? 1 : 0,
    state: 'pending',
    reason: why,
    request_id: `paypal-${seen.id}`,
    provider_refund_id: seen.id,
    problem: null,
    actor: 'PayPal',
    created_at: now,
    updated_at: now,
    completed_at: null,
    restocked_at: null,
    is_itemized: 0,
    fee_back_cents: null,
    ...(await partsOfAmount(tx, payment, seen.amountCents)),
  }
  await tx.insertInto('refunds').values(row).execute()
  return row
}

/**
 * Records the missing rest if the provider marks a capture as refunded but its refunds do not add up to the whole
 * amount.
 */
async function recordRest(shop: Shop, paymentId: string, seen: Payment, why: string): Promise<void> {
  const { capture } = seen
  const payment = await readPayment(shop, paymentId)
  const rest = capture ? refundedCents(seen, payment.captured_cents ?? 0) - payment.returned_cents : 0
  if (rest <= 0 || !capture) return
  const taken: Refund = {
    id: restId(capture),
    status: 'completed',
    amountCents: rest,
    currency: capture.currency,
    refundId: null,
    feeBackCents: null,
    at: capture.at,
  }
  const stored = await readRest(shop, paymentId, capture)
  if (stored) await settleRefund(shop, stored, taken)
  else await recordForeign(shop, paymentId, taken, why)
}

/**
 * Marks the recorded rest as failed if the provider no longer marks the capture as refunded: the shop has that money
 * again.
 */
async function undoRest(shop: Shop, paymentId: string, { capture }: Payment): Promise<void> {
  if (!capture) return
  const rest = await readRest(shop, paymentId, capture)
  if (rest) await failRefund(shop, rest, 'PayPal has given this money to the shop again')
}

function readRest(shop: Shop, paymentId: string, capture: Capture): Promise<RefundRow | undefined> {
  return shop.db
    .selectFrom('refunds')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .where('provider_refund_id', '=', restId(capture))
    .executeTakeFirst()
}

/** The id for money that the provider took back without listing a refund. */
function restId({ id }: Capture): string {
  return `${id}-rest`
}

function readPayment(shop: Shop, id: string): Promise<PaymentRow> {
  return shop.db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

/**
 * The refunded amount of a payment according to PayPal, in cents. If PayPal took the money back itself, the capture can
 * be `refunded` without any listed refund. Failed refunds do not count.
 * @param captured the captured amount in cents
 */
export function refundedCents({ capture, refunds }: Payment, captured: number): number {
  const sumOf = (isFailed: boolean) =>
    refunds
      .filter(({ status }) => (status === 'failed') === isFailed)
      .reduce((sum, { amountCents }) => sum + amountCents, 0)
  const listed = sumOf(false)
  return capture?.status === 'refunded' ? Math.max(listed, captured - sumOf(true)) : listed
}
