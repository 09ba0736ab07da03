/** Shipping labels: buying, printing and voiding them, and the tracking of their parcels. */
import * as z from 'zod/mini'
import { contract } from '#shared/platform/api/endpoint.ts'
import { dollars, id, idParams, instant, page, paged } from '#shared/kernel/fields.ts'
import { PARCEL_STATES } from '#shared/kernel/order-states.ts'

export const LABEL_STATES = ['buying', 'bought', 'failed', 'voiding', 'voided', 'refused'] as const

/** The most orders whose labels are printed by their ids; label-batches.ts has more. */
export const MAX_LABELS = 50

export const label = z.object({
  /**
   * buying: Shippo has not answered yet. voiding: USPS has not decided on the refund yet. refused: USPS has refused the
   * refund.
   */
  state: z.enum(LABEL_STATES),
  /** The price that the shop pays. */
  price: dollars,
  service: z.string(),
  trackingNumber: z.string(),
  trackingUrl: z.string(),
  /** Why the label was not bought; empty otherwise. */
  problem: z.string(),
  by: z.string(),
  at: instant,
})
export type Label = z.infer<typeof label>

const packing = z.object({
  /** The name and size of the box to use; empty if no box holds the goods. */
  box: z.string(),
  /** The weight of goods and box together. */
  grams: z.int(),
  /** Goods without a weight, for which the weight of the parcel is an assumption. */
  assumed: z.array(z.string()),
  pieces: z.int(),
})

const toShip = z.extend(packing, {
  _id: id,
  number: z.string(),
  /** The buyer. */
  name: z.string(),
  recipient: z.string(),
  isGift: z.boolean(),
  place: z.string(),
  paidAt: instant,
  /** The promised day; null if there was none. */
  shipsOn: z.nullable(z.string()),
  shippingPrice: dollars,
  /** The carrier's price at the time of the order. */
  quotedPrice: z._default(dollars, 0),
  label: z.nullable(label),
  /** Bags of coffee roasted to order that the order does not have yet. */
  bagsMissing: z.int(),
  /** Whether all of its money is on its way back to the buyer, so that it is not sent. */
  returnsAll: z._default(z.boolean(), false),
})
export type ToShip = z.infer<typeof toShip>

/** A parcel that was not delivered and needs a decision by an admin. */
const undeliveredParcel = z.object({
  _id: id,
  number: z.string(),
  name: z.string(),
  state: z.enum(PARCEL_STATES),
  words: z.string(),
  at: z.nullable(instant),
})
export type UndeliveredParcel = z.infer<typeof undeliveredParcel>

const orderLabel = z.extend(packing, {
  /** The latest label of the order. */
  label: z.nullable(label),
  /** Whether the order is marked as shipped. An existing label may have been bought without that. */
  isShipped: z.boolean(),
  /** What the buyer paid for shipping. */
  shippingPrice: dollars,
  /** The carrier's price at the time of the order. It is more than the buyer paid if shipping was free. */
  quotedPrice: dollars,
  /** True if Shippo is a sandbox, so that an admin can change the status of its parcels. */
  isSandbox: z.boolean(),
})
export type OrderLabel = z.infer<typeof orderLabel>

export const labels = contract({
  buy: {
    method: 'POST',
    path: '/api/shippo',
    access: 'packer',
    summary:
      'Buys the label of a paid order, once; if its price differs from what the buyer paid, the price must be confirmed (409, `code: price`)',
    body: z.object({
      orderId: id,
      /** The price that the admin saw and accepted. */
      price: z.optional(dollars),
      /** Whether the order is also marked as shipped. */
      ship: z._default(z.boolean(), false),
    }),
    reply: orderLabel,
  },
  queue: {
    method: 'GET',
    path: '/api/shippo/queue',
    access: 'packer',
    summary:
      'Paid orders to ship, oldest first or as `sort` says, a hundred per page or `pageSize`; and parcels that are returned or could not be delivered',
    query: z.strictObject(paged(['paid', 'ships', 'name', 'shipping'])),
    reply: z.object({
      /** The number of orders to ship, on all pages. */
      count: z.int(),
      orders: z.array(toShip),
      strays: z.array(undeliveredParcel),
      page,
      pages: page,
    }),
  },
  print: {
    method: 'GET',
    path: '/api/shippo/labels.pdf',
    access: 'packer',
    summary: 'The labels of several orders as one PDF, in the given order',
    query: z.strictObject({
      orders: z
        .string('Choose the orders first')
        .check(z.regex(/^[\w-]{1,40}(,[\w-]{1,40}){0,49}$/, `Choose 1 to ${MAX_LABELS} orders`)),
    }),
    reply: { file: 'application/pdf', inline: true },
  },
  one: {
    method: 'GET',
    path: '/api/orders/:id/label',
    access: 'packer',
    summary: 'The label of an order, and how the order is packed',
    params: idParams,
    reply: orderLabel,
  },
  file: {
    method: 'GET',
    path: '/api/orders/:id/label.pdf',
    access: 'packer',
    summary: 'The label as a file; it can be printed any number of times',
    params: idParams,
    reply: { file: 'application/pdf', inline: true },
  },
  void: {
    method: 'POST',
    path: '/api/orders/:id/label/void',
    access: 'packer',
    summary: 'Voids an unused label, which refunds its price',
    params: idParams,
    reply: orderLabel,
  },
  /**
   * Shippo's webhook. Only the tracking number in the body is used; the state of the parcel is then read from Shippo.
   */
  webhook: {
    method: 'POST',
    path: '/api/shippo/webhook/:secret',
    access: 'public',
    summary: 'Shippo’s webhook for parcels; the path contains a secret of the shop',
    params: z.object({ secret: z.string() }),
    body: z.object({ data: z.optional(z.object({ tracking_number: z.optional(z.string()) })) }),
    reply: z.object({ received: z.literal(true) }),
  },
})
