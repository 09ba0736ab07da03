/** Changes of standing orders, by buyers of the account or by staff. */
import type { Body } from '#shared/platform/api/endpoint.ts'
import type { ChangedStanding, standing } from '#shared/wholesale/api/standing.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import { addDays } from '#shared/kernel/days.ts'
import { deliveryDays, weekdaysOf } from '#shared/wholesale/delivery-days.ts'
import { transact } from '#server/kernel/db/transact.ts'
import type { LocationRow, StandingDateRow, Tx } from '#server/kernel/db/schema.ts'
import { badRequest, conflict, notFound } from '#server/kernel/errors.ts'
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { attemptOf, transactOnce, type RequestKey } from '#server/platform/http/idempotency.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { buyerFor } from '../accounts/buyers.ts'
import { endOrders } from '../accounts/end-standing.ts'
import { ruleOf } from '../orders/days.ts'
import { insertLines, requireSold } from './lines.ts'
import { logStanding, writtenOf } from './log.ts'
import { planDates, planningOf, type Planning } from './plan-dates.ts'
import { dayText, findStanding, replyOf, type Found } from './read.ts'

/** How far ahead a standing order can start or end its hold, in days. */
const MOST_AHEAD = 366

const REQUEST = { route: 'POST /api/standing-orders', what: 'standing order' }

