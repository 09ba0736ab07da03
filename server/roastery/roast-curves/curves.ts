/** Roast curves of batches: attaches a curve from a log file, reads it and removes it. */
import type { Query } from '#shared/platform/api/endpoint.ts'
import type { AttachedCurve, roastCurves } from '#shared/roastery/api/batches.ts'
import { type RoastCurve, roastTime } from '#shared/roastery/roast-curve.ts'
import { requireBatch } from '../batches/batches.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { conflict, notFound } from '#server/kernel/errors.ts'
import type { ReceivedFile } from '#server/platform/http/receive-files.ts'
import { logChange } from '#server/platform/change-log/change-log.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { isoNow } from '#server/kernel/time/clock.ts'
import { readLogFile } from './read-log.ts'
import { dayOf, formatDate } from '#shared/kernel/dates.ts'
import { weightsOf, type Weigh } from '../roast-day/texts.ts'
import type { Batches } from '#server/kernel/db/tables/roastery.ts'
import type { RoastLog } from './artisan.ts'

/**
 * Stores the roast curve from a log file, and replaces an earlier curve. Throws 404. Throws 400 if the file is not a roast
 * log. Throws 409 if the batch was not weighed yet, because such a batch cannot have been roasted. Throws 409 with the
 * `differences` if the log seems to be of another roast, unless it is attached `anyway`.
 */
export async function attachCurve(
  shop: Shop,
  actor: SignedIn,
  id: string,
  [file]: readonly ReceivedFile[],
  { anyway }: Query<typeof roastCurves.attach>,
): Promise<AttachedCurve> {
  const batch = await requireBatch(shop.db, id)
  if (batch.state === 'planned')
    throw conflict(`Batch ${batch.code} was not weighed yet. Attach the log after the roast`)
  const { curve, ...log } = await readLogFile(file!.path)
  const differences = anyway ? [] : differencesOf(log, batch, await weightsOf(shop))
  if (differences.length > 0)
    throw conflict(`This log may be of another roast. ${differences.join('. ')}`, { differences })
  const columns = {
    file_name: file!.name || 'roast.alog',
    curve: JSON.stringify(curve),
    attached_at: isoNow(shop.clock),
    attached_by: actor.name,
  }
  await transact(shop.db, async (tx) => {
    // The batch may have been removed from the plan in the meantime.
    const { code } = await requireBatch(tx, id)
    await tx
      .insertInto('roast_curves')
      .values({ batch_id: id, ...columns })
      .onConflict((found) => found.column('batch_id').doUpdateSet(columns))
      .execute()
    const changes = [{ field: 'File', before: '', after: columns.file_name }]
    const action = 'Attached a curve'
    await logChange(tx, shop, actor, { subject: 'batch', id, name: code, action, changes })
  })
  return getCurve(shop, id)
}

type Stored = Omit<RoastCurve, 'notes' | 'remarks'>

/** The curve of a batch. Throws 404 if there is none. */
export async function getCurve({ db }: Pick<Shop, 'db'>, id: string): Promise<AttachedCurve> {
  const row = await db
    .selectFrom('roast_curves')
    .innerJoin('batches', 'batches.id', 'roast_curves.batch_id')
    .where('batch_id', '=', id)
    .select(['code', 'file_name', 'attached_at', 'attached_by', 'curve'])
    .executeTakeFirst()
  if (!row) throw notFound('Curve')
  return {
    batch: { _id: id, code: row.code },
    fileName: row.file_name,
    attachedAt: row.attached_at,
    attachedBy: row.attached_by,
    // Curves that were attached before these two existed do not have them.
    curve: { notes: '', remarks: [], ...(JSON.parse(row.curve) as Stored) },
  }
}

/** Removes the curve of a batch. Throws 404 if there is none. */
export async function removeCurve(shop: Shop, actor: SignedIn, id: string): Promise<{ message: string }> {
  await transact(shop.db, async (tx) => {
    const { code } = await requireBatch(tx, id)
    const removed = await tx
      .deleteFrom('roast_curves')
      .where('batch_id', '=', id)
      .returning('file_name')
      .executeTakeFirst()
    if (!removed) throw notFound('Curve')
    const changes = [{ field: 'File', before: removed.file_name, after: '' }]
    const action = 'Removed the curve'
    await logChange(tx, shop, actor, { subject: 'batch', id, name: code, action, changes })
  })
  return { message: 'The curve is removed' }
}

/** Hundredths by which two weights of the same coffee may differ, because a scale or a person rounds. */
const WEIGHT_TOLERANCE = 5
/** Seconds by which two durations of the same roast may differ, because a person stops the time later. */
const TIME_TOLERANCE = 60

type Roasted = Pick<
  Batches,
  'roasts_on' | 'weighed_at' | 'roasted_at' | 'green_grams' | 'roasted_grams' | 'roast_seconds'
>

/**
 * What differs between a log and its batch, as sentences: the day, the weights and the duration. People choose the wrong file.
 * What the log or the batch does not say is not compared.
 */
function differencesOf(log: Omit<RoastLog, 'curve'>, batch: Roasted, weigh: Weigh): string[] {
  return [
    ...differentDay(log.day, batch),
    ...differentWeight('green coffee', log.greenGrams, batch.green_grams, weigh),
    ...differentWeight('roasted coffee', log.roastedGrams, batch.roasted_grams, weigh),
    ...differentDuration(log.seconds, batch.roast_seconds),
  ]
}

/** A roast may end after midnight, and a batch that is not weighed out yet has only its planned day. */
function differentDay(day: string | null, { roasts_on, weighed_at, roasted_at }: Roasted): string[] {
  const moments = [weighed_at, roasted_at].filter((moment) => moment !== null)
  const days = moments.map((moment) => dayOf(new Date(moment)))
  if (day === null || days.includes(day) || (roasted_at === null && day === roasts_on)) return []
  const roasted = days.at(-1) ?? roasts_on
  return [`The log is of ${formatDate(day, 'shortDay')}, the batch of ${formatDate(roasted, 'shortDay')}`]
}

function differentWeight(what: string, inLog: number | null, inBatch: number | null, weigh: Weigh): string[] {
  if (inLog === null || inBatch === null) return []
  if (Math.abs(inLog - inBatch) * 100 <= WEIGHT_TOLERANCE * inBatch) return []
  return [`The log has ${weigh(inLog)} of ${what}, the batch ${weigh(inBatch)}`]
}

function differentDuration(inLog: number | null, inBatch: number | null): string[] {
  if (inLog === null || inBatch === null || Math.abs(inLog - inBatch) <= TIME_TOLERANCE) return []
  return [`The roast took ${roastTime(inLog)} minutes in the log, ${roastTime(inBatch)} in the batch`]
}
