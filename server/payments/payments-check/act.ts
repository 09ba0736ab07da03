/** The actions on the Money page. */
import type { PaymentsCheck } from '#shared/payments/api/payments-check.ts'
import { isoNow } from '#server/kernel/time/clock.ts'
import { transact } from '#server/kernel/db/transact.ts'
import type { FindingRow, RefundRow } from '#server/kernel/db/schema.ts'
import { conflict, notFound } from '#server/kernel/errors.ts'
import { recordOrder } from '#server/checkout/orders/history.ts'
import { finishPayment, finishRefund } from '../events/reconcile.ts'
import { refuseIfUnavailable } from '../checks/refusals.ts'
import { settle } from '../capture/settle.ts'
import { logChange } from '#server/platform/change-log/change-log.ts'
import type { Shop } from '#server/platform/shop.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import { readPaymentsCheck } from './payments-check.ts'
import { findPayment, readAgain } from './compare.ts'
import { comparePayment, replaceFindings, type BookedPayment } from './findings.ts'
import { correctStock, stockFindings } from './stock.ts'
import { actionOf, TEXTS } from './finding-texts.ts'

/**
 * Settles one difference of the Money page. Throws 404, 409 if it cannot be settled, and 503 if PayPal does not answer.
 * @param id of a finding, or of a payment or refund in progress
 */
export async function settleFinding(shop: Shop, admin: SignedIn, id: string): Promise<PaymentsCheck> {
  const finding = await shop.db
    .selectFrom('money_findings')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  const refund = await shop.db.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirst()
  const payment = await findPayment(shop, finding?.payment_id ?? refund?.payment_id ?? id)
  if (!finding && !payment) throw notFound('Disagreement')
  if (finding && actionOf(finding.kind, finding.ours) === 'stock') await settleStock(shop, admin, finding)
  else if (finding && actionOf(finding.kind, finding.ours) === 'note') throw conflict(BY_HAND)
  else if (refund) await settleRefund(shop, admin, payment!, refund)
  else
    await settlePayment(shop, admin, payment!, finding?.kind === 'returned' || finding?.kind === 'unreturned')
  return readPaymentsCheck(shop)
}

const BY_HAND = 'The shop cannot settle this. Look at it in PayPal, and note what you found'

async function settleStock(shop: Shop, admin: SignedIn, finding: FindingRow): Promise<void> {
  await correctStock(shop, admin, finding)
  await replaceFindings(shop, ({ product_id: product }) => product !== null, await stockFindings(shop))
}

/**
 * Finishes a refund without an outcome. The request to PayPal has the same id as the first one, so nothing is refunded
 * twice.
 */
async function settleRefund(
  shop: Shop,
  admin: SignedIn,
  payment: BookedPayment,
  refund: RefundRow,
): Promise<void> {
  await transact(shop.db, (tx) => recordOrder(tx, shop, admin, payment.order_id, 'Refund requested again'))
  if (refund.state === 'started' || refund.state === 'pending')
    await refuseIfUnavailable(shop, () => finishRefund(shop, refund))
}

/**
 * Reads a payment at PayPal, records its state, and compares it again.
 * @param isOfRefunds whether the difference is about refunds; that can also be settled for money that is owed back
 */
async function settlePayment(
  shop: Shop,
  admin: SignedIn,
  payment: BookedPayment,
  isOfRefunds: boolean,
): Promise<void> {
  if (payment.state === 'refund_due' && !isOfRefunds)
    throw conflict('This money must be refunded. The refund is on the order’s page')
  await transact(shop.db, (tx) =>
    recordOrder(tx, shop, admin, payment.order_id, 'Payment read again at PayPal'),
  )
  const seen = await refuseIfUnavailable(shop, () => readAgain(shop, payment))
  if (payment.state === 'capture_started' || payment.state === 'pending') {
    await refuseIfUnavailable(shop, () => finishPayment(shop, payment))
  } else if (seen?.status === 'done') await settle(shop, payment, seen)
  const now = await findPayment(shop, payment.id)
  const found = now ? comparePayment(shop, now, seen) : null
  await replaceFindings(shop, (known) => known.payment_id === payment.id, found ? [found] : [])
}

/**
 * Marks a finding as seen, with a note. Throws 404 for differences that are not stored as findings. They disappear when
 * they are settled.
 */
export async function markFindingSeen(
  shop: Shop,
  admin: SignedIn,
  id: string,
  note: string,
): Promise<PaymentsCheck> {
  await transact(shop.db, async (tx) => {
    const seen = await tx
      .updateTable('money_findings')
      .set({ seen_at: isoNow(shop.clock), seen_by: admin.name, note })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst()
    if (!seen) throw notFound('Disagreement')
    const action = `Seen: ${TEXTS[seen.kind].title}`
    const changes = [{ field: 'Note', before: '', after: note }]
    if (seen.order_id) await recordOrder(tx, shop, admin, seen.order_id, action, changes)
    else await logChange(tx, shop, admin, { subject: 'shop', name: 'Money', action, changes })
  })
  return readPaymentsCheck(shop)
}
