/** When deliveries come: skip, pause, resume, move, and the frequency. */
import type { Body } from '#shared/platform/api/endpoint.ts'
import type { ChangedSubscription } from '#shared/subscriptions/api/subscription.ts'
import type { subscriptions } from '#shared/subscriptions/api/subscriptions.ts'
import { addDays } from '#shared/kernel/days.ts'
import {
  firstOpen,
  followingOf,
  movableDays,
  PAUSE_DAYS,
  frequencyText,
  shortestGap,
  type Planner,
  type Weeks,
} from '#shared/platform/subscriptions.ts'
import type { Tx } from '#server/kernel/db/schema.ts'
import { badRequest, conflict } from '#server/kernel/errors.ts'
import type { Buyer } from '#server/platform/sessions/guests.ts'
import type { Shop } from '#server/platform/shop.ts'
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import { deliveryDayWords } from '#shared/platform/delivery-day-words.ts'
import { change, dayText, forgetWaiting, planOn, requireNext, wake } from './change.ts'
import type { Changing } from './changing.ts'

/** Skips the delivery `number`. A second call for the same delivery changes nothing. Throws 409 if it is not next. */
export function skip(
  shop: Shop,
  user: Buyer,
  id: string,
  { number, version }: Body<typeof subscriptions.skip>,
): Promise<ChangedSubscription> {
  return change(shop, user, { id, version }, (changing) => skipIn(changing, number))
}

export async function skipIn(changing: Changing, number: number) {
  const { tx, row, plan } = changing
  if (await isSkipped(tx, row.id, number))
    return { patch: {}, message: `This delivery is skipped already. ${nextText(plan, row.next_on)}` }
  const plannedOn = requireNext(row, number)
  const patch = await leaveOut(changing, plannedOn, 'Skipped')
  const days = plan.daysOf(plannedOn)
  const day = dayText(days?.roastsOn ?? plannedOn)
  return { patch, message: `The delivery of ${day} is skipped. ${nextText(plan, patch.next_on)}` }
}

/** Records the next delivery as skipped, and returns the columns with the one after it. */
export async function leaveOut(
  { tx, shop, row, plan }: Pick<Changing, 'tx' | 'shop' | 'row' | 'plan'>,
  plannedOn: string,
  reason: string,
) {
  const now = isoNow(shop.clock)
  const skipped = { state: 'skipped' as const, reason, next_at: null, planned_on: plannedOn, updated_at: now }
  await tx
    .insertInto('subscription_deliveries')
    .values({
      id: newId(shop.clock),
      subscription_id: row.id,
      number: row.next_number,
      created_at: now,
      ...skipped,
    })
    // It was waiting for goods.
    .onConflict((taken) => taken.columns(['subscription_id', 'number']).doUpdateSet(skipped))
    .execute()
  const days = plan.daysOf(plannedOn)
  return {
    next_number: row.next_number + 1,
    next_on: days ? followingOf(plan, days, row.weeks) : addDays(plannedOn, row.weeks * 7),
    last_on: plannedOn,
    charge_after: null,
    announced_shipping_cents: null,
  }
}

async function isSkipped(tx: Tx, id: string, number: number): Promise<boolean> {
  const found = await tx
    .selectFrom('subscription_deliveries')
    .select('id')
    .where('subscription_id', '=', id)
    .where('number', '=', number)
    .where('state', '=', 'skipped')
    .executeTakeFirst()
  return found !== undefined
}

const wordsOf = ({ calendar }: Planner) => deliveryDayWords(calendar.roasts)

/** 'The next one is roasted on Thu, Dec 17.' */
function nextText(plan: Planner, on: string | null | undefined): string {
  const days = on ? plan.daysOf(on) : null
  const { one } = wordsOf(plan)
  return days ? `The next one ${one} ${dayText(days.roastsOn)}.` : 'No other delivery is planned yet.'
}

