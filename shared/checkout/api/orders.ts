/** Orders: placing, paying, delivering, canceling. */
import * as z from 'zod/mini'
import { pickupPromise, promised } from '#shared/roastery/api/delivery.ts'
import { ORDER_STATES, ORDER_VIAS } from '#shared/kernel/order-states.ts'
import { contract } from '#shared/platform/api/endpoint.ts'
import { orderLine } from './order-line.ts'
import { TENDER_KINDS } from '../tenders.ts'
import { dispute, refund } from './refunds-of-order.ts'
import { paidWith } from './paid-with.ts'
import { orderParcel, parcelStatus, tracking } from './parcels.ts'
import { placeOrder, shippingAddress } from './place-order.ts'
import { PAY_METHODS } from '#shared/platform/pay-methods.ts'
import {
  dollars,
  id,
  idParams,
  instant,
  keyword,
  message,
  page,
  paged,
  pageNumber,
} from '#shared/kernel/fields.ts'

/**
 * pending -> capturing -> paid -> shipped -> delivered; pending -> cancelled | expired; paid -> refunded; and shipped
 * -> paid, if the unused label of its parcel is voided. A replacement starts as paid, and can be canceled until it
 * ships.
 */
const totals = {
  itemsPrice: dollars,
  shippingPrice: dollars,
  taxPrice: dollars,
  totalPrice: dollars,
}

const orderSummary = z.object({
  _id: id,
  /**
   * The number that people use, such as `4GX-7QM`. Empty in a response stored for an Idempotency-Key by an older
   * version.
   */
  number: z._default(z.string(), ''),
  user: z.object({ _id: z.nullable(id), name: z.string(), email: z.string() }),
  state: z.enum(ORDER_STATES),
  createdAt: instant,
  totalPrice: dollars,
  isPaid: z.boolean(),
  paidAt: z.nullable(instant),
  isDelivered: z.boolean(),
  deliveredAt: z.nullable(instant),
  /** Whether a guest placed the order. Missing in replies that an older version stored. */
  isGuest: z._default(z.boolean(), false),
  /** Whether it is a free replacement for goods of another order. */
  isReplacement: z._default(z.boolean(), false),
  /** The recipient of the parcel. Empty in a reply that was stored by an older version. */
  recipient: z._default(z.string(), ''),
  isGift: z._default(z.boolean(), false),
  /** Whether the order is for pickup at the bar, and when it became ready. A ready order is still `paid`. */
  isPickup: z._default(z.boolean(), false),
  /** Whether the order buys a gift card. */
  isGiftCard: z._default(z.boolean(), false),
  /** The part of the total that gift cards pay, in dollars. PayPal gets the rest. */
  giftCardPrice: z._default(dollars, 0),
  readyAt: z._default(z.nullable(instant), null),
  /** How the order came in. Staff place orders by phone and at the counter. */
  via: z._default(z.enum(ORDER_VIAS), 'web'),
  /** Whether the buyer took the goods along; it is an order for pickup without a day. */
  isTaken: z._default(z.boolean(), false),
})
export type OrderSummary = z.infer<typeof orderSummary>

