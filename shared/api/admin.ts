/** The home of the desk: what needs doing, how sales go, and how the outside services are. */
import * as z from 'zod/mini'
import { contract } from './endpoint.ts'
import { id, instant } from '../fields.ts'
import { MESSAGE_KINDS } from './inbox.ts'
import { FINDING_KINDS } from './money.ts'

/** How many there are, and the first few of them, the longest waiting first. */
function waiting<S extends z.ZodMiniType>(item: S) {
  return z.object({ count: z.int(), first: z.array(item) })
}

const todo = z.object({
  /** Paid, and not yet sent. */
  toShip: waiting(z.object({ _id: id, name: z.string(), total: z.number(), paidAt: instant })),
  /** On sale with no more than `threshold` left. */
  lowStock: z.extend(waiting(z.object({ _id: id, name: z.string(), left: z.int() })), {
    threshold: z.int(),
  }),
  unanswered: waiting(
    z.object({
      _id: id,
      kind: z.enum(MESSAGE_KINDS),
      name: z.string(),
      text: z.string(),
      createdAt: instant,
    }),
  ),
  /** Money whose way is not clear, and what the last comparison with PayPal found (see the money desk). */
  payments: waiting(
    z.object({
      /** Null for what the money desk alone can show. */
      order: z.nullable(id),
      name: z.string(),
      /** Null where it is about goods. */
      amount: z.nullable(z.number()),
      why: z.enum(FINDING_KINDS),
      since: instant,
    }),
  ),
  failedMail: waiting(
    z.object({ _id: id, to: z.string(), subject: z.string(), problem: z.string(), createdAt: instant }),
  ),
})
export type Todo = z.infer<typeof todo>

/** Money that came in with orders, shipping and tax included, less what was refunded. */
const taken = z.object({ orders: z.int(), total: z.number() })

/** The same span just before stands beside each. */
const compared = z.extend(taken, { before: taken })
export type Compared = z.infer<typeof compared>

const soldProduct = z.object({ _id: id, name: z.string(), qty: z.int(), total: z.number() })
export type SoldProduct = z.infer<typeof soldProduct>

const sales = z.object({
  today: compared,
  week: compared,
  month: compared,
  /** The last 30 days of the house, today last; beside each, the day 30 days before. */
  days: z.array(z.extend(compared, { day: z.string(), dayBefore: z.string() })),
  /** Of these 30 days, by what they brought in: goods alone, without shipping and tax. */
  coffees: z.array(soldProduct),
  /** Coffee that is not among them, all together. */
  otherCoffees: z.object({ qty: z.int(), total: z.number() }),
  /** Of these 30 days, by how many were sold: coffee and all else. */
  best: z.array(soldProduct),
})
export type DeskSales = z.infer<typeof sales>

export const SERVICES = ['payments', 'shipping', 'mail', 'maps', 'storage'] as const

/** Kinds of calls that fail without holding back the others of their service. */
export const SIDE_CALLS = [
  'refunds',
  'disputes',
  'movements',
  'trackingNumbers',
  'webhooks',
  'addresses',
  'labels',
  'labelFiles',
  'parcels',
  'mapViews',
  'mapReports',
  'storageReads',
] as const

const service = z.object({
  service: z.enum(SERVICES),
  /** `sandbox` is our own stand-in, `test` the provider's: neither moves money, parcels or mail. */
  mode: z.enum(['live', 'test', 'sandbox']),
  /** Of the last call of the kind that a sale needs since the shop was started; of any other kind before the first. */
  state: z.enum(['untried', 'working', 'failing']),
  at: z.nullable(instant),
  since: z.nullable(instant),
  problem: z.string(),
  /** After several outages in a row it is left alone until then; null when it is asked as ever. */
  nextTryAt: z.nullable(instant),
  /** Other kinds of calls whose last one failed; not there when there are none. */
  alsoFailing: z.optional(
    z.array(
      z.object({
        calls: z.enum(SIDE_CALLS),
        at: instant,
        since: instant,
        problem: z.string(),
        nextTryAt: z.nullable(instant),
      }),
    ),
  ),
})
export type ServiceState = z.infer<typeof service>

export const adminHome = contract({
  today: {
    method: 'GET',
    path: '/api/desk',
    access: 'admin',
    summary: 'What needs doing, how sales go, and how the outside services are',
    reply: z.object({
      at: instant,
      /** The day it is in the house. */
      day: z.string(),
      todo,
      sales,
      services: z.array(service),
    }),
  },
  waiting: {
    method: 'GET',
    path: '/api/desk/waiting',
    access: 'admin',
    summary: 'How many orders wait to be sent, and how many messages for an answer',
    reply: z.object({ toShip: z.int(), unanswered: z.int() }),
  },
  test: {
    method: 'POST',
    path: '/api/desk/services/:service/test',
    access: 'admin',
    summary:
      'Does at an outside service what a sale does there, without money or goods; the answer says how it went',
    params: z.object({ service: z.enum(SERVICES) }),
    reply: service,
    limit: 'service',
  },
})
