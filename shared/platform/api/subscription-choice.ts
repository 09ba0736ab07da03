/** The choices of a subscription that carts, orders and subscriptions share. */
import * as z from 'zod/mini'
import { TASTES, WEEKS, type Taste, type Weeks } from '../subscriptions.ts'

export const weeks = z.literal(WEEKS as readonly Weeks[] as [Weeks, ...Weeks[]], 'Choose how often')
export const taste = z.enum(TASTES as readonly Taste[] as [Taste, ...Taste[]], 'Choose a taste')

/** Makes a line of a cart a subscription. With a taste it is roaster’s choice, and the product is that of the first box. */
export const subscribed = z.object({ weeks, taste: z.optional(taste) })
export type Subscribed = z.infer<typeof subscribed>
