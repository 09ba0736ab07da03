/**
 * The ways to pay that the checkout offers, in the order in which it shows them. All of them are payments at PayPal. A
 * *saved* payment method is something else: an account that a buyer lets the shop charge (decisions/064).
 */

/** `card` is PayPal's guest card: a card without a PayPal account. */
export const PAY_METHODS = ['paypal', 'card', 'venmo', 'apple_pay', 'google_pay', 'pay_later'] as const
export type PayMethod = (typeof PAY_METHODS)[number]

/** The methods whose account PayPal can save for later charges. */
const SAVED_METHODS: readonly PayMethod[] = ['paypal']

/**
 * The methods that can pay an order, as far as the shop offers them.
 * @param savesMethod whether the payment saves its method for later charges, as that of a subscription's first delivery does
 */
export function methodsFor(savesMethod: boolean): readonly PayMethod[] {
  return savesMethod ? SAVED_METHODS : PAY_METHODS
}

export const METHOD_NAMES: Record<PayMethod, string> = {
  paypal: 'PayPal',
  card: 'Card',
  venmo: 'Venmo',
  apple_pay: 'Apple Pay',
  google_pay: 'Google Pay',
  pay_later: 'Pay Later',
}

/** What happens after the press, for buyers who do not know the method. */
export const METHOD_NOTES: Record<PayMethod, string> = {
  paypal: 'PayPal opens. You pay there and come back here.',
  card: 'A form for your card opens. You need no PayPal account.',
  venmo: 'Venmo opens on your phone. On a computer you scan a code.',
  apple_pay: 'Apple’s sheet opens. You confirm with your device.',
  google_pay: 'Google’s sheet opens. You choose a card there.',
  pay_later: 'PayPal opens. You choose how to split the payment there.',
}

/**
 * The sums in cents for which PayPal offers a method in the US: Pay in 4 from $30, Pay Monthly to $10,000
 * (developer.paypal.com/docs/checkout/pay-later/us). The others have no published limits.
 */
const SUMS: Partial<Record<PayMethod, { from: number; to: number }>> = {
  pay_later: { from: 3000, to: 1_000_000 },
}

/** Whether a method is offered for a sum. @param cents the amount to pay */
export function takesSum(method: PayMethod, cents: number): boolean {
  const { from, to } = SUMS[method] ?? { from: 1, to: Infinity }
  return cents >= from && cents <= to
}

/** With what an order was paid. Brand and digits are empty if PayPal does not report a card. */
export type PaidWith = { method: PayMethod; brand: string; lastDigits: string }

/** Such as `PayPal`, `Visa ending in 1234` for a card, or `Apple Pay (Visa ending in 1234)`. */
export function paidWithText(paid: PaidWith): string {
  const card = cardText(paid)
  if (card === '') return METHOD_NAMES[paid.method]
  return paid.method === 'card' ? card : `${METHOD_NAMES[paid.method]} (${card})`
}

/** Such as `Visa ending in 1234`; empty if PayPal does not report a card. */
export function cardText(paid: PaidWith | null): string {
  if (!paid || paid.lastDigits === '') return paid?.brand ?? ''
  return `${paid.brand || 'Card'} ending in ${paid.lastDigits}`
}

/**
 * The account or the card to which a refund goes: `the Visa ending in 1234`, `your Venmo account`.
 * @param paid with what it was paid; null if that is not known
 */
export function sourceText(paid: PaidWith | null, whose: 'the' | 'your' = 'the'): string {
  if (!paid) return whose === 'your' ? 'the payment method that you used' : 'the payment method of the buyer'
  const { method, brand, lastDigits } = paid
  if (lastDigits !== '') return `${whose} ${brand || 'card'} ending in ${lastDigits}`
  if (method === 'venmo') return `${whose} Venmo account`
  if (method === 'paypal' || method === 'pay_later') return `${whose} PayPal account`
  const card = `${whose} ${brand ? `${brand} card` : 'card'}`
  return method === 'card' ? card : `${card} in ${METHOD_NAMES[method]}`
}

/** ` to your Visa ending in 1234`, for texts about a refund. Empty if the buyer sees it at PayPal. */
export function toSourceText(paid: PaidWith | null, whose: 'the' | 'your' = 'the'): string {
  return isAtPaypal(paid) ? '' : ` to ${sourceText(paid, whose)}`
}

/** Whether the buyer sees a refund at PayPal: it was paid with an account there. */
export function isAtPaypal(paid: PaidWith | null): boolean {
  return paid === null || paid.method === 'paypal' || paid.method === 'pay_later'
}
