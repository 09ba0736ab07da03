/** The admin home page (Today): to-do list, sales, and the state of the outside services. */
import * as z from 'zod/mini'
import { contract } from '#shared/platform/api/endpoint.ts'
import { id, instant } from '#shared/kernel/fields.ts'
import { MESSAGE_KINDS } from '#shared/mail/api/inbox.ts'
import { FINDING_KINDS } from '#shared/payments/api/payments-check.ts'
import { TO_SHOP_STEPS } from '#shared/roastery/api/to-shop.ts'
import { TROUBLE_KINDS } from '#shared/subscriptions/api/subscription-admin.ts'

/** The number of open items, and the first few of them, oldest first. */
function waiting<S extends z.ZodMiniType>(item: S) {
  return z.object({ count: z.int(), first: z.array(item) })
}

const todo = z.object({
  /** Orders that are paid and not shipped, without orders for pickup. */
  toShip: waiting(
    z.object({
      _id: id,
      number: z.string(),
      name: z.string(),
      /** Only for admins. */
      total: z.optional(z.number()),
      paidAt: instant,
      isGift: z.boolean(),
    }),
  ),
  /** Paid orders for pickup, ready or not. */
  toHandOver: waiting(
    z.object({
      _id: id,
      number: z.string(),
      name: z.string(),
      /** Only for admins. */
      total: z.optional(z.number()),
      /** The promised day. */
      readyOn: z.nullable(z.string()),
      readyAt: z.nullable(instant),
    }),
  ),
  /** Sizes of products on sale with at most `threshold` pieces left. `_id` is the product. */
  lowStock: z.extend(waiting(z.object({ _id: id, name: z.string(), size: z.string(), left: z.int() })), {
    threshold: z.int(),
  }),
  /** Green coffees below their reorder point. Weights are in grams, and include what is on the way. */
  greenToReorder: waiting(z.object({ name: z.string(), left: z.int(), reorderBelow: z.int() })),
  unanswered: waiting(
    z.object({
      _id: id,
      kind: z.enum(MESSAGE_KINDS),
      name: z.string(),
      text: z.string(),
      createdAt: instant,
    }),
  ),
  /** Payments in an unclear state, and the findings of the last comparison with PayPal (see payments-check.ts). */
  payments: waiting(
    z.object({
      /** Null for findings without an order, which only the Money page shows. */
      order: z.nullable(id),
      name: z.string(),
      /** Null if the finding is about goods. */
      amount: z.nullable(z.number()),
      why: z.enum(FINDING_KINDS),
      since: instant,
    }),
  ),
  /** Orders whose promised day no longer fits the roast plan; missing if there are none. */
  movedOrders: z.optional(
    waiting(z.object({ _id: id, number: z.string(), name: z.string(), reason: z.string() })),
  ),
  /** Subscriptions whose payment failed, that have no payment method, or that wait for goods; missing if there are none. */
  subscriptions: z.optional(
    waiting(
      z.object({
        _id: id,
        name: z.string(),
        problem: z.enum(TROUBLE_KINDS),
        /** What the delivery waits for; empty for other problems. */
        reason: z.string(),
        since: instant,
      }),
    ),
  ),
  /** Lots of green coffee that are here and not in the shop yet, with the next step of each; missing if there are none. */
  lotsToShop: z.optional(
    waiting(z.object({ _id: id, code: z.string(), name: z.string(), step: z.enum(TO_SHOP_STEPS) })),
  ),
  failedMail: waiting(
    z.object({ _id: id, to: z.string(), subject: z.string(), problem: z.string(), createdAt: instant }),
  ),
})
export type Todo = z.infer<typeof todo>

/** The tasks of a role; the tasks of other roles are missing. */
const roleTodo = z.object({
  toShip: z.optional(todo.shape.toShip),
  toHandOver: todo.shape.toHandOver,
  unanswered: z.optional(todo.shape.unanswered),
})
export type RoleTodo = z.infer<typeof roleTodo>

/** The number of paid orders, and the sum of their totals in dollars, with shipping and tax and minus refunds. */
const taken = z.object({ orders: z.int(), total: z.number() })

/** Sales of a period, and of the period of the same length just before it. */
const compared = z.extend(taken, { before: taken })
export type Compared = z.infer<typeof compared>

const soldProduct = z.object({ _id: id, name: z.string(), qty: z.int(), total: z.number() })
const soldSize = z.extend(soldProduct, { size: z.string() })
export type SoldSize = z.infer<typeof soldSize>
export type SoldProduct = z.infer<typeof soldProduct>

const sales = z.object({
  today: compared,
  week: compared,
  month: compared,
  /** Gift cards sold in the shop and at the bar, in dollars. They become sales when they are spent. */
  giftCards: z.object({ today: z.number(), week: z.number(), month: z.number() }),
  /** The last 30 days in the shop's time zone, ending with today. Each has the figures of the day 30 days before it. */
  days: z.array(z.extend(compared, { day: z.string(), dayBefore: z.string() })),
  /** The coffees of these 30 days by revenue, without shipping and tax. */
  coffees: z.array(soldProduct),
  /** The sum of all other coffees. */
  otherCoffees: z.object({ qty: z.int(), total: z.number() }),
  /** The best-selling sizes of these 30 days by pieces, of all categories. `_id` is the product. */
  best: z.array(soldSize),
})
export type AdminSales = z.infer<typeof sales>

export const SERVICES = ['payments', 'shipping', 'mail', 'maps', 'storage'] as const

/** Kinds of calls that fail on their own. If they fail, the other calls of the service still work. */
export const SIDE_CALLS = [
  'refunds',
  'disputes',
  'movements',
  'trackingNumbers',
  'webhooks',
  'appleDomain',
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
  /**
   * `sandbox` is our own sandbox, and `test` is the provider's test mode. In both modes, no money moves and no parcel
   * or mail is sent.
   */
  mode: z.enum(['live', 'test', 'sandbox']),
  /**
   * The result of the last call that a sale needs. If there was no such call since the start, the result of the last
   * other call.
   */
  state: z.enum(['untried', 'working', 'failing']),
  at: z.nullable(instant),
  since: z.nullable(instant),
  problem: z.string(),
  /** After several failures in a row the service is not called before this time; null if it is called normally. */
  nextTryAt: z.nullable(instant),
  /** Other kinds of calls whose last call failed; missing if there are none. */
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
    summary: 'The to-do list, sales figures, and the state of the outside services',
    reply: z.object({
      at: instant,
      /** Today's date in the shop's time zone. */
      day: z.string(),
      todo,
      sales,
      services: z.array(service),
    }),
  },
  work: {
    method: 'GET',
    path: '/api/desk/work',
    access: 'staff',
    summary: 'The to-do list of the caller’s role',
    reply: z.object({ at: instant, day: z.string(), todo: roleTodo }),
  },
  waiting: {
    method: 'GET',
    path: '/api/desk/waiting',
    access: 'staff',
    summary: 'The numbers of orders to ship, of orders to hand over at the bar, and of unanswered messages',
    reply: z.object({ toShip: z.int(), toHandOver: z.int(), unanswered: z.int() }),
  },
  test: {
    method: 'POST',
    path: '/api/desk/services/:service/test',
    access: 'admin',
    summary:
      'Makes the calls of a sale to an outside service, without moving money or goods, and returns the result',
    params: z.object({ service: z.enum(SERVICES) }),
    reply: service,
    limit: 'service',
  },
})
