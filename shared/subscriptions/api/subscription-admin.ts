/**
 * Subscriptions for the owner: the list, roaster's choice, what is due and charged, what failed, the figures, and
 * coffees that end.
 */
import * as z from 'zod/mini'
import { SUBSCRIPTION_STATUSES } from '#shared/platform/subscriptions.ts'
import { TENDER_KINDS } from '#shared/checkout/tenders.ts'
import { lineWithoutCard, tender } from '#shared/checkout/api/counter.ts'
import { contractOf } from '#shared/platform/api/endpoint.ts'
import { taste } from '#shared/platform/api/cart-lines.ts'
import { id, keyword, page, paged, day, dollars, idParams, instant, message } from '#shared/kernel/fields.ts'
import { changed, itemParams, seen, subscriptionSummary } from './subscription.ts'

const listed = z.extend(subscriptionSummary, {
  buyer: z.object({ name: z.string(), email: z.string() }),
})
export type ListedSubscription = z.infer<typeof listed>

/** The most coffees that a taste may have. */
const MAX_ROTATION = 50

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

/** How far ahead deliveries are listed, in days. */
export const PLAN_DAYS = 28

/** Pieces of one coffee. `paid` pieces are in paid orders. `planned` pieces are not charged or not paid yet. */
const dueLine = z.object({
  name: z.string(),
  sizeLabel: z.string(),
  grind: z.string(),
  paid: z.int(),
  planned: z.int(),
})
export type DueLine = z.infer<typeof dueLine>

const roastDay = z.object({ roastsOn: day, deliveries: z.int(), lines: z.array(dueLine) })
export type RoastDay = z.infer<typeof roastDay>

const chargeDay = z.object({
  chargesOn: day,
  deliveries: z.int(),
  /** The items after their discounts, without shipping and tax. */
  items: dollars,
})
export type ChargeDay = z.infer<typeof chargeDay>

/**
 * `declined`: the payment is tried again at `nextAt`. `waiting`: goods or a shipping price are missing. `paused`: all
 * retries failed, and the shop has paused the subscription. `noMethod`: the next charge would fail.
 */
export const TROUBLE_KINDS = ['declined', 'paused', 'waiting', 'noMethod'] as const

const trouble = z.object({
  /** The subscription. */
  _id: id,
  buyer: z.object({ name: z.string(), email: z.string() }),
  kind: z.enum(TROUBLE_KINDS),
  /** What is missing, or why the delivery was closed; empty if there is nothing to add. */
  reason: z.string(),
  /** The charges that failed. */
  attempts: z.int(),
  since: instant,
  /** When the shop tries again; null if it does not. */
  nextAt: z.nullable(instant),
  /** Whether it was invented for the demo, so that nothing can be charged. */
  isInvented: z._default(z.boolean(), false),
  /** Null if the delivery has no order yet. */
  order: z.nullable(z.object({ _id: id, number: z.string(), total: dollars })),
})
export type Trouble = z.infer<typeof trouble>

/** The failed charges that the caller saw, so that a repeated request does not charge a second time. */
const tries = { attempts: z.int() }

/** PayPal charges no order of nothing. */
const ownPrice = dollars.check(z.positive('Enter more than $0'))

const month = z.object({
  /** '2026-11' */
  month: z.string(),
  started: z.int(),
  /** Canceled by the buyer, or ended by the shop. */
  canceled: z.int(),
  /** Active or paused subscriptions at the end of the month, or now. */
  atEnd: z.int(),
  /** Canceled subscriptions as a percentage of those active at the start of the month; null if there were none. */
  churn: z.nullable(z.number()),
  /**
   * Items of paid deliveries after discounts, without shipping and tax, less the refunds of this month; negative if more was
   * refunded than paid.
   */
  revenue: z.number(),
})
export type SubscriptionMonth = z.infer<typeof month>

const figures = z.object({
  months: z.array(month),
  /** The number in each status. */
  statuses: z.array(z.object({ status: z.enum(SUBSCRIPTION_STATUSES), count: z.int() })),
  /** What all subscriptions together have paid, divided by their number. */
  paidEach: dollars,
  /** How many months ended subscriptions lasted on average; null if none has ended. */
  monthsEach: z.nullable(z.number()),
  /** The average number of paid deliveries per subscription. */
  deliveriesEach: z.number(),
  /** The reasons that people gave when they canceled, the most frequent first. */
  reasons: z.array(z.object({ reason: z.string(), count: z.int() })),
})
export type SubscriptionFigures = z.infer<typeof figures>

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

