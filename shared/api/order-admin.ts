/** What the desk does with an order after it was placed: send it, note something, and tell the tax office. */
import * as z from 'zod/mini'
import { contract } from './endpoint.ts'
import { dollars, id, idParams, instant, line, message, prose } from '../fields.ts'
import { MAX_LINES, order, orderLine } from './orders.ts'

export const NOTE_MAX = 2000
/** PayPal shows it to the buyer. */
export const REASON_MAX = 200

/** For the desk alone: a buyer's order has no such field. */
const orderNote = z.object({ _id: id, at: instant, by: z.string(), text: z.string() })
export type OrderNote = z.infer<typeof orderNote>

/** A day of the house: '2026-11-21'. */
const day = (label: string) =>
  z.string(`${label} is required`).check(z.refine(isDay, `${label} must be a day such as 2026-11-21`))

/** Both days are within. */
const period = z
  .strictObject({ from: day('From'), to: day('To') })
  .check(z.refine(({ from, to }) => from <= to, 'The period ends before it begins'))
export type Period = z.infer<typeof period>

/** Lines of an order, with how many pieces of each. */
const someLines = z.array(orderLine).check(z.maxLength(MAX_LINES, `An order has ${MAX_LINES} lines at most`))

/** All that is left of an order's shipping, or an amount in dollars. */
const shippingBack = z.union([z.literal('all'), dollars])

/** A refund of chosen items, shipping and goodwill, or of an amount; never both. */
const refundWish = z
  .object({
    /** Dollars. All that is left, when missing and nothing is chosen. */
    amount: z.optional(dollars.check(z.minimum(0.01, 'A refund is at least $0.01'))),
    /** The items to refund, at the price of their line and with their tax. */
    lines: z.optional(someLines),
    shipping: z.optional(shippingBack),
    /** Dollars for neither goods nor shipping. */
    goodwill: z.optional(dollars),
    /** What the chosen items were shown to come to, in dollars; another sum is refused. */
    total: z.optional(dollars),
    reason: z._default(line('Reason', REASON_MAX), ''),
    /** Another payment than the one that paid the order: one whose money is owed back. */
    payment: z.optional(id),
    /** The goods that come back on the shelf. */
    stock: z._default(someLines, []),
  })
  .check(
    z.refine(
      (wish) => wish.amount === undefined || !isItemized(wish),
      'Give an amount, or choose what to refund, but not both',
    ),
  )

/** Whether a refund says what it is for. */
export function isItemized(wish: { lines?: unknown; shipping?: unknown; goodwill?: unknown }): boolean {
  return wish.lines !== undefined || wish.shipping !== undefined || wish.goodwill !== undefined
}

const refundParams = z.object({ id, refundId: id })

/** What some orders come to, in dollars. */
const sums = z.object({
  orders: z.int(),
  itemsPrice: z.number(),
  shippingPrice: z.number(),
  taxPrice: z.number(),
  totalPrice: z.number(),
  /** The part of the items that was taxed: food, and other goods. */
  foodBasis: z.number(),
  otherBasis: z.number(),
  /** Of what was refunded, money for neither goods nor tax nor shipping; of what was kept, the same below zero. */
  goodwill: z.number(),
})

/** `paid` is all that came in; of it, `refunded` went back since and `kept` stayed. */
export const sales = z.object({ paid: sums, refunded: sums, kept: sums })
export type Sales = z.infer<typeof sales>

export const orderAdmin = contract({
  ship: {
    method: 'PUT',
    path: '/api/orders/:id/ship',
    access: 'admin',
    summary: 'Marks a paid order shipped; of one that is shipped, changes the tracking',
    params: idParams,
    body: z.object({
      trackingNumber: z._default(line('Tracking number', 60), ''),
      trackingUrl: z._default(
        line('Tracking link', 500).check(
          z.refine((text) => text === '' || isWebAddress(text), 'Tracking link must begin with https://'),
        ),
        '',
      ),
    }),
    reply: order,
  },
  refund: {
    method: 'POST',
    path: '/api/orders/:id/refund',
    access: 'admin',
    summary:
      'Refunds items of an order with their tax, its shipping and goodwill; or an amount; or all that is left. `Idempotency-Key` makes a retry the same refund',
    params: idParams,
    body: refundWish,
    reply: order,
  },
  assignRefund: {
    method: 'PUT',
    path: '/api/orders/:id/refunds/:refundId/items',
    access: 'admin',
    summary: 'Says, once, which items and how much shipping a refund of an amount was for',
    params: refundParams,
    body: z.object({ lines: someLines, shipping: z.optional(shippingBack) }),
    reply: order,
  },
  returnStock: {
    method: 'POST',
    path: '/api/orders/:id/refunds/:refundId/stock',
    access: 'admin',
    summary: 'Puts goods of a refunded order back in stock, each line once for a refund',
    params: refundParams,
    body: z.object({ stock: someLines.check(z.minLength(1, 'Choose what goes back in stock')) }),
    reply: order,
  },
  close: {
    method: 'POST',
    path: '/api/orders/:id/close',
    access: 'admin',
    summary:
      'Cancels an order that is not paid and returns its stock, even while its payment is being confirmed, which is read again at PayPal first',
    params: idParams,
    reply: order,
    limit: 'service',
  },
  notes: {
    method: 'GET',
    path: '/api/orders/:id/notes',
    access: 'admin',
    summary: 'The desk’s private notes on an order, newest first',
    params: idParams,
    reply: z.object({ notes: z.array(orderNote) }),
  },
  addNote: {
    method: 'POST',
    path: '/api/orders/:id/notes',
    access: 'admin',
    summary: 'Adds a private note',
    params: idParams,
    body: z.object({
      text: prose('Note', NOTE_MAX).check(z.refine((text) => text !== '', 'Write something first')),
    }),
    reply: orderNote,
    status: 201,
  },
  removeNote: {
    method: 'DELETE',
    path: '/api/orders/:id/notes/:noteId',
    access: 'admin',
    summary: 'Removes a private note',
    params: z.object({ id, noteId: id }),
    reply: message,
  },
  sales: {
    method: 'GET',
    path: '/api/orders/sales',
    access: 'admin',
    summary: 'What the orders come to that were paid from one day to another, and what was taxed',
    query: period,
    reply: sales,
  },
  export: {
    method: 'GET',
    path: '/api/orders/export',
    access: 'admin',
    summary: 'The same orders one by one, with what was taxed, as CSV',
    query: period,
    reply: { file: 'text/csv; charset=utf-8' },
  },
})

function isDay(text: string): boolean {
  const moment = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : null
  return moment !== null && !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text)
}

/** Nothing that runs: it becomes a link on the buyer's order. */
function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text)
}
