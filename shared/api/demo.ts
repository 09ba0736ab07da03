/** The invented data of the demo, and its removal. */
import * as z from 'zod/mini'
import { contract } from './endpoint.ts'

const counts = z.object({
  orders: z.int(),
  customers: z.int(),
  reviews: z.int(),
  messages: z.int(),
  /** The products of the demo that are in the shop and were never edited. */
  products: z.int(),
})
export type DemoCounts = z.infer<typeof counts>

export const demo = contract({
  counts: {
    method: 'GET',
    path: '/api/demo',
    access: 'admin',
    summary: 'How many orders, customers, reviews, messages and products of the shop are invented',
    reply: counts,
  },
  remove: {
    method: 'POST',
    path: '/api/demo/remove',
    access: 'owner',
    needsProof: true,
    summary: 'Removes the invented data of the demo; all other data stays. A second call removes nothing',
    body: z.object({
      /** Whether to also delete the products of the demo that were never edited. Orders that contain them stay. */
      products: z.boolean(),
    }),
    reply: counts,
  },
})
