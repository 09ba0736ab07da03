/** Subscriptions for the owner: the list, and the coffees of roaster's choice. */
import * as z from 'zod/mini'
import { SUBSCRIPTION_STATUSES } from '#shared/platform/subscriptions.ts'
import { contract } from '#shared/platform/api/endpoint.ts'
import { taste } from '#shared/platform/api/cart-lines.ts'
import { subscriptionSummary } from './subscription.ts'
import { id, keyword, page, pageNumber } from '#shared/kernel/fields.ts'

const listed = z.extend(subscriptionSummary, {
  buyer: z.object({ name: z.string(), email: z.string() }),
})
export type ListedSubscription = z.infer<typeof listed>

/** The most coffees that a taste may have. */
export const MAX_ROTATION = 50

/** `isOwn`: whether the owner chose the coffees. If not, all coffees with the flavors of the taste are used. */
const rotation = z.object({
  tastes: z.array(
    z.object({
      taste,
      name: z.string(),
      isOwn: z.boolean(),
      coffees: z.array(z.object({ product: id, name: z.string(), inStock: z.int() })),
    }),
  ),
})
export type Rotation = z.infer<typeof rotation>

export const subscriptionAdmin = contract({
  list: {
    method: 'GET',
    path: '/api/subscriptions',
    access: 'admin',
    summary:
      'All subscriptions, newest first, twenty per page; `keyword` is the beginning of an id, or words of the buyer’s name and email',
    query: z.strictObject({ pageNumber, keyword, status: z.optional(z.enum(SUBSCRIPTION_STATUSES)) }),
    reply: z.object({
      subscriptions: z.array(listed),
      page,
      pages: page,
      /** How many there are in each status, without the filter by status. */
      statuses: z.array(z.object({ status: z.enum(SUBSCRIPTION_STATUSES), count: z.int() })),
    }),
  },
  rotation: {
    method: 'GET',
    path: '/api/subscriptions/rotation',
    access: 'admin',
    summary: 'The coffees from which roaster’s choice is packed, by taste',
    reply: rotation,
  },
  saveRotation: {
    method: 'PUT',
    path: '/api/subscriptions/rotation',
    access: 'admin',
    summary:
      'Saves the coffees of one taste, in their order. An empty list uses all coffees with its flavors',
    body: z.object({
      taste,
      coffees: z.array(id).check(z.maxLength(MAX_ROTATION, `Choose ${MAX_ROTATION} coffees at most`)),
    }),
    reply: rotation,
  },
})
