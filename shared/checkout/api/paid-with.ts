import * as z from 'zod/mini'
import { PAY_METHODS } from '#shared/platform/pay-methods.ts'

/** With what a payment was made; null until it was made, and for older payments whose method is not known. */
export const paidWith = z._default(
  z.nullable(z.object({ method: z.enum(PAY_METHODS), brand: z.string(), lastDigits: z.string() })),
  null,
)
