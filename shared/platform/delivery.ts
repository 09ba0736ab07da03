/**
 * When an order is roasted, shipped and delivered: dates from the roast calendar. All days are days in the shop's time
 * zone ('2026-11-25') and all times its wall-clock times ('15:00'), so daylight saving needs no rule here.
 */
import {
  addDays,
  dayText,
  rangeText,
  timeText,
  weekdayOf,
  WEEKDAYS,
  type ShopTime,
  type Weekday,
} from '#shared/kernel/days.ts'

/** The roast calendar. The owner edits it in the admin (shared/platform/settings/shipping.ts). */
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
  /** False if the shop does not roast: coffee from stock then ships like other goods. */
  roasts?: boolean
  /** The days that a parcel takes if the carrier gives no number. */
  transitDays: { min: number; max: number }
}

/** A delivery promise: what is stored with an order. */
export type Promised = {
  /** Null for goods that are not roasted. */
  roastsOn: string | null
  shipsOn: string
  arrivesFrom: string
  arrivesTo: string
}

/** `orderBy` is the last moment at which these dates still apply. `roastDays` is the capacity that the order takes. */
export type Delivery = Promised & { orderBy: ShopTime; roastDays: RoastShare[] }

/**
 * Why there is no date: the calendar has no roast days or no packing days, has none within HORIZON days, or they are
 * full.
 */
export type NoDelivery = { problem: 'no roast days' | 'no packing days' | 'closed' | 'full' }

/** The part of a roast day's capacity that an order takes, in grams of green coffee. */
export type RoastShare = { day: string; grams: number }

/** The green coffee that an order of coffee roasted to order needs, and the capacity of roast days. In grams. */
export type RoastNeed = {
  grams: number
  /** The whole capacity of a day, and what is left of it. Infinity without a limit. */
  capacityOn: (day: string) => number
  freeOn: (day: string) => number
}

/** How many days ahead the shop gives dates. Roast plans further ahead are guesses. */
export const HORIZON = 60

type Request = {
  calendar: RoastCalendar
  now: ShopTime
  /** Whether the order contains coffee. An order with coffee and other goods ships when the coffee is ready. */
  hasCoffee: boolean
  /** Null if the order has no coffee roasted to order. Other coffee is in stock and needs no capacity. */
  need?: RoastNeed | null
  /** The carrier's number of days for this parcel; null if unknown. */
  carrierDays?: number | null
}

/**
 * The most packing days that a coffee in stock waits for its roast day and rests, if it was ordered just after the cut-off,
 * in a week without closures.
 */
export function mostHandlingDays({
  packingDays,
  ...calendar
}: Pick<RoastCalendar, 'roastDays' | 'packingDays' | 'restDays' | 'roasts'>): number {
  const [workDays, restDays] =
    calendar.roasts === false ? [packingDays, 0] : [calendar.roastDays, calendar.restDays]
  const roasts = WEEKDAYS.map((day) => workDays.includes(day))
  const packs = WEEKDAYS.map((day) => packingDays.includes(day))
  const waits = WEEKDAYS.flatMap((_, start) => {
    if (!roasts[start]) return []
    let waited = 0
    for (let day = start + 1; day <= start + WEEKDAYS.length; day++) {
      if (packs[day % WEEKDAYS.length]) waited++
      if (roasts[day % WEEKDAYS.length]) return [waited]
    }
    return []
  })
  return Math.max(1, ...waits) + restDays
}

/** The dates of an order that is placed at `now`. */
export function deliveryOf({ carrierDays = null, ...request }: Request): Delivery | NoDelivery {
  const packing = packingOf(request)
  if ('problem' in packing) return packing
  const { packsOn, orderBy, roastsOn, roastDays } = packing
  const dates = { roastsOn, shipsOn: packsOn, ...arrival(request.calendar, packsOn, carrierDays) }
  return { ...dates, orderBy, roastDays }
}

/** The days of roasting and packing. `orderBy` is the last moment at which these days still apply. */
export type Packing = {
  roastsOn: string | null
  packsOn: string
  orderBy: ShopTime
  roastDays: RoastShare[]
}

/** The days of roasting and packing of an order that is placed at `now`. */
export function packingOf(request: Omit<Request, 'carrierDays'>): Packing | NoDelivery {
  const { calendar, now, need = null } = request
  const hasCoffee = request.hasCoffee && (calendar.roasts !== false || need !== null)
  if (calendar.packingDays.length === 0) return { problem: 'no packing days' }
  if (hasCoffee && calendar.roastDays.length === 0) return { problem: 'no roast days' }
  const first = nextDay(addDays(now.day, 1), now.day, (day) => canBegin({ ...request, hasCoffee }, day))
  if (!first) return { problem: 'closed' }
  const roastDays = need ? sharesFrom(first, { ...request, need }) : []
  if (!roastDays) return { problem: 'full' }
  const begin = roastDays.at(-1)?.day ?? first
  const ready = hasCoffee ? addDays(begin, calendar.restDays) : begin
  const packsOn = nextDay(ready, now.day, (day) => isPackingDay(calendar, day))
  if (!packsOn) return { problem: 'closed' }
  return {
    roastsOn: hasCoffee ? begin : null,
    packsOn,
    orderBy: { day: cutOffDay(calendar, roastDays[0]?.day ?? begin), time: calendar.cutOff },
    roastDays,
  }
}

