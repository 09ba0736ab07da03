/**
 * Saves a payment method without a purchase: the buyer approves a setup token in PayPal's window, and the shop exchanges
 * it for the token that it can charge.
 */
import { isoIn, isoNow, newId, DAY } from '#server/kernel/time/clock.ts'
import { allOrNone } from '#server/kernel/db/all-or-none.ts'
import { isUniqueViolation } from '#server/kernel/db/failures.ts'
import type { PaymentMethodRow } from '#server/kernel/db/schema.ts'
import { conflict, notFound } from '#server/kernel/errors.ts'
import { toSavedMethod } from './methods.ts'
import type { Buyer } from '#server/platform/sessions/guests.ts'
import type { Shop } from '#server/platform/shop.ts'
import { oneByOne } from '../checks/one-by-one.ts'
import { refuseIfUnavailable } from '../checks/refusals.ts'

/** PayPal keeps an approval for three days. */
const APPROVABLE = 3 * DAY

/** Opens an approval at PayPal for a buyer. Throws 503 if PayPal does not answer or has no vault for this shop. */
export async function beginSaving(shop: Shop, buyer: Buyer): Promise<{ setupToken: string }> {
  const id = newId(shop.clock)
  const approval = await refuseIfUnavailable(shop, () => shop.providers.payments.openApproval(`${id}-setup`))
  await shop.db
    .insertInto('payment_methods')
    .values({
      id,
      user_id: buyer._id,
      buyer_email: buyer.email,
      provider: 'paypal',
      state: 'waiting',
      token: null,
      customer_id: null,
      label: '',
      order_id: null,
      setup_token: approval.id,
      created_at: isoNow(shop.clock),
      deleted_at: null,
      deleted_by: null,
    })
    .execute()
  return { setupToken: approval.id }
}

/**
 * Saves the payment method of an approval. A second call returns the same method. Throws 404 if the approval is not the
 * buyer's, 409 if the buyer has not approved it, and 503.
 */
export async function finishSaving(shop: Shop, buyer: Buyer, setupToken: string) {
  const row = await shop.db
    .selectFrom('payment_methods')
    .selectAll()
    .where('setup_token', '=', setupToken)
    .executeTakeFirst()
  const isOwn = row && (buyer._id === null ? row.buyer_email === buyer.email : row.user_id === buyer._id)
  if (!row || !isOwn || row.state === 'deleted') throw notFound('Payment method')
  if (row.state === 'active') return toSavedMethod(row)
  const saved = await refuseIfUnavailable(shop, () => exchange(shop, row))
  if (!saved) throw conflict('This payment method was not approved at PayPal', { code: 'not-approved' })
  return toSavedMethod(saved)
}

/** Finishes approvals whose buyer has closed the browser, and deletes those that can no longer be approved. */
export async function finishApprovals(shop: Shop): Promise<void> {
  const waiting = shop.db
    .selectFrom('payment_methods')
    .selectAll()
    .where('state', '=', 'waiting')
    .where('setup_token', 'is not', null)
  const open = await waiting.where('created_at', '>', isoIn(shop.clock, -APPROVABLE)).execute()
  await oneByOne(shop, 'approvals of payment methods', open, (row) => exchange(shop, row))
  await shop.db
    .deleteFrom('payment_methods')
    .where('state', '=', 'waiting')
    .where('setup_token', 'is not', null)
    .where('created_at', '<', isoIn(shop.clock, -APPROVABLE))
    .execute()
}

/** Exchanges an approval for a token. Null if the buyer has not approved it. */
async function exchange(shop: Shop, row: PaymentMethodRow): Promise<PaymentMethodRow | null> {
  const { payments } = shop.providers
  const approval = await payments.getApproval(row.setup_token!)
  if (!approval || approval.status === 'open') return null
  const { token, customerId, label } = await payments.saveApproved(row.setup_token!, `${row.id}-save`)
  const fields = { state: 'active' as const, token, customer_id: customerId, label }
  const activated = shop.db
    .updateTable('payment_methods')
    .set(fields)
    .where('id', '=', row.id)
    .where('state', '=', 'waiting')
  try {
    await allOrNone(shop.db, [{ query: activated }])
    return { ...row, ...fields }
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    // PayPal gave the token of a method that is saved already.
    await shop.db.deleteFrom('payment_methods').where('id', '=', row.id).execute()
    return shop.db
      .selectFrom('payment_methods')
      .selectAll()
      .where('token', '=', token)
      .where('state', '=', 'active')
      .executeTakeFirstOrThrow()
  }
}
