/** Disputes that buyers open at PayPal, recorded for display. The shop answers them on PayPal's site. */
import { isoNow } from '#server/kernel/time/clock.ts'
import type { DisputeRow, PaymentRow, Tx } from '#server/kernel/db/schema.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { updateFrozen } from '#server/checkout/gift-cards/freeze.ts'
import { note } from '#server/checkout/orders/history.ts'
import { isAnswered } from '#server/providers/service.ts'
import { PaymentRefused, type Dispute } from '#server/providers/payments.ts'
import type { Shop } from '#server/platform/shop.ts'
import { settle } from '../capture/settle.ts'

/**
 * Lists the disputes at PayPal, because webhooks can be lost, and reads each dispute that is new or recorded as open.
 * Returns false if PayPal does not permit listing them. Throws PaymentUnavailable.
 */
export async function findDisputes(shop: Shop, since: string): Promise<boolean> {
  const listed = await shop.providers.payments.listDisputes(since)
  if (listed === null) return false
  const closed = await shop.db
    .selectFrom('disputes')
    .select('id')
    .where('state', 'in', FINAL_STATES)
    .where('opened_at', '>=', since)
    .execute()
  const closedIds = new Set(closed.map(({ id }) => id))
  for (const id of listed.filter((each) => !closedIds.has(each))) {
    try {
      await updateDispute(shop, id)
    } catch (error) {
      // Continue: one dispute that cannot be read must not block the others.
      if (!(error instanceof PaymentRefused) && !isAnswered(error)) throw error
      shop.log.warn({ err: error, dispute: id }, 'PayPal lists a dispute and does not show it')
    }
  }
  return true
}

/** States that no longer change. */
export const FINAL_STATES: DisputeRow['state'][] = ['won', 'lost', 'closed']

/**
 * Reads a dispute at PayPal and stores it with its payment. Returns false if the dispute is not about a payment of this
 * shop.
 */
export async function updateDispute(shop: Shop, id: string): Promise<boolean> {
  const seen = await shop.providers.payments.getDispute(id)
  const payment = seen && (await disputedPayment(shop, seen))
  if (!payment) return false
  await writeDispute(shop, payment, seen)
  // If the dispute was decided for the buyer, PayPal has taken the money back.
  const current = await shop.providers.payments.getPayment(payment.provider_order_id!)
  if (current?.status === 'done') await settle(shop, payment, current, 'Taken back by PayPal')
  return true
}

/** The payment that a dispute names: by its capture, or if PayPal leaves that out, by the order. */
async function disputedPayment({ db }: Shop, { captureIds, orderIds }: Dispute): Promise<PaymentRow | null> {
  if (captureIds.length === 0 && orderIds.length === 0) return null
  const payment = await db
    .selectFrom('payments')
    .selectAll()
    .where('provider', '=', 'paypal')
    .where('provider_order_id', 'is not', null)
    .where((eb) =>
      captureIds.length > 0 ? eb('capture_id', 'in', captureIds) : eb('order_id', 'in', orderIds),
    )
    .where('captured_at', 'is not', null)
    .orderBy('state')
    .executeTakeFirst()
  return payment ?? null
}

async function writeDispute(shop: Shop, payment: PaymentRow, seen: Dispute): Promise<void> {
  await transact(shop.db, async (tx) => {
    const before = await lockDispute(tx, seen.id)
    const row: DisputeRow = {
      id: seen.id,
      payment_id: payment.id,
      state: seen.state,
      reason: seen.reason,
      amount_cents: seen.amountCents,
      respond_by: seen.respondBy,
      opened_at: seen.at,
      updated_at: isoNow(shop.clock),
    }
    const { id: _, opened_at: _known, ...changes } = row
    await tx
      .insertInto('disputes')
      .values(row)
      .onConflict((taken) => taken.column('id').doUpdateSet(changes))
      .execute()
    // A card whose purchase is disputed must not be spent.
    await updateFrozen(tx, shop, payment.order_id)
    if (before?.state === seen.state) return
    await note(tx, shop, payment.order_id, 'PayPal', DISPUTE_EVENTS[seen.state]).execute()
  })
}

function lockDispute(tx: Tx, id: string): Promise<DisputeRow | undefined> {
  return tx
    .updateTable('disputes')
    .set((eb) => ({ state: eb.ref('state') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

/** What the history of an order says when its dispute gets a state. */
export const DISPUTE_EVENTS: Record<Dispute['state'], string> = {
  open: 'The buyer opened a dispute',
  waiting_for_us: 'The dispute waits for the shop’s answer',
  waiting_for_buyer: 'The dispute waits for the buyer’s answer',
  under_review: 'The dispute is under review',
  won: 'The dispute was decided in favor of the shop',
  lost: 'The dispute was decided in favor of the buyer',
  closed: 'The dispute is over',
}
