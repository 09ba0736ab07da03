/** The roast days: which they are, their capacity, and what orders and batches take of it. */
import type { Body, Reply } from '#shared/platform/api/endpoint.ts'
import type { roastPlan } from '#shared/roastery/api/roast-plan.ts'
import { isRoastDay, nextDay, type RoastCalendar } from '#shared/platform/delivery.ts'
import { addDays } from '#shared/kernel/days.ts'
import { calendarOf } from '#shared/platform/settings/shipping.ts'
import type { RoastingSettings } from '#shared/platform/settings/roasting.ts'
import { greenFor } from '#shared/roastery/roastery.ts'
import { readTogether } from '#server/kernel/db/all-or-none.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { scheduleOf } from '../delivery/schedule.ts'
import { conflict } from '#server/kernel/errors.ts'
import { differences, logChange } from '#server/platform/change-log/change-log.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import { currentSettings } from '#server/platform/settings/current.ts'
import { ROASTING } from '#server/platform/settings/groups.ts'
import type { Shop } from '#server/platform/shop.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { type OpenLine, readDemand } from './demand.ts'
import { limitsOf, readStock, sharesOf, type Stock } from './stock.ts'

/** The calendar and the capacities. `own` has the days for which the owner has set values. */
export type Days = {
  today: string
  /** The day on which open orders of earlier days are roasted: today, or the next roast day. */
  lateDay: string
  calendar: RoastCalendar
  roasting: RoastingSettings
  own: Map<string, { capacity: number | null; note: string }>
  /** The green coffee of the orders that are promised for each day, in grams. */
  booked: Map<string, number>
}

/** Orders in these states have used capacity of their day, or will. */
const BOOKING = ['pending', 'capturing', 'paid', 'shipped', 'delivered'] as const

export async function readDays(shop: Shop): Promise<Days> {
  const today = nowAt(shop.clock).day
  const calendar = calendarOf(await scheduleOf(shop))
  const roasting = await currentSettings(shop, ROASTING)
  const [own, booked] = await readTogether(
    shop.db,
    shop.db.selectFrom('roast_days').select(['day', 'capacity_grams', 'note']),
    shop.db
      .selectFrom('roast_bookings')
      .innerJoin('orders', 'orders.id', 'order_id')
      .select(({ fn }) => ['day', fn.sum<number>('green_grams').as('grams')])
      .where('day', '>=', today)
      .where('orders.state', 'in', BOOKING)
      .groupBy('day'),
  )
  const days = new Map(own.map(({ day, capacity_grams: capacity, note }) => [day, { capacity, note }]))
  const isOpen = (day: string) => isRoastDay(calendar, day) && days.get(day)?.capacity !== 0
  return {
    today,
    lateDay: nextDay(today, today, isOpen) ?? today,
    calendar,
    roasting,
    own: days,
    booked: new Map(booked.map(({ day, grams }) => [day, grams])),
  }
}

/** The green coffee that can be roasted on a day, in grams; null if there is no limit. 0 on days without roasting. */
export function capacityOf({ calendar, own, roasting }: Days, day: string): number | null {
  const capacity = own.get(day)?.capacity ?? null
  if (capacity !== null) return capacity
  return isRoastDay(calendar, day) ? roasting.capacity : 0
}

/** Whether coffee is roasted on the day: it is in the calendar, or the owner has set a capacity for it. */
export function isOpenDay(days: Days, day: string): boolean {
  return capacityOf(days, day) !== 0
}

/** The roast days after `day`, until `until`. */
export function laterDays(days: Days, day: string, until: string): string[] {
  const found: string[] = []
  for (let next = addDays(day, 1); next <= until; next = addDays(next, 1))
    if (isOpenDay(days, next)) found.push(next)
  return found
}

/** The green coffee of orders, and of deliveries of subscriptions that are not charged yet, in grams. */
export function bookedOn(days: Days, day: string, lines: readonly OpenLine[], stock: Stock): number {
  const planned = lines.filter(({ isPlanned }) => isPlanned)
  const green = planned.reduce((sum, line) => sum + greenOf(line, stock), 0)
  return (days.booked.get(day) ?? 0) + green
}

function greenOf({ product, grams, qty }: OpenLine, { recipes, roasts }: Stock): number {
  return sharesOf(recipes.get(product) ?? [], grams * qty).reduce(
    (sum, [roast, share]) => sum + greenFor(share, roasts.get(roast)!.loss.thousandths),
    0,
  )
}

type Saved = Body<typeof roastPlan.saveDay>

/** Sets the capacity and the note of a day. Throws 409 if they have changed since the caller saw them. */
export async function saveDay(shop: Shop, user: SignedIn, day: string, saved: Saved): Promise<void> {
  const { capacityGrams, note, before } = saved
  await transact(shop.db, async (tx) => {
    await tx
      .insertInto('roast_days')
      .values({ day, capacity_grams: null })
      .onConflict((taken) => taken.column('day').doNothing())
      .execute()
    const { numUpdatedRows } = await tx
      .updateTable('roast_days')
      .set((eb) => ({ capacity_grams: capacityGrams, note, version: eb('version', '+', 1) }))
      .where('day', '=', day)
      .where('capacity_grams', before.capacityGrams === null ? 'is' : '=', before.capacityGrams)
      .where('note', '=', before.note)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n)
      throw conflict('Someone else has just changed this day. Look at it again, then save')
    const names = { capacityGrams: 'Capacity (g)', note: 'Note' }
    const changes = differences(before, { capacityGrams, note }, names)
    if (changes.length > 0)
      await logChange(tx, shop, user, {
        subject: 'roastDay',
        id: day,
        name: day,
        action: 'Changed',
        changes,
      })
  })
  // Dates of delivery depend on the capacity.
  shop.changed({ tag: 'RoastDays' })
}

/** How many days the list looks ahead. */
const LISTED_DAYS = 14

/** The next roast days, and other days with work that is not done. */
export async function listDays(shop: Shop): Promise<Reply<typeof roastPlan.days>> {
  const days = await readDays(shop)
  const { today, roasting } = days
  const until = addDays(today, LISTED_DAYS)
  const [demand, stock] = await Promise.all([
    readDemand(shop, days, until),
    readStock(shop, { fresh: addDays(today, -roasting.freshDays), from: today }),
  ])
  const batches = [...stock.batches, ...stock.missed]
  const withWork = [
    ...demand.lines.map(({ day }) => day),
    ...batches.filter(({ state, day }) => state !== 'roasted' || day === today).map(({ day }) => day),
  ]
  const listed = new Set([...laterDays(days, addDays(today, -1), until), ...withWork])
  const linesOf = Map.groupBy(demand.lines, ({ day }) => day)
  return {
    today,
    roasts: [...stock.roasts.values()]
      .filter(({ isDeleted }) => !isDeleted)
      .map((roast) => ({ _id: roast.id, name: roast.name, ...limitsOf(roast, roasting) })),
    days: [...listed].toSorted().map((day) => {
      const own = batches.filter((batch) => batch.day === day)
      const lines = linesOf.get(day) ?? []
      return {
        day,
        isRoastDay: isRoastDay(days.calendar, day),
        capacityGrams: capacityOf(days, day),
        bookedGrams: bookedOn(days, day, lines, stock),
        batchGrams: own.reduce((sum, { green }) => sum + green, 0),
        orders: demand.orders.get(day) ?? 0,
        batches: own.length,
        roasted: own.filter(({ state }) => state === 'roasted').length,
      }
    }),
  }
}
