/** An order for staff who pack it or hand it over: its goods and its recipient, without prices, payments and history. */
import * as z from 'zod/mini'
import { contract } from '#shared/platform/api/endpoint.ts'
import { order, orderLine } from './orders.ts'
import { idParams } from '#shared/kernel/fields.ts'

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
