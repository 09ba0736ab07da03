/** A subscription in words, for its page and the list. */
import type { Subscription, SubscriptionSummary } from '#shared/subscriptions/api/subscription.ts'
import { formatDate, timeOf } from '#shared/kernel/dates.ts'
import { rangeText, timeText } from '#shared/kernel/days.ts'
import { formatDollars } from '#shared/kernel/pricing.ts'

export const STATUS_NAMES: Record<SubscriptionSummary['status'], string> = {
  starting: 'Not paid yet',
  active: 'Active',
  paused: 'Paused',
  failed: 'Payment failed',
  canceled: 'Canceled',
  ended: 'Ended',
  gift: 'Gift',
}

export type Next = NonNullable<Subscription['next']>

/** 'Thu, Dec 3' */
export const dayText = (day: string) => formatDate(day, 'shortWeekday')

/** What happens next, as one sentence for the list. */
export function nextSentence({ status, nextOn, resumes }: SubscriptionSummary): string {
  const day = nextOn === null ? '' : dayText(nextOn)
  switch (status) {
    case 'starting':
      return 'It starts when the first order is paid.'
    case 'active':
      return day ? `The next delivery is planned for ${day}.` : 'No delivery is planned yet.'
    case 'paused':
      return resumes && day
        ? `It resumes with the delivery of ${day}.`
        : 'Nothing is charged until you resume.'
    case 'failed':
      return 'Several payments did not go through, so it is paused. Nothing is charged.'
    case 'canceled':
      return 'You will not be charged again.'
    default:
      return 'We no longer offer it. Nothing is charged.'
  }
}

/** 'Changes until Tue, Nov 24, 3 PM ET affect the delivery of Thu, Nov 26.' */
export function cutOffText({ changeUntil, roastsOn }: Next): string {
  const delivery = `the delivery of ${dayText(roastsOn)}`
  if (changeUntil === null) return `Changes still affect ${delivery}, until it is packed.`
  const until = `${formatDate(changeUntil, 'shortWeekday')}, ${timeText(timeOf(new Date(changeUntil)))}`
  return `Changes until ${until} affect ${delivery}. Later ones affect the delivery after it.`
}

/** '$33.30, plus $7.20 shipping and sales tax' */
export function costText({ items, shipping }: Next, isPickup: boolean): string {
  const tax = 'sales tax, if your state has one'
  if (isPickup) return `${formatDollars(items)}, plus ${tax}`
  if (shipping === null) return `${formatDollars(items)}, plus shipping and ${tax}`
  const post = shipping === 0 ? 'free shipping' : `${formatDollars(shipping)} shipping`
  return `${formatDollars(items)}, plus ${post} and ${tax}`
}

/** When a delivery arrives. For a pickup, says that the buyer gets an email when it is ready. */
export function arrivalText(
  { arrivesFrom, arrivesTo }: Pick<Next, 'arrivesFrom' | 'arrivesTo'>,
  isPickup: boolean,
): string {
  if (isPickup) return 'At the bar. We will email you when it is ready.'
  return arrivesFrom && arrivesTo ? rangeText(arrivesFrom, arrivesTo) : 'We will email you when it ships.'
}

/** Whether the buyer may change it. */
export const isOpen = ({ status }: Pick<Subscription, 'status'>) =>
  status === 'active' || status === 'paused' || status === 'failed'
