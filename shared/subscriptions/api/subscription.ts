/** A subscription, as the API returns it. */
import * as z from 'zod/mini'
import { DELIVERY_STATES, SUBSCRIPTION_STATUSES } from '#shared/platform/subscriptions.ts'
import { ORDER_STATES } from '#shared/kernel/order-states.ts'
import { taste, weeks } from '#shared/platform/api/cart-lines.ts'
import { shippingAddress } from '#shared/checkout/api/place-order.ts'
import { day, dollars, id, instant, pictureFacts, prose } from '#shared/kernel/fields.ts'

/** A product of the list, or roaster’s choice, which has a taste. */
const item = z.object({
  _id: id,
  /** Null for roaster’s choice. */
  product: z.nullable(id),
  /** The address of the product's page; empty if it has none. */
  slug: z.string(),
  sizeId: z.nullable(id),
  taste: z.nullable(taste),
  /** The name of the product, or `Roaster’s choice: Fruity`. */
  name: z.string(),
  sizeLabel: z.string(),
  grind: z.string(),
  qty: z.int(),
  /** Whether the item is only in the next delivery. */
  isOnce: z.boolean(),
  /** The agreed price of a piece, before and after the discount. A delivery never costs more. */
  price: dollars,
  discounted: dollars,
  /** Today's price of a piece in the shop; the agreed one if it is no longer sold. */
  shopPrice: dollars,
  /** The price that the owner has set for this subscription alone; null if it is that of the shop. */
  ownPrice: z.nullable(dollars),
  /** A higher price that is announced, and the first day on which it may be charged. */
  newPrice: z.nullable(z.object({ price: dollars, from: day })),
  /** False if the coffee or its size is no longer sold. */
  isOnSale: z.boolean(),
  picture: z.nullable(pictureFacts),
})
export type SubscriptionItem = z.infer<typeof item>

/** The days of a delivery that is not made yet. `arrives` is null for a pickup, or without packing days. */
const plannedDelivery = z.object({
  roastsOn: day,
  /** The day of the charge. */
  chargesOn: day,
  arrivesFrom: z.nullable(day),
  arrivesTo: z.nullable(day),
})

const nextDelivery = z.extend(plannedDelivery, {
  number: z.int(),
  /**
   * The planned day, before closures move it. Requests for changes name it, so that a repeated request changes nothing.
   */
  plannedOn: day,
  /**
   * Until this time, changes still apply to this delivery. Null for a delivery that waits for goods: it can be changed
   * until it is packed.
   */
  changeUntil: z.nullable(instant),
  /** True if it is late because goods are missing; `reason` says which. */
  isWaiting: z.boolean(),
  reason: z.string(),
  /** The price: items after the discount, and shipping if it is known, without tax. */
  items: dollars,
  shipping: z.nullable(dollars),
})

const delivery = z.object({
  number: z.int(),
  state: z.enum(DELIVERY_STATES),
  plannedOn: day,
  reason: z.string(),
  order: z.nullable(
    z.object({
      _id: id,
      number: z.string(),
      state: z.enum(ORDER_STATES),
      total: dollars,
      /** The token that opens the order of a guest, so that it can be paid; null for an account. */
      guestLink: z.nullable(z.string()),
    }),
  ),
  /** When the shop charges again after a failure. */
  retriesAt: z.nullable(instant),
})

export const subscriptionSummary = z.object({
  _id: id,
  status: z.enum(SUBSCRIPTION_STATUSES),
  weeks,
  /** `Guji, 12 oz, Espresso`, one text per item. */
  goods: z.array(z.string()),
  nextOn: z.nullable(day),
  /** Whether a paused subscription resumes automatically on `nextOn`. */
  resumes: z.boolean(),
  createdAt: instant,
})
export type SubscriptionSummary = z.infer<typeof subscriptionSummary>

export const subscription = z.extend(subscriptionSummary, {
  buyer: z.object({ name: z.string(), email: z.string() }),
  isGuest: z.boolean(),
  /** The discount on every item, in percent. */
  discount: z.int(),
  items: z.array(item),
  shippingAddress,
  recipient: z.string(),
  phone: z.string(),
  isPickup: z.boolean(),
  gift: z.nullable(z.object({ note: z.string() })),
  /** Of a gift subscription: the order that paid for it, and what is left of it. Null for others. */
  prepaid: z._default(z.nullable(z.object({ order: id, deliveries: z.int(), left: z.int() })), null),
  /** Null if there is none, so that the next charge would fail. */
  paymentMethod: z.nullable(z.object({ _id: id, label: z.string() })),
  next: z.nullable(nextDelivery),
  /** The deliveries after the next one, as planned today. */
  upcoming: z.array(plannedDelivery),
  /** The roast days to which the next delivery can be moved. */
  movableTo: z.array(day),
  /** The made and skipped deliveries, newest first. */
  deliveries: z.array(delivery),
  /** The terms that the buyer agreed to, and when. */
  consent: z.object({ text: z.string(), at: instant }),
  canceledAt: z.nullable(instant),
  version: z.int(),
})
export type Subscription = z.infer<typeof subscription>

/** The version of the subscription that the caller saw. If it has changed since, the response is 409. */
export const seen = { version: z.optional(z.int()) }

/** The reply of every change. `message` says which delivery it affects. */
export const changed = z.object({ subscription, message: z.string() })
export type ChangedSubscription = z.infer<typeof changed>

export const itemParams = z.object({ id, itemId: id })

/** A change names the next delivery that the buyer saw. If another one is next now, the response is 409. */
export const nextNumber = { number: z.int().check(z.minimum(1), z.maximum(100_000)) }

/** The reasons that a buyer can choose when canceling. */
export const CANCEL_REASONS = ['too much coffee', 'too expensive', 'taste', 'delivery', 'other'] as const

export const canceling = z.object({
  reason: z._default(z.enum(['', ...CANCEL_REASONS]), ''),
  note: z._default(prose('Note', 500), ''),
})
