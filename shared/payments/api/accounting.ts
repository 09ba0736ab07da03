/** Bookkeeping: what was booked per day and per order, the files for accounting software, and closing a month. */
import * as z from 'zod/mini'
import { contract } from '#shared/platform/api/endpoint.ts'
import { id, instant } from '#shared/kernel/fields.ts'

/** A month in the shop's time zone: '2026-11'. */
const monthParam = z.object({
  month: z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'A month is written as 2026-11')),
})

/** The files of a month. `label` is shown on the button; `about` says what the file is for. */
export const ACCOUNTING_FILES = {
  days: { label: 'Days', about: 'One row per day, as in the table' },
  orders: { label: 'Orders', about: 'One row per payment and refund' },
  'quickbooks-journal': { label: 'QuickBooks journal', about: 'Journal entries, one per day' },
  'quickbooks-bank': { label: 'QuickBooks bank', about: 'The movements of the PayPal account' },
  'xero-journal': { label: 'Xero journal', about: 'Manual journals, one per day' },
  'xero-bank': { label: 'Xero bank', about: 'A statement of the PayPal account' },
} as const
export type AccountingFile = keyof typeof ACCOUNTING_FILES
const fileNames = Object.keys(ACCOUNTING_FILES) as AccountingFile[]

/**
 * Sums in dollars. `other` is money of payments that did not pay for an order and have to be refunded. `received` is
 * the sum of the payments, `refunded` the sum of the refunds, `fee` what PayPal kept, and `net` what is left.
 */
const sums = z.object({
  /** Gift cards: sold, spent, and changed by refunds and by staff. The shop owes what is sold and not spent. */
  giftCardsSold: z.number(),
  giftCardsSpent: z.number(),
  giftCardsChanged: z.number(),
  /** Cash that was taken at the bar and the counter, and what the card machine took. Neither is part of `received`. */
  till: z.number(),
  machine: z._default(z.number(), 0),
  /** What the rounding of cash added, and what counts of the drawer found more. */
  rounding: z._default(z.number(), 0),
  overShort: z._default(z.number(), 0),
  /** Cash that was paid into the drawer without a sale, less what was taken out. */
  cashMoves: z._default(z.number(), 0),
  /** Checks and bank transfers, which are not part of `received` either. */
  bank: z._default(z.number(), 0),
  /** Invoices of wholesale accounts less credit notes, by the day of their issue; their parts are in goods, shipping and tax. */
  invoiced: z._default(z.number(), 0),
  /** What accounts paid of invoices, less refunds, by the day of the payment. */
  invoicesPaid: z._default(z.number(), 0),
  payments: z.int(),
  /** After discounts. `discounts` is the sum of the discounts, which no other amount contains. */
  goods: z.number(),
  discounts: z.number(),
  shipping: z.number(),
  tax: z.number(),
  other: z.number(),
  received: z.number(),
  refunds: z.int(),
  refundedGoods: z.number(),
  refundedShipping: z.number(),
  refundedTax: z.number(),
  goodwill: z.number(),
  refundedOther: z.number(),
  refunded: z.number(),
  fee: z.number(),
  net: z.number(),
})
export type AccountingSums = z.infer<typeof sums>

const dayRow = z.extend(sums, { day: z.string() })
export type AccountingDay = z.infer<typeof dayRow>

/** `surplus`: a payment that has to be refunded. `reversal`: money that PayPal took back. `replacement`: free. `card-sale`: a
 * gift card that was sold at the bar. `card-change`: a change of the balance of a gift card by staff. */
export const BOOKING_KINDS = [
  'payment',
  'surplus',
  'refund',
  'reversal',
  'replacement',
  'card-sale',
  'card-change',
  'counter-day',
  'invoice',
  'credit-note',
  'receipt',
  'write-off',
] as const
export type BookingKind = (typeof BOOKING_KINDS)[number]

