/** The rows that the demo invented, and their removal. */
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
    access: 'admin',
    summary: 'Removes what the demo invented; all else stays. A second call removes nothing',
    body: z.object({
      /** Whether to delete the products of the demo that were never edited, too. Orders that contain them stay. */
      products: z.boolean(),
    }),
    reply: counts,
  },
})
