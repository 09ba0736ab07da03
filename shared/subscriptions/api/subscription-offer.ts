/** What visitors see of subscriptions: the offer and the terms of a checkout. */
import * as z from 'zod/mini'
import { contract } from '#shared/platform/api/endpoint.ts'
import { orderLines, taste, weeks } from '#shared/platform/api/cart-lines.ts'
import { dollars, id } from '#shared/kernel/fields.ts'

/** What the owner offers. */
const offer = z.object({
  isOffered: z.boolean(),
  /** The discount in percent. */
  discount: z.int(),
  weeks: z.array(weeks),
  /**
   * Roaster’s choice; null if it is not offered. `next` is the coffee in the next box of this taste. A box costs at
   * most the price here.
   */
  choice: z.nullable(
    z.object({
      price: dollars,
      tastes: z.array(
        z.object({
          taste,
          name: z.string(),
          next: z.object({ product: id, sizeId: id, name: z.string(), sizeLabel: z.string() }),
        }),
      ),
    }),
  ),
})
export type SubscriptionOffer = z.infer<typeof offer>

/** A product for the lists of subscribers. */
const goods = z.object({
  _id: id,
  name: z.string(),
  /** Only coffee can come with every delivery. */
  isCoffee: z.boolean(),
  sizes: z.array(z.object({ id, label: z.string(), price: dollars, isInStock: z.boolean() })),
  /** Empty if there is nothing to choose. */
  grinds: z.array(z.string()),
})
export type SubscriptionGoods = z.infer<typeof goods>

/** The terms of a checkout, for each frequency in the cart. */
const terms = z.object({
  subscriptions: z.array(
    z.object({
      weeks,
      /** Sentences about the goods, the frequency, the price, the dates, and how to cancel. */
      text: z.array(z.string()),
    }),
  ),
  /** The text of the consent box. The order sends it back, and the shop stores it with the terms. */
  consent: z.string(),
})

export const subscriptionOffer = contract({
  offer: {
    method: 'GET',
    path: '/api/subscriptions/offer',
    access: 'public',
    summary: 'The frequencies and the discount that the shop offers, and the coffees of roaster’s choice',
    reply: offer,
    cached: ['Settings', 'Product'],
  },
  goods: {
    method: 'GET',
    path: '/api/subscriptions/goods',
    access: 'public',
    part: 'subscriptions',
    summary: 'What subscribers can choose from: all coffees, and other goods that can be added once',
    reply: z.object({ goods: z.array(goods) }),
    cached: ['Settings', 'Product'],
  },
  terms: {
    method: 'POST',
    path: '/api/subscriptions/terms',
    access: 'public',
    summary: 'The terms of the subscriptions in a cart, to show before the order is placed',
    body: z.object({ orderItems: orderLines, isPickup: z._default(z.boolean(), false) }),
    reply: terms,
    limit: 'shipping',
  },
})
