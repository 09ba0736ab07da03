/**
 * Pickup at the bar: when an order is ready, and the texts about it. Days and times are those of the shop's time zone,
 * as in shared/platform/delivery.ts.
 */
import type { Place } from './business.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import {
  HORIZON,
  isClosed,
  nextDay,
  packingOf,
  type NoDelivery,
  type RoastNeed,
  type RoastShare,
  type RoastCalendar,
} from './delivery.ts'
import { addDays, dayText, timeText, type ShopTime } from '#shared/kernel/days.ts'
import { DEFAULT_HOURS, clockText, hoursOn, isOvernight, type BarHours } from './hours.ts'

/** The promise to the buyer, which is stored with the order: one day, and the hours of that day. */
export type PickupPromise = {
  /** Null for goods that are not roasted. */
  roastsOn: string | null
  readyOn: string
  /** When the order is ready on that day, and when the bar closes: '14:00', '17:00'. */
  from: string
  to: string
}

/** `orderBy` is the last moment at which this promise still applies. `roastDays` is the capacity that it takes. */
export type Pickup = PickupPromise & { orderBy: ShopTime; roastDays: RoastShare[] }

/** Why there is no day. `not open`: the bar is closed on every day within the next HORIZON days. */
type NoPickup = NoDelivery | { problem: 'not open' }

type Request = {
  calendar: RoastCalendar
  /** The time on the packing day at which orders are ready: '14:00'. */
  readyFrom: string
  now: ShopTime
  hasCoffee: boolean
  /** See `packingOf`. */
  need?: RoastNeed | null
  hours?: BarHours
}

/**
 * When an order that is placed at `now` is ready: on its packing day at `readyFrom`. If the bar is closed then, it is
 * ready when the bar next opens.
 */
export function pickupOf({ hours = DEFAULT_HOURS, readyFrom, ...request }: Request): Pickup | NoPickup {
  const packing = packingOf(request)
  if ('problem' in packing) return packing
  const { roastsOn, packsOn, orderBy, roastDays } = packing
  const { calendar, now } = request
  const opening = (day: string) => {
    if (isClosed(calendar, day)) return null
    for (const open of hoursOn(day, hours)) {
      const from = day === packsOn && readyFrom > open.from ? readyFrom : open.from
      if (from < open.to || isOvernight(open)) return { from, to: open.to }
    }
    return null
  }
  const readyOn = nextDay(packsOn, now.day, (day) => opening(day) !== null)
  if (!readyOn) return { problem: 'not open' }
  return { roastsOn, readyOn, ...opening(readyOn)!, orderBy, roastDays }
}

/**
 * The last day on which an order is kept that became ready on `day`. This is `days` later, or the last open day before
 * it if the bar is closed then.
 */
export function keptUntil(
  day: string,
  days: number,
  calendar: Pick<RoastCalendar, 'closures'>,
  hours: BarHours = DEFAULT_HOURS,
): string {
  const last = addDays(day, days)
  for (let each = last; each > day; each = addDays(each, -1))
    if (!isClosed(calendar, each) && hoursOn(each, hours).length > 0) return each
  return last
}

/** 'Ready Friday, Nov 27, from 2 pm at the bar, 145 Church Street NW, Vienna, open until 5 pm' */
export function pickupText({ readyOn, from, to }: PickupPromise, { street, city }: Place): string {
  const day = formatDate(readyOn, 'weekdayShortMonth').replace(/ (?=\d)/, '\u00a0')
  return `Ready ${day}, from ${clockText(from)} at the bar, ${street}, ${city}, open until ${clockText(to)}`
}

/** 'Pickup at the bar: order by 3 PM ET today, ready Fri from 2 pm.' */
export function pickupNote(
  pickup: (PickupPromise & Pick<Pickup, 'orderBy'>) | NoPickup,
  today: string,
): string {
  if ('problem' in pickup) return `${PROBLEMS[pickup.problem]} Please choose shipping.`
  const { orderBy, readyOn, from } = pickup
  const by = `order by ${timeText(orderBy.time)} ${dayText(orderBy.day, today)}`
  return `Pickup at the bar: ${by}, ready ${dayText(readyOn, today)} from ${clockText(from)}.`
}

const PROBLEMS: Record<NoPickup['problem'], string> = {
  'no roast days': 'Pickup is not possible right now: we have no roast days planned.',
  'no packing days': 'Pickup is not possible right now: we are not packing orders.',
  full: `Pickup is not possible: our roast days are full for the next ${HORIZON} days.`,
  closed: `Pickup is not possible within the next ${HORIZON} days.`,
  'not open': `Pickup is not possible: the bar is not open within the next ${HORIZON} days.`,
}
