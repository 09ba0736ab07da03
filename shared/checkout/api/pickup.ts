/**
 * Pickup at the bar, for staff: orders to get ready, orders to hand over, and orders that were handed over recently.
 */
import * as z from 'zod/mini'
import { contract } from '#shared/platform/api/endpoint.ts'
import { order } from './orders.ts'
import { packedOrder } from './packing.ts'
import { id, idParams, instant, keyword } from '#shared/kernel/fields.ts'

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

export const pickup = contract({
  list: {
    method: 'GET',
    path: '/api/pickup',
    access: 'staff',
    summary:
      'Paid orders for pickup, those that are ready first, and those handed over in the last 12 hours; `keyword` is an order number or words of the buyer’s name and email',
    query: z.strictObject({ keyword }),
    reply: z.object({
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
