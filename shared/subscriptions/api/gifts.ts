/** Gift subscriptions: buying one, its page for the giver, and its page for the receiver, who needs no account. */
import * as z from 'zod/mini'
import { order } from '#shared/checkout/api/orders.ts'
import { guest, MAX_GIFT_NOTE, shippingAddress, shipTo, typedCode } from '#shared/checkout/api/place-order.ts'
import { isDay } from '#shared/kernel/days.ts'
import { dollars, email, id, idParams, instant, line, prose, requiredLine } from '#shared/kernel/fields.ts'
import { taste, weeks } from '#shared/platform/api/cart-lines.ts'
import { contractOf } from '#shared/platform/api/endpoint.ts'
import { DELIVERY_STATES, GIFT_COUNTS, type GiftCount } from '#shared/platform/subscriptions.ts'

const count = z.literal(
  GIFT_COUNTS as readonly GiftCount[] as [GiftCount, ...GiftCount[]],
  'Choose 3, 6 or 12',
)

/** A day at the shop; empty for as soon as possible. */
const startDay = z._default(
  z.string().check(z.refine((text) => text === '' || isDay(text), 'Enter a day such as 2026-12-24')),
  '',
)

const grind = z._default(line('Grind', 40), '')

/** What can be given. `delivery` is the price of a delivery, with shipping and tax. */
const offer = z.object({
  isOffered: z.boolean(),
  counts: z.array(count),
  weeks: z.array(weeks),
  tastes: z.array(z.object({ taste, name: z.string(), delivery: dollars })),
  coffees: z.array(
    z.object({
      _id: id,
      name: z.string(),
      sizes: z.array(z.object({ id, label: z.string(), delivery: dollars })),
      grinds: z.array(z.string()),
    }),
  ),
  /** The grinds for roaster’s choice. */
  grinds: z.array(z.string()),
})
export type GiftOffer = z.infer<typeof offer>

/**
 * `ordered`: not paid. `void`: closed unpaid. `held`: the payment is disputed. `scheduled`: it is mailed later. `sent`: not
 * opened yet. `running`, `ended`: no delivery is left.
 */
export const GIFT_STATES = ['ordered', 'void', 'held', 'scheduled', 'sent', 'running', 'ended'] as const
export type GiftState = (typeof GIFT_STATES)[number]

const delivery = z.object({
  number: z.int(),
  state: z.enum(DELIVERY_STATES),
  /** The roast day. */
  on: z.string(),
  /** When the parcel left and arrived; null until then. */
  shippedAt: z.nullable(instant),
  deliveredAt: z.nullable(instant),
})

/** What giver and receiver both see. */
const shown = {
  state: z.enum(GIFT_STATES),
  from: z.string(),
  to: z.string(),
  note: z.string(),
  coffee: z.string(),
  grind: z.string(),
  weeks,
  deliveries: count,
  left: z.int(),
  made: z.array(delivery),
}

const giftOfOrder = z.object({
  ...shown,
  /** Empty if the giver knew the address. */
  email: z.string(),
  /** The address that the giver entered, in lines. The one that the receiver entered is not shown. */
  address: z.array(z.string()),
  startsOn: z.nullable(z.string()),
  sentAt: z.nullable(instant),
  openedAt: z.nullable(instant),
  /** The secret page of the receiver. Null until it is paid, and for staff who may not see it. */
  link: z.nullable(z.string()),
  canCorrect: z.boolean(),
  nextOn: z.nullable(z.string()),
  /** The price of a delivery, and what is left of the price of the gift. */
  delivery: dollars,
  money: dollars,
  /** For staff. */
  subscription: z.nullable(id),
})
export type GiftOfOrder = z.infer<typeof giftOfOrder>

