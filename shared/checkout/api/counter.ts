/** Orders that staff place for a buyer, by phone and at the counter, and the money that they take for them. */
import * as z from 'zod/mini'
import { contract } from '#shared/platform/api/endpoint.ts'
import { ORDER_STATES } from '#shared/kernel/order-states.ts'
import { dollars, email, id, idParams, instant, line, searched } from '#shared/kernel/fields.ts'
import { deliveryNotice, pickupNotice } from '#shared/roastery/api/delivery.ts'
import { COUNTER_KINDS, TENDER_KINDS, mayHaveCardNumber } from '../tenders.ts'
import { goodsOnSale } from './counter-goods.ts'
import { orderFields, phone, shippingAddress, shipTo, shownAmounts } from './place-order.ts'

export const MAX_DISCOUNT_REASON = 200
/** The most days for which a mailed link holds the goods. */
export const MAX_LINK_DAYS = 7

const linkDays = z
  .int('Enter the days as a whole number')
  .check(z.minimum(1, 'At least 1 day'), z.maximum(MAX_LINK_DAYS, `At most ${MAX_LINK_DAYS} days`))

const NO_CARD_NUMBERS =
  'Never type the number of a card here. Use the card machine, or mail a link with which the buyer pays'

/** A line of text in which staff may not type the number of a card. */
export const lineWithoutCard = (label: string, max: number) =>
  line(label, max).check(z.refine((text) => !mayHaveCardNumber(text), NO_CARD_NUMBERS))

/**
 * Who gets the order. `user` is an account that staff chose from the candidates; name and email are then those of the account.
 * Without an email, nothing is mailed. An account whose email is not confirmed gets the mails, and not the order.
 */
const person = z.object({
  user: z.optional(id),
  name: z._default(lineWithoutCard('Name', 100), ''),
  email: z._default(z.union([z.literal(''), email], 'Enter a valid email address'), ''),
  /** For orders that are picked up. The phone number of a parcel is in its address. */
  phone: z.optional(phone),
})
export type CounterPerson = z.infer<typeof person>

/** A discount that staff give, for all goods but works of art. Only admins may give one. */
const discount = z.object({
  kind: z.enum(['percent', 'amount', 'shipping'], 'Choose a discount'),
  /** A whole percentage, or dollars; 0 for free shipping. */
  value: z._default(dollars, 0),
  reason: lineWithoutCard('Reason', MAX_DISCOUNT_REASON).check(
    z.refine((text) => text !== '', 'Say why, for the order and the change log'),
  ),
})

const request = z.object({
  via: z.enum(['phone', 'counter']),
  person,
  ...orderFields,
  /** Set if the buyer takes the goods along. Otherwise `pickup`, or `shippingAddress` with `shippingQuote`. */
  taken: z.optional(z.boolean()),
  discount: z.optional(z.nullable(discount)),
})

/** What the card machine printed. */
const printed = {
  approval: z._default(lineWithoutCard('Approval code', 20), ''),
  lastFour: z._default(
    z.string().check(z.regex(/^(?:\d{4})?$/, 'Enter only the last four digits of the card')),
    '',
  ),
}

/** What staff took. */
export const tender = z.object({
  kind: z.enum(COUNTER_KINDS),
  /** A part that the card machine took. The rest is in cash, so `kind` is `cash`. */
  part: z.optional(z.object({ amount: dollars.check(z.minimum(0.01, 'Enter an amount')), ...printed })),
  /** The cash that the buyer handed over; the exact amount if it is left out. */
  received: z.optional(dollars),
  ...printed,
  /** What staff saw that is to be taken beside `part`, rounded if it is cash. Refused with the code `prices` if it is another amount. */
  due: z.optional(dollars),
})
export type TenderBody = z.infer<typeof tender>

/**
 * How it is paid. `link`: the buyer gets a mail and pays within `days`; until then the goods are held. `gift-card`: the cards
 * in `giftCards` pay all of it. Otherwise the cards pay what they have, and the tender the rest.
 */
const payment = z.object({
  by: z.enum(['link', 'gift-card', 'tender']),
  days: z.optional(linkDays),
  tender: z.optional(tender),
})

const pricedLine = z.object({
  product: id,
  sizeId: id,
  /** With the size and the grind. */
  name: z.string(),
  qty: z.int(),
  price: dollars,
  /** The discount of all pieces together. */
  discount: dollars,
  picture: z.string(),
})

const prices = {
  itemsPrice: dollars,
  discountPrice: dollars,
  discountLabel: z.string(),
  shippingPrice: dollars,
  taxPrice: dollars,
  totalPrice: dollars,
  /** What gift cards pay, and the rest. */
  giftCardPrice: dollars,
  due: dollars,
  /** What rounding adds to the rest if it is paid in cash, and the cash to take. */
  rounding: z.number(),
  cash: dollars,
  /** Whether cash is rounded, also the rest of a part that the card machine takes. */
  roundsCash: z._default(z.boolean(), false),
}

