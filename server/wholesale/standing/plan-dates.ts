/** The dates of a standing order: rows for the next weeks, kept in step with its pattern, its location and closed days. */
import { addDays, WEEKDAYS } from '#shared/kernel/days.ts'
import { HORIZON, type RoastCalendar } from '#shared/platform/delivery.ts'
import { calendarOf } from '#shared/platform/settings/shipping.ts'
import {
  deliveryBefore,
  deliveryOn,
  type DeliveryDay,
  type DeliveryRule,
} from '#shared/wholesale/delivery-days.ts'
import { datesFrom } from '#shared/wholesale/rhythm.ts'
import type { Db, LocationRow, StandingDateRow, StandingOrderRow } from '#server/kernel/db/schema.ts'
import { HOUR, isoNow, newId } from '#server/kernel/time/clock.ts'
import { nowAt, utcOf } from '#server/kernel/time/shop-days.ts'
import { scheduleOf } from '#server/roastery/delivery/schedule.ts'
import { currentSettings } from '#server/platform/settings/current.ts'
import { WHOLESALE } from '#server/platform/settings/groups.ts'
import type { Shop } from '#server/platform/shop.ts'
import { ruleOf } from '../orders/days.ts'

/** What all dates are computed from. */
export type Planning = { calendar: RoastCalendar; leavesOut: boolean; writeHours: number }

export async function planningOf(shop: Shop): Promise<Planning> {
  const { leavesOut, writeHours } = await currentSettings(shop, WHOLESALE)
  return { calendar: calendarOf(await scheduleOf(shop)), leavesOut, writeHours }
}

/** The dates that are shown at least. */
const FEWEST = 3

/**
 * Adds, moves and removes the dates that have no order yet. A date whose cut-off has passed stays as it is, and none is added
 * after its cut-off. A date that was skipped stays skipped.
 * @param db the transaction of the change, or the database
 */
export async function planDates(
  db: Db,
  shop: Pick<Shop, 'clock'>,
  planning: Planning,
  { order, location }: { order: StandingOrderRow; location: LocationRow },
): Promise<void> {
  const now = isoNow(shop.clock)
  const known = await db
    .selectFrom('standing_dates')
    .selectAll()
    .where('standing_order_id', '=', order.id)
    .where('state', 'in', ['planned', 'closed', 'skipped', 'waiting'])
    .execute()
  const wanted = new Map(daysOf(shop, order).map((day) => [day, valuesOf(planning, ruleOf(location), day)]))
  for (const date of known) {
    if (date.state === 'waiting' || (date.order_by !== null && date.order_by <= now)) continue
    const values = wanted.get(date.planned_on)
    if (values) await moveDate(db, date, values, now)
    else if (date.planned_on >= nowAt(shop.clock).day) await removeDate(db, date)
  }
  const dates = new Set(known.map(({ planned_on: on }) => on))
  const added = [...wanted].filter(([day, { order_by: by }]) => !dates.has(day) && (by === null || by > now))
  if (added.length === 0) return
  await db
    .insertInto('standing_dates')
    .values(
      added.map(([planned_on, values]) => ({
        id: newId(shop.clock),
        standing_order_id: order.id,
        planned_on,
        ...values,
        order_id: null,
        updated_at: now,
      })),
    )
    // Another instance plans the same date, or its order is written already.
    .onConflict((taken) => taken.columns(['standing_order_id', 'planned_on']).doNothing())
    .execute()
}

/** The dates of the pattern until the horizon, and at least the next three after a hold. */
function daysOf({ clock }: Pick<Shop, 'clock'>, order: StandingOrderRow): string[] {
  if (order.ended_at !== null) return []
  const today = nowAt(clock).day
  const from = order.held_until !== null && order.held_until > today ? order.held_until : today
  const rhythm = {
    everyWeeks: order.every_weeks,
    weekday: WEEKDAYS[order.weekday - 1]!,
    startsOn: order.starts_on,
  }
  const until = addDays(today, HORIZON)
  const most = Math.ceil(HORIZON / (7 * order.every_weeks))
  // One more than shown, because the cut-off of the first may have passed.
  return datesFrom(rhythm, from, most).filter((day, index) => day <= until || index <= FEWEST)
}

type Values = Pick<StandingDateRow, 'delivers_on' | 'roasts_on' | 'order_by' | 'write_at' | 'state'>

function valuesOf(planning: Planning, rule: DeliveryRule, day: string): Values {
  const delivery = dayFor(planning, rule, day)
  if (!delivery)
    return { delivers_on: null, roasts_on: null, order_by: null, write_at: null, state: 'closed' }
  const by = utcOf(delivery.orderBy)
  return {
    delivers_on: delivery.deliversOn,
    roasts_on: delivery.roastsOn,
    order_by: by,
    write_at: new Date(Date.parse(by) - planning.writeHours * HOUR).toISOString(),
    state: 'planned',
  }
}

function dayFor({ calendar, leavesOut }: Planning, rule: DeliveryRule, day: string): DeliveryDay | null {
  const planned = deliveryOn(calendar, rule, day)
  return planned ?? (leavesOut ? null : deliveryBefore(calendar, rule, day))
}

async function moveDate(db: Db, date: StandingDateRow, values: Values, now: string): Promise<void> {
  const state = date.state === 'skipped' ? 'skipped' : values.state
  const isSame = (Object.keys(values) as (keyof Values)[]).every(
    (name) => (name === 'state' ? state : values[name]) === date[name],
  )
  if (isSame) return
  await db
    .updateTable('standing_dates')
    .set({ ...values, state, updated_at: now })
    .where('id', '=', date.id)
    .where('state', '=', date.state)
    .execute()
}

async function removeDate(db: Db, date: StandingDateRow): Promise<void> {
  await db
    .deleteFrom('standing_dates')
    .where('id', '=', date.id)
    .where('state', '=', date.state)
    .where('order_id', 'is', null)
    .execute()
}