export const order = z.extend(orderSummary, {
  orderItems: z.array(orderLine),
  /** The address of the bar if the order is for pickup. */
  shippingAddress,
  /** The recipient's phone number, for the carrier; empty if there is none. */
  phone: z._default(z.string(), ''),
  /** The note of a gift; null if the order is not a gift. */
  gift: z._default(z.nullable(z.object({ note: z.string() })), null),
  shippingService: z.string(),
  /** The latest day on which its coffee that is roasted to order was roasted; null until all of its bags are recorded. */
  roastedOn: z._default(z.nullable(z.string()), null),
  /** Whether bags of its coffee that is roasted to order are not recorded. A shipped order can stay so. */
  awaitsBags: z._default(z.boolean(), false),
  shippedAt: z.nullable(instant),
  /** Null if there is no tracking. Of an order with several parcels, it has all numbers. */
  tracking: z.nullable(tracking),
  /** The status of its latest parcel. */
  parcel: z._default(z.nullable(parcelStatus), null),
  /** The parcels of an order that has several; empty if it is one parcel. */
  parcels: z._default(z.array(orderParcel), []),
  /** The name of the method with which it was paid; until then of the chosen one. `Gift card and PayPal` for both. */
  paymentMethod: z.string(),
  /** With what the part was paid that gift cards do not pay. */
  paidWith,
  /** The methods that can pay it, as far as the shop offers them. */
  payMethods: z._default(z.array(z.enum(PAY_METHODS)), [...PAY_METHODS]),
  paymentResult: z.nullable(
    z.object({ id: z.string(), status: z.string(), update_time: z.string(), email_address: z.string() }),
  ),
  /** The state of the capture: being confirmed, under review at PayPal, or completed. `none` if there is no capture. */
  paymentState: z.enum(['none', 'confirming', 'review', 'completed']),
  /** `itemsPrice` is the price of the items after their discounts, and `discount` the sum of these. */
  ...totals,
  discount: z._default(dollars, 0),
  /** The discount as text, such as `CODE10 (10% off)`. Set without a discount if only the shipping is free. */
  discountLabel: z._default(z.string(), ''),
  /** The name of the member of staff who placed it, and why staff gave the discount. Only for staff; empty otherwise. */
  placedBy: z._default(z.string(), ''),
  discountReason: z._default(z.string(), ''),
  /** The wholesale account of the order; null for a retail order. Only for staff. */
  account: z._default(
    z.nullable(
      z.object({
        _id: id,
        name: z.string(),
        location: z.string(),
        poNumber: z.string(),
        note: z.string(),
        deliversOn: z.nullable(z.string()),
      }),
    ),
    null,
  ),
  /** The delivery dates at the time of the order; null if the roast calendar had none, and for old orders. */
  delivery: z._default(z.nullable(promised), null),
  /** The number of the purchase order of an account; empty without one. */
  poNumber: z._default(z.string(), ''),
  /** The day on which the van of the shop delivers it; null if it is not delivered by van. */
  vanOn: z._default(z.nullable(z.string()), null),
  /** The promise of an order for pickup; null for an order that is shipped. */
  pickup: z._default(z.nullable(pickupPromise), null),
  /** The sales tax in percent; 0 if the order was not taxed. */
  taxRate: z._default(z.number(), 0),
  /** The last day on which an order for pickup is kept; null if it is not ready. */
  keptUntil: z._default(z.nullable(z.string()), null),
  // These fields have defaults, because a response that was stored for an Idempotency-Key by an older version does not
  // have them.
  refunds: z._default(z.array(refund), []),
  /** The part of the order's price that can still be refunded. */
  refundable: z._default(dollars, 0),
  /** What staff took by hand in two ways, and what is left of each to give back; empty if it was taken in one way. */
  tendered: z._default(
    z.array(z.object({ payment: id, kind: z.enum(TENDER_KINDS), amount: dollars, left: dollars })),
    [],
  ),
  /** Payments that the order does not need, and that have to be refunded. */
  dueBack: z._default(z.array(z.object({ payment: id, amount: dollars, why: z.string(), paidWith })), []),
  dispute: z._default(z.nullable(dispute), null),
  /** Whether it was invented for the demo: PayPal has no payment of it that could be refunded. */
  isInvented: z._default(z.boolean(), false),
  /** When the order was canceled, expired or was refunded in full. */
  closedAt: z._default(z.nullable(instant), null),
  /** The order whose goods this order replaces. */
  replaces: z._default(z.nullable(z.object({ _id: id, number: z.string() })), null),
  /** The replacements for goods of this order, oldest first. `line` is the line of this order. */
  replacements: z._default(
    z.array(
      z.object({
        _id: id,
        number: z.string(),
        state: z.enum(ORDER_STATES),
        items: z.array(z.object({ line: z.int(), qty: z.int() })),
      }),
    ),
    [],
  ),
  /** The seconds for which the shop still holds the goods; null if it does not hold them. */
  holdSecondsLeft: z.nullable(z.int()),
  /** Whether the buyer can ask for more time to pay. */
  canExtendHold: z._default(z.boolean(), false),
  history: z.array(z.object({ at: instant, event: z.string(), by: z.string() })),
})
export type Order = z.infer<typeof order>

const orderPage = z.object({ orders: z.array(orderSummary), page, pages: page })

/** An order in the list of admins: also with what it was paid, such as `Visa ending in 1234`; empty until then. */
const listedOrder = z.extend(orderSummary, { paidText: z._default(z.string(), '') })
export type ListedOrder = z.infer<typeof listedOrder>

