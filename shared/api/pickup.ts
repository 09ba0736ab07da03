/** Pickup at the bar, for the staff: orders to get ready, to hand over, and the last ones that were handed over. */
import * as z from 'zod/mini'
import { contract } from './endpoint.ts'
import { order } from './orders.ts'
import { id, idParams, instant, keyword } from '../fields.ts'

const toHandOver = z.object({
  _id: id,
  number: z.string(),
  name: z.string(),
  pieces: z.int(),
  paidAt: instant,
  /** The promised day and hours in the shop's time zone. */
  readyOn: z.nullable(z.string()),
  from: z.nullable(z.string()),
  /** Since when it is ready; null if it has to be packed. */
  readyAt: z.nullable(instant),
  /** The last day for which it is kept; null if it is not ready. */
  keptUntil: z.nullable(z.string()),
  /** When the buyer was reminded; null if not. */
  remindedAt: z.nullable(instant),
})
export type ToHandOver = z.infer<typeof toHandOver>

const handedOver = z.object({ _id: id, number: z.string(), name: z.string(), deliveredAt: instant })

export const pickup = contract({
  list: {
    method: 'GET',
    path: '/api/pickup',
    access: 'admin',
    summary:
      'Paid orders that are picked up, those that are ready first, and those handed over in the last 12 hours; `keyword` is an order number or words of the buyer’s name and email',
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
    access: 'admin',
    summary: 'Marks a paid pickup order as ready, which sends the buyer a mail',
    params: idParams,
    reply: order,
  },
  notReady: {
    method: 'DELETE',
    path: '/api/orders/:id/ready',
    access: 'admin',
    summary: 'Undoes that a pickup order is ready',
    params: idParams,
    reply: order,
  },
  handOver: {
    method: 'PUT',
    path: '/api/orders/:id/handover',
    access: 'admin',
    summary: 'Marks a paid pickup order as handed over, which is its delivery',
    params: idParams,
    reply: order,
  },
  undoHandOver: {
    method: 'DELETE',
    path: '/api/orders/:id/handover',
    access: 'admin',
    summary: 'Undoes that a pickup order was handed over',
    params: idParams,
    reply: order,
  },
})
