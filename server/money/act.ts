/** The one thing that can be done about a disagreement. */
import type { Books } from '#shared/api/money.ts'
import { isoNow } from '../time/clock.ts'
import { transact } from '../db/transact.ts'
import type { FindingRow, RefundRow } from '../db/schema.ts'
import { conflict, notFound } from '../errors.ts'
import { recordOrder } from '../orders/orders.ts'
import { converge, finishRefund } from '../payments/reconcile.ts'
import { orUnavailable } from '../payments/refusals.ts'
import { settle } from '../payments/settle.ts'
import { writeRecord } from '../record/record.ts'
import type { Shop } from '../shop.ts'
import type { SignedIn } from '../sessions/sessions.ts'
import { readBooks } from './books.ts'
import { findKnown, readAgain } from './compare.ts'
import { replaceFindings } from './findings.ts'
import { judgePayment, type Known } from './judge.ts'
import { putStockRight, stockFindings } from './stock.ts'
import { actionOf, WORDS } from './words.ts'

/** @param id of a finding, or of a payment whose way is not clear. Throws 404, 409 where there is nothing to settle, 503. */
export async function settleFinding(shop: Shop, admin: SignedIn, id: string): Promise<Books> {
  const finding = await shop.db
    .selectFrom('money_findings')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  const refund = await shop.db.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirst()
  const payment = await findKnown(shop, finding?.payment_id ?? refund?.payment_id ?? id)
  if (!finding && !payment) throw notFound('Disagreement')
  if (finding && actionOf(finding.kind, finding.ours) === 'stock') await settleStock(shop, admin, finding)
  else if (finding && actionOf(finding.kind, finding.ours) === 'note') throw conflict(BY_HAND)
  else if (refund) await settleRefund(shop, admin, payment!, refund)
  else
    await settlePayment(shop, admin, payment!, finding?.kind === 'returned' || finding?.kind === 'unreturned')
  return readBooks(shop)
}

const BY_HAND = 'Nothing here can settle this. Look at it in PayPal, and note what you found'

async function settleStock(shop: Shop, admin: SignedIn, finding: FindingRow): Promise<void> {
  await putStockRight(shop, admin, finding)
  await replaceFindings(shop, ({ product_id: product }) => product !== null, await stockFindings(shop))
}

/** Asks again how it stands, under the number that gives nothing back twice. */
async function settleRefund(shop: Shop, admin: SignedIn, payment: Known, refund: RefundRow): Promise<void> {
  await transact(shop.db, (tx) => recordOrder(tx, shop, admin, payment.order_id, 'Refund asked for again'))
  if (refund.state === 'started' || refund.state === 'pending')
    await orUnavailable(shop, () => finishRefund(shop, refund))
}

/**
 * Reads it at PayPal, writes down what it says, and judges it anew.
 * @param isOfRefunds whether the books disagree about what went back, which can be settled of money that is owed as well
 */
async function settlePayment(
  shop: Shop,
  admin: SignedIn,
  payment: Known,
  isOfRefunds: boolean,
): Promise<void> {
  if (payment.state === 'refund_due' && !isOfRefunds)
    throw conflict('This money is to be given back: the refund stands on the page of the order')
  await transact(shop.db, (tx) =>
    recordOrder(tx, shop, admin, payment.order_id, 'Payment read again at PayPal'),
  )
  const seen = await orUnavailable(shop, () => readAgain(shop, payment))
  if (payment.state === 'capture_started' || payment.state === 'pending') {
    await orUnavailable(shop, () => converge(shop, payment))
  } else if (seen?.status === 'done') await settle(shop, payment, seen)
  const now = await findKnown(shop, payment.id)
  const found = now ? judgePayment(shop, now, seen) : null
  await replaceFindings(shop, (known) => known.payment_id === payment.id, found ? [found] : [])
}

/** Throws 404 for what is not kept: what our own rows tell goes away by itself, when it is settled. */
export async function seeFinding(shop: Shop, admin: SignedIn, id: string, note: string): Promise<Books> {
  await transact(shop.db, async (tx) => {
    const seen = await tx
      .updateTable('money_findings')
      .set({ seen_at: isoNow(shop.clock), seen_by: admin.name, note })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst()
    if (!seen) throw notFound('Disagreement')
    const action = `Seen: ${WORDS[seen.kind].title}`
    const changes = [{ field: 'Note', before: '', after: note }]
    if (seen.order_id) await recordOrder(tx, shop, admin, seen.order_id, action, changes)
    else await writeRecord(tx, shop, admin, { subject: 'shop', name: 'Money', action, changes })
  })
  return readBooks(shop)
}
