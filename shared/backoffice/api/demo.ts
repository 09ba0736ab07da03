/** The invented data of the demo, and its removal. */
import * as z from 'zod/mini'
import { contract } from '#shared/platform/api/endpoint.ts'

const counts = z.object({
  orders: z.int(),
  /** Replacements for invented orders. They are removed with these orders. */
  replacements: z.int(),
  /** Labels of invented orders and of their replacements. */
  labels: z.int(),
  customers: z.int(),
  reviews: z.int(),
  messages: z.int(),
  /** Newsletters that were never edited and that no real subscriber got, and the invented subscribers. */
  newsletters: z.int(),
  subscribers: z.int(),
  /** Subscriptions and gift subscriptions that run or have ended. */
  subscriptions: z.int(),
  /** Gift cards with those that have replaced them, without those with which a real order is paid. */
  giftCards: z.int(),
  /** Discount codes that were never edited and that no real order uses. */
  codes: z.int(),
  /** Lots of green coffee and batches of the roast week that were never edited and that no real order needs. */
  greenLots: z.int(),
  batches: z.int(),
  /** Wholesale accounts with all their orders, invoices and payments. */
  accounts: z.int(),
  /** Events that were never edited and for which only invented people have signed up. */
  events: z.int(),
  /** The products of the demo that are in the shop and were never edited, without works of art. */
  products: z.int(),
  /** The works of art of the demo that were never edited. */
  works: z.int(),
  /** Artists that were never edited and have no work that is kept. */
  artists: z.int(),
  /** The pages of the menu, if it was never edited. */
  menuPages: z.int(),
})
export type DemoCounts = z.infer<typeof counts>

const state = z.extend(counts, {
  /** What stays, because it was edited or sold, or because people signed up for it. */
  kept: z.object({ goods: z.int(), events: z.int(), artists: z.int(), codes: z.int(), newsletters: z.int() }),
  /** The artists that a removal without products deletes: those who have no work in the shop. */
  artistsWithoutWorks: z.int(),
  /** The titles of the pages that have their original texts. */
  originalPages: z.array(z.string()),
})
export type DemoState = z.infer<typeof state>

export const demo = contract({
  counts: {
    method: 'GET',
    path: '/api/demo',
    access: 'admin',
    summary:
      'How much of the shop is invented, which parts of it were edited, and which pages have their original texts',
    reply: state,
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
      /** Whether to also delete the artists and the menu of the demo that were never edited. */
      content: z._default(z.boolean(), false),
    }),
    reply: counts,
  },
})
