/** The admin home page (Today): to-do list, sales, and the state of the outside services. */
import { ORDER_VIAS } from '#shared/kernel/order-states.ts'
import * as z from 'zod/mini'
import { contract } from '#shared/platform/api/endpoint.ts'
import { id, instant } from '#shared/kernel/fields.ts'
import { TO_SHOP_STEPS } from '#shared/roastery/api/to-shop.ts'
import { TASK_KINDS } from '#shared/platform/tasks.ts'
import { MESSAGE_KINDS } from '#shared/mail/api/inbox.ts'
import { FINDING_KINDS } from '#shared/payments/api/payments-check.ts'
import { TROUBLE_KINDS } from '#shared/subscriptions/api/subscription-admin.ts'

/** The number of open items, and the first few of them, oldest first. */
function waiting<S extends z.ZodMiniType>(item: S) {
  return z.object({ count: z.int(), first: z.array(item) })
}

const orderToDo = z.object({
  _id: id,
  number: z.string(),
  name: z.string(),
  /** Only for admins. */
  total: z.optional(z.number()),
})

/** A payment in an unclear state, or a finding of the last comparison with PayPal (see payments-check.ts). */
const payment = z.object({
  /** Null for findings without an order, which only the payments check shows. */
  order: z.nullable(id),
  name: z.string(),
  /** Null if the finding is about goods. */
  amount: z.nullable(z.number()),
  why: z.enum(FINDING_KINDS),
  since: instant,
})