/** Starts a standing order, once per key. Throws 400 for a day without deliveries, and 409 for an account that is closed. */
export async function createStanding(
  shop: Shop,
  user: SignedIn,
  { location: locationId, lines, ...body }: Body<typeof standing.create>,
  key: RequestKey | null,
): Promise<ChangedStanding> {
  const location = await locationFor(shop, user, locationId)
  const planning = await planningOf(shop)
  requireDays(shop, planning, location, body)
  const { id } = await transactOnce(shop, attemptOf(user, REQUEST, key), async (tx) => {
    const now = isoNow(shop.clock)
    await requireSold(tx, location.company_id, lines)
    const order = await tx
      .insertInto('standing_orders')
      .values({
        id: newId(shop.clock),
        company_id: location.company_id,
        location_id: location.id,
        ...columnsOf(body),
        held_until: null,
        ended_at: null,
        created_at: now,
        updated_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await insertLines(tx, shop, { order: order.id, date: null }, lines)
    await planDates(tx, shop, planning, { order, location })
    await logStanding(tx, shop, user, order.id, null)
    return { id: order.id }
  })
  return changedTo(shop, id, 'The standing order is saved.')
}

/** Changes the pattern from now on. A date that was changed once keeps its own lines. */
export function changeStanding(
  shop: Shop,
  user: SignedIn,
  id: string,
  { lines, version, ...body }: Body<typeof standing.change>,
): Promise<ChangedStanding> {
  return change(shop, user, { id, version }, async (tx, { order, location }, planning) => {
    requireDays(shop, planning, location, body)
    await requireSold(tx, order.company_id, lines)
    await tx
      .deleteFrom('standing_lines')
      .where('standing_order_id', '=', id)
      .where('date_id', 'is', null)
      .execute()
    await insertLines(tx, shop, { order: id, date: null }, lines)
    await tx.updateTable('standing_orders').set(columnsOf(body)).where('id', '=', id).execute()
    return 'Changed from the next date on that has no order yet.'
  })
}

/** Replaces the lines of one date, or takes those of the pattern again. Throws 409 if its order is written already. */
export function changeOnce(
  shop: Shop,
  user: SignedIn,
  id: string,
  { date: dateId, lines, version }: Body<typeof standing.changeOnce>,
): Promise<ChangedStanding> {
  return change(shop, user, { id, version }, async (tx, { order }) => {
    const date = await openDate(tx, shop, id, dateId)
    if (date.state === 'skipped') throw conflict('This date is skipped. Take it back first')
    await tx.deleteFrom('standing_lines').where('date_id', '=', dateId).execute()
    if (lines) {
      await requireSold(tx, order.company_id, lines)
      await insertLines(tx, shop, { order: id, date: dateId }, lines)
    }
    await setDate(tx, shop, date, { has_own_lines: lines ? 1 : 0 })
    return lines ? `Changed for ${dayText(date)} only.` : `${dayText(date)} has the usual lines again.`
  })
}

/** Skips one date, or takes it back. Throws 409 if its order is written already. */
export function skipDate(
  shop: Shop,
  user: SignedIn,
  id: string,
  { date: dateId, isSkipped, version }: Body<typeof standing.skip>,
): Promise<ChangedStanding> {
  return change(shop, user, { id, version }, async (tx) => {
    const date = await openDate(tx, shop, id, dateId)
    const state = isSkipped ? 'skipped' : date.delivers_on === null ? 'closed' : 'planned'
    await setDate(tx, shop, date, { state, problem: '' })
    return isSkipped
      ? `Nothing comes on ${dayText(date)}.`
      : `The delivery of ${dayText(date)} comes as usual.`
  })
}

/** Holds the standing order until a day, or goes on at once. */
export function holdStanding(
  shop: Shop,
  user: SignedIn,
  id: string,
  { until, version }: Body<typeof standing.hold>,
): Promise<ChangedStanding> {
  return change(shop, user, { id, version }, async (tx) => {
    if (until !== null) requireAhead(shop, until, 'The hold')
    await tx.updateTable('standing_orders').set({ held_until: until }).where('id', '=', id).execute()
    return until === null
      ? 'The standing order goes on.'
      : `On hold until ${formatDate(until, 'shortWeekday')}. Orders that are written already stay as they are.`
  })
}

/** Ends the standing order. */
export async function endStanding(
  shop: Shop,
  user: SignedIn,
  id: string,
  { version }: Body<typeof standing.end>,
): Promise<{ ended: boolean }> {
  await change(shop, user, { id, version }, async (tx) => {
    await endOrders(tx, shop, [id])
    return ''
  })
  return { ended: true }
}

type Make = (tx: Tx, found: Found, planning: Planning) => Promise<string>

/** Makes a change of the version that the caller saw, plans the dates again and logs it, in one transaction. Throws 404 and 409. */
async function change(
  shop: Shop,
  user: SignedIn,
  { id, version }: { id: string; version: number },
  make: Make,
): Promise<ChangedStanding> {
  const found = await findStanding(shop, user, id)
  const planning = await planningOf(shop)
  const message = await transact(shop.db, async (tx) => {
    const claimed = await tx
      .updateTable('standing_orders')
      .set({ version: version + 1, updated_at: isoNow(shop.clock) })
      .where('id', '=', id)
      .where('version', '=', version)
      .where('ended_at', 'is', null)
      .executeTakeFirst()
    if (claimed.numUpdatedRows !== 1n)
      throw conflict('This standing order was changed in the meantime. Reload the page')
    const before = await writtenOf(tx, shop, id)
    const text = await make(tx, found, planning)
    const order = await tx
      .selectFrom('standing_orders')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await planDates(tx, shop, planning, { order, location: found.location })
    await logStanding(tx, shop, user, id, before)
    return text
  })
  return changedTo(shop, id, message)
}

async function changedTo(shop: Shop, id: string, message: string): Promise<ChangedStanding> {
  return { order: await replyOf(shop, id), message }
}

/** A location for which the caller may order. Throws 404, 403, and 409 if it or its account is closed. */
async function locationFor(shop: Shop, user: SignedIn, id: string): Promise<LocationRow> {
  const location = await shop.db.selectFrom('locations').selectAll().where('id', '=', id).executeTakeFirst()
  if (!location) throw notFound('Location')
  const { status } = user.isAdmin
    ? await shop.db
        .selectFrom('companies')
        .select('status')
        .where('id', '=', location.company_id)
        .executeTakeFirstOrThrow()
    : (await buyerFor(shop, user, location.company_id, 'order')).company
  if (status === 'closed' || location.is_active === 0)
    throw conflict('This location gets no deliveries any more')
  return location
}

type Rhythm = Pick<Body<typeof standing.create>, 'everyWeeks' | 'weekday' | 'startsOn'>

function columnsOf({
  everyWeeks,
  weekday,
  startsOn,
  poNumber,
  note,
}: Rhythm & { poNumber: string; note: string }) {
  return { every_weeks: everyWeeks, weekday, starts_on: startsOn, po_number: poNumber, note }
}

/** Throws 400 for a weekday on which the location gets no deliveries, and for a start that is too far ahead. */
function requireDays(shop: Shop, { calendar }: Planning, location: LocationRow, rhythm: Rhythm): void {
  const today = nowAt(shop.clock).day
  if (rhythm.startsOn > addDays(today, MOST_AHEAD)) throw badRequest('Start within a year')
  const agreed = weekdaysOf(location.weekdays)
  const wanted = weekdaysOf(String(rhythm.weekday))
  if (location.handover === 'van' && agreed.length === 0)
    throw badRequest('No delivery day is agreed for this location. Please ask us')
  if (agreed.length > 0 && !agreed.includes(wanted[0]!))
    throw badRequest(`This location gets its deliveries on ${agreed.join(' and ')}`)
  const usual = { ...calendar, closures: [] }
  const rule = { ...ruleOf(location), weekdays: wanted }
  if (deliveryDays(usual, rule, nowAt(shop.clock), 1).length === 0)
    throw badRequest('We have no deliveries on this day of the week')
}

function requireAhead(shop: Shop, day: string, what: string): void {
  const today = nowAt(shop.clock).day
  if (day <= today) throw badRequest(`${what} must end after today`)
  if (day > addDays(today, MOST_AHEAD)) throw badRequest(`${what} must end within a year`)
}

/** A date that has no order yet and whose cut-off has not passed. Throws 404 and 409. */
async function openDate(tx: Tx, shop: Shop, orderId: string, id: string): Promise<StandingDateRow> {
  const date = await tx
    .selectFrom('standing_dates')
    .selectAll()
    .where('id', '=', id)
    .where('standing_order_id', '=', orderId)
    .executeTakeFirst()
  if (!date) throw conflict('This date is no longer planned. Reload the page')
  if (date.state === 'written')
    throw conflict('The order of this date is written. Change or cancel it under your orders')
  if (date.state === 'missed' || (date.order_by !== null && date.order_by <= isoNow(shop.clock)))
    throw conflict('This date can no longer be changed online. Please call us')
  return date
}

/** A guarded update: the job may write the order of the date at the same time. */
async function setDate(
  tx: Tx,
  shop: Shop,
  date: StandingDateRow,
  to: Partial<Pick<StandingDateRow, 'state' | 'problem' | 'has_own_lines'>>,
): Promise<void> {
  const done = await tx
    .updateTable('standing_dates')
    .set({ ...to, updated_at: isoNow(shop.clock) })
    .where('id', '=', date.id)
    .where('state', '=', date.state)
    .executeTakeFirst()
  if (done.numUpdatedRows !== 1n) throw conflict('The order of this date was just written. Reload the page')
}
