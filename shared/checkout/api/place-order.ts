/** What a buyer sends to place an order: the lines of the cart, the address or the pickup, and the shown totals. */
import * as z from 'zod/mini'
import { email, id, line, requiredLine, prose } from '#shared/kernel/fields.ts'
import { orderLines } from '#shared/platform/api/cart-lines.ts'
import { METHOD_NAMES } from '#shared/platform/pay-methods.ts'
import { MAX_CARDS, MAX_TYPED_CODE } from '../gift-cards.ts'
import { PHONE_PROBLEM, normalPhone } from '#shared/kernel/phone.ts'

/** The fields of an address and their maximum lengths. shared/platform/address.ts validates and normalizes the address. */
export const shippingAddress = z.object({
  address: z.string().check(z.maxLength(200)),
  address2: z._default(z.string().check(z.maxLength(200)), ''),
  city: z.string().check(z.maxLength(200)),
  state: z.string().check(z.maxLength(200)),
  postalCode: z.string().check(z.maxLength(40)),
  country: z.string().check(z.maxLength(100)),
})

/** The recipient's name. If it is left out or empty, the buyer's name is used. */
const recipient = line('Recipient', 100)

/** A phone number for the carrier; empty if there is none. The server stores its digits. */
export const phone = z.string().check(
  z.maxLength(40, PHONE_PROBLEM),
  z.refine((text) => normalPhone(text) !== null, PHONE_PROBLEM),
)

/** An address with its recipient. Without `recipient` the parcel goes to the buyer. */
export const shipTo = z.extend(shippingAddress, {
  recipient: z.optional(recipient),
  phone: z.optional(phone),
})

export const MAX_GIFT_NOTE = 300

/** A gift: the packing slip has the note and the buyer's name. */
export const gift = z.object({ note: z._default(prose('Gift note', MAX_GIFT_NOTE), '') })

/** The longest text of terms. */
const MAX_CONSENT = 20_000

/** A total that the browser showed: a number, or a text, because the cart stores texts. The server only compares it. */
const shownAmount = z.optional(z.union([z.number(), z.string().check(z.maxLength(20))]))

const NO_QUOTE = 'A shipping quote is required'

/** A buyer without an account. Required without a session, and ignored with one. */
export const guest = z.optional(z.object({ name: requiredLine('Name', 100), email }))

/** The code of a gift card as people type it, with or without spaces or dashes. */
export const typedCode = z
  .string('Enter the code of the gift card')
  .check(
    z.trim(),
    z.minLength(1, 'Enter the code of the gift card'),
    z.maxLength(MAX_TYPED_CODE, 'This is too long for a code'),
  )

/** Address and quote are required, unless the order is for pickup. */
const byCarrier = {
  shippingAddress: z.optional(shipTo),
  shippingQuote: z.optional(z.object({ quoteId: id }, NO_QUOTE)),
}

const NAMES = Object.values(METHOD_NAMES)

/**
 * For an order for pickup, instead of address and quote. `readyOn` is the day that the buyer saw. The order is refused
 * if the shop can no longer promise this day.
 */
const pickup = z.optional(z.object({ readyOn: z.optional(z.string().check(z.maxLength(10))) }))

/** The goods, the delivery and the discounts of an order, as buyers and staff send them. */
export const orderFields = {
  orderItems: orderLines,
  ...byCarrier,
  pickup,
  /** Set if the order is a gift. */
  gift: z.optional(z.nullable(gift)),
  /** The codes of gift cards, in the order in which they pay. */
  giftCards: z.optional(
    z.array(typedCode).check(z.maxLength(MAX_CARDS, `Use ${MAX_CARDS} gift cards at most`)),
  ),
  /** A discount code. The order is refused with the code `discount` if it cannot be used. */
  discountCode: z.optional(line('Code', 60)),
}

/** The amounts that were shown. An order is refused if they have changed. */
export const shownAmounts = {
  /** The amount that the gift cards pay. */
  giftCardPrice: shownAmount,
  itemsPrice: shownAmount,
  discountPrice: shownAmount,
  shippingPrice: shownAmount,
  taxPrice: shownAmount,
  totalPrice: shownAmount,
}

export const placeOrder = z
  .object({
    guest,
    ...orderFields,
    /**
     * The buyer's unpaid order that this one replaces; a guest sends the token of its link. It is canceled in the same
     * moment, and stays as it was if this one is refused.
     */
    changes: z.optional(z.object({ order: id, link: z.optional(z.string().check(z.maxLength(200))) })),
    /**
     * The terms and the text of the consent box, as `POST /api/subscriptions/terms` returned them. Required if a line is
     * a subscription. The order is refused if they have changed.
     */
    consent: z.optional(z.string().check(z.maxLength(MAX_CONSENT))),
    /** False keeps the address out of the buyer's address book. */
    saveAddress: z.optional(z.boolean()),
    /** What the buyer chose to pay the rest with. The payment may still be opened for another method. */
    paymentMethod: z._default(z.enum(NAMES, `Payment method must be one of ${NAMES.join(', ')}`), 'PayPal'),
    ...shownAmounts,
  })
  .check(
    z.refine((order) => Boolean(order.pickup ?? order.shippingAddress), {
      path: ['shippingAddress'],
      message: 'Enter an address, or choose pickup',
    }),
    z.refine((order) => Boolean(order.pickup ?? order.shippingQuote), {
      path: ['shippingQuote'],
      message: NO_QUOTE,
    }),
    z.refine((order) => !(order.pickup && (order.shippingAddress ?? order.shippingQuote)), {
      path: ['pickup'],
      message: 'Choose shipping or pickup, but not both',
    }),
  )
export type PlaceOrder = z.infer<typeof placeOrder>
