/** Where a parcel goes: the address, its recipient, and whether it is a gift. */
import * as z from 'zod/mini'
import { line, prose } from '#shared/kernel/fields.ts'
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
