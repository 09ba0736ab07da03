/**
 * Orders of wholesale accounts: the table in which buyers order, what they ordered, and the same for staff who enter the order
 * of a caller. Prices of accounts are only in these answers, which nothing caches.
 */
import * as z from 'zod/mini'
import { contractOf } from '#shared/platform/api/endpoint.ts'
import { ORDER_STATES } from '#shared/kernel/order-states.ts'
import {
  count,
  day,
  dollars,
  id,
  idParams,
  instant,
  line,
  page,
  pageNumber,
  pictureFacts,
  prose,
} from '#shared/kernel/fields.ts'

export const MAX_LINES = 200
export const MAX_QTY = 2000
const MAX_NOTE = 500

const shopTime = z.object({ day: z.string(), time: z.string() })

const delivery = z.object({
  deliversOn: z.string(),
  roastsOn: z.nullable(z.string()),
  orderBy: shopTime,
})
export type Delivery = z.infer<typeof delivery>

const orderedLine = z.object({ sizeId: id, grind: z.string(), qty: z.int() })

/** A coffee in one size, or another product. Prices are those of the account, before breaks. */
const row = z.object({
  product: id,
  sizeId: id,
  name: z.string(),
  category: z.string(),
  /** Such as 5 lb; may be empty. */
  size: z.string(),
  grams: z.nullable(z.int()),
  sku: z.string(),
  /** Pieces per case; null if it is ordered by the piece. */
  pack: z.nullable(z.int()),
  price: dollars,
  /** The pieces that can be ordered; null for a coffee roasted to order. */
  left: z.nullable(z.int()),
  /** The pieces of the last order, and the median of the last six that had it. */
  last: z.int(),
  typical: z.int(),
  /** The grinds to choose from, whole bean first; empty if there is nothing to choose. */
  grinds: z.array(z.string()),
  /** The last day on which the coffee is roasted; null if it goes on. */
  until: z.nullable(z.string()),
  isTaxed: z.boolean(),
  picture: z.nullable(pictureFacts),
})
export type OrderRow = z.infer<typeof row>

const form = z.object({
  accounts: z.array(
    z.object({ _id: id, name: z.string(), locations: z.array(z.object({ _id: id, name: z.string() })) }),
  ),
  company: z.object({
    _id: id,
    name: z.string(),
    kind: z.string(),
    /** Whether it can order on account; otherwise why not. */
    onAccount: z.boolean(),
    notOnAccount: z.string(),
    /** The terms in words. */
    terms: z.string(),
    poRequired: z.boolean(),
  }),
  location: z.object({
    _id: id,
    name: z.string(),
    address: z.string(),
    handover: z.enum(['van', 'pickup', 'parcel']),
  }),
  /** The next deliveries that can be ordered; none if no day is agreed. */
  deliveries: z.array(delivery),
  /** What the location gets on these days already; without an order, a standing order that is not written yet. */
  booked: z.array(
    z.object({
      deliversOn: z.string(),
      order: z.nullable(z.object({ _id: id, number: z.string(), total: dollars })),
    }),
  ),
  /** Grams of coffee, or cents of goods. */
  minimum: z.object({ kind: z.enum(['none', 'grams', 'cents']), value: z.int() }),
  breaks: z.array(z.object({ pounds: z.int(), percent: z.int() })),
  /** The lowest price of a pound of coffee after breaks; null without one. */
  floor: z.nullable(dollars),
  /** In thousandths of a percent; 0 if the state of the location is not taxed. */
  taxThousandths: z.int(),
  /** Whether a certificate of resale counts today. */
  isExempt: z.boolean(),
  rows: z.array(row),
  /** The last order for this location. */
  last: z.nullable(z.object({ number: z.string(), lines: z.array(orderedLine) })),
  /** The order that is changed: its lines, and what else the form has. */
  changes: z.nullable(
    z.object({
      _id: id,
      number: z.string(),
      lines: z.array(orderedLine),
      deliversOn: z.string(),
      poNumber: z.string(),
      note: z.string(),
    }),
  ),
})
export type OrderForm = z.infer<typeof form>

const formQuery = { location: z.optional(id), changes: z.optional(id) }

const wanted = {
  company: id,
  location: id,
  lines: z
    .array(
      z.object({
        product: id,
        sizeId: id,
        grind: z._default(line('Grind', 60), ''),
        qty: count('The number of pieces', MAX_QTY, 1),
      }),
    )
    .check(z.minLength(1, 'Order at least one piece'), z.maxLength(MAX_LINES, `${MAX_LINES} lines at most`)),
  deliversOn: day,
  /** `now`: the order is paid on its page, before its cut-off. */
  payBy: z.enum(['account', 'now']),
  poNumber: z._default(line('PO number', 40), ''),
  note: z._default(prose('Note', MAX_NOTE), ''),
  /** The total that the buyer saw. 409 with the code `prices` if it is another one now. */
  total: z.optional(dollars),
  /** The order that this one replaces, until its cut-off. */
  changes: z.optional(id),
  /** Whether the buyer knows that another order has the same PO number (409 with the code `po`). */
  repeatsPo: z._default(z.boolean(), false),
}

