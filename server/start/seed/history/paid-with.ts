/** With what invented buyers pay: PayPal most often. Each person has one card, and most have a favorite way to pay. */
import { takesSum, type PaidWith, type PayMethod } from '#shared/platform/pay-methods.ts'
import { partOf } from '#shared/kernel/pricing.ts'
import { randomFrom, type Random } from './rows.ts'

const METHODS: readonly (readonly [PayMethod, number])[] = [
  ['paypal', 44],
  ['card', 22],
  ['apple_pay', 15],
  ['google_pay', 8],
  ['venmo', 6],
  ['pay_later', 5],
]

const BRANDS = [
  ['Visa', 56],
  ['Mastercard', 28],
  ['American Express', 11],
  ['Discover', 5],
] as const

/** The methods for which PayPal reports a card. */
const WITH_CARD: ReadonlySet<PayMethod> = new Set(['card', 'apple_pay', 'google_pay'])

/** The share of a person's orders that is paid with the favorite method. */
const LOYALTY = 0.75

/** @param cents the sum, because not every method takes every sum */
export function inventPaidWith(random: Random, email: string, cents: number): PaidWith {
  const habits = randomFrom(seedOf(email))
  const favorite = habits.weighted(METHODS)
  const card = { brand: habits.weighted(BRANDS), lastDigits: String(habits.int(1000, 9999)) }
  const wanted = random.chance(LOYALTY) ? favorite : random.weighted(METHODS)
  const method = takesSum(wanted, cents) ? wanted : 'paypal'
  return { method, ...(WITH_CARD.has(method) ? card : { brand: '', lastDigits: '' }) }
}

/** What PayPal keeps, in cents: its published rates in the USA, per payment, and 49 cents (paypal.com/us/business/paypal-business-fees). */
export function feeOf({ method }: PaidWith, cents: number): number {
  const rate = WITH_CARD.has(method) ? 299 : method === 'pay_later' ? 499 : 349
  return partOf(cents, rate, 10_000) + 49
}

function seedOf(text: string): number {
  return new TextEncoder().encode(text).reduce((sum, byte) => Math.imul(sum, 31) + byte, 7)
}
