/** Compares a log with its batch, because people choose the wrong file. */
import { dayOf, formatDate } from '#shared/kernel/dates.ts'
import { roastTime } from '#shared/roastery/roast-curve.ts'
import { bothWeights } from '#shared/kernel/weights.ts'
import type { Batches } from '#server/kernel/db/tables/roastery.ts'
import type { RoastLog } from './artisan.ts'

/** Hundredths by which two weights of the same coffee may differ, because a scale or a person rounds. */
const WEIGHT_TOLERANCE = 5
/** Seconds by which two durations of the same roast may differ, because a person stops the time later. */
const TIME_TOLERANCE = 60

type Roasted = Pick<
  Batches,
  'roasts_on' | 'weighed_at' | 'roasted_at' | 'green_grams' | 'roasted_grams' | 'roast_seconds'
>

/**
 * What differs between a log and its batch, as sentences: the day, the weights and the duration. What the log or the batch
 * does not say is not compared.
 */
export function differencesOf(log: Omit<RoastLog, 'curve'>, batch: Roasted): string[] {
  return [
    ...differentDay(log.day, batch),
    ...differentWeight('green coffee', log.greenGrams, batch.green_grams),
    ...differentWeight('roasted coffee', log.roastedGrams, batch.roasted_grams),
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

function differentWeight(what: string, inLog: number | null, inBatch: number | null): string[] {
  if (inLog === null || inBatch === null) return []
  if (Math.abs(inLog - inBatch) * 100 <= WEIGHT_TOLERANCE * inBatch) return []
  return [`The log has ${bothWeights(inLog, 'kg')} of ${what}, the batch ${bothWeights(inBatch, 'kg')}`]
}

function differentDuration(inLog: number | null, inBatch: number | null): string[] {
  if (inLog === null || inBatch === null || Math.abs(inLog - inBatch) <= TIME_TOLERANCE) return []
  return [`The roast took ${roastTime(inLog)} minutes in the log, ${roastTime(inBatch)} in the batch`]
}