/** The sums of all orders that match the filters, on all pages. */
const orderTotals = z.object({
  count: z.int(),
  /** The money received minus refunds, in dollars. */
  paid: z.number(),
  /** The number of orders in each state, without applying the filter by state. */
  states: z.array(z.object({ state: z.enum(ORDER_STATES), count: z.int() })),
})

/** The filters of the list of all orders. */
export const orderFilter = {
  keyword,
  state: z.optional(z.enum(ORDER_STATES)),
  user: z.optional(id),
  /** Only orders for pickup, orders of gift subscriptions that are not opened yet, or those by phone or at the counter. */
  only: z.optional(z.enum(['pickup', 'unopened', 'phone', 'counter'])),
}

export const orders = contract({
  place: {
    method: 'POST',
    path: '/api/orders',
    access: 'buyer',
    summary:
      'Places an order and holds its goods for 30 minutes. An order for pickup has `pickup` instead of address and quote. With `Idempotency-Key`, a retry does not place a second order. Without a session, `guest` names the buyer, and `guestLink` of the reply opens the order',
    body: placeOrder,
    reply: z.extend(order, {
      /** The token of the link to a guest’s order; not set for a signed-in user. */
      guestLink: z.optional(z.string()),
    }),
    status: 201,
  },
  mine: {
    method: 'GET',
    path: '/api/orders/mine',
    access: 'user',
    summary: 'The caller’s own orders, newest first, ten per page',
    query: z.strictObject({ pageNumber }),
    reply: orderPage,
  },
  list: {
    method: 'GET',
    path: '/api/orders',
    access: 'admin',
    summary:
      'All orders, newest first or as `sort` says, ten per page or `pageSize`, and their sum; `keyword` is an order number, the beginning of an id, words of the names of buyer and recipient and the buyer’s email, a phone number or its beginning, or words of the name of one of its goods',
    query: z.strictObject({
      ...paged(['date', 'total', 'paid', 'delivered']),
      ...orderFilter,
    }),
    reply: z.extend(orderPage, { orders: z.array(listedOrder), totals: orderTotals }),
  },
  one: {
    method: 'GET',
    path: '/api/orders/:id',
    access: 'buyer',
    summary: 'One order, for its buyer or an admin',
    params: idParams,
    reply: order,
  },
  invoice: {
    method: 'GET',
    path: '/api/orders/:id/invoice.pdf',
    access: 'buyer',
    summary: 'The invoice of a paid order, with its refunds, as a file',
    params: idParams,
    reply: { file: 'application/pdf' },
  },
  calendar: {
    method: 'GET',
    path: '/api/orders/:id/calendar.ics',
    access: 'buyer',
    summary:
      'The days on which a paid order arrives, or the day on which it is ready at the bar, for a calendar',
    params: idParams,
    reply: { file: 'text/calendar; charset=utf-8' },
  },
  extendHold: {
    method: 'POST',
    path: '/api/orders/:id/hold',
    access: 'buyer',
    summary: 'Holds the goods of an unpaid order for 30 more minutes, once; a second call changes nothing',
    params: idParams,
    reply: order,
  },
  startPayment: {
    method: 'POST',
    path: '/api/orders/:id/paypal',
    access: 'buyer',
    summary:
      'Creates the payment at PayPal for a method (`paypal` if it is left out), or finds the open one; returns its id and its amount in dollars',
    params: idParams,
    body: z._default(z.object({ method: z._default(z.enum(PAY_METHODS), 'paypal') }), { method: 'paypal' }),
    reply: z.object({ orderId: z.string(), amount: z.string() }),
    limit: 'payment',
  },
  pay: {
    method: 'PUT',
    path: '/api/orders/:id/pay',
    access: 'buyer',
    summary: 'Captures an approved payment; only `id` of the details is used',
    params: idParams,
    body: z.object({
      id: z.string('Payment not verified').check(z.regex(/^[A-Z0-9]{1,36}$/, 'Payment not verified')),
    }),
    reply: order,
    limit: 'payment',
  },
  deliver: {
    method: 'PUT',
    path: '/api/orders/:id/deliver',
    access: 'admin',
    summary: 'Marks a paid order delivered',
    params: idParams,
    reply: order,
  },
  remove: {
    method: 'DELETE',
    path: '/api/orders/:id',
    access: 'buyer',
    summary:
      'Cancels an unpaid order and returns its stock. With `because=changed` the buyer gets no email: the buyer has changed something at the checkout',
    params: idParams,
    query: z.strictObject({ because: z.optional(z.enum(['changed'])) }),
    reply: message,
  },
})
