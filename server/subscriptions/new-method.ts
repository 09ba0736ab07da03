/** A new payment method for a subscription, also for guests: the buyer approves it at PayPal, and it is used at once. */
import type { ChangedSubscription } from '#shared/api/subscriptions.ts'
import { beginSaving, finishSaving } from '../payments/save-method.ts'
import type { Buyer } from '../sessions/guests.ts'
import type { Shop } from '../shop.ts'
import { changeMethod } from './details.ts'
import { findSubscription } from './find.ts'

/** Opens the approval at PayPal. Throws 404, and 503 if PayPal does not answer. */
export async function beginMethod(shop: Shop, user: Buyer, id: string): Promise<{ setupToken: string }> {
  await findSubscription(shop, user, id)
  return beginSaving(shop, user)
}

/** Saves the approved payment method and uses it. Throws 404, 409 if it is not approved, and 503. */
export async function finishMethod(
  shop: Shop,
  user: Buyer,
  id: string,
  setupToken: string,
): Promise<ChangedSubscription> {
  await findSubscription(shop, user, id)
  const { _id: methodId } = await finishSaving(shop, user, setupToken)
  return changeMethod(shop, user, id, methodId)
}
