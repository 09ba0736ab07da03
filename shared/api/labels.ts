/** The label desk: labels bought of the carrier, reprinted, given back, and the news of their parcels. */
import * as z from 'zod/mini'
import { contract } from './endpoint.ts'
import { dollars, id, idParams, instant } from '../fields.ts'
import { PARCEL_STATES } from './orders.ts'

export const LABEL_STATES = ['buying', 'bought', 'failed', 'voiding', 'voided', 'refused'] as const

/** So many orders at once: the desk asks for them one by one, and prints them as one. */
export const MOST_AT_ONCE = 50

export const label = z.object({
  /** buying: Shippo has not answered yet. voiding: given back, and undecided; refused: USPS did not take it back. */
  state: z.enum(LABEL_STATES),
  /** What it costs the house. */
  price: dollars,
  service: z.string(),
  trackingNumber: z.string(),
  trackingUrl: z.string(),
  /** Why nothing was bought; empty otherwise. */
  problem: z.string(),
  by: z.string(),
  at: instant,
})
export type Label = z.infer<typeof label>

const packing = z.object({
  /** The box to take, in words; empty when no box of the house holds the goods. */
  box: z.string(),
  /** Of goods and box together. */
  grams: z.int(),
  pieces: z.int(),
})

const toShip = z.extend(packing, {
  _id: id,
  name: z.string(),
  place: z.string(),
  paidAt: instant,
  shippingPrice: dollars,
  label: z.nullable(label),
})
export type ToShip = z.infer<typeof toShip>

/** A parcel that did not arrive, and needs somebody to think. */
const strayParcel = z.object({
  _id: id,
  name: z.string(),
  state: z.enum(PARCEL_STATES),
  words: z.string(),
  at: z.nullable(instant),
})
export type StrayParcel = z.infer<typeof strayParcel>

const orderLabel = z.extend(packing, {
  /** The latest one. */
  label: z.nullable(label),
  /** What the buyer paid for shipping. */
  shippingPrice: dollars,
  /** The carrier is our own stand-in, so that its parcels can be moved on by hand. */
  isSandbox: z.boolean(),
})
export type OrderLabel = z.infer<typeof orderLabel>

export const labels = contract({
  buy: {
    method: 'POST',
    path: '/api/shippo',
    access: 'admin',
    summary:
      'Buys the label of a paid order, once; a price other than the buyer paid is asked for first (409, `code: price`)',
    body: z.object({
      orderId: id,
      /** The price that was read and agreed to. */
      price: z.optional(dollars),
      /** Marks the order shipped as well. */
      ship: z._default(z.boolean(), false),
    }),
    reply: orderLabel,
  },
  queue: {
    method: 'GET',
    path: '/api/shippo/queue',
    access: 'admin',
    summary:
      'Orders that are paid and wait to be shipped, the longest waiting first, a hundred at most; and parcels that come back or could not be delivered',
    reply: z.object({ count: z.int(), orders: z.array(toShip), strays: z.array(strayParcel) }),
  },
  print: {
    method: 'GET',
    path: '/api/shippo/labels.pdf',
    access: 'admin',
    summary: 'The labels of several orders as one PDF, in the order in which they are named',
    query: z.strictObject({
      orders: z
        .string('Choose the orders first')
        .check(z.regex(/^[\w-]{1,40}(,[\w-]{1,40}){0,49}$/, `Choose 1 to ${MOST_AT_ONCE} orders`)),
    }),
    reply: { file: 'application/pdf', inline: true },
  },
  one: {
    method: 'GET',
    path: '/api/orders/:id/label',
    access: 'admin',
    summary: 'The label of an order, and how the order is packed',
    params: idParams,
    reply: orderLabel,
  },
  file: {
    method: 'GET',
    path: '/api/orders/:id/label.pdf',
    access: 'admin',
    summary: 'The label itself, to print as often as one likes',
    params: idParams,
    reply: { file: 'application/pdf', inline: true },
  },
  void: {
    method: 'POST',
    path: '/api/orders/:id/label/void',
    access: 'admin',
    summary: 'Gives a label back that was not used',
    params: idParams,
    reply: orderLabel,
  },
  /** Of its body only the number is read; what became of the parcel is asked of Shippo. */
  webhook: {
    method: 'POST',
    path: '/api/shippo/webhook/:secret',
    access: 'public',
    summary: 'News of a parcel, by Shippo; the path holds a secret of the shop’s',
    params: z.object({ secret: z.string() }),
    body: z.object({ data: z.optional(z.object({ tracking_number: z.optional(z.string()) })) }),
    reply: z.object({ received: z.literal(true) }),
  },
})
