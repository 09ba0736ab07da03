/** The lines of a cart, as orders, quotes and delivery dates read them. */
import * as z from 'zod/mini'
import { id, line } from '#shared/kernel/fields.ts'
import { TASTES, WEEKS, type Taste, type Weeks } from '../subscriptions.ts'

export const MAX_LINES = 100
export const MAX_QTY = 1000

/** A number of pieces of a line. */
export const pieces = z
  .int('Quantity must be a whole number')
  .check(
    z.minimum(1, 'Quantity must be at least 1'),
    z.maximum(MAX_QTY, `Quantity may be ${MAX_QTY} at most`),
  )

export const weeks = z.literal(WEEKS as readonly Weeks[] as [Weeks, ...Weeks[]], 'Choose how often')
export const taste = z.enum(TASTES as readonly Taste[] as [Taste, ...Taste[]], 'Choose a taste')

/** Makes a line of a cart a subscription. With a taste it is roaster’s choice, and the product is that of the first box. */
export const subscribed = z.object({ weeks, taste: z.optional(taste) })
export type Subscribed = z.infer<typeof subscribed>

/** A line of a cart. Without `sizeId` it is the first size, and without `grind` a coffee is whole bean. */
const orderLine = z.object({
  _id: id,
  sizeId: z.optional(id),
  grind: z.optional(line('Grind', 40)),
  qty: pieces,
  /** Set if the line is also a subscription, which delivers it every few weeks. */
  subscribe: z.optional(subscribed),
})

export const orderLines = z
  .array(orderLine, 'No order items')
  .check(
    z.minLength(1, 'No order items'),
    z.maxLength(MAX_LINES, `An order may have ${MAX_LINES} lines at most`),
  )
