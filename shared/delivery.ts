/**
 * When an order is roasted, shipped and delivered: dates from the roast calendar. All days are days in the shop's time
 * zone ('2026-11-25') and all times its wall-clock times ('15:00'), so daylight saving needs no rule here.
 */
import { formatDate, timeZoneAbbreviation } from './dates.ts'
import { isCarrierHoliday } from './holidays.ts'

/** Monday first, as in the admin's form. */
export const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const
export type Weekday = (typeof WEEKDAYS)[number]

/** The roast calendar. The owner edits it in the admin (shared/resources/shipping.ts). */
export type RoastCalendar = {
  roastDays: readonly Weekday[]
  /** The days on which orders are packed and handed to the carrier, except closures and the carrier's holidays. */
  packingDays: readonly Weekday[]
  /** '15:00': an order before this time on the last packing day before a roast day is roasted on that day. */
  cutOff: string
  /** How many days coffee rests after roasting before it is packed; 0 packs on the roast day. */
  restDays: number
  /** Days on which the shop neither roasts nor packs, both ends included. */
  closures: readonly { from: string; to: string }[]
  /** The days that a parcel takes if the carrier gives no number. */
  transitDays: { min: number; max: number }
}

/** A day and a time of day in the shop's time zone. */
export type ShopTime = { day: string; time: string }

/** A delivery promise: what is stored with an order. */
export type Promised = {
  /** Null for goods that are not roasted. */
  roastsOn: string | null
  shipsOn: string
  arrivesFrom: string
  arrivesTo: string
}

/** `orderBy` is the last moment at which these dates still apply. */
export type Delivery = Promised & { orderBy: ShopTime }

/** Why there is no date: the calendar has no such days at all, or none within HORIZON days. */
export type NoDelivery = { problem: 'no roast days' | 'no packing days' | 'closed' }

/** How far the dates look ahead, in days. Roast plans further ahead are guesses. */
export const HORIZON = 60

type Request = {
  calendar: RoastCalendar
  now: ShopTime
  /** Whether the order contains coffee. An order with coffee and other goods ships when the coffee is ready. */
  hasCoffee: boolean
  /** The carrier's number of days for this parcel; null if unknown. */
  carrierDays?: number | null
}

/** The dates of an order that is placed at `now`. */
export function deliveryOf({ carrierDays = null, ...request }: Request): Delivery | NoDelivery {
  const packing = packingOf(request)
  if ('problem' in packing) return packing
  const { packsOn, orderBy, roastsOn } = packing
  return { roastsOn, shipsOn: packsOn, ...arrival(request.calendar, packsOn, carrierDays), orderBy }
}

/** The days of roasting and packing. `orderBy` is the last moment at which these days still apply. */
export type Packing = { roastsOn: string | null; packsOn: string; orderBy: ShopTime }

/** The days of roasting and packing of an order that is placed at `now`. */
export function packingOf({
  calendar,
  now,
  hasCoffee,
}: Pick<Request, 'calendar' | 'now' | 'hasCoffee'>): Packing | NoDelivery {
  if (calendar.packingDays.length === 0) return { problem: 'no packing days' }
  if (hasCoffee && calendar.roastDays.length === 0) return { problem: 'no roast days' }
  const begins = hasCoffee ? isRoastDay : isPackingDay
  const begin = nextDay(addDays(now.day, 1), now.day, (day) => {
    const by = cutOffDay(calendar, day)
    return begins(calendar, day) && (by > now.day || (by === now.day && now.time < calendar.cutOff))
  })
  const ready = begin && hasCoffee ? addDays(begin, calendar.restDays) : begin
  const packsOn = ready && nextDay(ready, now.day, (day) => isPackingDay(calendar, day))
  if (!begin || !packsOn) return { problem: 'closed' }
  return {
    roastsOn: hasCoffee ? begin : null,
    packsOn,
    orderBy: { day: cutOffDay(calendar, begin), time: calendar.cutOff },
  }
}

/** The first day from `from` on that fits; null if there is none within HORIZON days after `today`. */
export function nextDay(from: string, today: string, fits: (day: string) => boolean): string | null {
  const last = addDays(today, HORIZON)
  for (let day = from; day <= last; day = addDays(day, 1)) if (fits(day)) return day
  return null
}

/** The dates of coffee that is roasted on `roastsOn`; null if there is no packing day within HORIZON days. */
export function promiseFrom(
  calendar: RoastCalendar,
  roastsOn: string,
  carrierDays: number | null = null,
): Promised | null {
  const shipsOn = packsFrom(calendar, roastsOn)
  return shipsOn === null ? null : { roastsOn, shipsOn, ...arrival(calendar, shipsOn, carrierDays) }
}