/** Pauses until a day, or with null until it is resumed. Throws 400 for a day that is past or too far ahead. */
export function pause(
  shop: Shop,
  user: Buyer,
  id: string,
  { until, version }: Body<typeof subscriptions.pause>,
): Promise<ChangedSubscription> {
  return change(shop, user, { id, version }, async (changing) => {
    const { plan, now } = changing
    await forgetWaiting(changing)
    await wake(changing, 'charging')
    const paused = { status: 'paused' as const, charge_after: null, announced_shipping_cents: null }
    if (until === null) {
      const message = 'Paused. Nothing is charged until it is resumed.'
      return { patch: { ...paused, next_on: null }, message }
    }
    if (until <= now.day || until > addDays(now.day, PAUSE_DAYS))
      throw badRequest('Choose a day within the next twelve months')
    const on = firstOpen(plan, until, now)
    if (on === null) throw conflict(`${wordsOf(plan).noDaysThen}. Please choose another one`)
    const days = plan.daysOf(on)!
    const next = `The next delivery ${wordsOf(plan).one} ${dayText(days.roastsOn)}`
    const message = `Paused until ${dayText(until)}. ${next}.`
    return { patch: { ...paused, next_on: on }, message }
  })
}

/** Continues with a delivery on a roast day, or on the first possible one. Throws 400 for another day. */
export function resume(
  shop: Shop,
  user: Buyer,
  id: string,
  { on, version }: Body<typeof subscriptions.resume>,
): Promise<ChangedSubscription> {
  return change(shop, user, { id, version }, async (changing) => {
    const { row, plan, now } = changing
    if (row.status === 'active')
      return { patch: {}, message: `It is active already. ${nextText(plan, row.next_on)}` }
    if (on !== null) requireMovable(changing, on)
    const day = on ?? firstOpen(plan, await earliestOf(changing, row.weeks), now)
    if (day === null) throw conflict(`${wordsOf(plan).noDays}. Please try again later`)
    await forgetWaiting(changing)
    const patch = { status: 'active' as const, ...(await planOn(changing, day)) }
    return { patch, message: `It continues. ${nextText(plan, day)}` }
  })
}

/**
 * The first day for a delivery that does not come together with the last one. The last one may have been roasted later
 * than planned: its order has the day.
 */
async function earliestOf({ tx, row, now }: Changing, weeks: Weeks): Promise<string> {
  const { last } = await tx
    .selectFrom('subscription_deliveries as delivery')
    .innerJoin('orders', 'orders.id', 'delivery.order_id')
    .where('delivery.subscription_id', '=', row.id)
    .where('delivery.state', 'in', ['charging', 'paid'])
    .select((eb) => eb.fn.max(eb.fn.coalesce('orders.roasts_on', 'orders.ships_on')).as('last'))
    .executeTakeFirstOrThrow()
  const days = [row.last_on, last].filter((day) => day !== null)
  return [addDays(now.day, 1), ...days.map((day) => addDays(day, shortestGap(weeks)))].toSorted().at(-1)!
}

/**
 * Moves the next delivery to another roast day. Later deliveries count from it. Throws 400 for a day that is not a
 * possible roast day.
 */
export function move(
  shop: Shop,
  user: Buyer,
  id: string,
  { number, on, version }: Body<typeof subscriptions.move>,
): Promise<ChangedSubscription> {
  return change(shop, user, { id, version }, async (changing) => {
    const { row, plan } = changing
    const before = requireNext(row, number)
    if (before === on) return { patch: {}, message: nextText(plan, on) }
    requireMovable(changing, on)
    await forgetWaiting(changing)
    return { patch: await planOn(changing, on), message: `Moved. ${nextText(plan, on)}` }
  })
}

function requireMovable({ plan, now }: Changing, on: string): void {
  if (!movableDays(plan.calendar, now).includes(on))
    throw badRequest(`${wordsOf(plan).notOnThatDay}. Please choose another one`)
}

/** Changes the weeks between deliveries. The next one moves, so that two boxes never come together. */
export function changeFrequency(
  shop: Shop,
  user: Buyer,
  id: string,
  { weeks, version }: Body<typeof subscriptions.frequency>,
): Promise<ChangedSubscription> {
  return change(shop, user, { id, version }, async (changing) => {
    const { row, plan, now } = changing
    const said = `${frequencyText(weeks)} from now on.`
    if (row.weeks === weeks) return { patch: {}, message: `${said} ${nextText(plan, row.next_on)}` }
    // A pause until a day stays.
    if (row.next_on === null || row.last_on === null || row.status !== 'active')
      return { patch: { weeks }, message: `${said} ${nextText(plan, row.next_on)}` }
    const wanted = addDays(row.last_on, weeks * 7)
    const earliest = await earliestOf(changing, weeks)
    const on = firstOpen(plan, wanted > earliest ? wanted : earliest, now) ?? row.next_on
    const patch = on === row.next_on ? {} : await planOn(changing, on)
    return { patch: { weeks, ...patch }, message: `${said} ${nextText(plan, on)}` }
  })
}