const endingList = z.object({
  endings: z.array(ending),
  /** The coffees that people subscribe to, and those that can replace them. */
  coffees: z.array(z.object({ _id: id, name: z.string(), items: z.int() })),
})
export type CoffeeEndings = z.infer<typeof endingList>

export const subscriptionAdmin = contractOf('subscriptions', {
  list: {
    method: 'GET',
    path: '/api/subscriptions',
    access: 'admin',
    summary:
      'All subscriptions, newest first or as `sort` says, twenty per page or `pageSize`; `keyword` is the beginning of an id, or words of the buyer’s name and email',
    query: z.strictObject({
      ...paged(['date', 'name', 'next']),
      keyword,
      status: z.optional(z.enum(SUBSCRIPTION_STATUSES)),
    }),
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
  due: {
    method: 'GET',
    path: '/api/subscriptions/due',
    access: 'packer',
    summary: 'What subscriptions need on each roast day of the next four weeks, by coffee, size and grind',
    reply: z.object({ days: z.array(roastDay) }),
  },
  charges: {
    method: 'GET',
    path: '/api/subscriptions/charges',
    access: 'admin',
    summary: 'The charges of the next four weeks, by day',
    reply: z.object({ days: z.array(chargeDay) }),
  },
  troubles: {
    method: 'GET',
    path: '/api/subscriptions/troubles',
    access: 'admin',
    summary:
      'Deliveries and subscriptions with a failed payment, missing goods or no payment method, of all subscriptions or one',
    query: z.strictObject({ subscription: z.optional(id) }),
    reply: z.object({ troubles: z.array(trouble), total: z.int() }),
  },
  retry: {
    method: 'POST',
    path: '/api/subscriptions/:id/retry',
    access: 'admin',
    summary:
      'Tries a failed payment of a delivery now, in place of its next retry, or looks again for missing goods within a minute. 409 if there is no such delivery, or if it was tried since',
    params: idParams,
    body: z.object(tries),
    reply: z.extend(message, { isPaid: z.boolean() }),
  },
  settle: {
    method: 'POST',
    path: '/api/subscriptions/:id/settle',
    access: 'admin',
    summary:
      'Records that a failed delivery was paid in cash, with the card machine, by check or by bank transfer, so that it is not charged again. 409 if there is no such delivery, if it was tried since, or if its payment is being confirmed',
    params: idParams,
    body: z.object({
      ...tender.shape,
      kind: z.enum(TENDER_KINDS),
      ...tries,
      reason: lineWithoutCard('Reason', 200).check(
        z.refine((text) => text !== '', 'Say why, for the order and the change log'),
      ),
    }),
    reply: changed,
  },
  price: {
    method: 'PUT',
    path: '/api/subscriptions/:id/items/:itemId/price',
    access: 'admin',
    summary:
      'Sets the price of an item for this subscription alone, before the discount; null for the price of the shop. A lower one applies at once, a higher one is announced to the subscriber 7 to 30 days before its first charge',
    params: itemParams,
    body: z.object({ ...seen, price: z.nullable(ownPrice) }),
    reply: changed,
  },
  figures: {
    method: 'GET',
    path: '/api/subscriptions/figures',
    access: 'admin',
    summary: 'Subscriptions started and canceled, churn and revenue of the last twelve months',
    reply: figures,
  },
  exportAll: {
    method: 'GET',
    path: '/api/subscriptions/all.csv',
    access: 'admin',
    needsProof: true,
    summary: 'All subscriptions, as CSV',
    reply: { file: 'text/csv; charset=utf-8' },
  },
  endings: {
    method: 'GET',
    path: '/api/subscriptions/endings',
    access: 'admin',
    summary: 'The coffees that end, with the subscriptions that they affect',
    reply: endingList,
  },
  endCoffee: {
    method: 'POST',
    path: '/api/subscriptions/endings',
    access: 'admin',
    status: 201,
    summary:
      'Ends a coffee on its last roast day. Subscribers are told four weeks ahead, and get the replacement afterwards',
    body: z.object({ product: id, endsOn: day, replacement: z._default(z.nullable(id), null) }),
    reply: endingList,
  },
  keepCoffee: {
    method: 'DELETE',
    path: '/api/subscriptions/endings/:id',
    access: 'admin',
    summary: 'Keeps a coffee that was to end. Items that were already replaced stay as they are',
    params: idParams,
    reply: endingList,
  },
})