/** The day on which coffee that is roasted on `roastsOn` is packed; null if there is none within HORIZON days. */
export function packsFrom(calendar: RoastCalendar, roastsOn: string): string | null {
  return nextDay(addDays(roastsOn, calendar.restDays), roastsOn, (day) => isPackingDay(calendar, day))
}

/** The day of the cut-off for work on `day`: the last packing day before it, or '' if there is none. */
export function cutOffDay(calendar: RoastCalendar, day: string): string {
  for (let count = 1; count <= HORIZON; count++) {
    const before = addDays(day, -count)
    if (isPackingDay(calendar, before)) return before
  }
  return ''
}

export function isRoastDay(calendar: RoastCalendar, day: string): boolean {
  return calendar.roastDays.includes(weekdayOf(day)) && !isClosed(calendar, day)
}

function isPackingDay(calendar: RoastCalendar, day: string): boolean {
  return calendar.packingDays.includes(weekdayOf(day)) && !isClosed(calendar, day) && !isCarrierHoliday(day)
}

/** Whether the shop is closed on a day (a closure of the roast calendar). */
export function isClosed({ closures }: Pick<RoastCalendar, 'closures'>, day: string): boolean {
  return closures.some(({ from, to }) => from <= day && day <= to)
}

/** The carrier's days count every day. It delivers neither on Sundays nor on its holidays. */
function arrival({ transitDays: { min, max } }: RoastCalendar, ships: string, carrierDays: number | null) {
  const fewest = carrierDays ?? min
  const most = fewest + Math.max(0, max - min)
  return { arrivesFrom: deliveryDay(addDays(ships, fewest)), arrivesTo: deliveryDay(addDays(ships, most)) }
}

function deliveryDay(day: string): string {
  return weekdayOf(day) === 'Sun' || isCarrierHoliday(day) ? deliveryDay(addDays(day, 1)) : day
}

export function weekdayOf(day: string): Weekday {
  return WEEKDAYS[(new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7]!
}

/** The day `count` days later; without a time zone, a day always has 24 hours. */
export function addDays(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10)
}

/** 'Order by 3 PM ET today: roasts Thu, ships Fri, arrives Mon, Nov 30 – Wed, Dec 2.' */
export function deliveryText(delivery: Delivery | NoDelivery, today: string): string {
  if ('problem' in delivery) return PROBLEMS[delivery.problem]
  const { day, time } = delivery.orderBy
  return `Order by ${timeText(time)} ${dayText(day, today)}: ${promiseText(delivery, today)}.`
}

/**
 * 'roasts Thu, ships Fri, arrives Mon, Nov 30 – Wed, Dec 2'.
 * @param today the day on which the text is read; null if unknown, then all days have their date
 */
export function promiseText(
  { roastsOn, shipsOn, arrivesFrom, arrivesTo }: Promised,
  today: string | null,
): string {
  const ships = `ships ${dayText(shipsOn, today)}`
  const work =
    roastsOn === null
      ? ships
      : roastsOn === shipsOn
        ? `roasts and ${ships}`
        : `roasts ${dayText(roastsOn, today)}, ${ships}`
  return `${work}, arrives ${rangeText(arrivesFrom, arrivesTo)}`
}

/** 'Mon, Nov 30 – Wed, Dec 2'; one day if both are the same. */
export function rangeText(from: string, to: string): string {
  return from === to ? dateText(from) : `${dateText(from)} – ${dateText(to)}`
}

const PROBLEMS: Record<NoDelivery['problem'], string> = {
  'no roast days': 'We have no roast days planned right now. We write to you with a date after you order.',
  'no packing days': 'We are not shipping right now. We write to you with a date after you order.',
  closed: `We do not ship within the next ${HORIZON} days. We write to you with a date after you order.`,
}

/** 'today', 'tomorrow', 'Thu' within the next six days, otherwise 'Thu, Dec 3'. */
export function dayText(day: string, today: string | null): string {
  if (today === null) return dateText(day)
  if (day === today) return 'today'
  if (day === addDays(today, 1)) return 'tomorrow'
  if (day > today && day <= addDays(today, 6)) return weekdayOf(day)
  return dateText(day)
}

function dateText(day: string): string {
  return formatDate(day, 'shortWeekday').replaceAll(' ', '\u00a0')
}

/** '15:00' -> '3 PM ET'. */
export function timeText(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const minutes = minute === 0 ? '' : `:${String(minute).padStart(2, '0')}`
  return `${hour % 12 || 12}${minutes}\u00a0${hour < 12 ? 'AM' : 'PM'}\u00a0${timeZoneAbbreviation()}`
}
