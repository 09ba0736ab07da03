/** What is left of a lot of green coffee: its arrival, corrections with a reason, and counts. */
import type { Body } from '#shared/platform/api/endpoint.ts'
import type { green, WholeGreenLot } from '#shared/roastery/api/green.ts'
import { isDay } from '#shared/kernel/days.ts'
import type { GreenLotRow, Tx } from '#server/kernel/db/schema.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { badRequest, conflict } from '#server/kernel/errors.ts'
import { attemptOf, transactOnce, type RequestKey } from '#server/platform/http/idempotency.ts'
import { correct } from '../roast-day/correct.ts'
import { weightsOf } from '../roast-day/texts.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import { utcOf, nowAt } from '#server/kernel/time/shop-days.ts'
import { getGreenLot, greenLots } from './read-green.ts'

/** Corrects a lot by hand. A repeated call with the same idempotency key changes nothing. Throws like `correct`. */
export async function adjustLot(
  shop: Shop,
  user: SignedIn,
  id: string,
  body: Body<typeof green.adjust>,
  key: RequestKey | null,
): Promise<WholeGreenLot> {
  const attempt = attemptOf(user, { route: 'POST /api/green/adjustments', what: 'correction' }, key)
  const weigh = await weightsOf(shop)
  await transactOnce(shop, attempt, async (tx) => {
    await correct(tx, shop, user, { of: 'green', id, ...body }, weigh)
    return { lot: id }
  })
  return getGreenLot(shop, id)
}

/**
 * Sets what is left to the weight that was counted. Throws 404, and 409 if the weight has changed since `expected` was
 * shown, because the count may be from before or after that change. A repeated count changes nothing.
 */
export async function countLot(
  shop: Shop,
  user: SignedIn,
  id: string,
  { counted, expected, note }: Body<typeof green.count>,
): Promise<WholeGreenLot> {
  const weigh = await weightsOf(shop)
  await transact(shop.db, async (tx) => {
    const { grams_left: left } = await lockLot(tx, shop, id)
    if (left === counted) return
    if (left !== expected)
      throw conflict(
        `${weigh(left)} should be left now, because the lot has changed since you opened the page. Count it again`,
      )
    await correct(tx, shop, user, { of: 'green', id, change: counted - left, reason: 'count', note }, weigh)
  })
  return getGreenLot(shop, id)
}

/** Locks the row until the end of the transaction. Throws 404. */
async function lockLot(tx: Tx, shop: Shop, id: string): Promise<GreenLotRow> {
  const row = await tx
    .updateTable('green_lots')
    .set({ updated_at: isoNow(shop.clock) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  return row ?? greenLots.find(tx, id)
}

/** Receives a lot with the weight that arrived. Throws 404, 400 for a day in the future, and 409 if it has arrived. */
export async function receiveLot(
  shop: Shop,
  user: SignedIn,
  id: string,
  { arrivedOn, grams, note }: Body<typeof green.receive>,
): Promise<WholeGreenLot> {
  const weigh = await weightsOf(shop)
  const today = nowAt(shop.clock).day
  if (!isDay(arrivedOn)) throw badRequest('Choose the day of arrival')
  if (arrivedOn > today) throw badRequest('The day of arrival is in the future')
  await transact(shop.db, async (tx) => {
    const row = await tx
      .updateTable('green_lots')
      .set((eb) => ({ arrived_on: arrivedOn, grams_left: eb('grams_left', '+', grams) }))
      .where('id', '=', id)
      .where('arrived_on', 'is', null)
      .returningAll()
      .executeTakeFirst()
    if (!row) {
      const lot = await greenLots.find(tx, id)
      throw conflict(`${lot.code} has arrived already, on ${lot.arrived_on}`)
    }
    // The inventory at a date is the sum of the rows up to it.
    const at = arrivedOn === today ? isoNow(shop.clock) : utcOf({ day: arrivedOn, time: '12:00' })
    const arrival = { change: grams, reason: 'arrival' as const, note, at, actor: user.name }
    await tx
      .insertInto('coffee_adjustments')
      .values({ id: newId(shop.clock), green_lot_id: id, ...arrival })
      .execute()
    await greenLots.log(tx, shop, user, row, 'Received', [
      { field: 'Arrived', before: '', after: arrivedOn },
      { field: 'Weight', before: weigh(row.bought_grams), after: weigh(grams) },
    ])
  })
  return getGreenLot(shop, id)
}

/** Makes a received lot a contract again. Throws 404, and 409 if anything but its arrival has changed it. */
export async function undoArrival(shop: Shop, user: SignedIn, id: string): Promise<WholeGreenLot> {
  await transact(shop.db, async (tx) => {
    await lockLot(tx, shop, id)
    const used = await tx
      .selectFrom('batch_greens')
      .select('batch_id')
      .where('green_lot_id', '=', id)
      .executeTakeFirst()
    const corrected = await tx
      .selectFrom('coffee_adjustments')
      .select('id')
      .where('green_lot_id', '=', id)
      .where('reason', '<>', 'arrival')
      .executeTakeFirst()
    const row = await tx
      .updateTable('green_lots')
      .set({ arrived_on: null, grams_left: 0 })
      .where('id', '=', id)
      .where('arrived_on', 'is not', null)
      .where('archived_at', 'is', null)
      .returningAll()
      .executeTakeFirst()
    if (!row) throw conflict('This lot has not arrived, or is archived')
    if (used || corrected)
      throw conflict('This lot was used or corrected already. Correct its weight instead')
    await tx.deleteFrom('coffee_adjustments').where('green_lot_id', '=', id).execute()
    await greenLots.log(tx, shop, user, row, 'Arrival undone')
  })
  return getGreenLot(shop, id)
}
