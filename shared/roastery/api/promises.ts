/** Orders whose promised dates no longer fit the roast calendar, and new dates for them. */
import * as z from 'zod/mini'
import { day, dollars, id, instant } from '#shared/kernel/fields.ts'
import { pickupPromise, promised } from './delivery.ts'
import { contract } from '#shared/platform/api/endpoint.ts'

/** The most orders that are listed, and that can get new dates with one request. */
export const MOST_MOVED = 500

const chosen = z
  .array(id)
  .check(
    z.minLength(1, 'Choose at least one order'),
    z.maxLength(MOST_MOVED, `Choose ${MOST_MOVED} orders at most`),
  )

/** A sentence for the mail; may be empty. */
const sentence = z._default(
  z.string().check(z.trim(), z.maxLength(500, 'The message may have 500 characters at most')),
  '',
)

/** An order whose promise no longer fits the plan. */
const affected = z.object({
  _id: id,
  number: z.string(),
  buyer: z.object({ name: z.string(), email: z.string() }),
  total: dollars,
  /** Null if the order has no date yet. */
  roastsOn: z.nullable(day),
  /** The new dates; null if there are none within the horizon of the calendar. `text` has the dates as a sentence. */
  next: z.nullable(
    z.object({
      roastsOn: day,
      shipsOn: day,
      text: z.string(),
      delivery: z.nullable(promised),
      pickup: z.nullable(pickupPromise),
    }),
  ),
  reason: z.string(),
})
export type AffectedOrder = z.infer<typeof affected>

export const promises = contract({
  affected: {
    method: 'GET',
    path: '/api/roastery/affected',
    access: 'admin',
    summary:
      'Paid orders whose roast day is over, closed or over its capacity, with their next possible date, oldest first',
    reply: z.object({
      orders: z.array(affected),
      /** The number of all such orders; at most 500 are listed. */
      count: z.int(),
    }),
  },
  movePromises: {
    method: 'POST',
    path: '/api/roastery/affected',
    access: 'admin',
    summary: 'Gives orders their next possible date and mails it to their buyers',
    body: z.object({ orders: chosen, message: sentence }),
    /** `skipped`: orders that no longer need a new date, or for which there is none. */
    reply: z.object({ moved: z.int(), skipped: z.int(), at: instant }),
  },
  preview: {
    method: 'POST',
    path: '/api/roastery/affected/mail',
    access: 'admin',
    summary: 'The mail that the buyer of an order would get. 409 if the order needs no new date',
    body: z.object({ order: id, message: sentence }),
    reply: z.object({ to: z.string(), subject: z.string(), text: z.string() }),
  },
})
