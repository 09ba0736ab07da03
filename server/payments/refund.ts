/**
 * Giving money back. As with taking it, the intent is committed before the provider is called, under a request id
 * that cannot give it back twice; what a crash or a silence leaves open, the reconciler finishes.
 */
import type { Body } from '#shared/api/endpoint.ts'
import type { orderAdmin } from '#shared/api/order-admin.ts'
import type { Order } from '#shared/api/orders.ts'
import { formatCents } from '#shared/pricing.ts'
import { isoNow, newId } from '../time/clock.ts'
import { isUniqueViolation } from '../db/failures.ts'
import type { PaymentRow, RefundRow, Tx } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import { Refusal, conflict } from '../errors.ts'
import { attemptOf, saveReply, findReply, type Attempt } from '../http/idempotency.ts'
import { findOrder, getOrder, note, recordOrder } from '../orders/orders.ts'
import { PaymentRefused, PaymentUnavailable } from '../providers/providers.ts'
import type { Refund } from '../providers/refunds.ts'
import type { Shop } from '../shop.ts'
import type { SignedIn } from '../sessions/sessions.ts'
import { nothingLeft, planRefund, type Plan } from './plan-refund.ts'
import { inWords, writeStock } from './refund-goods.ts'
import { partsInWords, writeItems } from './refund-parts.ts'
import { refundRefusal } from './refusals.ts'
import { failRefund, followRefunds, lockPayment, promise, settleRefund } from './settle-refund.ts'

type Wish = Body<typeof orderAdmin.refund>

const ASKED = { route: 'POST /api/orders/:id/refund', what: 'refund' }

/**
 * Refunds chosen items of an order, an amount, or all that is left, and puts the named goods back on the shelf. The
 * same `key` with the same wish is the same refund; with another it is refused (422).
 * Answers the order, whose refund may still be under way. Throws 409 when there is not so much left, or when PayPal
 * says no.
 */
export async function refundOrder(
  shop: Shop,
  admin: SignedIn,
  orderId: string,
  wish: Wish,
  key: string | null,
): Promise<Order> {
  const attempt = attemptOf(admin, ASKED, key, [orderId, wish])
  await findOrder(shop, admin, orderId)
  const refund =
    (attempt && (await findTwin(shop, attempt))) ?? (await writeDown(shop, admin, orderId, wish, attempt))
  if (refund.state === 'started') await giveBack(shop, refund)
  const after = await readRow(shop, refund.id)
  if (after.state === 'failed') throw conflict(after.problem ?? 'PayPal refused this refund')
  return getOrder(shop, admin, orderId)
}

/**
 * Asks the provider for a refund whose intent is committed, and writes down the outcome. Leaves it open when the
 * provider does not answer: nobody knows then whether the money is on its way.
 */
export async function giveBack(shop: Shop, refund: RefundRow): Promise<void> {
  shop.crash('after-refund-intent')
  const { capture_id } = await readPayment(shop, refund)
  let seen: Refund
  try {
    seen = await shop.providers.payments.refundCapture(capture_id!, {
      requestId: refund.request_id,
      refundId: refund.id,
      amountCents: refund.amount_cents,
      reason: refund.reason,
    })
  } catch (error) {
    if (error instanceof PaymentRefused) return heedRefusal(shop, refund, error)
    if (!(error instanceof PaymentUnavailable)) throw error
    shop.log.warn({ err: error, refund: refund.id }, 'refund without an answer; the reconciler asks again')
    return
  }
  shop.crash('after-refund-answer')
  await settleRefund(shop, refund, seen)
  shop.crash('after-refund-commit')
}

/** A no may mean that an earlier call, whose answer was lost, had done it: what PayPal shows decides. */
async function heedRefusal(shop: Shop, refund: RefundRow, error: PaymentRefused): Promise<void> {
  const { provider_order_id } = await readPayment(shop, refund)
  const seen = await shop.providers.payments.getPayment(provider_order_id!).catch((silence: unknown) => {
    shop.log.warn({ err: silence, refund: refund.id }, 'nobody can tell why a refund was refused')
    return undefined
  })
  if (seen === undefined) return
  const ours = seen?.refunds.find(({ refundId }) => refundId === refund.id)
  shop.log.warn({ refund: refund.id, issue: error.issue, isMade: ours !== undefined }, 'refund refused')
  if (ours) await settleRefund(shop, refund, ours)
  else await failRefund(shop, refund, refundRefusal(error.issue))
  if (seen) await followRefunds(shop, refund.payment_id, seen, 'Made at PayPal, not in the shop')
}

