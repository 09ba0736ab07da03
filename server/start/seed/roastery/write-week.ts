/** Writes the batches, lots, bags, curves and cuppings of the demo's roast week. */
import { type Clock, newId } from '#server/kernel/time/clock.ts'
import { utcOf, nowAt } from '#server/kernel/time/shop-days.ts'
import type { Tx } from '#server/kernel/db/schema.ts'
import { scaTotal, type ScaSheet } from '#shared/roastery/resources/cupping.ts'
import { eventIn } from '#shared/roastery/roast-curve.ts'
import { addDays } from '#shared/kernel/days.ts'
import type { Goods } from '../history/rows.ts'
import { ROASTS } from './green.ts'
import { inventCurve } from './invent-curve.ts'
import { CUPPINGS, WEEK } from './week.ts'

type Setting = {
  goods: readonly Goods[]
  /** Ids by code and by key. */
  greens: ReadonlyMap<string, string>
  roasts: ReadonlyMap<string, string>
  by: string
}

type Made = ReturnType<typeof batchesOf>[number]

/** Returns the ids of the batches and lots. */
export async function writeWeek(
  tx: Tx,
  clock: Clock,
  setting: Setting,
): Promise<{ batches: string[]; coffee_lots: string[] }> {
  const batches = batchesOf(clock, setting)
  const lots = lotsOf(clock, setting, batches)
  for (const { parts } of lots) for (const { batch, grams } of parts) batch.row.grams_left -= grams
  for (const { row, sold } of batches) row.grams_left -= sold
  await tx
    .insertInto('batches')
    .values(batches.map(({ row }) => row))
    .execute()
  await tx
    .insertInto('batch_greens')
    .values(batches.flatMap(({ greens }) => greens))
    .execute()
  for (const { green_lot_id: lot, grams } of batches.flatMap(({ greens }) => greens))
    await tx
      .updateTable('green_lots')
      .set((eb) => ({ grams_left: eb('grams_left', '-', grams) }))
      .where('id', '=', lot)
      .execute()
  await writeSold(tx, clock, setting.by, batches)
  await writeCurves(tx, setting.by, batches)
  await writeLots(tx, lots)
  await writeCuppings(tx, clock, setting.by, batches)
  return { batches: batches.map(({ row }) => row.id), coffee_lots: lots.map(({ row }) => row.id) }
}

/** The first batch of a day begins at 8:10, and one is roasted every 25 minutes. */
const timeOf = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
const FIRST = 8 * 60 + 10
const EVERY = 25

const codeOf = (day: string) => day.slice(2).replaceAll('-', '')

function batchesOf(clock: Clock, { greens, roasts, by }: Setting) {
  const today = nowAt(clock).day
  return WEEK.flatMap(({ daysAgo, batches }, week) =>
    batches.map((batch, position) => {
      const day = addDays(today, -daysAgo)
      const roast = ROASTS.find(({ key }) => key === batch.roast)!
      const greenGrams = batch.greenKg * 1000
      const roastedGrams = Math.round((greenGrams * (1000 - roast.loss - batch.lossOff)) / 1000)
      const number = position + 1
      const curve = inventCurve(week * 100 + number, {
        title: roast.name,
        drop: roast.drop,
        length: roast.seconds,
      })
      const start = FIRST + position * EVERY
      const weighedAt = utcOf({ day, time: timeOf(start) })
      const roastedAt = utcOf({ day, time: timeOf(start + 15) })
      const id = newId(clock)
      return {
        hasCurve: batch.hasCurve,
        sold: batch.sold ?? 0,
        curve,
        day,
        greens: roast.greens.map(({ code, percent }) => ({
          batch_id: id,
          green_lot_id: greens.get(code)!,
          grams: Math.round((greenGrams * percent) / 100),
        })),
        row: {
          id,
          code: `${codeOf(day)}-${String(number).padStart(2, '0')}`,
          roast_id: roasts.get(batch.roast)!,
          roasts_on: day,
          position,
          state: 'roasted' as const,
          green_grams: greenGrams,
          roasted_grams: roastedGrams,
          grams_left: roastedGrams,
          profile: roast.profile,
          roast_seconds: eventIn(curve.events, 'drop')!.seconds,
          notes: batch.notes ?? '',
          weighed_at: weighedAt,
          weighed_by: by,
          roasted_at: roastedAt,
          roasted_by: by,
          created_at: weighedAt,
          updated_at: roastedAt,
        },
      }
    }),
  )
}

