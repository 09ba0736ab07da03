/** A new payment method for a subscription, also for guests: the buyer approves it at PayPal, and it is used at once. */
import type { ChangedSubscription } from '#shared/subscriptions/api/subscriptions.ts'
import { Refusal, conflict } from '#server/kernel/errors.ts'
import { beginSaving, finishSaving } from '#server/payments/methods/save-method.ts'
import type { Buyer } from '#server/platform/sessions/guests.ts'
import type { Shop } from '#server/platform/shop.ts'
import { changeMethod } from './details.ts'
import { findSubscription } from './find.ts'

/** Opens the approval at PayPal. Throws 404, and 503 if PayPal does not answer. */
export async function beginMethod(shop: Shop, user: Buyer, id: string): Promise<{ setupToken: string }> {
  await findSubscription(shop, user, id)
  return beginSaving(shop, user)
}

/** Saves the approved payment method and uses it. Throws 404, 409 if the approval is unknown or missing, and 503. */
export async function finishMethod(
  shop: Shop,
  user: Buyer,
  id: string,
  setupToken: string,
): Promise<ChangedSubscription> {
  await findSubscription(shop, user, id)
  const { _id: methodId } = await finishSaving(shop, user, setupToken).catch(unknownApproval)
  return changeMethod(shop, user, id, { paymentMethod: methodId })
}

/** The path of the request exists, so an unknown approval is not a 404. */
function unknownApproval(error: unknown): never {
  const isUnknown = error instanceof Refusal && error.status === 404
  throw isUnknown
    ? conflict('This approval is not known. Please approve PayPal again', { code: 'not-approved' })
    : error
}