function readRow(shop: Shop, id: string): Promise<RefundRow> {
  return shop.db.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

function readPayment(shop: Shop, { payment_id }: RefundRow): Promise<PaymentRow> {
  return shop.db.selectFrom('payments').selectAll().where('id', '=', payment_id).executeTakeFirstOrThrow()
}

/** The refund that was asked for under the same key. */
async function findTwin(shop: Shop, attempt: Attempt): Promise<RefundRow | null> {
  const reply = await findReply<{ refund: string }>(shop.db, attempt)
  return reply && readRow(shop, reply.refund)
}

async function writeDown(
  shop: Shop,
  admin: SignedIn,
  orderId: string,
  wish: Wish,
  attempt: Attempt | null,
): Promise<RefundRow> {
  try {
    return await transact(shop.db, async (tx) => {
      const payment = await lockPayment(tx, await choosePayment(tx, orderId, wish))
      const plan = await planRefund(tx, payment, wish)
      const refund = newRefund(shop, admin, payment, wish.reason, plan)
      if (!(await promise(tx, payment.id, refund.amount_cents))) throw nothingLeft(payment)
      await tx.insertInto('refunds').values(refund).execute()
      await writeItems(tx, refund.id, refund.goods_cents, plan.items)
      await writeStock(tx, refund.id, plan.stock)
      await writeStory(tx, shop, admin, orderId, refund, plan)
      if (attempt) await saveReply(tx, shop.clock, attempt, { refund: refund.id }).execute()
      return refund
    })
  } catch (error) {
    // A twin with the same key was faster, and may have promised all that was left.
    const isBeaten = attempt !== null && (isUniqueViolation(error) || error instanceof Refusal)
    const twin = isBeaten ? await findTwin(shop, attempt) : null
    if (twin) return twin
    throw error
  }
}

/** The payment that was named, or the one that paid the order, or else one whose money is owed back. */
async function choosePayment(tx: Tx, orderId: string, { payment }: Wish): Promise<string> {
  const rows = await tx
    .selectFrom('payments')
    .select(['id', 'state'])
    .where('order_id', '=', orderId)
    .where('state', 'in', ['completed', 'refund_due', 'refunded'])
    .$if(payment !== undefined, (query) => query.where('id', '=', payment!))
    .orderBy('state')
    .orderBy('created_at')
    .execute()
  const [first] = rows
  if (!first) throw conflict('No money came in for this order, so there is none to give back')
  return first.id
}

function newRefund(
  shop: Shop,
  admin: SignedIn,
  payment: PaymentRow,
  reason: string,
  { amount_cents, is_itemized, parts }: Plan,
): RefundRow {
  const now = isoNow(shop.clock)
  const id = newId(shop.clock)
  return {
    id,
    payment_id: payment.id,
    amount_cents,
    of_sale: payment.state === 'completed' ? 1 : 0,
    state: 'started',
    reason,
    request_id: `${payment.order_id}-refund-${id}`,
    provider_refund_id: null,
    problem: null,
    actor: admin.name,
    created_at: now,
    updated_at: now,
    completed_at: null,
    restocked_at: null,
    is_itemized,
    ...parts,
  }
}

async function writeStory(
  tx: Tx,
  shop: Shop,
  admin: SignedIn,
  orderId: string,
  refund: RefundRow,
  { items, stock }: Plan,
): Promise<void> {
  const amount = formatCents(refund.amount_cents)
  const parts = refund.is_itemized ? partsInWords(refund, items) : ''
  const goods = inWords(stock)
  const event = `Asked PayPal to refund ${amount}${parts && `: ${parts}`}${goods && `; ${goods} back on the shelf`}`
  await note(tx, shop, orderId, admin.name, event).execute()
  const changes = [
    { field: 'Refund', before: '', after: amount },
    { field: 'For', before: '', after: parts },
    { field: 'Reason', before: '', after: refund.reason },
    { field: 'Back in stock', before: '', after: goods },
  ]
  const known = changes.filter(({ after }) => after !== '')
  await recordOrder(tx, shop, admin, orderId, 'Refunded', known)
}