function lotsOf(clock: Clock, { goods, by }: Setting, batches: readonly Made[]) {
  const today = nowAt(clock).day
  return WEEK.flatMap(({ daysAgo, lots }) =>
    lots.map(({ no, from, bags }, index) => {
      const day = addDays(today, -daysAgo)
      const { product, sizes } = goods[no - 1]!
      const parts = from.map(([place, grams]) => ({ batch: batches[place]!, grams }))
      const id = newId(clock)
      const grams = parts.reduce((sum, part) => sum + part.grams, 0)
      const made = {
        made_on: day,
        made_at: utcOf({ day, time: timeOf(12 * 60 + index * 20) }),
        made_by: by,
      }
      const packaged = bags.map((each) => ({
        id: newId(clock),
        coffee_lot_id: id,
        product_id: product.id,
        size_id: sizes.find((size) => size.grams === each.grams)!.id,
        ...each,
        qty_left: each.qty,
        ...made,
      }))
      return {
        parts,
        bags: packaged,
        row: {
          id,
          code: `${codeOf(day)}-${String.fromCodePoint(65 + index)}`,
          product_id: product.id,
          roasted_on: parts.map(({ batch }) => batch.day).toSorted()[0]!,
          grams,
          grams_left: grams - bags.reduce((sum, each) => sum + each.grams * each.qty, 0),
          ...made,
        },
      }
    }),
  )
}

async function writeLots(tx: Tx, lots: ReturnType<typeof lotsOf>): Promise<void> {
  await tx
    .insertInto('coffee_lots')
    .values(lots.map(({ row }) => row))
    .execute()
  await tx
    .insertInto('coffee_lot_batches')
    .values(
      lots.flatMap(({ row, parts }) =>
        parts.map(({ batch, grams }) => ({ coffee_lot_id: row.id, batch_id: batch.row.id, grams })),
      ),
    )
    .execute()
  await tx
    .insertInto('bags')
    .values(lots.flatMap(({ bags }) => bags))
    .execute()
}

async function writeSold(tx: Tx, clock: Clock, by: string, batches: readonly Made[]): Promise<void> {
  const rows = batches
    .filter(({ sold }) => sold > 0)
    .map(({ row, day, sold }) => ({
      id: newId(clock),
      green_lot_id: null,
      batch_id: row.id,
      coffee_lot_id: null,
      bags_id: null,
      change: -sold,
      reason: 'sold' as const,
      note: 'Loose, for the café next door',
      at: utcOf({ day, time: '16:00' }),
      actor: by,
    }))
  await tx.insertInto('coffee_adjustments').values(rows).execute()
}

async function writeCurves(tx: Tx, by: string, batches: readonly Made[]): Promise<void> {
  const rows = batches
    .filter(({ hasCurve }) => hasCurve)
    .map(({ row, curve }) => ({
      batch_id: row.id,
      file_name: `${row.code}.alog`,
      curve: JSON.stringify(curve),
      attached_at: row.roasted_at,
      attached_by: by,
    }))
  await tx.insertInto('roast_curves').values(rows).execute()
}

async function writeCuppings(tx: Tx, clock: Clock, by: string, batches: readonly Made[]): Promise<void> {
  const rows = CUPPINGS.map(({ batch: place, daysLater, form, scores, notes }) => {
    const { row, day } = batches[place]!
    const on = addDays(day, daysLater)
    const at = utcOf({ day: on, time: '15:00' })
    return {
      id: newId(clock),
      batch_id: row.id,
      form,
      cupped_on: on,
      cupper: by,
      scores: JSON.stringify(scores),
      total_hundredths: form === 'sca' ? totalOf(scores) : null,
      notes,
      created_at: at,
      updated_at: at,
    }
  })
  await tx.insertInto('cuppings').values(rows).execute()
}

/** In hundredths of a point. The scores have the names of columns. */
function totalOf(scores: Record<string, number>): number {
  const sheet: Record<string, number> = {
    ...scores,
    scaAcidity: scores['sca_acidity']!,
    scaBody: scores['sca_body']!,
    scaOverall: scores['sca_overall']!,
    uniformCups: scores['uniform_cups']!,
    cleanCups: scores['clean_cups']!,
    sweetCups: scores['sweet_cups']!,
    taintCups: scores['taint_cups']!,
    faultCups: scores['fault_cups']!,
  }
  return Math.round(scaTotal(sheet as ScaSheet)! * 100)
}
