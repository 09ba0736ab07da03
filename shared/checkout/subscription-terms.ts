/**
 * The terms that a subscriber reads before paying, as sentences about the goods, the frequency, the price, the dates,
 * and how to cancel. 15 U.S.C. 8403 requires all material terms before the payment data. The consent to them is stored
 * word for word.
 */
import { formatDate } from '#shared/kernel/dates.ts'
import { timeText } from '#shared/kernel/days.ts'
import { formatCents } from '#shared/kernel/pricing.ts'
import { variantText } from '#shared/kernel/sizes.ts'
import { frequencyText, type DeliveryDays, type Weeks } from '#shared/platform/subscriptions.ts'
import { deliveryDayWords } from '#shared/platform/delivery-day-words.ts'

export type TermsLine = {
  qty: number
  name: string
  sizeLabel: string
  grind: string
  taste?: string | undefined
}

export type Terms = {
  weeks: Weeks
  lines: readonly TermsLine[]
  /** What the lines cost after the discount. */
  itemsCents: number
  /** The discount in percent. */
  discount: number
  /** The deliveries after the first order. */
  next: readonly DeliveryDays[]
  /** How many days before a charge the mail about it is sent. */
  noticeDays: number
  isPickup: boolean
  /** Whether the shop roasts what it sells. */
  roasts: boolean
}

/** '1 × Guji, 12 oz, Espresso' */
export function goodsText({ qty, name, sizeLabel, grind }: TermsLine): string {
  const variant = variantText({ size: sizeLabel, grind })
  return `${qty} × ${variant ? `${name}, ${variant}` : name}`
}

/** The terms of one subscription. */
export function termsText(terms: Terms): string[] {
  const { weeks, lines, itemsCents, discount, noticeDays } = terms
  const off = discount > 0 ? ` (${discount}% off)` : ''
  const limit = lines.some(({ taste }) => taste) ? 'at most ' : ''
  return [
    `${frequencyText(weeks)}: ${lines.map(goodsText).join('; ')}.`,
    `Each delivery costs ${limit}${formatCents(itemsCents)}${off}, plus ${otherCosts(terms)}.`,
    ...dates(terms),
    'PayPal saves your payment method, and we charge it before each delivery, until you cancel.',
    `We email you ${noticeDays} days before each charge, with the date and the amount. A higher price is announced 7 to 30 days before it is charged.`,
    'You can skip, change, pause or cancel at any time before a charge: with one click in each of these emails, or on the page of your subscription.',
  ]
}

function otherCosts({ isPickup }: Terms): string {
  return isPickup ? 'sales tax' : 'shipping and sales tax at the prices of that day'
}

function dates({ next, roasts }: Terms): string[] {
  const [first] = next
  if (!first) return ['The first delivery is this order. We will email you the day of the next one.']
  const days = next.map(({ roastsOn }) => formatDate(roastsOn, 'shortWeekday')).join('; ')
  const { day, time } = first.chargeAt
  return [
    `The first delivery is this order. The next ones ${deliveryDayWords(roasts).several} ${days}. The next charge is on ${formatDate(day, 'shortWeekday')}, after ${timeText(time)}.`,
  ]
}

/** The text of the consent box of a checkout. */
export function consentText(shopName: string, subscriptions: readonly Terms[]): string {
  const charges = subscriptions.map((terms) => {
    const every = frequencyText(terms.weeks).toLowerCase()
    return `${formatCents(terms.itemsCents)} plus ${terms.isPickup ? 'tax' : 'shipping and tax'} ${every}`
  })
  return `I agree that ${shopName} charges my saved payment method automatically: ${charges.join(', and ')}, until I cancel.`
}

/** The terms and the consent as one text: what an order sends back, and what is stored. */
export function agreementOf({
  subscriptions,
  consent,
}: {
  subscriptions: readonly { text: readonly string[] }[]
  consent: string
}): string {
  return [...subscriptions.map(({ text }) => text.join('\n')), consent].join('\n\n')
}
