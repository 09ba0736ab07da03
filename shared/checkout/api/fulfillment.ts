/**
 * What staff do with paid orders: pack them, without seeing prices, payments and history, and hand those for pickup over at the
 * bar.
 */
import * as z from 'zod/mini'
import { contract, contractOf } from '#shared/platform/api/endpoint.ts'
import { orderLine } from './order-line.ts'
import { order } from './orders.ts'
import { parcelGoods } from './parcels.ts'
import { id, idParams, instant, keyword, page, paged } from '#shared/kernel/fields.ts'

export const packedOrder = z.extend(
  z.pick(order, {
    _id: true,
    number: true,
    state: true,
    createdAt: true,
    isPaid: true,
    recipient: true,
    isGift: true,
    isPickup: true,
    readyAt: true,
    keptUntil: true,
    roastedOn: true,
    awaitsBags: true,
    shippedAt: true,
    deliveredAt: true,
    shippingAddress: true,
    phone: true,
    gift: true,
    shippingService: true,
    tracking: true,
    parcel: true,
    parcels: true,
    vanOn: true,
    poNumber: true,
    delivery: true,
    pickup: true,
    replaces: true,
  }),
  {
    /** The buyer. */
    user: z.object({ name: z.string() }),
    orderItems: z.array(z.omit(orderLine, { price: true, discount: true })),
    /** The box for the goods, with its size; empty if they fit in no box. Missing in other replies about an order. */
    box: z.optional(z.string()),
    /** The boxes of an order in several parcels with their goods; empty if it is one parcel. Missing in other replies, too. */
    boxes: z.optional(z.array(z.object({ number: z.int(), box: z.string(), goods: parcelGoods }))),
    /** The subscriptions that the order delivers, such as `Every 2 weeks, delivery 3`. Missing in other replies, too. */
    deliveryOf: z.optional(z.array(z.string())),
  },
)
export type PackedOrder = z.infer<typeof packedOrder>

export const packing = contract({
  one: {
    method: 'GET',
    path: '/api/orders/:id/packing',
    access: 'staff',
    summary: 'What staff need to pack an order, to ship it and to hand it over',
    params: idParams,
    reply: packedOrder,
  },
})

const toHandOver = z.object({
  _id: id,
  number: z.string(),
  name: z.string(),
  pieces: z.int(),
  paidAt: instant,
  /** The promised day and hours in the shop's time zone. */
  readyOn: z.nullable(z.string()),
  from: z.nullable(z.string()),
  /** When it became ready; null if it is not ready. */
  readyAt: z.nullable(instant),
  /** The last day on which it is kept; null if it is not ready. */
  keptUntil: z.nullable(z.string()),
  /** When the buyer got a reminder; null if there was none. */
  remindedAt: z.nullable(instant),
  /** Whether all of its money is on its way back to the buyer, so that it is not handed over. */
  returnsAll: z._default(z.boolean(), false),
})
export type ToHandOver = z.infer<typeof toHandOver>

const handedOver = z.object({ _id: id, number: z.string(), name: z.string(), deliveredAt: instant })

export const pickup = contractOf('pickup', {
  list: {
    method: 'GET',
    path: '/api/pickup',
    access: 'staff',
    summary:
      'Paid orders for pickup, those that are ready first or as `sort` says, a hundred per page or `pageSize`, and those handed over in the last 12 hours; `keyword` is an order number or words of the buyer’s name, for admins also of the email',
    query: z.strictObject({ ...paged(['name', 'promised', 'ready']), keyword }),
    reply: z.object({
      page,
      pages: page,
      /** The number of all orders to hand over, without applying the keyword. */
      count: z.int(),
      /** Today in the shop's time zone. */
      day: z.string(),
      at: instant,
      orders: z.array(toHandOver),
      handedOver: z.array(handedOver),
    }),
  },
  ready: {
    method: 'PUT',
    path: '/api/orders/:id/ready',
    access: 'staff',
    summary: 'Marks a paid order for pickup as ready, which sends the buyer an email',
    params: idParams,
    reply: order,
    staffReply: packedOrder,
  },
  notReady: {
    method: 'DELETE',
    path: '/api/orders/:id/ready',
    access: 'staff',
    summary: 'Sets an order for pickup back to not ready',
    params: idParams,
    reply: order,
    staffReply: packedOrder,
  },
  handOver: {
    method: 'PUT',
    path: '/api/orders/:id/handover',
    access: 'staff',
    summary: 'Marks a paid order for pickup as handed over, which is its delivery',
    params: idParams,
    reply: order,
    staffReply: packedOrder,
  },
  undoHandOver: {
    method: 'DELETE',
    path: '/api/orders/:id/handover',
    access: 'staff',
    summary: 'Undoes the handover of an order for pickup',
    params: idParams,
    reply: order,
    staffReply: packedOrder,
  },
})
