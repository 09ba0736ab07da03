/**
 * Subscriptions of buyers. The endpoints below `/api/subscriptions/:id` are for the signed-in subscriber, or for anyone
 * with the signed link to this subscription (`X-Guest-Link`). Each change replies with the subscription and with a
 * sentence that names the delivery that it affects.
 */
import * as z from 'zod/mini'
import { contractOf } from '#shared/platform/api/endpoint.ts'
import { setupToken } from '#shared/payments/api/payment-methods.ts'
import { pieces, taste, weeks } from '#shared/platform/api/cart-lines.ts'
import { gift, shipTo } from '#shared/checkout/api/place-order.ts'
import { day, id, idParams, line, message } from '#shared/kernel/fields.ts'
import { SUBSCRIPTION_STATUSES } from '#shared/platform/subscriptions.ts'
import {
  canceling,
  changed,
  itemParams,
  nextNumber,
  seen,
  subscription,
  subscriptionSummary,
} from './subscription.ts'

/** The token of a mailed link. */
const link = z.string().check(z.maxLength(100))

const edit = z.object({
  ...seen,
  /** A product with its size, or a taste for roaster’s choice. If both are sent, the taste counts. */
  product: z.optional(id),
  sizeId: z.optional(id),
  taste: z.optional(taste),
  grind: z.optional(line('Grind', 40)),
  qty: pieces,
})
export type SubscriptionItemEdit = z.infer<typeof edit>

/** A version in an address. */
const versionText = z.pipe(
  z.string().check(z.regex(/^[0-9]{1,9}$/, 'version must be a whole number')),
  z.transform(Number),
)

const added = z.object({
  ...seen,
  /** A product that is for sale; roaster’s choice cannot be added. */
  product: id,
  sizeId: z.optional(id),
  grind: z.optional(line('Grind', 40)),
  qty: pieces,
  /** True to add it only to the next delivery. Goods other than coffee can only be added once. */
  isOnce: z.boolean(),
})

