/** The parts that mails about subscriptions share: facts, links and sentences. */
import type { Subscription } from '#shared/subscriptions/api/subscription.ts'
import type { Change } from '#shared/platform/api/change-log.ts'
import type { Business } from '#shared/platform/business.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { rangeText } from '#shared/kernel/days.ts'
import { formatDollars, toCents, toDollars } from '#shared/kernel/pricing.ts'
import { frequencyText } from '#shared/platform/subscriptions.ts'
import { deliveryDayWords } from '#shared/platform/delivery-day-words.ts'
import { facts, type Part } from './template.ts'

/** The URLs of an email. `pay` is empty if there is nothing to pay. */
export type Links = { manage: string; skip: string; cancel: string; pay: string; admin: string }

export type SubscriptionContext = {
  subscription: Subscription
  /** The delivery that the mail is about. */
  number: number
  /** The coffees of the subscription that end. `instead` is empty if no other one fits. */
  endings: readonly { ended: string; endsOn: string; instead: string }[]
  /** What staff have changed in the subscriber's name. */
  changes: readonly Change[]
  links: Links
  business: Business
  inbox: string
  isTrial: boolean
  /** Whether the shop roasts what it sells. */
  roasts: boolean
}

export function goodsText({ subscription }: SubscriptionContext): string {
  return subscription.goods.join(', ')
}

/** 'We charge $18.70 on Wednesday, December 2' */
export function chargeText({ subscription: { next } }: SubscriptionContext): string {
  if (!next) return 'Your next delivery is planned'
  const shipping = next.shipping ?? 0
  const amount = formatDollars(toDollars(toCents(next.items) + toCents(shipping)))
  const more =
    next.shipping === null ? ' plus shipping and sales tax' : ' plus sales tax, if your state has one,'
  return `We charge ${amount}${more} on ${formatDate(next.chargesOn, 'weekday')}`
}

export function movedText({ subscription: { next }, roasts }: SubscriptionContext): string {
  return next
    ? `It ${deliveryDayWords(roasts).one} ${formatDate(next.roastsOn, 'weekday')} now, and charged on ${formatDate(next.chargesOn, 'weekday')}.`
    : 'We write to you with its new day.'
}

export function nextFacts({ subscription, roasts }: SubscriptionContext): Part[] {
  const { next, items, paymentMethod, weeks, isPickup } = subscription
  if (!next) return []
  const goods = items.map((item) => {
    const size = [item.sizeLabel, item.grind].filter(Boolean).join(', ')
    return `${item.qty} × ${item.name}${size ? `, ${size}` : ''}${item.isOnce ? ' (once)' : ''}`
  })
  const { arrivesFrom, arrivesTo } = next
  return [
    facts([
      ['Frequency', frequencyText(weeks)],
      ['Coffee', goods.join('\n')],
      ['Price', formatDollars(next.items)],
      ['Shipping', isPickup || next.shipping === null ? '' : formatDollars(next.shipping)],
      ['Charged', formatDate(next.chargesOn, 'weekday')],
      [deliveryDayWords(roasts).label, formatDate(next.roastsOn, 'weekday')],
      ['Arrives', arrivesFrom && arrivesTo ? rangeText(arrivesFrom, arrivesTo) : ''],
      ['Paid with', paymentMethod ? `PayPal ${paymentMethod.label}`.trim() : ''],
    ]),
  ]
}

function deliveryOf({ subscription, number }: SubscriptionContext) {
  return subscription.deliveries.find((each) => each.number === number)
}

export function amountText(context: SubscriptionContext): string {
  const total = deliveryOf(context)?.order?.total
  return total === undefined ? '' : ` of ${formatDollars(total)}`
}

export function retryText(context: SubscriptionContext): string {
  const at = deliveryOf(context)?.retriesAt
  return at ? `, and try again on ${formatDate(at, 'weekday')}` : ''
}

export function reasonText({ subscription: { next } }: SubscriptionContext): string {
  return next?.reason.replace(/\.$/, '') || 'Your coffee is not in stock'
}

export function newPrices({ subscription }: SubscriptionContext): string[] {
  return subscription.items.flatMap(({ name, price, newPrice }) =>
    newPrice && newPrice.price > price
      ? [
          `${name}: ${formatDollars(newPrice.price)} instead of ${formatDollars(price)}, before your discount, from ${formatDate(newPrice.from, 'weekday')} on`,
        ]
      : [],
  )
}

export function endingsText({ endings, roasts }: SubscriptionContext): string[] {
  return endings.map(({ ended, endsOn, instead }) => {
    const last = `${ended} ${deliveryDayWords(roasts).last} ${formatDate(endsOn, 'weekday')}.`
    return instead
      ? `${last} After that you get ${instead}, in the same size and grind.`
      : `${last} We have no coffee like it in the same size. Please choose another one; until then nothing is charged.`
  })
}
