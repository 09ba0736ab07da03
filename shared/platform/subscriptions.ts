/**
 * Subscriptions: their names, and when their deliveries are charged and roasted. A delivery has a planned roast day,
 * which depends only on the frequency. Closures and vacations move it to the next roast day of the calendar. In a shop that
 * does not roast, packing days take the place of roast days. All days are days in the shop's time zone.
 * decisions/063-subscriptions.md
 */
import { cutOffDay, HORIZON, isWorkDay, nextDay, type RoastCalendar } from './delivery.ts'
import { addDays, type ShopTime } from '#shared/kernel/days.ts'

/** The weeks between two deliveries. */
export const WEEKS = [1, 2, 3, 4, 6, 8] as const
export type Weeks = (typeof WEEKS)[number]

/** The tastes of roaster's choice. */
export const TASTES = ['fruity', 'chocolate', 'surprise'] as const
export type Taste = (typeof TASTES)[number]

export const TASTE_NAMES: Record<Taste, string> = {
  fruity: 'Fruity',
  chocolate: 'Chocolate',
  surprise: 'Surprise me',
}

/** The name of boxes whose coffee the shop chooses. @param roasts whether the shop roasts its coffee */
export function nameOfChoice(roasts: boolean): string {
  return roasts ? 'Roaster’s choice' : 'Our choice'
}

/** 'Roaster’s choice: Fruity' */
export function nameOfTaste(taste: Taste, roasts = true): string {
  return `${nameOfChoice(roasts)}: ${TASTE_NAMES[taste]}`
}

/**
 * `starting`: the first order is not paid yet. `failed`: paused by the shop, because the retries of a payment failed.
 * `ended`: by the shop. `gift`: a gift subscription, which is paid in advance and ends by itself.
 */
export const SUBSCRIPTION_STATUSES = [
  'starting',
  'active',
  'paused',
  'failed',
  'canceled',
  'ended',
  'gift',
] as const
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number]

/** The numbers of deliveries of a gift subscription. */
export const GIFT_COUNTS = [3, 6, 12] as const
export type GiftCount = (typeof GIFT_COUNTS)[number]

/**
 * `waiting`: no order yet, because goods or a shipping price are missing. `charging`: its order is not paid yet.
 * `unpaid`: its order was closed without a payment.
 */
