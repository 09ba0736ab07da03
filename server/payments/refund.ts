/**
 * Giving money back. As with taking it, the intent is committed before the provider is called, under a request id
 * that cannot give it back twice; what a crash or a silence leaves open, the reconciler finishes.
 */
import type { Body } from '#shared/api/endpoint.ts'
import type { orderDesk } from '#shared/api/order-desk.ts'
import type { Order } from '#shared/api/orders.ts'
import { formatCents, toCents } from '#shared/pricing.ts'
import { isoNow, newId } from '../clock.ts'
import { isTaken } from '../db/failures.ts'
import type { PaymentRow, RefundRow, Tx } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import { Refusal, badRequest, conflict } from '../errors.ts'
import { attemptOf, keepReply, replyOfTwin, type Attempt } from '../idempotency.ts'
import { findOrder, getOrder, note, recordOrder } from '../orders/orders.ts'
import { PaymentRefused, PaymentUnavailable } from '../providers/providers.ts'
import type { Refund } from '../providers/refunds.ts'
import type { Shop } from '../shop.ts'
import type { SignedIn } from '../users/sessions.ts'
import { refundRefusal } from './refusals.ts'
import { failRefund, followRefunds, lockPayment, promise, settleRefund } from './settle-refund.ts'

type Wish = Body<typeof orderDesk.refund>

const ASKED = { route: 'POST /api/orders/:id/refund', what: 'refund' }

/**
 * Gives back what is left of an order's money, or an amount of it, and puts the named goods back on the shelf. The
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
  const reply = await replyOfTwin<{ refund: string }>(shop.db, attempt)
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
      const refund = newRefund(shop, admin, payment, wish)
      if (!(await promise(tx, payment.id, refund.amount_cents))) throw nothingLeft(payment)
      await tx.insertInto('refunds').values(refund).execute()
      const goods = await writeLines(tx, refund, orderId, wish.stock)
      await writeStory(tx, shop, admin, orderId, refund, goods)
      if (attempt) await keepReply(tx, shop.clock, attempt, { refund: refund.id }).execute()
      return refund
    })
  } catch (error) {
    // A twin with the same key was faster, and may have promised all that was left.
    const isBeaten = attempt !== null && (isTaken(error) || error instanceof Refusal)
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

function newRefund(shop: Shop, admin: SignedIn, payment: PaymentRow, wish: Wish): RefundRow {
  const left = (payment.captured_cents ?? 0) - payment.returned_cents
  const cents = wish.amount === undefined ? left : toCents(wish.amount)
  if (left <= 0 || cents > left) throw nothingLeft(payment)
  if (payment.state !== 'completed' && wish.stock.length > 0)
    throw badRequest('This money paid for no goods, so none can come back with it')
  const now = isoNow(shop.clock)
  const id = newId(shop.clock)
  return {
    id,
    payment_id: payment.id,
    amount_cents: cents,
    of_sale: payment.state === 'completed' ? 1 : 0,
    state: 'started',
    reason: wish.reason,
    request_id: `${payment.order_id}-refund-${id}`,
    provider_refund_id: null,
    problem: null,
    actor: admin.name,
    created_at: now,
    updated_at: now,
    completed_at: null,
    restocked_at: null,
  }
}

function nothingLeft({ captured_cents, returned_cents }: PaymentRow): Refusal {
  const left = (captured_cents ?? 0) - returned_cents
  if (left <= 0) return conflict('All of this money is back or on its way back already', { code: 'left' })
  return conflict(`Only ${formatCents(left)} of this payment is left to give back`, { code: 'left' })
}

/** Writes down which goods come back. Throws 409 for more than the order took and has not given back. */
async function writeLines(
  tx: Tx,
  refund: RefundRow,
  orderId: string,
  stock: Wish['stock'],
): Promise<string[]> {
  const back = new Map<string, number>()
  for (const { _id, qty } of stock) back.set(_id, (back.get(_id) ?? 0) + qty)
  if (back.size === 0) return []
  const left = await goodsLeft(tx, orderId)
  const words: string[] = []
  for (const [product, qty] of back) {
    const line = left.get(product)
    if (!line) throw badRequest('These goods are not in the order')
    if (qty > line.qty) throw conflict(`Only ${line.qty} of ${line.name} can still come back`)
    words.push(`${qty} × ${line.name}`)
  }
  const rows = [...back].map(([product_id, qty]) => ({ refund_id: refund.id, product_id, qty }))
  await tx.insertInto('refund_lines').values(rows).execute()
  return words
}

/** What of an order's goods could still come back: those of failed refunds could, unless they have already. */
async function goodsLeft(tx: Tx, orderId: string): Promise<Map<string, { name: string; qty: number }>> {
  const lines = await tx
    .selectFrom('order_lines')
    .select(['product_id', 'name', 'qty'])
    .where('order_id', '=', orderId)
    .execute()
  const left = new Map(lines.map(({ product_id, name, qty }) => [product_id, { name, qty }]))
  const gone = await tx
    .selectFrom('refund_lines')
    .innerJoin('refunds', 'refunds.id', 'refund_lines.refund_id')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select(['product_id', 'qty'])
    .where('payments.order_id', '=', orderId)
    .where((eb) => eb.or([eb('refunds.state', '<>', 'failed'), eb('restocked_at', 'is not', null)]))
    .execute()
  for (const { product_id, qty } of gone) left.get(product_id)!.qty -= qty
  return left
}

async function writeStory(
  tx: Tx,
  shop: Shop,
  admin: SignedIn,
  orderId: string,
  refund: RefundRow,
  goods: string[],
): Promise<void> {
  const amount = formatCents(refund.amount_cents)
  const returned = goods.length > 0 ? `; ${goods.join(', ')} back on the shelf` : ''
  await note(tx, shop, orderId, admin.name, `Asked PayPal to refund ${amount}${returned}`).execute()
  await recordOrder(tx, shop, admin, orderId, 'Refunded', [
    { field: 'Refund', before: '', after: amount },
    ...(refund.reason === '' ? [] : [{ field: 'Reason', before: '', after: refund.reason }]),
    ...(goods.length > 0 ? [{ field: 'Back in stock', before: '', after: goods.join(', ') }] : []),
  ])
}
