/** The payments check (the admin's Money page): differences between PayPal, orders and stock, and what to do about them. */
import * as z from 'zod/mini'
import { contract } from '#shared/platform/api/endpoint.ts'
import { id, idParams, instant, prose } from '#shared/kernel/fields.ts'

/**
 * The kinds of findings. "Here" means in the shop's records. `unpaid`: paid at PayPal, but not paid here. `closed`:
 * paid at PayPal for a closed order. `twice`: a second payment for a paid order. `stranger`: a payment for one of our
 * orders that we did not open. `amount`: the amount, currency, account or order differs at PayPal. `missing`: paid
 * here, but unknown at PayPal. `returned`: refunded at PayPal, but not here. `unreturned`: refunded here, but not at
 * PayPal. `failed`: a refund that failed after PayPal had accepted it. `returning`: a refund that PayPal has not
 * answered yet. `confirming`, `review`: a payment that PayPal has not decided for a long time. `disputed`: a buyer
 * opened a dispute at PayPal that the shop has to answer. `due`: money that has to be refunded. `count`: a count in
 * stock that is not the sum of its moves. `held`: stock of a closed order that was not returned.
 */
export const FINDING_KINDS = [
  'unpaid',
  'closed',
  'twice',
  'stranger',
  'amount',
  'missing',
  'returned',
  'unreturned',
  'failed',
  'returning',
  'confirming',
  'review',
  'disputed',
  'due',
  'count',
  'held',
] as const
export type FindingKind = (typeof FINDING_KINDS)[number]

/**
 * `settle`: reads the payment from PayPal again and stores the result. `stock`: corrects the stock. `order`: links to
 * the order's page, to refund it there. `note`: the shop cannot correct this; an admin marks the finding as seen, with
 * a note.
 */
const FINDING_ACTIONS = ['settle', 'stock', 'order', 'note'] as const

const finding = z.object({
  _id: id,
  kind: z.enum(FINDING_KINDS),
  /** `title` is one line; `text` says what it means and what to do. */
  title: z.string(),
  text: z.string(),
  action: z.enum(FINDING_ACTIONS),
  /** The amount in dollars; null if the finding is about goods. */
  amount: z.nullable(z.number()),
  /** `name` is the buyer's name. */
  order: z.nullable(z.object({ _id: id, number: z.string(), name: z.string() })),
  product: z.nullable(z.object({ _id: id, name: z.string() })),
  /** PayPal's id of the payment capture; '' if there is none. */
  capture: z.string(),
  /** With what it was paid, or what the buyer chose; empty if the finding is about no payment of this shop. */
  paidWith: z._default(z.string(), ''),
  since: instant,
  seen: z.nullable(z.object({ at: instant, by: z.string(), note: z.string() })),
})
export type Finding = z.infer<typeof finding>

const comparison = z.object({
  at: instant,
  /** The number of days that were compared. */
  days: z.int(),
  /** The number of paid orders of these days, and their total in dollars. */
  payments: z.int(),
  total: z.number(),
  /** The number of PayPal's payments that were read one by one. */
  read: z.int(),
  /** Whether PayPal allowed reading its list of transactions. */
  listed: z.boolean(),
  /** The number of transactions in that list that do not belong to an order of this shop. */
  foreign: z.int(),
  /** Whether PayPal allowed reading disputes. */
  disputes: z._default(z.boolean(), true),
  /** Why the disputes could not be read although the money was compared; missing if they were read. */
  disputesProblem: z.optional(z.string()),
  /**
   * The number of payments that could not be read at PayPal. Their earlier findings stay. Missing if all could be read.
   */
  unread: z.optional(z.int()),
  /**
   * Why the last comparison failed; '' if it did not. After a failure, the findings are those of the comparison before
   * it.
   */
  problem: z.string(),
})
export type Comparison = z.infer<typeof comparison>

const check = z.object({
  /** Null before the first comparison. */
  comparison: z.nullable(comparison),
  findings: z.array(finding),
  /** Findings that an admin has marked as seen, with a note. */
  seen: z.array(finding),
})
export type PaymentsCheck = z.infer<typeof check>

export const paymentsCheck = contract({
  books: {
    method: 'GET',
    path: '/api/money',
    access: 'owner',
    summary: 'Differences between PayPal, orders and stock, from the last comparison',
    reply: check,
  },
  compare: {
    method: 'POST',
    path: '/api/money/compare',
    access: 'owner',
    summary: 'Compares the payments of the last days with PayPal now',
    body: z.object({
      days: z._default(
        z.int().check(z.minimum(1, 'At least one day'), z.maximum(90, 'Ninety days at most')),
        30,
      ),
    }),
    reply: check,
    limit: 'service',
  },
  settle: {
    method: 'POST',
    path: '/api/money/:id/settle',
    access: 'owner',
    summary:
      'Reads one payment from PayPal again and stores the result, or corrects the stock of one product',
    params: idParams,
    reply: check,
    limit: 'service',
  },
  see: {
    method: 'PUT',
    path: '/api/money/:id/seen',
    access: 'owner',
    summary: 'Marks a difference as seen, with a note; it then no longer counts as open',
    params: idParams,
    body: z.object({ note: prose('A note', 500).check(z.minLength(1, 'Say in a few words why')) }),
    reply: check,
  },
})