/** Whether the work of an order can begin on a day: its cut-off has not passed. */
function canBegin({ calendar, now, hasCoffee }: Omit<Request, 'carrierDays'>, day: string): boolean {
  if (!(hasCoffee ? isRoastDay : isPackingDay)(calendar, day)) return false
  const by = cutOffDay(calendar, day)
  return by > now.day || (by === now.day && now.time < calendar.cutOff)
}

/**
 * The first roast day with room for the whole order. An order that is larger than the capacity of every day takes the
 * free capacity of several days. Null if there is no room within HORIZON days.
 */
function sharesFrom(
  first: string,
  request: Omit<Request, 'carrierDays'> & { need: RoastNeed },
): RoastShare[] | null {
  const { need, now } = request
  if (need.grams === 0) return []
  const fits = (day: string) => need.freeOn(day) >= need.grams && canBegin(request, day)
  const whole = nextDay(first, now.day, fits)
  if (whole) return [{ day: whole, grams: need.grams }]
  const shares: RoastShare[] = []
  let left = need.grams
  for (let day = first; day <= addDays(now.day, HORIZON) && left > 0; day = addDays(day, 1)) {
    if (!canBegin(request, day)) continue
    // The order would fit into an empty day, so it waits for one.
    if (need.capacityOn(day) >= need.grams) return null
    const grams = Math.min(left, need.freeOn(day))
    if (grams <= 0) continue
    shares.push({ day, grams })
    left -= grams
  }
  return left > 0 ? null : shares
}

/** The first day from `from` on that fits; null if there is none within HORIZON days after `today`. */
export function nextDay(from: string, today: string, fits: (day: string) => boolean): string | null {
  const last = addDays(today, HORIZON)
  for (let day = from; day <= last; day = addDays(day, 1)) if (fits(day)) return day
  return null
}

/** The dates of coffee whose work begins on `workDay`; null if there is no packing day within HORIZON days. */
export function promiseFrom(
  calendar: RoastCalendar,
  workDay: string,
  carrierDays: number | null = null,
): Promised | null {
  const shipsOn = packsFrom(calendar, workDay)
  const roastsOn = calendar.roasts === false ? null : workDay
  return shipsOn === null ? null : { roastsOn, shipsOn, ...arrival(calendar, shipsOn, carrierDays) }
}

/** The day on which coffee whose work begins on `workDay` is packed; null if there is none within HORIZON days. */
function packsFrom(calendar: RoastCalendar, workDay: string): string | null {
  const ready = calendar.roasts === false ? workDay : addDays(workDay, calendar.restDays)
  return nextDay(ready, workDay, (day) => isPackingDay(calendar, day))
}

/** The day of the cut-off for work on `day`: the last packing day before it, or '' if there is none. */
export function cutOffDay(calendar: RoastCalendar, day: string): string {
  for (let count = 1; count <= HORIZON; count++) {
    const before = addDays(day, -count)
    if (isPackingDay(calendar, before)) return before
  }
  return ''
}

/** Whether the work on coffee can begin on a day: it is roasted then, or in a shop that does not roast, packed. */
export function isWorkDay(calendar: RoastCalendar, day: string): boolean {
  return (calendar.roasts === false ? isPackingDay : isRoastDay)(calendar, day)
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

const PROBLEMS: Record<NoDelivery['problem'], string> = {
  'no roast days': 'We have no roast days planned right now. We write to you with a date after you order.',
  'no packing days': 'We are not shipping right now. We write to you with a date after you order.',
  full: `Our roast days are full for the next ${HORIZON} days. We write to you with a date after you order.`,
  closed: `We do not ship within the next ${HORIZON} days. We write to you with a date after you order.`,
}

/** Month and day. A holiday on a Sunday is observed on the next Monday. */
const FIXED = new Set(['01-01', '06-19', '07-04', '11-11', '12-25'])

/** Month, weekday (0 is Sunday), and which of these weekdays in the month; -1 is the last one. */
const FLOATING = [
  [1, 1, 3],
  [2, 1, 3],
  [5, 1, -1],
  [9, 1, 1],
  [10, 1, 2],
  [11, 4, 4],
] as const

/**
 * Whether USPS does not deliver on a day, in addition to Sundays: the federal holidays (5 U.S.C. 6103).
 * @param day a day such as '2026-11-26'
 */
export function isCarrierHoliday(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`)
  const month = date.getUTCMonth() + 1
  const ofMonth = date.getUTCDate()
  const weekday = date.getUTCDay()
  if (FIXED.has(day.slice(5))) return true
  if (weekday === 1 && FIXED.has(new Date(date.getTime() - 86_400_000).toISOString().slice(5, 10)))
    return true
  return FLOATING.some(([inMonth, on, count]) => {
    if (month !== inMonth || weekday !== on) return false
    const isLast = ofMonth + 7 > new Date(Date.UTC(date.getUTCFullYear(), month, 0)).getUTCDate()
    return count === -1 ? isLast : Math.ceil(ofMonth / 7) === count
  })
}
