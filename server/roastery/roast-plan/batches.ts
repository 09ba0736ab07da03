/** Changes of a plan by hand: batches that people add, change, move and remove. */
import type { Body } from '#shared/platform/api/endpoint.ts'
import type { Batch } from '#shared/roastery/api/roast-day.ts'
import type { roastPlan } from '#shared/roastery/api/roast-plan.ts'
import type { Selectable } from 'kysely'
import type { Db, Tx } from '#server/kernel/db/schema.ts'
import type { Batches } from '#server/kernel/db/tables/roastery.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { conflict, notFound, wrongField } from '#server/kernel/errors.ts'
import { attemptOf, transactOnce, type RequestKey } from '#server/platform/http/idempotency.ts'
import { logChange, type Changed } from '#server/platform/change-log/change-log.ts'
import { requireBatch } from '../batches/batches.ts'
import { readBatches } from '../roast-day/read-batches.ts'
import { weightsOf, whoAndWhen, type Weigh } from '../roast-day/texts.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import { currentSettings } from '#server/platform/settings/current.ts'
import { ROASTING } from '#server/platform/settings/groups.ts'
import type { Shop } from '#server/platform/shop.ts'
import { isoNow } from '#server/kernel/time/clock.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { insertBatches, newCodes } from './new-batches.ts'
import { limitsOf } from './stock.ts'

type BatchRow = Selectable<Batches>

const ADDING = { route: 'POST /api/roastery/batches', what: 'batch' }

/**
 * Adds a batch, once per idempotency key. Throws 404 for an unknown roast, and 400 for a weight outside the limits of a
 * batch or a day that is over.
 */
export async function addBatch(
  shop: Shop,
  user: SignedIn,
  { day, roastId, greenGrams }: Body<typeof roastPlan.addBatch>,
  key: RequestKey | null,
): Promise<Batch> {
  const check = await checkOfWeights(shop)
  const attempt = attemptOf(user, ADDING, key)
  return transactOnce(shop, attempt, async (tx) => {
    requireDay(shop, day)
    const name = await check(tx, roastId, greenGrams)
    const [code = ''] = await newCodes(tx, day, 1)
    const { count } = await tx
      .selectFrom('batches')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('roasts_on', '=', day)
      .executeTakeFirstOrThrow()
    const batches = [{ roast: roastId, green: greenGrams }]
    const [id = ''] = await insertBatches(tx, shop, {
      day,
      codes: [code],
      position: count,
      isByHand: 1,
      batches,
    })
    const changes = [{ field: 'Green coffee (g)', before: '', after: String(greenGrams) }]
    await record(tx, shop, user, { id, name: `${code} ${name}`, action: 'Added', changes })
    return one(tx, day, id)
  })
}

/**
 * Changes the weight, the day or the place of a planned batch. A batch that moves to another day gets a code of that day.
 * Throws 404; 400 like `addBatch`; 409 if work on the batch has begun, or if it was changed since the caller read it.
 */
export async function changeBatch(
  shop: Shop,
  user: SignedIn,
  id: string,
  { greenGrams, day, position, version }: Body<typeof roastPlan.changeBatch>,
): Promise<Batch> {
  const check = await checkOfWeights(shop)
  await transact(shop.db, async (tx) => {
    const before = await requireBatch(tx, id)
    if (before.state !== 'planned') throw begun(shop, before)
    const isMoved = before.roasts_on !== day
    const isHeavier = before.green_grams !== greenGrams
    if (isMoved) requireDay(shop, day)
    const name = isHeavier ? await check(tx, before.roast_id, greenGrams) : ''
    const [code = before.code] = isMoved ? await newCodes(tx, day, 1) : []
    const byHand = isMoved || isHeavier ? { is_by_hand: 1 as const } : {}
    const { numUpdatedRows } = await tx
      .updateTable('batches')
      .set({ green_grams: greenGrams, roasts_on: day, code, ...byHand, version: version + 1 })
      .set({ updated_at: isoNow(shop.clock) })
      .where('id', '=', id)
      .where('state', '=', 'planned')
      .where('version', '=', version)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) {
      const now = await requireBatch(tx, id)
      if (now.state !== 'planned') throw begun(shop, now)
      throw conflict(`Someone else has just changed batch ${before.code}. Look at it again, then change it`)
    }
    await place(tx, id, day, position)
    const changes = [
      { field: 'Green coffee (g)', before: String(before.green_grams), after: String(greenGrams) },
      { field: 'Day', before: before.roasts_on, after: day },
      { field: 'Batch', before: before.code, after: code },
    ].filter((change) => change.before !== change.after)
    const recorded = [before.code, name].filter(Boolean).join(' ')
    if (changes.length > 0) await record(tx, shop, user, { id, name: recorded, action: 'Changed', changes })
  })
  return one(shop.db, day, id)
}

