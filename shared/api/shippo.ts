/** Shipping: address validation and quotes. The fields of an address have the same names as at Shippo. */
import * as z from 'zod/mini'
import { contract } from './endpoint.ts'
import { dollars, id, instant } from '../fields.ts'
import { deliveryNotice } from './delivery.ts'
import { orderLines, shippingAddress } from './orders.ts'

const shippoAddress = z.object({
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
export type ShippoAddress = z.infer<typeof shippoAddress>

/** The `shippingQuote` in the cart. */
export const shippingQuote = z.object({
  shipment: z.string(),
  /** What the buyer pays for shipping; 0 if it is free. */
  shippingRate: dollars,
  quoteId: id,
  expiresAt: instant,
  service: z.string(),
  estimatedDays: z.nullable(z.int()),
  /** Missing in a quote that an older version stored in the cart. */
  delivery: z.optional(deliveryNotice),
})
export type ShippingQuote = z.infer<typeof shippingQuote>

export const shippo = contract({
  validate: {
    method: 'POST',
    path: '/api/shippo/validate',
    access: 'user',
    summary: 'Validates a US address and returns the corrected address',
    body: shippingAddress,
    reply: shippoAddress,
    limit: 'shipping',
  },
  calcship: {
    method: 'POST',
    path: '/api/shippo/calcship',
    access: 'user',
    summary: 'Quotes ground shipping for a cart and an address',
    body: z.object({ orderItems: orderLines, shippingAddress }),
    reply: shippingQuote,
    limit: 'shipping',
  },
})
