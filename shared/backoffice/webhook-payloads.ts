/** What the body of each event contains as `data`. It names what changed; the rest is read with an API token. */
import * as z from 'zod/mini'
import type { WebhookType } from '#shared/platform/webhook-events.ts'
import { id, instant } from '#shared/kernel/fields.ts'

const order = {
  id,
  number: z.nullable(z.string()),
  /** Dollars, like `refunded`. */
  total: z.number(),
  refunded: z.number(),
  currency: z.literal('USD'),
  isPickup: z.boolean(),
  placedAt: instant,
  paidAt: z.nullable(instant),
  shippedAt: z.nullable(instant),
}

const product = z.object({
  id,
  name: z.string(),
  /** Whether visitors can see it. */
  isOnSale: z.boolean(),
  isDeleted: z.boolean(),
  version: z.int(),
  updatedAt: instant,
})

const size = z.object({ id, product: id, label: z.string(), sku: z.string(), countInStock: z.int() })

const charge = {
  id,
  order: id,
  number: z.nullable(z.string()),
  total: z.number(),
  currency: z.literal('USD'),
}

export const PAYLOADS = {
  'order.paid': z.object(order),
  'order.shipped': z.object({ ...order, trackingNumber: z.string() }),
  'order.refunded': z.object({ ...order, refund: z.object({ id, amount: z.number() }) }),
  'product.updated': z.object({ products: z.array(product) }),
  'stock.changed': z.object({ sizes: z.array(size) }),
  'subscription.charged': z.object(charge),
  'subscription.charge_failed': z.object({ ...charge, attempt: z.int() }),
  'message.received': z.object({
    id,
    kind: z.enum(['contact', 'wholesale']),
    /** The order that it is about. */
    order: z.nullable(id),
    receivedAt: instant,
  }),
  'webhook.test': z.object({ message: z.string() }),
} satisfies Record<WebhookType, z.ZodMiniType>

/** The body of a request to a receiver (https://www.standardwebhooks.com, "Payload structure"). */
export function bodySchema(type: WebhookType) {
  return z.object({ type: z.literal(type), timestamp: instant, data: PAYLOADS[type] })
}
