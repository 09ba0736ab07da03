/** When an order that is placed now is roasted, shipped and delivered. */
import * as z from 'zod/mini'
import { contract } from '#shared/platform/api/endpoint.ts'
import { WEEKDAYS } from '#shared/kernel/days.ts'
import { dollars, instant } from '#shared/kernel/fields.ts'
import { orderLines } from '#shared/platform/api/cart-lines.ts'

/** The promised days, such as '2026-11-27', in the shop's time zone. */
export const promised = z.object({
  /** Null for an order without coffee. */
  roastsOn: z.nullable(z.string()),
  shipsOn: z.string(),
  arrivesFrom: z.string(),
  arrivesTo: z.string(),
})

/** A sentence for buyers about a delivery. If there is no date, it says why. */
export const deliveryNotice = z.object({
  text: z.string(),
  dates: z.nullable(promised),
  /** When the sentence is no longer right: at the next cut-off, and at midnight. */
  until: instant,
})
export type DeliveryNotice = z.infer<typeof deliveryNotice>

/**
 * The promise of an order for pickup: its day, the hours of that day, and the day of roasting, in the shop's time zone.
 */
export const pickupPromise = z.object({
  /** Null for an order without coffee. */
  roastsOn: z.nullable(z.string()),
  readyOn: z.string(),
  /** When the order is ready, and when the bar closes: '14:00', '17:00'. */
  from: z.string(),
  to: z.string(),
})

/** When an order can be picked up, as sentences for buyers. */
export const pickupNotice = z.object({
  /** For the checkout. Says why if there is no day. */
  text: z.string(),
  /** For products and the cart. Also says until when to order. */
  note: z.string(),
  /** Null if the shop has no day for a pickup, so that pickup cannot be chosen. */
  promise: z.nullable(pickupPromise),
  until: instant,
})
export type PickupNotice = z.infer<typeof pickupNotice>

export const delivery = contract({
  next: {
    method: 'GET',
    path: '/api/delivery',
    access: 'public',
    summary:
      'When an order that is placed now arrives or can be picked up, and from which amount shipping is free',
    cached: ['Settings', 'RoastDays'],
    cachedUntil: 'until',
    reply: z.object({
      /** An order with coffee from stock. */
      coffee: deliveryNotice,
      /** An order of one bag of coffee roasted to order. */
      toOrder: deliveryNotice,
      /** Whether roast days have a capacity, so that the dates of coffee roasted to order depend on the quantity. */
      isLimited: z.boolean(),
      /** An order of goods that are not roasted. */
      goods: deliveryNotice,
      /** In dollars; null if shipping is never free. */
      freeFrom: z.nullable(dollars),
      /** For search engines: how long an order waits until it is handed to the carrier, and how long it is on the way. */
      handling: z.object({
        days: z.array(z.enum(WEEKDAYS)),
        /** With the offset of the shop's time zone today: '15:00:00-05:00'. */
        cutOff: z.string(),
        /** Of the days above. */
        most: z.int(),
        transit: z.object({ min: z.int(), max: z.int() }),
      }),
      /** Pickup of the same orders; null if the shop does not offer pickup. */
      pickup: z.nullable(z.object({ coffee: pickupNotice, toOrder: pickupNotice, goods: pickupNotice })),
      /** When one of the sentences is no longer right. */
      until: instant,
    }),
  },
  ofCart: {
    method: 'POST',
    path: '/api/delivery',
    access: 'public',
    summary:
      'When an order of these goods that is placed now arrives or can be picked up. 409 if they are not on sale',
    body: z.object({ orderItems: orderLines }),
    reply: z.object({
      delivery: deliveryNotice,
      /** Null if the shop does not offer pickup. */
      pickup: z.nullable(pickupNotice),
    }),
  },
})
