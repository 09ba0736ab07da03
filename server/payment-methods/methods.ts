/** The rows of saved payment methods: recorded once, found for a charge, removed here and then at the provider. */
import { isoNow, newId } from '../time/clock.ts'
import type { Step } from '../db/all-or-none.ts'
import type { OrderRow, PaymentMethodRow } from '../db/schema.ts'
import type { SavedMethod } from '../providers/vault.ts'
import type { Shop } from '../shop.ts'

/**
 * The step that records the payment method that the provider saved, or is about to save, with the payment of an order.
 * Does nothing if the buyer did not agree to save it, and if it is recorded already.
 */
export function recordSaved(shop: Shop, orderId: string, saved: SavedMethod): Step {
  const { db, clock } = shop
  const row = db
    .selectFrom('orders')
    .select((eb) => [
      eb.val(newId(clock)).as('id'),
      'user_id',
      'buyer_email',
      eb.val('paypal').as('provider'),
      eb.val(saved.token === null ? 'waiting' : 'active').as('state'),
      eb.val(saved.token).as('token'),
      eb.val(saved.customerId).as('customer_id'),
      eb.val(saved.label).as('label'),
      'orders.id as order_id',
      eb.val(isoNow(clock)).as('created_at'),
    ])
    .where('orders.id', '=', orderId)
    .where('saves_method', '=', 1)
  const columns = [
    'id',
    'user_id',
    'buyer_email',
    'provider',
    'state',
    'token',
    'customer_id',
    'label',
    'order_id',
    'created_at',
  ] as const
  return {
    query: db
      .insertInto('payment_methods')
      .columns([...columns])
      .expression(row)
      .onConflict((taken) => taken.doNothing()),
  }
}

/** The payment method with this id. */
export function findMethod({ db }: Pick<Shop, 'db'>, id: string): Promise<PaymentMethodRow | undefined> {
  return db.selectFrom('payment_methods').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Whether a payment method belongs to the buyer of an order. */
export function isOfBuyer(
  method: PaymentMethodRow,
  order: Pick<OrderRow, 'user_id' | 'buyer_email'>,
): boolean {
  if (method.user_id !== null && method.user_id === order.user_id) return true
  return method.buyer_email.toLowerCase() === order.buyer_email.toLowerCase()
}

/** Marks a payment method that the provider does not have any more. */
export async function markGone(shop: Shop, id: string): Promise<void> {
  await shop.db
    .updateTable('payment_methods')
    .set({ state: 'deleted', deleted_at: isoNow(shop.clock), deleted_by: 'PayPal' })
    .where('id', '=', id)
    .where('state', '<>', 'deleted')
    .execute()
}