/** A booking in dollars; money that leaves is negative. */
const booking = z.object({
  _id: z.string(),
  kind: z.enum(BOOKING_KINDS),
  /** For a gift card: no id, and the last four characters of its code. */
  order: z.object({ _id: z.string(), number: z.nullable(z.string()) }),
  /** The deliveries of subscriptions that the order is for. */
  deliveries: z.array(z.object({ subscription: id, number: z.int() })),
  at: instant,
  /** The day in a closed month that the booking corrects; null if it is no correction. */
  corrects: z.nullable(z.string()),
  /** The method that paid, or that got the refund; empty if it is not known. */
  paidWith: z._default(z.string(), ''),
  /** After the discount. */
  goods: z.number(),
  discount: z.number(),
  shipping: z.number(),
  tax: z.number(),
  goodwill: z.number(),
  other: z.number(),
  /** By how much gift cards raise what the shop owes; negative if they lower it. */
  giftCards: z.number(),
  /** What was taken by hand, and is not part of `total`. */
  till: z.number(),
  machine: z._default(z.number(), 0),
  rounding: z._default(z.number(), 0),
  overShort: z._default(z.number(), 0),
  cashMoves: z._default(z.number(), 0),
  bank: z._default(z.number(), 0),
  /** By how much wholesale accounts owe less; negative for an invoice. */
  receivable: z._default(z.number(), 0),
  total: z.number(),
  /** Null until PayPal reports it. */
  fee: z.nullable(z.number()),
  net: z.number(),
})
export type Booking = z.infer<typeof booking>

/**
 * Everything that may still change the month: payments and refunds without an outcome, payments whose fee is unknown,
 * payments that have to be refunded, open disputes, and open differences on the Money page.
 */
const open = z.object({
  payments: z.int(),
  refunds: z.int(),
  fees: z.int(),
  due: z.int(),
  disputes: z.int(),
  /** The open disputes that wait for the shop's answer. The others wait for the buyer or PayPal. */
  disputesToAnswer: z._default(z.int(), 0),
  findings: z.int(),
})
export type StillOpen = z.infer<typeof open>

const monthState = z.enum(['open', 'current', 'closed'])

const month = z.object({
  month: z.string(),
  state: monthState,
  closed: z.nullable(z.object({ at: instant, by: z.string() })),
  /** Whether the month can be closed: it is over, and every month before it is closed. */
  mayClose: z.boolean(),
  /** Identifies the bookings; sent with the request to close the month. */
  stamp: z.string(),
  days: z.array(dayRow),
  total: sums,
  /** What the shop owes because of gift cards at the end of the month, or now. */
  giftCardsOwed: z.number(),
  /** The part of it for deliveries of gift subscriptions that are not made yet. */
  giftSubscriptionsOwed: z._default(z.number(), 0),
  /** What wholesale accounts owe then, less their credit. */
  receivables: z._default(z.number(), 0),
  /** Bookings that correct closed months. They are part of the first day of this month. */
  corrections: z.array(booking),
  open,
  /** The number of files of each format; more than one if the software limits the rows of a file. */
  files: z.array(z.object({ file: z.enum(fileNames), parts: z.int() })),
})
export type AccountingMonth = z.infer<typeof month>

export const accounting = contract({
  months: {
    method: 'GET',
    path: '/api/accounting/months',
    access: 'owner',
    summary: 'The months of the bookkeeping, newest first',
    reply: z.object({ months: z.array(z.object({ month: z.string(), state: monthState })) }),
  },
  month: {
    method: 'GET',
    path: '/api/accounting/months/:month',
    access: 'owner',
    summary: 'The bookings of a month by day, and what may still change them',
    params: monthParam,
    reply: month,
  },
  day: {
    method: 'GET',
    path: '/api/accounting/months/:month/days/:day',
    access: 'owner',
    summary: 'The bookings of a day, one per payment and refund',
    params: z.extend(monthParam, {
      day: z.string().check(z.regex(/^20\d\d-\d\d-\d\d$/, 'A day is written as 2026-11-21')),
    }),
    reply: z.object({ bookings: z.array(booking) }),
  },
  file: {
    method: 'GET',
    path: '/api/accounting/months/:month/files/:file',
    access: 'owner',
    summary: 'A month as CSV: by day, by order, or for QuickBooks Online or Xero',
    params: z.extend(monthParam, { file: z.enum(fileNames) }),
    query: z.strictObject({
      part: z.pipe(
        z._default(z.string().check(z.regex(/^[1-9]\d{0,3}$/, 'part must be a positive whole number')), '1'),
        z.transform(Number),
      ),
    }),
    reply: { file: 'text/csv; charset=utf-8' },
  },
  close: {
    method: 'POST',
    path: '/api/accounting/months/:month/close',
    access: 'owner',
    summary: 'Closes a month: its bookings never change again',
    params: monthParam,
    body: z.object({ stamp: z.string().check(z.maxLength(64)) }),
    reply: month,
  },
})