const summary = z.object({
  _id: id,
  number: z.string(),
  state: z.enum(ORDER_STATES),
  createdAt: instant,
  location: z.string(),
  deliversOn: z.nullable(z.string()),
  poNumber: z.string(),
  pieces: z.int(),
  total: dollars,
  onAccount: z.boolean(),
  /** Who ordered, such as a buyer, staff, or a standing order. */
  by: z.string(),
  canChange: z.boolean(),
})
export type AccountOrderSummary = z.infer<typeof summary>

const accountOrder = z.extend(summary, {
  company: z.object({ _id: id, name: z.string() }),
  locationId: id,
  note: z.string(),
  /** Until when it can be changed. */
  changeableUntil: z.nullable(instant),
  handover: z.enum(['van', 'pickup', 'parcel']),
  address: z.string(),
  roastsOn: z.nullable(z.string()),
  lines: z.array(
    z.object({
      product: id,
      sizeId: id,
      /** With the size and the grind. */
      name: z.string(),
      qty: z.int(),
      price: dollars,
      sum: dollars,
      isTaxed: z.boolean(),
    }),
  ),
  grams: z.int(),
  items: dollars,
  shipping: dollars,
  tax: dollars,
  history: z.array(z.object({ at: instant, by: z.string(), event: z.string() })),
  /** What happens next, and when. */
  next: z.string(),
})
export type AccountOrder = z.infer<typeof accountOrder>

/** What the carrier asks for the parcels of an order, in dollars. */
const shippingPrice = {
  body: z.object({ company: id, location: id, lines: wanted.lines }),
  reply: z.object({ shipping: dollars, service: z.string() }),
} as const

const listed = z.object({ orders: z.array(summary), page, pages: page })

const reason = line('Reason', 200)

export const accountOrders = contractOf('wholesale', {
  form: {
    method: 'GET',
    path: '/api/account-orders/form',
    access: 'user',
    summary:
      'The table in which a buyer orders for a location: products with the prices of the account, deliveries, minimum, last order',
    query: z.strictObject({ company: z.optional(id), ...formQuery }),
    reply: form,
  },
  place: {
    method: 'POST',
    path: '/api/account-orders',
    access: 'user',
    starts: true,
    summary:
      'Orders for an account, or changes an order until its cut-off. A repeated request with the same Idempotency-Key orders once',
    body: z.object(wanted),
    reply: accountOrder,
    status: 201,
  },
  shipping: {
    method: 'POST',
    path: '/api/account-orders/shipping',
    access: 'user',
    summary: 'What the parcels of an order would cost, before it is sent. 409 for a location without parcels',
    ...shippingPrice,
    limit: 'shipping',
  },
  list: {
    method: 'GET',
    path: '/api/account-orders',
    access: 'user',
    summary: 'The orders of an account, newest first',
    query: z.strictObject({ company: id, pageNumber }),
    reply: listed,
  },
  one: {
    method: 'GET',
    path: '/api/account-orders/:id',
    access: 'user',
    summary: 'One order of an account of the caller',
    params: idParams,
    reply: accountOrder,
  },
  cancel: {
    method: 'POST',
    path: '/api/account-orders/:id/cancel',
    access: 'user',
    summary: 'Cancels an order until its cut-off',
    params: idParams,
    reply: accountOrder,
  },
  deskList: {
    method: 'GET',
    path: '/api/account-orders/desk',
    access: 'admin',
    summary: 'The orders of an account for staff, newest first',
    query: z.strictObject({ company: id, pageNumber }),
    reply: listed,
  },
  deskForm: {
    method: 'GET',
    path: '/api/account-orders/desk/form',
    access: 'admin',
    summary: 'The same table for staff who enter the order of an account',
    query: z.strictObject({ company: id, ...formQuery }),
    reply: form,
  },
  deskPlace: {
    method: 'POST',
    path: '/api/account-orders/desk',
    access: 'admin',
    starts: true,
    summary:
      'Enters an order for an account. With a reason it may be below the minimum, after the cut-off, and over the capacity',
    body: z.object({ ...wanted, reason }),
    reply: accountOrder,
    status: 201,
  },
  deskShipping: {
    method: 'POST',
    path: '/api/account-orders/desk/shipping',
    access: 'admin',
    summary: 'The same for staff',
    ...shippingPrice,
    limit: 'shipping',
  },
  deskCancel: {
    method: 'POST',
    path: '/api/account-orders/desk/:id/cancel',
    access: 'admin',
    summary: 'Cancels an order of an account that has not left yet, with a reason',
    params: idParams,
    body: z.object({ reason }),
    reply: accountOrder,
  },
})
