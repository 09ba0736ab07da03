/** Where deliveries go, whether they are a gift, how they are paid, and the end of a subscription. */
import type { Body } from '#shared/platform/api/endpoint.ts'
import type { ChangedSubscription } from '#shared/subscriptions/api/subscription.ts'
import type { subscriptions } from '#shared/subscriptions/api/subscriptions.ts'
import { badRequest, conflict, Refusal } from '#server/kernel/errors.ts'
import { subscriptionMail } from '#server/platform/outbox/subscription-mail.ts'
import { findMethod } from '#server/payments/methods/methods.ts'
import { addressOfBar } from '#server/checkout/orders/place/delivery-method.ts'
import { requireShippable, recipientOf } from '#server/checkout/quotes/parcel.ts'
import { scheduleOf } from '#server/roastery/delivery/schedule.ts'
import type { Buyer } from '#server/platform/sessions/guests.ts'
import type { Shop } from '#server/platform/shop.ts'
import { isoNow } from '#server/kernel/time/clock.ts'
import { beginSaving, finishSaving } from '#server/payments/methods/save-method.ts'
import { wake, affectedText, change, CHANGED_BOX, forgetWaiting } from './change.ts'
import type { Changing } from './changing.ts'
import { findSubscription, toSubscription } from './read.ts'

/** Changes where deliveries go. Throws 400 for an address that the shop does not ship to. */
export async function changeAddress(
  shop: Shop,
  user: Buyer,
  id: string,
  { shippingAddress, isPickup, version }: Body<typeof subscriptions.address>,
): Promise<ChangedSubscription> {
  await findSubscription(shop, user, id)
  if (isPickup && !(await scheduleOf(shop)).pickup) throw conflict('Pickup is no longer offered')
  if (!isPickup && !shippingAddress) throw badRequest('Enter an address, or choose pickup')
  const where = isPickup ? await addressOfBar(shop) : await requireShippable(shop, shippingAddress!)
  const { address, address2, city, state, postalCode, country } = where
  return change(shop, user, { id, version }, async (changing) => {
    const { name, phone } = recipientOf(shippingAddress ?? {}, { name: changing.row.buyer_name })
    await wake(changing, 'waiting')
    const patch = {
      address,
      address2,
      city,
      ship_state: state,
      postal_code: postalCode,
      country,
      recipient: isPickup || name === changing.row.buyer_name ? null : name,
      phone: isPickup ? '' : phone,
      is_pickup: isPickup ? (1 as const) : (0 as const),
      ...CHANGED_BOX,
    }
    const said = isPickup ? 'It is picked up at the bar.' : `It goes to ${address}, ${city}.`
    return { patch, message: `${said} ${await affectedText(changing)}` }
  })
}

export function changeGift(
  shop: Shop,
  user: Buyer,
  id: string,
  { gift, version }: Body<typeof subscriptions.gift>,
): Promise<ChangedSubscription> {
  return change(shop, user, { id, version }, async (changing) => {
    const note = gift ? gift.note.replace(/\r\n?/g, '\n') : null
    const said = gift ? 'The deliveries are a gift.' : 'The deliveries are no longer a gift.'
    return { patch: { gift_note: note }, message: `${said} ${await affectedText(changing)}` }
  })
}

/**
 * Changes the payment method. A delivery whose payment failed is charged again at once. Throws 400 for a method of
 * another buyer, or one that was removed.
 */
export function changeMethod(
  shop: Shop,
  user: Buyer,
  id: string,
  { paymentMethod: methodId, version }: Body<typeof subscriptions.method>,
): Promise<ChangedSubscription> {
  return change(shop, user, { id, version }, async (changing) => {
    const { row } = changing
    const method = await findMethod(shop, methodId)
    const isOwn =
      method &&
      ((method.user_id !== null && method.user_id === row.user_id) ||
        method.buyer_email.toLowerCase() === row.buyer_email.toLowerCase())
    if (!isOwn || method.state === 'deleted') throw badRequest('Choose one of your payment methods')
    const isRetried = await chargeAgain(changing)
    const said = isRetried ? 'The payment is tried again now.' : await affectedText(changing)
    return { patch: { payment_method_id: methodId }, message: `Payment method changed. ${said}` }
  })
}

/** Makes the job charge a delivery again whose payment failed. The buyer pays the first one. Whether there is one. */
const chargeAgain = (changing: Changing) => wake(changing, 'charging', 1)

type Canceling = Omit<Body<typeof subscriptions.cancel>, 'version'>

/**
 * Cancels permanently. Deliveries that are paid are still sent, and unpaid ones are no longer charged. A second call
 * only stores the reason.
 */
export async function cancel(
  shop: Shop,
  user: Buyer,
  id: string,
  { version, ...wanted }: Body<typeof subscriptions.cancel>,
): Promise<ChangedSubscription> {
  const row = await findSubscription(shop, user, id)
  if (row.status !== 'canceled')
    return change(shop, user, { id, version }, (changing) => cancelIn(changing, wanted))
  const message = await addReason(shop, id, wanted)
  return { subscription: await toSubscription(shop, await findSubscription(shop, user, id)), message }
}

/** Stores why a subscription was canceled. Returns the message. */
export async function addReason(shop: Shop, id: string, wanted: Canceling): Promise<string> {
  const reason = reasonOf(wanted)
  if (reason === '') return 'It is canceled already. Nothing more is charged.'
  await shop.db
    .updateTable('subscriptions')
    .set({ cancel_reason: reason, updated_at: isoNow(shop.clock) })
    .where('id', '=', id)
    .where('status', '=', 'canceled')
    .execute()
  return 'Thank you. Your answer helps us to do better.'
}

const reasonOf = ({ reason, note }: Canceling) => [reason, note].filter(Boolean).join(': ')

export async function cancelIn(changing: Changing, wanted: Canceling) {
  const { tx, shop, row } = changing
  await forgetWaiting(changing)
  await wake(changing, 'charging')
  await subscriptionMail(tx, shop, 'subscription-canceled', row, { key: row.version }).execute()
  const patch = {
    status: 'canceled' as const,
    next_on: null,
    charge_after: null,
    canceled_at: isoNow(shop.clock),
    cancel_reason: reasonOf(wanted),
  }
  return { patch, message: 'Canceled. Nothing more is charged.', isMailed: true }
}

/** Opens the approval at PayPal. Throws 404, and 503 if PayPal does not answer. */
export async function beginMethod(shop: Shop, user: Buyer, id: string): Promise<{ setupToken: string }> {
  await findSubscription(shop, user, id)
  return beginSaving(shop, user)
}

/** Saves the approved payment method and uses it. Throws 404, 409 if the approval is unknown or missing, and 503. */
export async function finishMethod(shop: Shop, user: Buyer, id: string, setupToken: string) {
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
