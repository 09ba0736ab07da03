/**
 * The delivery days of wholesale locations, and the moment until which an order for each can be placed and changed. They
 * are computed backwards: the delivery day, the day on which its coffee is packed, the roast day, and the cut-off. All days and times are of the shop's wall clock, so daylight saving needs no rule here.
 */
import {
  addDays,
  daysBetween,
  WEEKDAYS,
  weekdayOf,
  type ShopTime,
  type Weekday,
} from '#shared/kernel/days.ts'
import {
  HORIZON,
  isCarrierHoliday,
  isClosed,
  isRoastDay,
  type RoastCalendar,
} from '#shared/platform/delivery.ts'

/** When a location gets its goods. */
export type DeliveryRule = {
  /** A parcel leaves the shop on its delivery day. The van and a pickup take goods that were ready the day before. */
  handover: 'van' | 'pickup' | 'parcel'
  /** The days on which the location gets deliveries. Without any, parcels and pickups are on every working day. */
  weekdays: readonly Weekday[]
  /** How many days before the delivery the cut-off is. Days on which the shop is closed do not count. */
  cutoffDays: number
  /** '12:00' */
  cutoffTime: string
}

/** A delivery, with the last moment for its orders: they are accepted and changed before it. */
export type DeliveryDay = {
  deliversOn: string
  /** Null if the shop does not roast: then the goods are packed from stock. */
  roastsOn: string | null
  packsOn: string
  orderBy: ShopTime
}

/** The roast day is at most this many days before the goods must be packed: older coffee is not delivered. */
const MOST_DAYS_BEFORE = 7

/** The next deliveries that can still be ordered at `now`: at most `count`, within HORIZON days. */
export function deliveryDays(
  calendar: RoastCalendar,
  rule: DeliveryRule,
  now: ShopTime,
  count: number,
): DeliveryDay[] {
  const found: DeliveryDay[] = []
  for (let ahead = 0; ahead <= HORIZON && found.length < count; ahead++) {
    const day = addDays(now.day, ahead)
    const delivery = isDeliveryWeekday(rule, calendar, day) ? deliveryOn(calendar, rule, day) : null
    if (delivery && isBefore(now, delivery.orderBy)) found.push(delivery)
  }
  return found
}

/**
 * The delivery on a day, also if it is not on one of the weekdays of the location. Null if the shop is closed then, or if
 * nothing is packed or roasted for it in the week before.
 */
export function deliveryOn(calendar: RoastCalendar, rule: DeliveryRule, day: string): DeliveryDay | null {
  if (isClosed(calendar, day)) return null
  const works = (on: string) => isWorkday(calendar, on)
  if (rule.handover === 'parcel' && !works(day)) return null
  const work = workBefore(calendar, rule, day, works)
  if (!work) return null
  const roastsOn = calendar.roasts === false ? null : work.beginsOn
  return { deliversOn: day, roastsOn, packsOn: work.packsOn, orderBy: cutOffOf(calendar, rule, day, work) }
}

/** The last delivery before a day on which there is none, at most a week earlier; null without one. */
export function deliveryBefore(calendar: RoastCalendar, rule: DeliveryRule, day: string): DeliveryDay | null {
  for (let back = 1; back <= MOST_DAYS_BEFORE; back++) {
    const delivery = deliveryOn(calendar, rule, addDays(day, -back))
    if (delivery) return delivery
  }
  return null
}

/** Whether a moment is before another one: at the moment of the cut-off, orders are closed. */
export function isBefore(one: ShopTime, other: ShopTime): boolean {
  return one.day < other.day || (one.day === other.day && one.time < other.time)
}

/** The weekdays of '2,4': Tuesday and Thursday. Monday is 1 and Sunday is 7 (ISO 8601). */
export function weekdaysOf(numbers: string): Weekday[] {
  return WEEKDAYS.filter((_, index) => numbers.split(',').includes(String(index + 1)))
}

function isDeliveryWeekday(
  { weekdays, handover }: DeliveryRule,
  calendar: RoastCalendar,
  day: string,
): boolean {
  if (weekdays.length > 0) return weekdays.includes(weekdayOf(day))
  return handover !== 'van' && isWorkday(calendar, day)
}

type Work = { beginsOn: string; packsOn: string }

/** The last day on which work can begin for a delivery, a roast day if the shop roasts, and the day of packing. */
function workBefore(
  calendar: RoastCalendar,
  { handover }: DeliveryRule,
  day: string,
  works: (day: string) => boolean,
): Work | null {
  const by = handover === 'parcel' ? day : addDays(day, -1)
  for (let back = 0; back <= MOST_DAYS_BEFORE + calendar.restDays; back++) {
    const beginsOn = addDays(by, -back)
    if (calendar.roasts === false) {
      if (works(beginsOn)) return { beginsOn, packsOn: beginsOn }
      continue
    }
    if (!isRoastDay(calendar, beginsOn)) continue
    let packsOn = addDays(beginsOn, calendar.restDays)
    while (packsOn <= by && !works(packsOn)) packsOn = addDays(packsOn, 1)
    if (packsOn <= by) return { beginsOn, packsOn }
  }
  return null
}

/**
 * The cut-off is as many open days before the delivery as the rule says. If closed days or holidays move the work to an
 * earlier day, it is also at least as many days before the work as in an ordinary week, and never after the day of the work.
 */
function cutOffOf(calendar: RoastCalendar, rule: DeliveryRule, day: string, { beginsOn }: Work): ShopTime {
  const open = { ...calendar, closures: [] }
  const usual = workBefore(open, rule, day, (on) => calendar.packingDays.includes(weekdayOf(on)))
  const usualLead = usual ? daysBetween(addDays(day, -rule.cutoffDays), usual.beginsOn) : 0
  const latest = openDaysBefore(calendar, addDays(beginsOn, -Math.max(0, usualLead)), 0)
  const counted = openDaysBefore(calendar, day, rule.cutoffDays)
  return { day: counted < latest ? counted : latest, time: rule.cutoffTime }
}

/**
 * The open day that is `count` open days before a day; with 0 the day itself or the last open day before it. A longer
 * closure than HORIZON days counts as open.
 */
function openDaysBefore(calendar: RoastCalendar, day: string, count: number): string {
  let found = day
  for (let left = count; left > 0 || isClosed(calendar, found); found = addDays(found, -1)) {
    if (!isClosed(calendar, found)) left--
    if (daysBetween(found, day) > HORIZON) return found
  }
  return found
}

/** Whether the shop packs on a day. */
function isWorkday(calendar: RoastCalendar, day: string): boolean {
  return calendar.packingDays.includes(weekdayOf(day)) && !isClosed(calendar, day) && !isCarrierHoliday(day)
}