/** Kinds that the caller's role cannot do are missing, and some kinds if there is nothing to do (shared/platform/tasks.ts). */
const todo = z.partial(
  z.object({
    /** Disputes that wait for the shop's answer, at PayPal until `answerBy` if it says so; missing if there are none. */
    disputes: waiting(z.extend(payment, { answerBy: z.nullable(z.string()) })),
    payments: waiting(payment),
    /** Invoices of wholesale accounts that are due and not paid, the oldest first; missing if there are none. */
    lateInvoices: waiting(
      z.object({ _id: id, number: z.string(), name: z.string(), open: z.number(), dueOn: z.string() }),
    ),
    /** Today and earlier roast days with batches to roast or orders to pack; missing if there are none. */
    roastDays: waiting(z.object({ day: z.string(), batches: z.int(), orders: z.int() })),
    /** Orders that are paid and not shipped, without orders for pickup. */
    toShip: waiting(z.extend(orderToDo, { paidAt: instant, isGift: z.boolean() })),
    /** Paid orders for pickup, ready or not. */
    toHandOver: waiting(
      z.extend(orderToDo, {
        /** The promised day. */
        readyOn: z.nullable(z.string()),
        readyAt: z.nullable(instant),
      }),
    ),
    /** Orders of wholesale accounts that the van delivers today, or has not delivered before; missing if there are none. */
    deliveries: waiting(z.object({ _id: id, number: z.string(), name: z.string(), day: z.string() })),
    /** The counter day if it was left open after midnight; missing if it was not. */
    counterDay: waiting(z.object({ day: z.string(), by: z.string() })),
    /** Parcels that were returned or could not be delivered; missing if there are none. */
    undelivered: waiting(
      z.object({ _id: id, number: z.string(), name: z.string(), isReturned: z.boolean() }),
    ),
    /** Orders whose promised day no longer fits the roast plan; missing if there are none. */
    movedOrders: waiting(z.object({ _id: id, number: z.string(), name: z.string(), reason: z.string() })),
    /** Subscriptions whose payment failed, that have no payment method, or that wait for goods; missing if there are none. */
    subscriptions: waiting(
      z.object({
        _id: id,
        name: z.string(),
        problem: z.enum(TROUBLE_KINDS),
        /** What the delivery waits for; empty for other problems. */
        reason: z.string(),
        since: instant,
      }),
    ),
    /** Applications for a wholesale account that wait for a decision; missing if there are none. */
    applications: waiting(z.object({ _id: id, name: z.string(), sentAt: instant })),
    /** Certificates to check, or that end soon: the last day. `_id` is the account. Missing if there are none. */
    certificates: waiting(z.object({ _id: id, name: z.string(), endsOn: z.nullable(z.string()) })),
    /** Standing orders that wait or were missed, and why. `_id` is the account. Missing if there are none. */
    standingOrders: waiting(z.object({ _id: id, name: z.string(), day: z.string(), problem: z.string() })),
    /** Wholesale accounts without an order for 1.5 times their rhythm; missing if there are none. */
    quietAccounts: waiting(z.object({ _id: id, name: z.string(), lastOn: z.string() })),
    unanswered: waiting(
      z.object({
        _id: id,
        kind: z.enum(MESSAGE_KINDS),
        name: z.string(),
        text: z.string(),
        createdAt: instant,
      }),
    ),
    failedMail: waiting(
      z.object({ _id: id, to: z.string(), subject: z.string(), problem: z.string(), createdAt: instant }),
    ),
    /** Sizes of products on sale with at most `threshold` pieces left. `_id` is the product. */
    lowStock: z.extend(waiting(z.object({ _id: id, name: z.string(), size: z.string(), left: z.int() })), {
      threshold: z.int(),
    }),
    /** Green coffees below their reorder point. Weights are in grams, and include what is on the way. */
    greenToReorder: waiting(z.object({ name: z.string(), left: z.int(), reorderBelow: z.int() })),
    /** Lots of green coffee that are here and not in the shop yet, with the next step of each; missing if there are none. */
    lotsToShop: waiting(
      z.object({ _id: id, code: z.string(), name: z.string(), step: z.enum(TO_SHOP_STEPS) }),
    ),
    /** Gift subscriptions not opened after the giver was told; missing if there are none. `_id` is the order. */
    unopenedGifts: waiting(z.object({ _id: id, number: z.string(), name: z.string(), sentAt: instant })),
  }),
)
export type Todo = z.infer<typeof todo>

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
  /** The same by how the orders came in. */
  vias: z.array(z.object({ via: z.enum(ORDER_VIAS), today: taken, week: taken, month: taken })),
  /** Gift cards sold in the shop and at the bar, in dollars. They become sales when they are spent. */
  giftCards: z.object({ today: z.number(), week: z.number(), month: z.number() }),
  /** Invoices of wholesale accounts, less credit notes; not part of the sales. */
  wholesale: z._default(z.object({ today: z.number(), week: z.number(), month: z.number() }), {
    today: 0,
    week: 0,
    month: 0,
  }),
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
   * or mail is sent. `none`: the service is not connected, and its calls fail.
   */
  mode: z.enum(['live', 'test', 'sandbox', 'none']),
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
  /** The earlier address of the shop, to which the service still sends its news; missing if there is none. */
  newsAt: z.optional(z.string()),
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
    reply: z.object({ at: instant, day: z.string(), todo }),
  },
  waiting: {
    method: 'GET',
    path: '/api/desk/waiting',
    access: 'staff',
    summary:
      'What the frame of the desk shows on every page: the number of open tasks of each kind, and what is not real',
    reply: z.object({
      /** The open tasks of the caller's role, by kind. Kinds without a task are missing. */
      tasks: z.partialRecord(z.enum(TASK_KINDS), z.int()),
      /** Whether payments move no money. */
      isSandbox: z.boolean(),
      /** Whether invented orders are in the shop. */
      isDemo: z.boolean(),
      /** The time in the shop, and how many days its clock is ahead. */
      now: instant,
      daysAhead: z.int(),
    }),
  },
  services: {
    method: 'GET',
    path: '/api/desk/services',
    access: 'admin',
    summary: 'The state of the outside services',
    reply: z.array(service),
  },
  test: {
    method: 'POST',
    path: '/api/desk/services/:service/test',
    access: 'admin',
    summary:
      'Makes the calls of a sale to an outside service, without moving money or goods, and returns the result. Mail: the caller gets an email, so a recent proof is needed',
    params: z.object({ service: z.enum(SERVICES) }),
    reply: service,
    limit: 'service',
  },
})
