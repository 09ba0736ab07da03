/** Coffees that end: who is affected, what they get instead, and when. */
import * as z from 'zod/mini'
import { contract } from '#shared/platform/api/endpoint.ts'
import { day, id, idParams, instant } from '#shared/kernel/fields.ts'

/** Subscribers are told this many days before the last roast day of a coffee. */
export const ENDING_NOTICE_DAYS = 28

const affected = z.object({
  /** The subscription. */
  _id: id,
  buyer: z.string(),
  /** `2 × Guji, 12 oz, Espresso` */
  item: z.string(),
  /** The item that replaces it; null if no coffee fits. Until the mail is queued, it is what the rule finds today. */
  replacement: z.nullable(z.string()),
  /** When the mail was queued; null if it is not queued yet. */
  announcedAt: z.nullable(instant),
})
export type AffectedItem = z.infer<typeof affected>

const ending = z.object({
  /** The product. */
  _id: id,
  name: z.string(),
  endsOn: day,
  /** The coffee that the owner chose; null if the rule chooses. */
  replacement: z.nullable(z.object({ _id: id, name: z.string() })),
  mailsOn: day,
  affected: z.array(affected),
})
export type CoffeeEnding = z.infer<typeof ending>

const list = z.object({
  endings: z.array(ending),
  /** The coffees that people subscribe to, and those that can replace them. */
  coffees: z.array(z.object({ _id: id, name: z.string(), items: z.int() })),
})
export type CoffeeEndings = z.infer<typeof list>

export const coffeeEndings = contract({
  list: {
    method: 'GET',
    path: '/api/subscriptions/endings',
    access: 'admin',
    summary: 'The coffees that end, with the subscriptions that they affect',
    reply: list,
  },
  end: {
    method: 'POST',
    path: '/api/subscriptions/endings',
    access: 'admin',
    status: 201,
    summary:
      'Ends a coffee on its last roast day. Subscribers are told four weeks ahead, and get the replacement afterwards',
    body: z.object({ product: id, endsOn: day, replacement: z._default(z.nullable(id), null) }),
    reply: list,
  },
  keep: {
    method: 'DELETE',
    path: '/api/subscriptions/endings/:id',
    access: 'admin',
    summary: 'Keeps a coffee that was to end. Items that were already replaced stay as they are',
    params: idParams,
    reply: list,
  },
})
