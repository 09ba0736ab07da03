/** What admins do with placed orders: shipping, refunds, notes, and sales reports. */
import * as z from 'zod/mini'
import { contract } from '#shared/platform/api/endpoint.ts'
import { dollars, id, idParams, instant, line, message, period, prose } from '#shared/kernel/fields.ts'
import { ORDER_VIAS } from '#shared/kernel/order-states.ts'
import { order } from './orders.ts'
import { packedOrder } from './fulfillment.ts'
import { parcelNumber } from './parcels.ts'
import { MAX_LINES, pieces } from '#shared/platform/api/cart-lines.ts'

export const NOTE_MAX = 2000
/** The reason of a refund, which PayPal shows to the buyer. */
export const REASON_MAX = 200

export const orderNoteText = prose('Note', NOTE_MAX).check(
  z.refine((text) => text !== '', 'Write something first'),
)

/** A private note, only for admins. Responses for buyers do not contain notes. */
const orderNote = z.object({ _id: id, at: instant, by: z.string(), text: z.string() })
export type OrderNote = z.infer<typeof orderNote>

/**
 * Lines of an order, with a number of pieces each. `line` is needed if the order has several lines of the product, with
 * different sizes or grinds.
 */
const chosenLine = z.object({ _id: id, line: z.optional(z.int()), qty: pieces })
const someLines = z.array(chosenLine).check(z.maxLength(MAX_LINES, `An order has ${MAX_LINES} lines at most`))

/** The shipping to refund: all that is not refunded yet, or an amount in dollars. */
const shippingBack = z.union([z.literal('all'), dollars])

/** A refund of either items, shipping and goodwill, or of an amount. */
const refundBody = z
  .object({
    /** The amount in dollars. If it is missing and nothing else is chosen, everything that is left is refunded. */
    amount: z.optional(dollars.check(z.minimum(0.01, 'A refund is at least $0.01'))),
    /** The items to refund, at the price of their line plus tax. */
    lines: z.optional(someLines),
    shipping: z.optional(shippingBack),
    /** Goodwill in dollars: money in addition to items and shipping. */
    goodwill: z.optional(dollars),
    /**
     * The total in dollars that the admin saw for the chosen items. If the server computes another total, the request
     * is refused.
     */
    total: z.optional(dollars),
    reason: z._default(line('Reason', REASON_MAX), ''),
    /** The payment to refund, if it is not the payment for the order but a surplus one. */
    payment: z.optional(id),
    /** The goods to return to stock. */
    stock: z._default(someLines, []),
  })
  .check(
    z.refine(
      (wish) => wish.amount === undefined || !isItemized(wish),
      'Give an amount, or choose what to refund, but not both',
    ),
  )

/** Whether a refund chooses items, shipping or goodwill. */
export function isItemized(wish: { lines?: unknown; shipping?: unknown; goodwill?: unknown }): boolean {
  return wish.lines !== undefined || wish.shipping !== undefined || wish.goodwill !== undefined
}

const refundParams = z.object({ id, refundId: id })

/** The sums of some orders, in dollars. */
const sums = z.object({
  orders: z.int(),
  itemsPrice: z.number(),
  shippingPrice: z.number(),
  taxPrice: z.number(),
  totalPrice: z.number(),
  /** The discounts that buyers got; `itemsPrice` no longer contains them. 0 in `refunded`. */
  discounts: z._default(z.number(), 0),
  /** The taxable part of the items, split into food and other goods. */
  foodBasis: z.number(),
  otherBasis: z.number(),
  /**
   * Goodwill: in `refunded`, the money that is not for goods, tax or shipping. In `kept`, the same amount as a negative
   * number.
   */
  goodwill: z.number(),
})

/**
 * `paid` is the orders paid in the period, `refunded` the refunds completed in it, also of orders paid before, and `kept` the
 * difference. A refund belongs to its own day, so a past period does not change.
 */
