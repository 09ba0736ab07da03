/** Locks the payments of an order, and reserves their money for refunds. */
import type { PaymentRow, Tx } from '#server/kernel/db/schema.ts'

/**
 * Locks a payment and the other payments of its order, so that no other transaction changes their refunds: together they
 * are limited by the parts of the order.
 */
export async function lockPayment(tx: Tx, id: string): Promise<PaymentRow> {
  const { order_id } = await tx
    .selectFrom('payments')
    .select('order_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const locked = await lockPaymentsOf(tx, order_id)
  return locked.find((payment) => payment.id === id)!
}

/** Locks all payments of an order. */
export function lockPaymentsOf(tx: Tx, orderId: string): Promise<PaymentRow[]> {
  return tx
    .updateTable('payments')
    .set((eb) => ({ returned_cents: eb.ref('returned_cents') }))
    .where('order_id', '=', orderId)
    .returningAll()
    .execute()
}

/** Reserves money of a payment for a refund. Returns false if less than that amount is left. */
export async function reserve(tx: Tx, paymentId: string, cents: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('payments')
    .set((eb) => ({ returned_cents: eb('returned_cents', '+', cents) }))
    .where('id', '=', paymentId)
    .where('state', 'in', ['completed', 'refund_due'])
    .where((eb) => eb(eb('returned_cents', '+', cents), '<=', eb.ref('captured_cents')))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
