/** Shipping labels: buying, printing and voiding them, and the tracking of their parcels. */
import * as z from 'zod/mini'
import { contract } from '#shared/platform/api/endpoint.ts'
import { dollars, id, idParams, instant, page, paged } from '#shared/kernel/fields.ts'
import { PARCEL_STATES } from '#shared/kernel/order-states.ts'
import { parcelNumber, parcelStatus, tracking } from '#shared/checkout/api/parcels.ts'
import { MAX_LINES, pieces } from '#shared/platform/api/cart-lines.ts'
import { MOST_PARCELS } from '#shared/platform/parcel.ts'

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

/** A parcel of an order, with its label. */
const parcel = z.extend(packing, {
  number: z.int(),
  goods: z.array(z.object({ line: z.int(), name: z.string(), qty: z.int() })),
  label: z.nullable(label),
  tracking: z.nullable(tracking),
  status: z.nullable(parcelStatus),
  leftAt: z.nullable(instant),
})
export type ParcelToPack = z.infer<typeof parcel>

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
  /** Of an order in several parcels: that of the first parcel that has no usable label yet. */
  label: z.nullable(label),
  /** How many parcels it is packed in. */
  parcels: z._default(z.int(), 1),
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
  /** The latest label of the order; of an order in several parcels, that of the first parcel that has no usable label yet. */
  label: z.nullable(label),
  /** The parcels; those of an order that was not split are a proposal if they are several. */
  parcels: z.array(parcel),
  /** Changes with each change of the parcels. */
  splitVersion: z.int(),
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

const splitGoods = z
  .array(z.object({ line: z.int(), qty: pieces }))
  .check(
    z.minLength(1, 'A parcel has no goods'),
    z.maxLength(MAX_LINES, `An order has ${MAX_LINES} lines at most`),
  )

/** The number of a parcel in the query of a request. */
const ofParcel = z.optional(
  z.pipe(
    z.string().check(z.regex(/^[1-9]\d?$/, 'Choose a parcel')),
    z.pipe(z.transform(Number), parcelNumber),
  ),
)

export const labels = contract({
  buy: {
    method: 'POST',
    path: '/api/shippo',
    access: 'packer',
    summary:
      'Buys the label of a paid order, once; of an order in several parcels, the labels that are missing, or that of `parcel`. If the price differs from what the buyer paid, it must be confirmed (409, `code: price`)',
    body: z.object({
      orderId: id,
      parcel: z.optional(parcelNumber),
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
  split: {
    method: 'PUT',
    path: '/api/orders/:id/parcels',
    access: 'packer',
    summary:
      'Splits a paid order into parcels; one parcel undoes it. All pieces of the order must be in them. A parcel with a label keeps its number and its goods',
    params: idParams,
    body: z.object({
      /** `splitVersion` of the answer that was changed. */
      version: z.int(),
      parcels: z
        .array(z.object({ goods: splitGoods }))
        .check(
          z.minLength(1, 'An order has one parcel at least'),
          z.maxLength(MOST_PARCELS, `An order has ${MOST_PARCELS} parcels at most`),
        ),
    }),
    reply: orderLabel,
  },
  file: {
    method: 'GET',
    path: '/api/orders/:id/label.pdf',
    access: 'packer',
    summary:
      'The label as a file; it can be printed any number of times. Of an order in several parcels, all its labels, or that of `parcel`',
    params: idParams,
    query: z.strictObject({ parcel: ofParcel }),
    reply: { file: 'application/pdf', inline: true },
  },
  void: {
    method: 'POST',
    path: '/api/orders/:id/label/void',
    access: 'packer',
    summary:
      'Voids an unused label, which refunds its price. An order in several parcels with several labels needs `parcel`',
    params: idParams,
    query: z.strictObject({ parcel: ofParcel }),
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
