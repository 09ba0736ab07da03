/** Who pays, and where the goods go, in PayPal's answers about an order. */
import * as z from 'zod/mini'
import type { ShipTo } from '../payments.ts'

const { catch: withFallback } = z

/** A field that PayPal may leave out. A value of another type counts as left out, so that the order stays readable. */
const optional = <T extends z.ZodMiniType>(type: T) => withFallback(z.nullish(type), null)

const text = optional(z.string())

/** `name` of PayPal's schema. */
export const Name = optional(z.object({ given_name: text, surname: text }))

/** `payer`, which PayPal's newer answers replace by `payment_source.paypal`. */
export const Payer = optional(z.object({ email_address: text, name: Name }))

/** `shipping` of a purchase unit. */
export const Shipping = optional(
  z.object({
    name: optional(z.object({ full_name: text })),
    address: optional(
      z.object({
        address_line_1: text,
        address_line_2: text,
        admin_area_1: text,
        admin_area_2: text,
        postal_code: text,
        country_code: text,
      }),
    ),
  }),
)

/** The full name; null if PayPal does not report it. */
export function payerName(name: z.infer<typeof Name>): string | null {
  return [name?.given_name, name?.surname].filter(Boolean).join(' ') || null
}

/** The address of a purchase unit; fields that PayPal leaves out are empty. Null if there is none. */
export function shipToOf(shipping: z.infer<typeof Shipping>): ShipTo | null {
  const address = shipping?.address
  if (!address) return null
  return {
    name: shipping.name?.full_name ?? '',
    line1: address.address_line_1 ?? '',
    line2: address.address_line_2 ?? '',
    city: address.admin_area_2 ?? '',
    state: address.admin_area_1 ?? '',
    postalCode: address.postal_code ?? '',
    country: address.country_code ?? '',
  }
}
