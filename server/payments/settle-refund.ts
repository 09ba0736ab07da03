/** Bringing our books in line with what the provider says of a refund: the only place where money is noted as back. */
import { formatCents } from '#shared/pricing.ts'
import { isoNow, newId } from '../time/clock.ts'
import { isUniqueViolation } from '../db/failures.ts'
import type { PaymentRow, RefundRow, Tx } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import { orderMail } from '../outbox/order-mail.ts'
import { note } from '../orders/orders.ts'
import type { Capture, Payment } from '../providers/providers.ts'
import type { Refund } from '../providers/refunds.ts'
import type { Shop } from '../shop.ts'
import { partsOfAmount } from './refund-parts.ts'
import { restock } from './restock.ts'
import { reviveRefund } from './revive-refund.ts'
import { forgetFailed, undoRefund } from './undo-refund.ts'
import { wentBack } from './went-back.ts'

/** Writes down what became of a refund of ours. Safe to run any number of times, in any order, by anyone. */
export async function settleRefund(shop: Shop, { id, payment_id }: RefundRow, seen: Refund): Promise<void> {
  const products = await transact(shop.db, async (tx) => {
    const payment = await lockPayment(tx, payment_id)
    return apply(tx, shop, payment, await readRefund(tx, id), seen)
  })
  shop.mailSignal.raise()
  showStock(shop, products)
}

/** A refund that the provider would not make: its money may be promised again. */
export async function failRefund(shop: Shop, { id, payment_id }: RefundRow, problem: string): Promise<void> {
  await transact(shop.db, async (tx) => {
    const payment = await lockPayment(tx, payment_id)
    await undoRefund(tx, shop, payment, await readRefund(tx, id), problem)
  })
}

/**
 * Takes over what the provider tells of a payment's refunds: ours, and those that were made without us, in its own
 * site or against our will.
 * @param why what is said of those
 */
export async function followRefunds(
  shop: Shop,
  paymentId: string,
  seen: Payment,
  why: string,
): Promise<void> {
  for (const refund of seen.refunds) {
    const known = await shop.db
      .selectFrom('refunds')
      .selectAll()
      .where('payment_id', '=', paymentId)
      .where((eb) =>
        eb.or([eb('provider_refund_id', '=', refund.id), eb('id', '=', refund.refundId ?? refund.id)]),
      )
      .executeTakeFirst()
    if (known) await settleRefund(shop, known, refund)
    else if (refund.status !== 'failed') await adopt(shop, paymentId, refund, why)
  }
  if (seen.capture?.status === 'refunded') await adoptRest(shop, paymentId, seen, why)
  else await undoRest(shop, paymentId, seen)
}