const quoted = z.object({
  ...prices,
  items: z.array(z.extend(pricedLine, { left: z.int(), isRoastedToOrder: z.boolean() })),
  /** For `shippingQuote`; null if it is not shipped, or has no address yet. */
  quoteId: z.nullable(id),
  service: z.string(),
  /** When it arrives, or can be picked up. Null if that does not apply. */
  delivery: z.nullable(deliveryNotice),
  pickup: z.nullable(pickupNotice),
})
export type CounterQuote = z.infer<typeof quoted>

/** An order as the counter and its receipt show it. */
const sale = z.object({
  _id: id,
  number: z.string(),
  via: z.enum(['web', 'phone', 'counter']),
  /** The name of the member of staff; empty if the buyer placed it. */
  placedBy: z.string(),
  state: z.enum(ORDER_STATES),
  createdAt: instant,
  paidAt: z.nullable(instant),
  buyer: z.object({ name: z.string(), email: z.string() }),
  items: z.array(pricedLine),
  ...prices,
  discountReason: z.string(),
  taxRate: z.number(),
  paymentMethod: z.string(),
  handover: z.enum(['ship', 'pickup', 'taken']),
  /** The day of pickup, such as '2026-11-27'. */
  readyOn: z.nullable(z.string()),
  /** Until when the goods of an unpaid order are held. */
  heldUntil: z.nullable(instant),
  /** Money that was taken and given back by hand, oldest first. Amounts that were given back are negative. */
  tenders: z.array(
    z.object({
      kind: z.enum(TENDER_KINDS),
      amount: z.number(),
      rounding: z.number(),
      received: z.nullable(dollars),
      change: z.nullable(dollars),
      approval: z.string(),
      lastFour: z.string(),
      by: z.string(),
      at: instant,
    }),
  ),
})
export type CounterSale = z.infer<typeof sale>

/** Someone for whom an order may be placed. */
const found = z.object({
  /** Null for someone who ordered without an account. */
  user: z.nullable(id),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  /** Whether the account gets the order; otherwise the email gets its mails. */
  isConfirmed: z.boolean(),
  /** By what it was found. */
  by: z.enum(['email', 'phone', 'name']),
  orders: z.int(),
  /** The address of the last parcel; null if there is none. */
  address: z.nullable(z.extend(shipTo, { recipient: z.string(), phone: z.string() })),
})
export type CounterCandidate = z.infer<typeof found>

export const counter = contract({
  people: {
    method: 'GET',
    path: '/api/counter/people',
    access: 'admin',
    summary:
      'People for whom an order may be placed, at most ten: by an email in any spelling of its mailbox, a phone number, or words of a name. Staff choose; people are never joined',
    query: z.strictObject({ keyword: searched() }),
    reply: z.object({
      people: z.array(found),
    }),
  },
  quote: {
    method: 'POST',
    path: '/api/counter/quotes',
    access: 'barista',
    summary:
      'What an order costs that staff place for a buyer: the prices, rules and stock of the checkout. Without a delivery, it has no shipping and no tax yet. Stores a shipping quote if there is an address',
    body: request,
    reply: quoted,
  },
  place: {
    method: 'POST',
    path: '/api/counter/orders',
    access: 'barista',
    summary:
      'Places an order for a buyer. Only admins may place orders by phone and give discounts. With `Idempotency-Key`, a retry does not place a second order',
    body: z.extend(request, { payment, ...shownAmounts }),
    reply: sale,
    status: 201,
  },
  one: {
    method: 'GET',
    path: '/api/counter/orders/:id',
    access: 'barista',
    summary: 'An order as the counter and its receipt show it; baristas see orders of the counter',
    params: idParams,
    reply: sale,
  },
  again: {
    method: 'GET',
    path: '/api/counter/orders/:id/again',
    access: 'admin',
    summary:
      'What an order that staff placed needs to be placed again: the buyer, the goods as they are on sale now, the address, and the discount that staff gave',
    params: idParams,
    reply: z.object({
      number: z.string(),
      buyer: z.object({ name: z.string(), email: z.string(), phone: z.string() }),
      /** Null if the buyer has neither an account nor an email. */
      person: z.nullable(found),
      lines: z.array(z.object({ sizeId: id, name: z.string(), grind: z.string(), qty: z.int() })),
      /** The goods of the lines that are still on sale. */
      goods: z.array(goodsOnSale),
      /** Null for an order that is picked up. */
      address: z.nullable(shippingAddress),
      discount: z.nullable(discount),
    }),
  },
  take: {
    method: 'POST',
    path: '/api/counter/orders/:id/tenders',
    access: 'barista',
    part: 'counter',
    summary:
      'Takes the money for an unpaid order in cash or with the card machine. With `Idempotency-Key`, a retry does not take it again',
    params: idParams,
    body: tender,
    reply: sale,
  },
  mailLink: {
    method: 'POST',
    path: '/api/counter/orders/:id/link',
    access: 'admin',
    summary:
      'Mails the buyer of an unpaid order that staff placed the link with which it is paid, again, and holds its goods for `days` from now',
    params: idParams,
    body: z.object({ days: linkDays }),
    reply: sale,
  },
})
