/**
 * The price of shipping a cart: quotes, and the carrier's check of an address. Labels are in shared/shipping/api/labels.ts. Both
 * have addresses below /api/shippo, and the fields of an address have the names that Shippo uses.
 */
import * as z from 'zod/mini'
import { contract } from '#shared/platform/api/endpoint.ts'
import { dollars, id, instant } from '#shared/kernel/fields.ts'
import { deliveryNotice } from '#shared/roastery/api/delivery.ts'
import { guest, shipTo } from './place-order.ts'
import { orderLines } from '#shared/platform/api/cart-lines.ts'

const carrierAddress = z.object({
  object_id: z.string(),
  street1: z.string(),
  street2: z.string(),
  city: z.string(),
  state: z.string(),
  zip: z.string(),
  country: z.string(),
  validation_results: z.object({
    is_valid: z.boolean(),
    messages: z.array(z.object({ text: z.string() })),
  }),
})
export type CarrierAddress = z.infer<typeof carrierAddress>

/** The `shippingQuote` in the cart. */
export const shippingQuote = z.object({
  shipment: z.string(),
  /** What the buyer pays for shipping without a discount; 0 if it is free. */
  shippingRate: dollars,
  /** The carrier’s price, and the price of items from which shipping is free. Carts with a discount need both. */
  carrierRate: z.optional(dollars),
  freeFrom: z.optional(z.nullable(dollars)),
  quoteId: id,
  expiresAt: instant,
  service: z.string(),
  estimatedDays: z.nullable(z.int()),
  /** Missing in a quote that an older version stored in the cart. */
  delivery: z.optional(deliveryNotice),
})
export type ShippingQuote = z.infer<typeof shippingQuote>

export const shippingQuotes = contract({
  validate: {
    method: 'POST',
    path: '/api/shippo/validate',
    access: 'buyer',
    summary: 'Validates a US address and returns the corrected address',
    body: z.extend(shipTo, { guest }),
    reply: carrierAddress,
    limit: 'shipping',
  },
  calcship: {
    method: 'POST',
    path: '/api/shippo/calcship',
    access: 'buyer',
    summary: 'Quotes ground shipping for a cart and an address',
    body: z.object({ guest, orderItems: orderLines, shippingAddress: shipTo }),
    reply: shippingQuote,
    limit: 'shipping',
  },
  estimate: {
    method: 'POST',
    path: '/api/shippo/estimate',
    access: 'public',
    summary: 'The price of ground shipping for a cart to a ZIP code, before the address is known; not stored',
    body: z.object({ orderItems: orderLines, postalCode: z.string().check(z.maxLength(40)) }),
    reply: z.object({
      postalCode: z.string(),
      shippingRate: dollars,
      service: z.string(),
      estimatedDays: z.nullable(z.int()),
      delivery: deliveryNotice,
    }),
    limit: 'shipping',
  },
})