/** Nobody else changes what is promised of this payment until the transaction ends. */
export async function lockPayment(tx: Tx, id: string): Promise<PaymentRow> {
  return tx
    .updateTable('payments')
    .set((eb) => ({ returned_cents: eb.ref('returned_cents') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Promises money of a payment; false when there is not so much left. */
export async function promise(tx: Tx, paymentId: string, cents: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('payments')
    .set((eb) => ({ returned_cents: eb('returned_cents', '+', cents) }))
    .where('id', '=', paymentId)
    .where('state', 'in', ['completed', 'refund_due'])
    .where((eb) => eb(eb('returned_cents', '+', cents), '<=', eb.ref('captured_cents')))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

function readRefund(tx: Tx, id: string): Promise<RefundRow> {
  return tx.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

/** Answers the products whose goods went back on the shelf. */
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
  // An older answer than the one we know.
  if (refund.state === 'completed') return []
  // What we took for failed has gone through after all.
  if (refund.state === 'failed' && !(await promise(tx, payment.id, refund.amount_cents))) {
    shop.log.error({ refund: refund.id, payment: payment.id }, 'more was refunded than came in')
    return []
  }
  const now = isoNow(shop.clock)
  const isBack = seen.status === 'completed'
  await tx
    .updateTable('refunds')
    .set({ state: seen.status, provider_refund_id: seen.id, problem: null, updated_at: now })
    .set({ completed_at: isBack ? now : null })
    .where('id', '=', refund.id)
    .execute()
  if (refund.state === 'failed') await reviveRefund(tx, payment, refund)
  const amount = formatCents(refund.amount_cents)
  const event = isBack ? `Refunded ${amount}` : `The refund of ${amount} is pending at PayPal`
  await note(tx, shop, payment.order_id, 'PayPal', event).execute()
  await forgetFailed(tx, refund)
  if (isBack) await noteBack(tx, shop, payment, refund)
  return restock(tx, shop, payment.order_id, refund)
}

/** What follows from money being back, in the transaction that notes it: whoever made the refund, the buyer hears of it. */
async function noteBack(tx: Tx, shop: Shop, payment: PaymentRow, refund: RefundRow): Promise<void> {
  await closeWhenAllIsBack(tx, shop, payment)
  const { id, amount_cents: cents } = refund
  await orderMail(tx, shop, 'order-refunded', payment.order_id, { id, cents }).execute()
}

/** An order whose whole price is back is refunded; money that was owed back is owed no more. */
async function closeWhenAllIsBack(tx: Tx, shop: Shop, payment: PaymentRow): Promise<void> {
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
  await tx
    .updateTable('orders')
    .set({ state: 'refunded', closed_at: now })
    .where('id', '=', payment.order_id)
    .where('state', 'in', ['paid', 'shipped', 'delivered'])
    .execute()
}

function showStock(shop: Shop, products: string[]): void {
  for (const id of products) shop.changed({ tag: 'Product', id, stock: true })
}

/** Books a refund that somebody else made at the provider. */
async function adopt(shop: Shop, paymentId: string, seen: Refund, why: string): Promise<void> {
  try {
    await transact(shop.db, async (tx) => {
      const payment = await lockPayment(tx, paymentId)
      if (await mayBeOurs(tx, paymentId, seen)) return
      if (!(await promise(tx, paymentId, seen.amountCents))) {
        shop.log.error({ payment: paymentId, refund: seen.id }, 'a refund that does not fit what came in')
        return
      }
      await apply(tx, shop, payment, await insertForeign(tx, shop, payment, seen, why), seen)
    })
    shop.mailSignal.raise()
  } catch (error) {
    // Another reader of the same news was faster.
    if (!isUniqueViolation(error)) throw error
  }
}

/** One of ours is being asked for just now and has no name at the provider yet: its own answer comes first. */
async function mayBeOurs(tx: Tx, paymentId: string, { amountCents }: Refund): Promise<boolean> {
  const open = await tx
    .selectFrom('refunds')
    .select('id')
    .where('payment_id', '=', paymentId)
    .where('state', '=', 'started')
    .where('amount_cents', '=', amountCents)
    .executeTakeFirst()
  return open !== undefined
}

/** As pending, which is only ever asked for again, and never made. */
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
    ...(await partsOfAmount(tx, payment, seen.amountCents)),
  }
  await tx.insertInto('refunds').values(row).execute()
  return row
}

/** The provider says that all is back, though its refunds do not add up to it: the rest was taken back. */
async function adoptRest(shop: Shop, paymentId: string, seen: Payment, why: string): Promise<void> {
  const { capture } = seen
  const payment = await readPayment(shop, paymentId)
  const rest = capture ? wentBack(seen, payment.captured_cents ?? 0) - payment.returned_cents : 0
  if (rest <= 0 || !capture) return
  const taken: Refund = {
    id: restOf(capture),
    status: 'completed',
    amountCents: rest,
    currency: capture.currency,
    refundId: null,
    at: capture.at,
  }
  const known = await readRest(shop, paymentId, capture)
  if (known) await settleRefund(shop, known, taken)
  else await adopt(shop, paymentId, taken, why)
}

/** The provider no longer says that all is back: what it took without naming a refund, it has given to the shop again. */
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
    .where('provider_refund_id', '=', restOf(capture))
    .executeTakeFirst()
}

/** The name of what the provider took back without naming a refund. */
function restOf({ id }: Capture): string {
  return `${id}-rest`
}

function readPayment(shop: Shop, id: string): Promise<PaymentRow> {
  return shop.db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}