export const DELIVERY_STATES = ['waiting', 'charging', 'paid', 'unpaid', 'skipped'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

/** The days after the first failed charge on which the shop charges again. */
export const RETRY_DAYS = [1, 3, 5, 7] as const

/** The minimum time between the mail about a charge and the charge, in hours. */
export const NOTICE_HOURS = 48

/** A price change is announced this many days before the charge. California Business and Professions Code 17602. */
export const PRICE_NOTICE_DAYS = { min: 7, max: 30 } as const

/** How far ahead a buyer can move or pause a delivery, in days. */
const MOVE_DAYS = 91
export const PAUSE_DAYS = 365

/** 'Every week', 'Every 2 weeks'. */
export function frequencyText(weeks: number): string {
  return weeks === 1 ? 'Every week' : `Every ${weeks} weeks`
}

/** A delivery for staff: 'Every 2 weeks, delivery 3'. */
export function deliveryText({ weeks, number }: { weeks: Weeks; number: number }): string {
  return `${frequencyText(weeks)}, delivery ${number}`
}

/** The days of one delivery. `chargeAt` is also the last moment at which a change still applies to this delivery. */
export type DeliveryDays = { plannedOn: string; roastsOn: string; chargeAt: ShopTime }

/** The days of a planned delivery; null if the calendar has no roast day within HORIZON days. */
export function daysOf(calendar: RoastCalendar, plannedOn: string): DeliveryDays | null {
  const roastsOn = nextDay(plannedOn, plannedOn, (day) => isWorkDay(calendar, day))
  return roastsOn === null ? null : { plannedOn, roastsOn, chargeAt: chargeAt(calendar, roastsOn) }
}

/** The days of deliveries for one calendar, each computed once. */
export type Planner = {
  calendar: RoastCalendar
  /** See `daysOf`. */
  daysOf: (plannedOn: string) => DeliveryDays | null
  /** The first roast day whose cut-off has not passed; null if there is none within HORIZON days. */
  firstRoast: (now: ShopTime) => string | null
}

export function planner(calendar: RoastCalendar): Planner {
  return {
    calendar,
    daysOf: remembered((plannedOn: string) => daysOf(calendar, plannedOn)),
    firstRoast: remembered(
      (now: ShopTime) => firstRoast(calendar, now),
      ({ day, time }) => `${day} ${time}`,
    ),
  }
}

function remembered<In, Out>(compute: (input: In) => Out, keyOf: (input: In) => string = String) {
  const known = new Map<string, Out>()
  return (input: In): Out => {
    const key = keyOf(input)
    if (!known.has(key)) known.set(key, compute(input))
    return known.get(key) as Out
  }
}

/** The time of day at which the charge of a delivery begins, if it is before the cut-off. */
const CHARGE_TIME = '06:00'

/**
 * If the cut-off is more than this many days before the roast day, a closure is between them, and the charge is not on
 * the day of the cut-off.
 */
const LONG_WEEKEND = 4

/**
 * When coffee for a roast day is charged: in the morning of the cut-off, or after a closure, on the day before the
 * roast day.
 */
function chargeAt(calendar: RoastCalendar, roastsOn: string): ShopTime {
  const cutOff = cutOffDay(calendar, roastsOn)
  const day = cutOff >= addDays(roastsOn, -LONG_WEEKEND) ? cutOff : addDays(roastsOn, -1)
  return { day, time: calendar.cutOff > CHARGE_TIME ? CHARGE_TIME : '00:00' }
}

/** The shortest time between two boxes, in days. A box that would come closer to another one is left out. */
export function shortestGap(weeks: number): number {
  return weeks === 1 ? 4 : 7
}

/** The search for the next delivery stops after this many steps, more than any closure or downtime needs. */
const MOST_STEPS = 520

/**
 * The planned day of the delivery after one that is roasted on `roastsOn`: a multiple of `weeks` after `plannedOn`, and
 * late enough that two boxes do not come close together. Null if the calendar has no roast days.
 */
export function followingOf(
  plan: Planner,
  { plannedOn, roastsOn }: Pick<DeliveryDays, 'plannedOn' | 'roastsOn'>,
  weeks: Weeks,
): string | null {
  const earliest = addDays(roastsOn, shortestGap(weeks))
  for (let step = 1; step <= MOST_STEPS; step++) {
    const next = addDays(plannedOn, step * weeks * 7)
    const days = plan.daysOf(next)
    if (days === null) return null
    if (days.roastsOn >= earliest) return next
  }
  return null
}

export type Due =
  /** Not yet. `days` is null if the calendar has no roast day. */
  | { act: 'wait'; days: DeliveryDays | null }
  /** Its day was missed, and the next delivery is due within a few days. */
  | { act: 'skip'; days: DeliveryDays }
  /** `roastsOn` is later than `days.roastsOn` if the day was missed. */
  | { act: 'make'; days: DeliveryDays; roastsOn: string }

/**
 * What to do with a planned delivery at `now`: wait, make it, or skip it. A delivery whose day was missed, because the
 * shop was down or goods were missing, is made once for the next possible roast day, unless the next one is due soon.
 */
export function dueOf(
  plan: Planner,
  { plannedOn, weeks, now }: { plannedOn: string; weeks: Weeks; now: ShopTime },
): Due {
  const days = plan.daysOf(plannedOn)
  if (days === null || isBefore(now, days.chargeAt)) return { act: 'wait', days }
  const possible = plan.firstRoast(now)
  if (possible === null) return { act: 'wait', days }
  if (possible <= days.roastsOn) return { act: 'make', days, roastsOn: days.roastsOn }
  const next = plan.daysOf(addDays(plannedOn, weeks * 7))
  const isSoon = next !== null && next.roastsOn < addDays(possible, shortestGap(weeks))
  return isSoon ? { act: 'skip', days } : { act: 'make', days, roastsOn: possible }
}

/** The first roast day whose cut-off has not passed; null if there is none within HORIZON days. */
function firstRoast(calendar: RoastCalendar, now: ShopTime): string | null {
  return nextDay(addDays(now.day, 1), now.day, (day) => {
    if (!isWorkDay(calendar, day)) return false
    const until = { day: chargeAt(calendar, day).day, time: calendar.cutOff }
    return isBefore(now, until) || (now.day === until.day && until.time === '00:00')
  })
}

/** The roast days to which a delivery can be moved now: those that are not being charged yet, within MOVE_DAYS. */
export function movableDays(calendar: RoastCalendar, now: ShopTime): string[] {
  const days = Array.from({ length: MOVE_DAYS }, (_, index) => addDays(now.day, index + 1))
  return days.filter((day) => isWorkDay(calendar, day) && isBefore(now, chargeAt(calendar, day)))
}

/** The first planned day, at `from` or later, whose delivery can still be changed at `now`. */
export function firstOpen(plan: Planner, from: string, now: ShopTime): string | null {
  for (let step = 0; step <= HORIZON; step++) {
    const day = addDays(from, step)
    const days = plan.daysOf(day)
    if (days && isBefore(now, days.chargeAt)) return day
  }
  return null
}

/** The next `count` deliveries, the first one planned on `plannedOn`. */
export function upcoming(plan: Planner, plannedOn: string, weeks: Weeks, count: number): DeliveryDays[] {
  const found: DeliveryDays[] = []
  for (let day: string | null = plannedOn; day !== null && found.length < count;) {
    const days = plan.daysOf(day)
    if (days === null) break
    found.push(days)
    day = followingOf(plan, days, weeks)
  }
  return found
}

export function isBefore(one: ShopTime, other: ShopTime): boolean {
  return one.day < other.day || (one.day === other.day && one.time < other.time)
}