export const sales = z.object({
  paid: sums,
  refunded: sums,
  kept: sums,
  /** The states and rates (thousandths of a percent) of the taxed orders of the period. */
  taxes: z._default(z.array(z.object({ state: z.string(), thousandths: z.int() })), []),
  /** The same orders by how they came in, in dollars: paid in the period, refunded in it, and the difference. */
  vias: z._default(
    z.array(
      z.object({
        via: z.enum(ORDER_VIAS),
        orders: z.int(),
        paid: z.number(),
        refunded: z.number(),
        kept: z.number(),
      }),
    ),
    [],
  ),
  /** Invoices of wholesale accounts that were issued in the period, less credit notes; in no other amount. */
  wholesale: z._default(
    z.object({
      invoices: z.int(),
      itemsPrice: z.number(),
      shippingPrice: z.number(),
      taxPrice: z.number(),
      totalPrice: z.number(),
    }),
    { invoices: 0, itemsPrice: 0, shippingPrice: 0, taxPrice: 0, totalPrice: 0 },
  ),
})
export type Sales = z.infer<typeof sales>

export const orderAdmin = contract({
  ship: {
    method: 'PUT',
    path: '/api/orders/:id/ship',
    access: 'packer',
    summary:
      'Marks a paid order as shipped, or changes the tracking of a shipped order; a missing field stays as it is. With `parcel`, only this parcel of an order that has several: the order is shipped when all have left',
    params: idParams,
    body: z.object({
      parcel: z.optional(parcelNumber),
      trackingNumber: z.optional(line('Tracking number', 60)),
      trackingUrl: z.optional(
        line('Tracking link', 500).check(
          z.refine((text) => text === '' || isWebAddress(text), 'Tracking link must begin with https://'),
        ),
      ),
    }),
    reply: order,
    staffReply: packedOrder,
  },
  refund: {
    method: 'POST',
    path: '/api/orders/:id/refund',
    access: 'admin',
    summary:
      'Refunds items with their tax, shipping and goodwill; or an amount; or everything that is left. With `Idempotency-Key`, a retry does not make a second refund',
    params: idParams,
    body: refundBody,
    reply: order,
  },
  assignRefund: {
    method: 'PUT',
    path: '/api/orders/:id/refunds/:refundId/items',
    access: 'admin',
    summary: 'Assigns a refund of an amount to items and shipping, once',
    params: refundParams,
    body: z.object({ lines: someLines, shipping: z.optional(shippingBack) }),
    reply: order,
  },
  returnStock: {
    method: 'POST',
    path: '/api/orders/:id/refunds/:refundId/stock',
    access: 'admin',
    summary: 'Returns goods of a refunded order to stock, each line once per refund',
    params: refundParams,
    body: z.object({ stock: someLines.check(z.minLength(1, 'Choose what goes back in stock')) }),
    reply: order,
  },
  replace: {
    method: 'POST',
    path: '/api/orders/:id/replacement',
    access: 'admin',
    summary:
      'Creates a free order for goods of a shipped order, to the same address. Refused if another replacement was made since the caller read the order. Returns the new order',
    params: idParams,
    body: z.object({
      lines: z
        .array(z.object({ line: z.int().check(z.nonnegative()), qty: pieces }))
        .check(z.minLength(1, 'Choose what to replace'), z.maxLength(MAX_LINES)),
      /** The number of replacements of this order that the caller saw, including canceled ones. */
      seen: z.int().check(z.nonnegative()),
    }),
    reply: order,
  },
  close: {
    method: 'POST',
    path: '/api/orders/:id/close',
    access: 'admin',
    summary:
      'Cancels an unpaid order, or a replacement that was not shipped, and returns its stock. If its payment is being confirmed, it is read from PayPal again first',
    params: idParams,
    reply: order,
    limit: 'service',
  },
  notes: {
    method: 'GET',
    path: '/api/orders/:id/notes',
    access: 'admin',
    summary: 'The private notes on an order, newest first',
    params: idParams,
    reply: z.object({ notes: z.array(orderNote) }),
  },
  addNote: {
    method: 'POST',
    path: '/api/orders/:id/notes',
    access: 'admin',
    summary: 'Adds a private note',
    params: idParams,
    body: z.object({ text: orderNoteText }),
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
    summary:
      'The sums of the orders paid in a period and of the refunds completed in it, and their taxable part',
    query: period,
    reply: sales,
  },
  export: {
    method: 'GET',
    path: '/api/orders/export',
    access: 'admin',
    needsProof: true,
    summary: 'The same orders as CSV, one row each, with their taxable part',
    query: period,
    reply: { file: 'text/csv; charset=utf-8' },
  },
})

/** Whether a text is an http or https URL. It becomes a link on the buyer's order, so other URLs are refused. */
function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text)
}
