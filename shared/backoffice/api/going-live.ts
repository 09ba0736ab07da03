/** The list of what a shop needs before it takes real orders. The shop checks what it can; an owner marks the rest as done. */
import * as z from 'zod/mini'
import { contract } from '#shared/platform/api/endpoint.ts'
import { instant } from '#shared/kernel/fields.ts'

/** What only people know. */
export const MARKED_ITEMS = ['policies', 'backup', 'purchase'] as const
export type MarkedItem = (typeof MARKED_ITEMS)[number]

/** The items in the order in which an owner does them. */
export const GOING_LIVE_ITEMS = [
  'address',
  'mail',
  'maps',
  'shipping',
  'parcelNews',
  'payments',
  'paymentNews',
  'storage',
  'demo',
  'clock',
  ...MARKED_ITEMS,
] as const
export type GoingLiveItem = (typeof GOING_LIVE_ITEMS)[number]

const list = z.object({
  items: z.array(
    z.object({
      item: z.enum(GOING_LIVE_ITEMS),
      isDone: z.boolean(),
      /** What is missing; empty if it is done or if there is nothing to add. */
      note: z.string(),
      /** Who marked it as done, and when; only for items that people mark. */
      marked: z.optional(z.object({ by: z.string(), at: instant })),
    }),
  ),
})
export type GoingLive = z.infer<typeof list>

export const goingLive = contract({
  list: {
    method: 'GET',
    path: '/api/setup/going-live',
    access: 'owner',
    summary: 'What is missing before the shop takes real orders',
    reply: list,
  },
  mark: {
    method: 'PUT',
    path: '/api/setup/going-live',
    access: 'owner',
    summary: 'Marks an item that only people can check as done, or opens it again',
    body: z.object({ item: z.enum(MARKED_ITEMS), isDone: z.boolean() }),
    reply: list,
  },
})
