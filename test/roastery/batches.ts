/** Batches, curves and cuppings for tests. */
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'
import { greenLot, roastOf, take, type Roastery } from './green.ts'
import { insert } from '../table-rows.ts'

let made = 0

/** Also different from those of other processes that use the same database. */
const codeOn = (day: string) => `${day.slice(2).replaceAll('-', '')}-T${++made}-${process.pid}`

/** A planned batch. Returns its id. */
export async function plannedBatch(
  { db, clock }: Roastery,
  { roast, day, grams = 12_000 }: { roast: string; day: string; grams?: number },
): Promise<string> {
  const id = newId(clock)
  const now = isoNow(clock)
  const row = { id, code: codeOn(day), roast_id: roast, roasts_on: day, position: made, green_grams: grams }
  await insert(db, 'batches', { ...row, state: 'planned', created_at: now, updated_at: now })
  return id
}

type NewBatch = {
  /** A new one of the first lot if left out. */
  roast?: string
  /** What is weighed in; 10 kg of a new lot if left out. */
  greens?: readonly { lot: string; grams: number }[]
  state?: 'weighed' | 'roasted'
  /** Without it, 15% of the green coffee is lost. */
  roastedGrams?: number
  /** The roast day; that of `at` if left out. */
  on?: string
  /** When it was weighed and roasted, in ISO 8601. If left out, on the given roast day, or now. */
  at?: string
}

/** A batch whose green coffee was taken from its lots, and which is roasted if no state is given. */
export async function batchOf(
  shop: Roastery,
  options: NewBatch = {},
): Promise<{ id: string; code: string; grams: number }> {
  const { db, clock } = shop
  const { state = 'roasted' } = options
  const on = options.on ?? options.at?.slice(0, 10) ?? nowAt(clock).day
  const at = options.at ?? (options.on ? `${on}T15:00:00.000Z` : isoNow(clock))
  const greens = options.greens ?? [{ lot: await greenLot(shop), grams: 10_000 }]
  const roast = options.roast ?? (await roastOf(shop, [{ lot: greens[0]!.lot, percent: 100 }]))
  const green = greens.reduce((sum, { grams }) => sum + grams, 0)
  const grams = state === 'roasted' ? (options.roastedGrams ?? Math.floor((green * 85) / 100)) : 0
  const row = { id: newId(clock), code: codeOn(on), roast_id: roast, roasts_on: on, position: made, state }
  const weighed = { green_grams: green, weighed_at: at, weighed_by: 'Ben Roaster' }
  const roasted = { roasted_grams: grams, roast_seconds: 640, roasted_at: at, roasted_by: 'Ben Roaster' }
  await insert(db, 'batches', {
    ...row,
    ...weighed,
    ...(state === 'roasted' ? roasted : {}),
    grams_left: grams,
    created_at: at,
    updated_at: at,
  })
  const parts = greens.map((part) => ({ batch_id: row.id, green_lot_id: part.lot, grams: part.grams }))
  await insert(db, 'batch_greens', parts)
  for (const part of greens) await take(shop, 'green_lots', part.lot, part.grams)
  return { id: row.id, code: row.code, grams }
}

/** A roasted batch with a curve. Returns its id. */
export async function batchWithCurve(shop: Roastery): Promise<string> {
  const { id } = await batchOf(shop)
  const curve = {
    title: 'Test roast',
    machine: 'Test machine',
    seconds: [0, 60, 120],
    bean: [190, 95, 120],
    environment: [200, 170, 180],
    events: [{ kind: 'charge', seconds: 0, bean: 190 }],
  }
  const attached = { attached_at: isoNow(shop.clock), attached_by: 'Olive Owner' }
  await insert(shop.db, 'roast_curves', {
    batch_id: id,
    file_name: 'roast.alog',
    curve: JSON.stringify(curve),
    ...attached,
  })
  return id
}

/** A cupping of a roasted batch. Returns its id. */
export async function cuppingOf(shop: Roastery): Promise<string> {
  const { id: batch } = await batchOf(shop)
  const id = newId(shop.clock)
  const now = isoNow(shop.clock)
  const scores = { aroma: 7, acidity: 7, sweetness: 7, body: 7, finish: 7, overall: 7 }
  const head = {
    id,
    batch_id: batch,
    form: 'short',
    cupped_on: nowAt(shop.clock).day,
    cupper: 'Olive',
  } as const
  await insert(shop.db, 'cuppings', {
    ...head,
    scores: JSON.stringify(scores),
    created_at: now,
    updated_at: now,
  })
  return id
}