/** Throws 404, and 409 if work on the batch has begun. */
export async function removeBatch(shop: Shop, user: SignedIn, id: string): Promise<void> {
  await transact(shop.db, async (tx) => {
    const removed = await tx
      .deleteFrom('batches')
      .where('id', '=', id)
      .where('state', '=', 'planned')
      .returning(['code', 'green_grams'])
      .executeTakeFirst()
    if (!removed) throw begun(shop, await requireBatch(tx, id))
    const changes = [{ field: 'Green coffee (g)', before: String(removed.green_grams), after: '' }]
    await record(tx, shop, user, { id, name: removed.code, action: 'Removed', changes })
  })
}

/** Renumbers the planned batches of the day, with the batch in its new position. */
async function place(tx: Tx, id: string, day: string, position: number): Promise<void> {
  const rows = await tx
    .selectFrom('batches')
    .select(['id', 'position'])
    .where('roasts_on', '=', day)
    .orderBy('position')
    .orderBy('code')
    .execute()
  const others = rows.filter((row) => row.id !== id)
  const sorted = others.toSpliced(
    position,
    0,
    rows.find((row) => row.id === id)!,
  )
  for (const [index, row] of sorted.entries())
    if (row.position !== index)
      await tx.updateTable('batches').set({ position: index }).where('id', '=', row.id).execute()
}

type Recorded = Omit<Changed, 'subject'>

function record(tx: Tx, shop: Shop, user: SignedIn, recorded: Recorded): Promise<void> {
  return logChange(tx, shop, user, { subject: 'batch', ...recorded })
}

async function one(db: Db, day: string, id: string): Promise<Batch> {
  const batch = (await readBatches(db, day)).find(({ _id }) => _id === id)
  if (!batch) throw notFound('Batch')
  return batch
}

/** Work on a batch has begun, so that the plan does not change it. */
function begun(shop: Shop, { code, state, ...row }: BatchRow) {
  const who =
    state === 'roasted'
      ? whoAndWhen(shop, 'roasted it', { by: row.roasted_by, at: row.roasted_at })
      : whoAndWhen(shop, 'weighed it', { by: row.weighed_by, at: row.weighed_at })
  return conflict(`Batch ${code} can no longer be changed: ${who}`, { code: 'state' })
}

function requireDay(shop: Shop, day: string): void {
  if (day < nowAt(shop.clock).day) throw wrongField('day', 'This day is over. Choose a day from today on')
}

/** Checks a weight against the limits of a batch. Returns the name of the roast. */
async function checkOfWeights(shop: Shop) {
  const settings = await currentSettings(shop, ROASTING)
  const weigh: Weigh = await weightsOf(shop)
  return async (tx: Tx, roastId: string, grams: number): Promise<string> => {
    const roast = await tx
      .selectFrom('roasts')
      .select(['name', 'smallest_grams as smallest', 'largest_grams as largest'])
      .where('id', '=', roastId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (!roast) throw notFound('Roast')
    const { smallest, largest } = limitsOf(roast, settings)
    if (grams < smallest || grams > largest)
      throw wrongField(
        'greenGrams',
        `A batch of ${roast.name} has ${weigh(smallest)} to ${weigh(largest)} of green coffee. This is ${weigh(grams)}`,
      )
    return roast.name
  }
}
