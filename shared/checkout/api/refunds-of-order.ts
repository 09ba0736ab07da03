/** The refunds and the dispute of an order, as parts of the order in the API. */
import * as z from 'zod/mini'
import { dollars, id, instant } from '#shared/kernel/fields.ts'
import { TENDER_KINDS } from '../tenders.ts'
import { paidWith } from './paid-with.ts'

/** A line of an order in a refund. An answer that was stored by an older version has no `line`. */
const refundedLine = { _id: id, line: z._default(z.int(), 0), qty: z.int() }

const REFUND_STATES = ['started', 'pending', 'completed', 'failed'] as const

/** A refund. `started`: PayPal has not answered yet; `pending`: the bank takes some days. */
export const refund = z.object({
  _id: id,
  amount: dollars,
  /** Where the money goes. Staff give it back by hand if it was taken in cash or with the card machine. */
  to: z._default(z.enum(['paypal', 'gift-card', ...TENDER_KINDS]), 'paypal'),
  /** With what the refunded payment was made, which gets the money back. */
  paidWith,
  state: z.enum(REFUND_STATES),
  /** Whether it refunds the order's price; otherwise it refunds a payment that the order did not need. */
  ofSale: z.boolean(),
  reason: z.string(),
  problem: z.nullable(z.string()),
  by: z.string(),
  askedAt: instant,
  refundedAt: z.nullable(instant),
  /**
   * The parts of the refund in dollars; all 0 for a payment that the order did not need. Goodwill is negative if
   * earlier goodwill counts towards the other parts.
   */
  parts: z.object({ goods: z.number(), tax: z.number(), shipping: z.number(), goodwill: z.number() }),
  /** Whether the refund was assigned to items. Otherwise its parts are shares of what was left of the order. */
  isItemized: z.boolean(),
  /** The refunded items, each with its share of the goods in dollars. */
  items: z.array(z.object({ ...refundedLine, amount: dollars })),
  /** The goods that return to stock with the refund. */
  stock: z.array(z.object(refundedLine)),
  isRestocked: z.boolean(),
})

/** A dispute that the buyer opened at PayPal. */
export const dispute = z.object({
  state: z.enum(['open', 'waiting_for_us', 'waiting_for_buyer', 'under_review', 'won', 'lost', 'closed']),
  reason: z.string(),
  amount: dollars,
  respondBy: z.nullable(instant),
  openedAt: instant,
})
