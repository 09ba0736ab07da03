/** What staff do later with an unpaid order: take the money for it, or mail its link again. */
import type { CounterSale, TenderBody } from '#shared/checkout/api/counter.ts'
import { DAY, isoIn } from '#server/kernel/time/clock.ts'
import { allOrNone } from '#server/kernel/db/all-or-none.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { conflict } from '#server/kernel/errors.ts'
import {
  attemptOf,
  answerOnce,
  saveReply,
  type Attempt,
  type RequestKey,
} from '#server/platform/http/idempotency.ts'
import { forgetMail, receivedMail } from '#server/platform/outbox/order-mail.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { note } from '../orders/history.ts'
import { afterPaid } from '../orders/place/pay.ts'
import { orderRow } from '../orders/read/order.ts'
import { requireEmail } from './buyer.ts'
import { readSale } from './sale.ts'
import { planTenders, takeSteps } from './tenders.ts'

const REQUEST = { route: 'POST /api/counter/orders/:id/tenders', what: 'payment' }

/**
 * Takes the money for an unpaid order. A repeated call with the same idempotency key takes it once. Throws 400 and 409 as
 * `planTenders`, 404, and 409 for an order that is not waiting for its payment, or whose payment is being confirmed.
 */
export async function takePayment(
  shop: Shop,
  staff: SignedIn,
  id: string,
  body: TenderBody,
  key: RequestKey | null,
): Promise<CounterSale> {
  const attempt = attemptOf(staff, REQUEST, key)
  await answerOnce(shop.db, attempt, () => take(shop, staff, id, body, attempt))
  return readSale(shop, staff, id)
}

async function take(
  shop: Shop,
  staff: SignedIn,
  id: string,
  body: TenderBody,
  attempt: Attempt | null,
): Promise<{ order: string }> {
  const order = await orderRow(shop, id)
  if (order.is_gift_card) throw conflict('Sell a gift card at the bar instead, under Gift cards')
  if (order.saves_method)
    throw conflict('The first delivery of a subscription is paid with PayPal, which pays the next ones')
  if (await isDelivery(shop, id))
    throw conflict('This is a delivery of a subscription. Settle it on the page of the subscription')
  if (order.state !== 'pending') throw notWaiting(order.state)
  const taken = await planTenders(shop, order.total_cents - order.gift_card_cents, body)
  const reply = { order: id }
  const unmet = await allOrNone(shop.db, [
    ...(await takeSteps(shop, order, taken, staff.name)),
    ...(attempt ? [{ query: saveReply(shop.db, shop.clock, attempt, reply) }] : []),
  ])
  if (unmet) throw notWaiting((await orderRow(shop, id)).state)
  shop.crash('after-paid-commit')
  await afterPaid(shop, id)
  return reply
}

/** Whether the shop charges it by itself. */
async function isDelivery({ db }: Shop, id: string): Promise<boolean> {
  const deliveries = db.selectFrom('subscription_deliveries').select('id').where('order_id', '=', id)
  return (await deliveries.executeTakeFirst()) !== undefined
}

function notWaiting(state: string) {
  return conflict(
    state === 'capturing'
      ? 'The buyer is paying this order now. Look again in a minute'
      : 'This order is no longer waiting for its payment',
    { code: 'state' },
  )
}

/**
 * Mails the link with which the buyer pays an order that staff placed, again, and holds its goods for `days` from now. Throws
 * 400 without an email, 404, and 409 for an order that is not waiting for its payment.
 */
export async function mailLinkAgain(
  shop: Shop,
  staff: SignedIn,
  id: string,
  { days }: { days: number },
): Promise<CounterSale> {
  const order = await orderRow(shop, id)
  requireEmail({ email: order.buyer_email })
  if (order.via === 'web') throw conflict('The buyer placed this order, and can ask for more time')
  await transact(shop.db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('orders')
      .set({ reserved_until: isoIn(shop.clock, days * DAY) })
      .where('id', '=', id)
      .where('state', '=', 'pending')
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) throw notWaiting(order.state === 'pending' ? 'closed' : order.state)
    await forgetMail(tx, 'order-received', id)
    await receivedMail(tx, shop, order, 0).execute()
    await note(tx, shop, id, staff.name, `Mailed the link again; held for ${days} days`).execute()
  })
  shop.mailSignal.raise()
  return readSale(shop, staff, id)
}