export const subscriptions = contractOf('subscriptions', {
  mine: {
    method: 'GET',
    path: '/api/subscriptions/mine',
    access: 'user',
    summary: 'The caller’s subscriptions, newest first',
    reply: z.object({ subscriptions: z.array(subscriptionSummary) }),
  },
  one: {
    method: 'GET',
    path: '/api/subscriptions/:id',
    access: 'buyer',
    summary: 'One subscription, for its buyer or an admin',
    params: idParams,
    reply: subscription,
  },
  ofOrder: {
    method: 'GET',
    path: '/api/orders/:id/subscriptions',
    access: 'buyer',
    part: null,
    summary: 'The subscriptions to which an order belongs, for its buyer or an admin',
    params: idParams,
    reply: z.object({
      subscriptions: z.array(
        z.object({
          _id: id,
          status: z.enum(SUBSCRIPTION_STATUSES),
          weeks,
          /** The token that opens the subscription of a guest; null for an account. */
          guestLink: z.nullable(z.string()),
        }),
      ),
    }),
  },
  skip: {
    method: 'POST',
    path: '/api/subscriptions/:id/skip',
    access: 'buyer',
    summary: 'Skips the next delivery. Skipping the same delivery again changes nothing',
    params: idParams,
    body: z.object({ ...seen, ...nextNumber }),
    reply: changed,
  },
  pause: {
    method: 'POST',
    path: '/api/subscriptions/:id/pause',
    access: 'buyer',
    summary: 'Pauses until a day, or until the buyer resumes it',
    params: idParams,
    body: z.object({ ...seen, until: z.nullable(day) }),
    reply: changed,
  },
  resume: {
    method: 'POST',
    path: '/api/subscriptions/:id/resume',
    access: 'buyer',
    summary:
      'Resumes a paused subscription. The next delivery is on the given roast day or the first possible one',
    params: idParams,
    body: z.object({ ...seen, on: z._default(z.nullable(day), null) }),
    reply: changed,
  },
  move: {
    method: 'POST',
    path: '/api/subscriptions/:id/move',
    access: 'buyer',
    summary: 'Moves the next delivery to another roast day. Later deliveries count from the new day',
    params: idParams,
    body: z.object({ ...seen, ...nextNumber, on: day }),
    reply: changed,
  },
  frequency: {
    method: 'PUT',
    path: '/api/subscriptions/:id/rhythm',
    access: 'buyer',
    summary: 'Changes the weeks between two deliveries',
    params: idParams,
    body: z.object({ ...seen, weeks }),
    reply: changed,
  },
  addItem: {
    method: 'POST',
    path: '/api/subscriptions/:id/items',
    access: 'buyer',
    summary: 'Adds something to every delivery, or once to the next one',
    params: idParams,
    body: added,
    reply: changed,
  },
  changeItem: {
    method: 'PUT',
    path: '/api/subscriptions/:id/items/:itemId',
    access: 'buyer',
    summary: 'Changes the coffee, size, grind or quantity of an item. The discount stays',
    params: itemParams,
    body: edit,
    reply: changed,
  },
  removeItem: {
    method: 'DELETE',
    path: '/api/subscriptions/:id/items/:itemId',
    access: 'buyer',
    summary:
      'Removes an item. 409 for the only item that every delivery has: cancel the subscription instead',
    params: itemParams,
    query: z.strictObject({ version: z.optional(versionText) }),
    reply: changed,
  },
  address: {
    method: 'PUT',
    path: '/api/subscriptions/:id/address',
    access: 'buyer',
    summary: 'Changes where the deliveries go: an address, or pickup at the bar',
    params: idParams,
    body: z.object({
      ...seen,
      /** Required unless `pickup` is set. */
      shippingAddress: z.optional(shipTo),
      isPickup: z._default(z.boolean(), false),
    }),
    reply: changed,
  },
  gift: {
    method: 'PUT',
    path: '/api/subscriptions/:id/gift',
    access: 'buyer',
    summary: 'Makes the deliveries a gift with a note, or no gift',
    params: idParams,
    body: z.object({ ...seen, gift: z.nullable(gift) }),
    reply: changed,
  },
  method: {
    method: 'PUT',
    path: '/api/subscriptions/:id/method',
    access: 'buyer',
    summary: 'Changes the payment method. A delivery whose payment failed is charged again immediately',
    params: idParams,
    body: z.object({ ...seen, paymentMethod: id }),
    reply: changed,
  },
  beginMethod: {
    method: 'POST',
    path: '/api/subscriptions/:id/method/setup',
    access: 'buyer',
    summary: 'Opens the approval of a new payment method at PayPal; the browser shows it to the buyer',
    params: idParams,
    reply: z.object({ setupToken: z.string() }),
    limit: 'savedMethod',
  },
  finishMethod: {
    method: 'POST',
    path: '/api/subscriptions/:id/method',
    access: 'buyer',
    summary:
      'Saves a payment method that the buyer has approved at PayPal, and uses it for this subscription, as `PUT` does',
    params: idParams,
    body: z.object({ setupToken }),
    reply: changed,
    limit: 'savedMethod',
  },
  cancel: {
    method: 'POST',
    path: '/api/subscriptions/:id/cancel',
    access: 'buyer',
    summary:
      'Cancels the subscription. The reason is optional, and can be sent later with a second call. A delivery that is already paid is still sent',
    params: idParams,
    body: z.object({ ...seen, ...canceling.shape }),
    reply: changed,
  },
  skipByLink: {
    method: 'POST',
    path: '/api/subscriptions/skip-by-link',
    access: 'public',
    summary: 'Skips a delivery with the link in the mail about it',
    body: z.object({ subscription: id, ...nextNumber, link }),
    reply: message,
    limit: 'signup',
  },
  cancelByLink: {
    method: 'POST',
    path: '/api/subscriptions/cancel-by-link',
    access: 'public',
    part: null,
    summary: 'Cancels a subscription with the link in an email',
    body: z.object({ subscription: id, link, ...canceling.shape }),
    reply: message,
    limit: 'signup',
  },
})