const gift = z.object({
  ...shown,
  /** City and state only, because the giver has the link too. */
  place: z.string(),
  next: z.nullable(
    z.object({
      number: z.int(),
      roastsOn: z.string(),
      arrivesFrom: z.nullable(z.string()),
      arrivesTo: z.nullable(z.string()),
      /** Until when it can be changed or skipped; null if it is being prepared. */
      changeUntil: z.nullable(instant),
      isWaiting: z.boolean(),
    }),
  ),
  /** The days on which the first delivery can be roasted; empty once it is opened. */
  firstDays: z.array(z.string()),
  grinds: z.array(z.string()),
})
export type Gift = z.infer<typeof gift>

const code = typedCode
const changed = z.object({ gift, message: z.string() })

export const gifts = contractOf('subscriptions', {
  offer: {
    method: 'GET',
    path: '/api/gift-subscriptions/offer',
    access: 'public',
    part: null,
    summary: 'The coffees that can be given as a subscription, with the price of a delivery',
    reply: offer,
    cached: ['Settings', 'Product'],
  },
  buy: {
    method: 'POST',
    path: '/api/gift-subscriptions/orders',
    access: 'buyer',
    starts: true,
    summary:
      'Orders a gift subscription, to an address or by email. With `Idempotency-Key`, a retry does not place a second order',
    body: z
      .object({
        guest,
        deliveries: count,
        weeks,
        taste: z.optional(taste),
        product: z.optional(id),
        sizeId: z.optional(id),
        grind,
        to: z.object({ name: requiredLine('Recipient', 100), email: z.optional(email) }),
        shippingAddress: z.optional(shippingAddress),
        /** The first delivery is not before this day; by email, it is the day of the email. */
        startsOn: startDay,
        note: z._default(prose('Note', MAX_GIFT_NOTE), ''),
        /** The total that the giver saw. */
        total: dollars,
      })
      .check(
        z.refine((body) => (body.taste === undefined) !== (body.product === undefined), {
          path: ['taste'],
          message: 'Choose a coffee or a taste',
        }),
        z.refine((body) => (body.to.email === undefined) !== (body.shippingAddress === undefined), {
          path: ['to', 'email'],
          message: 'Enter an email or an address',
        }),
      ),
    reply: z.extend(order, { guestLink: z.optional(z.string()) }),
    status: 201,
  },
  ofOrder: {
    method: 'GET',
    path: '/api/orders/:id/gift-subscription',
    access: 'buyer',
    part: null,
    summary: 'The gift subscription that an order bought',
    params: idParams,
    reply: giftOfOrder,
  },
  correct: {
    method: 'PUT',
    path: '/api/orders/:id/gift-subscription',
    access: 'buyer',
    summary:
      'Corrects the email of a gift that is not opened, and sends it again. The old link stops working',
    params: idParams,
    body: z.object({ email, name: z.optional(requiredLine('Recipient', 100)) }),
    reply: giftOfOrder,
  },
  file: {
    method: 'GET',
    path: '/api/orders/:id/gift-subscription.pdf',
    access: 'buyer',
    part: null,
    summary: 'A page to print and hand over, with the link of the gift',
    params: idParams,
    reply: { file: 'application/pdf' },
  },
  open: {
    method: 'POST',
    path: '/api/gift-subscriptions/open',
    access: 'public',
    summary: 'The gift subscription with this code. Wrong codes are limited',
    body: z.object({ code }),
    reply: gift,
  },
  claim: {
    method: 'POST',
    path: '/api/gift-subscriptions/claim',
    access: 'public',
    summary: 'Begins the deliveries of a gift that was sent by email',
    body: z.object({ code, shippingAddress: shipTo, grind, firstOn: startDay }),
    reply: changed,
  },
  change: {
    method: 'POST',
    path: '/api/gift-subscriptions/change',
    access: 'public',
    summary: 'Changes the grind or the address of the deliveries that are left',
    body: z.object({ code, grind: z.optional(line('Grind', 40)), shippingAddress: z.optional(shipTo) }),
    reply: changed,
  },
  skip: {
    method: 'POST',
    path: '/api/gift-subscriptions/skip',
    access: 'public',
    summary: 'Skips the next delivery. It is not lost: the gift goes on longer',
    body: z.object({ code, number: z.int() }),
    reply: changed,
  },
})
