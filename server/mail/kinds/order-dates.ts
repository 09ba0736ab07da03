/** The dates of an order as its mails show them first: in the preview and in large letters. */
import { capitalized } from '#shared/kernel/counts.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { shortRangeText } from '#shared/kernel/days.ts'
import { clockText } from '#shared/platform/hours.ts'
import { total, type OrderContext } from './order-parts.ts'
import { headline, type Part } from './template.ts'

/** 'Roasts Tue, Dec 2, with you Dec 4–6', or 'Ready Wed, Dec 3 from 2 pm'. Null if the order has no dates. */
export function shortDates(context: OrderContext): string | null {
  const { delivery, pickup } = context.order
  const roastsOn = (pickup ?? delivery)?.roastsOn
  const roasts = roastsOn ? [`roasts ${formatDate(roastsOn, 'shortWeekday')}`] : []
  const dates = pickup
    ? [...roasts, `ready ${formatDate(pickup.readyOn, 'shortWeekday')} from ${clockText(pickup.from)}`]
    : delivery
      ? [
          ...(roastsOn ? roasts : [`ships ${formatDate(delivery.shipsOn, 'shortWeekday')}`]),
          shortArrival(context),
        ]
      : []
  return dates.length > 0 ? capitalized(dates.join(', ')) : null
}

/** 'with you Dec 4–6'; 'arrives Dec 4–6' if the parcel goes to another person. */
export function shortArrival({ order: { delivery }, row: { recipient } }: OrderContext): string {
  const days = delivery ? shortRangeText(delivery.arrivesFrom, delivery.arrivesTo) : 'in 3 to 5 days'
  return `${recipient === null ? 'with you' : 'arrives'} ${days}`
}

/** The dates in large letters; nothing if the order has none. */
export function datesFirst(context: OrderContext): Part[] {
  const dates = shortDates(context)
  return dates === null ? [] : [headline(context.order.pickup ? 'Pickup' : 'Delivery', dates)]
}

/** The preview of a mail: the dates and the number of the order. @param otherwise without dates */
export function datesPreview(context: OrderContext, otherwise: string): string {
  const dates = shortDates(context)
  return dates === null ? otherwise : `${dates}. Order No. ${context.order.number}, ${total(context)}.`
}
