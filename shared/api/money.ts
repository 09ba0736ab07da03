/** The money desk: where PayPal, orders and stock do not say the same, and what to do about it. */
import * as z from 'zod/mini'
import { contract } from './endpoint.ts'
import { id, idParams, instant, prose } from '../fields.ts'

/**
 * `unpaid`: paid at PayPal, unpaid here. `closed`: paid at PayPal for an order that was closed. `twice`: a second
 * payment of a paid order. `stranger`: money for an order of ours by a payment that we never opened. `amount`: another
 * sum there than here, or another currency, account or order. `missing`: paid here, and PayPal knows nothing of it.
 * `returned`: given back there and not here; `unreturned`: given back here and not there. `failed`: a refund that failed
 * after PayPal had accepted it. `returning`: a refund whose answer is out. `confirming`, `review`: PayPal has not decided for long. `disputed`: a
 * buyer complains at PayPal, and the shop is to answer. `due`: money that has to go back. `count`: a count in stock
 * that is not the sum of its moves. `held`: goods of a closed order that never came back.
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
 * `settle`: read again at PayPal, and written down as it says. `stock`: the goods are put right. `order`: to be given
 * back, on the page of the order. `note`: nothing here can mend it; it is looked at, and noted.
 */
const FINDING_ACTIONS = ['settle', 'stock', 'order', 'note'] as const

const finding = z.object({
  _id: id,
  kind: z.enum(FINDING_KINDS),
  /** One line, and what it means and what to do. */
  title: z.string(),
  text: z.string(),
  action: z.enum(FINDING_ACTIONS),
  /** The money it is about; null where it is about goods. */
  amount: z.nullable(z.number()),
  order: z.nullable(z.object({ _id: id, name: z.string() })),
  product: z.nullable(z.object({ _id: id, name: z.string() })),
  /** PayPal's id of the money; '' without. */
  capture: z.string(),
  since: instant,
  seen: z.nullable(z.object({ at: instant, by: z.string(), note: z.string() })),
})
export type Finding = z.infer<typeof finding>

const comparison = z.object({
  at: instant,
  /** The days it looked back. */
  days: z.int(),
  /** Paid orders of these days, and what they brought in. */
  payments: z.int(),
  total: z.number(),
  /** How many of PayPal's payments were read one by one. */
  read: z.int(),
  /** Whether PayPal let us read its own list of all that came in and went out. */
  listed: z.boolean(),
  /** Of that list, what belongs to no order of this shop. */
  foreign: z.int(),
  /** Whether PayPal let us read what buyers complain about. */
  disputes: z._default(z.boolean(), true),
  /** Why the disputes could not be read, though the money was compared; missing when they were. */
  disputesProblem: z.optional(z.string()),
  /** How many payments PayPal did not show, of which what was known before stands; missing when it showed all. */
  unread: z.optional(z.int()),
  /** Why the last comparison broke off; '' when it did not. What stands here is then of the one before. */
  problem: z.string(),
})
export type Comparison = z.infer<typeof comparison>

const books = z.object({
  /** Null before the first. */
  comparison: z.nullable(comparison),
  findings: z.array(finding),
  /** Looked at and let be. */
  seen: z.array(finding),
})
export type Books = z.infer<typeof books>

export const money = contract({
  books: {
    method: 'GET',
    path: '/api/money',
    access: 'admin',
    summary: 'Where PayPal, orders and stock disagree, as the last comparison found it',
    reply: books,
  },
  compare: {
    method: 'POST',
    path: '/api/money/compare',
    access: 'admin',
    summary: 'Compares the books of the last days with PayPal now',
    body: z.object({
      days: z._default(
        z.int().check(z.minimum(1, 'At least one day'), z.maximum(90, 'Ninety days at most')),
        30,
      ),
    }),
    reply: books,
    limit: 'service',
  },
  settle: {
    method: 'POST',
    path: '/api/money/:id/settle',
    access: 'admin',
    summary: 'Reads one payment again at PayPal and writes down what it says, or puts one stock right',
    params: idParams,
    reply: books,
    limit: 'service',
  },
  see: {
    method: 'PUT',
    path: '/api/money/:id/seen',
    access: 'admin',
    summary: 'Marks a disagreement as seen, with a note; it counts no more',
    params: idParams,
    body: z.object({ note: prose('A note', 500).check(z.minLength(1, 'Say in a few words why')) }),
    reply: books,
  },
})
