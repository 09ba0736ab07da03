/** What the buyer pays with, in PayPal's answers about an order (`payment_source`), and the result of 3-D Secure. */
import { capitalized } from '#shared/kernel/counts.ts'
import * as z from 'zod/mini'
import type { PaymentSource } from '../payments.ts'

const { catch: withFallback } = z

/** A field that PayPal may leave out. A value of another type counts as left out, so that the order stays readable. */
const optional = <T extends z.ZodMiniType>(type: T) => withFallback(z.nullish(type), null)

const text = optional(z.string())

/** `card_response` of PayPal's schema; Apple Pay and Google Pay contain one. */
const Card = z.object({
  brand: text,
  last_digits: text,
  authentication_result: optional(
    z.object({
      liability_shift: text,
      three_d_secure: optional(z.object({ enrollment_status: text, authentication_status: text })),
    }),
  ),
})

const Wallet = z.object({ email_address: text, card: optional(Card) })

/** The sources that the shop offers, without PayPal's own account, which `saved.ts` describes. */
const OTHERS = {
  venmo: optional(Wallet),
  apple_pay: optional(Wallet),
  google_pay: optional(Wallet),
} as const

/** The fields of `payment_source`, apart from `paypal`. */
export const SOURCES = { card: optional(Card), ...OTHERS } as const

type Sources = { paypal?: unknown } & {
  [Name in keyof typeof SOURCES]?: z.infer<(typeof SOURCES)[Name]>
}

/** What pays for an order; null if PayPal does not report it. A wallet is named before the card in it. */
export function sourceOf(sources: Sources | null | undefined): PaymentSource | null {
  if (!sources) return null
  const kind = (['apple_pay', 'google_pay', 'venmo', 'card'] as const).find((name) => sources[name])
  if (kind === undefined) return sources.paypal ? { kind: 'account', brand: '', lastDigits: '' } : null
  const card = cardIn(sources)
  return { kind, brand: brandName(card?.brand ?? ''), lastDigits: digitsOf(card?.last_digits ?? '') }
}

/** The buyer's email address; null if PayPal does not report it with the source. */
export function emailIn(sources: Sources | null | undefined): string | null {
  const { venmo, apple_pay, google_pay } = sources ?? {}
  return [venmo, apple_pay, google_pay].find((wallet) => wallet?.email_address)?.email_address ?? null
}

function cardIn(sources: Sources): z.infer<typeof Card> | null | undefined {
  return sources.apple_pay?.card ?? sources.google_pay?.card ?? sources.venmo?.card ?? sources.card
}

/** `enrollment_status` of a card without 3-D Secure: not enrolled, not available, bypassed. Its payment is captured. */
const NOT_ASKED = new Set(['N', 'U', 'B'])
/** The bank's answer: not authenticated, rejected. */
const FAILED = new Set(['N', 'R'])

/**
 * Whether PayPal's table allows the capture after 3-D Secure (https://developer.paypal.com/docs/checkout/advanced/
 * customize/3d-secure/response-parameters/). True if there is no result, because 3-D Secure was not required then.
 */
export function isAuthenticated(sources: Sources | null | undefined): boolean {
  const result = sources && cardIn(sources)?.authentication_result
  if (!result) return true
  const { enrollment_status: enrolled, authentication_status: answer } = result.three_d_secure ?? {}
  if (FAILED.has(answer ?? '')) return false
  switch (result.liability_shift ?? '') {
    case 'NO':
      return NOT_ASKED.has(enrolled ?? '')
    case 'UNKNOWN':
      return false
    default:
      return true
  }
}

const BRANDS: Record<string, string> = {
  VISA: 'Visa',
  MASTERCARD: 'Mastercard',
  MASTER_CARD: 'Mastercard',
  AMEX: 'American Express',
  AMERICAN_EXPRESS: 'American Express',
  DISCOVER: 'Discover',
  JCB: 'JCB',
  DINERS: 'Diners Club',
  CHINA_UNION_PAY: 'UnionPay',
}

/** The name of a card brand as people write it. A brand that is not in the list is written in small letters. */
function brandName(code: string): string {
  const known = BRANDS[code.toUpperCase()]
  if (known !== undefined) return known
  const words = code
    .replace(/[^A-Za-z ]+/g, ' ')
    .trim()
    .slice(0, 40)
  return capitalized(words.toLowerCase())
}

/** The last four digits, or fewer if PayPal reports fewer. */
function digitsOf(digits: string): string {
  return /^[0-9]{2,}$/.test(digits) ? digits.slice(-4) : ''
}
