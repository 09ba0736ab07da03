/** Kills the shop within or after a step of a roast day. The step must count once when the tablet sends it again. */
import { randomUUID } from 'node:crypto'
import { systemClock } from '#server/kernel/time/clock.ts'
import type { CrashPoint } from '#server/kernel/crash-points.ts'
import { plannedBatch } from '../../roastery/batches.ts'
import { greenLot, roastOf } from '../../roastery/green.ts'
import { imbalances } from '../../roastery-balance.ts'
import { ownerAt } from '../buying.ts'
import { withDatabase, withOpenDatabase } from '../consistency.ts'
import { crashing, expectNoResponse, withSite, type Site } from '../crash.ts'
import type { Place } from '../running-shop.ts'
import { rowOf } from '../../table-rows.ts'

const GREEN = 60_000
const BATCH = 12_000

export async function crashDuringRoastStep(site: Site, point: CrashPoint): Promise<string[]> {
  const { place } = site
  const { lot, batch } = await withOpenDatabase(place, async (db) => {
    const at = { db, clock: systemClock }
    const green = await greenLot(at, { bought_grams: GREEN })
    const roast = await roastOf(at, [{ lot: green, percent: 100 }])
    return { lot: green, batch: await plannedBatch(at, { roast, day: '2027-01-04' }) }
  })
  const path = `/api/roastery/batches/${batch}/weigh`
  const body = { greens: [{ lotId: lot, grams: BATCH }] }
  const headers = { 'idempotency-key': randomUUID() }
  await crashing(site, point, async (shop) => {
    const owner = await ownerAt(shop.origin)
    await owner.post(path, body, headers).catch(expectNoResponse)
  })
  const state = await stateOf(place, batch)
  const expected = point === 'within-roast-step' ? 'planned' : 'weighed'
  const wrong = state === expected ? [] : [`The batch is ${state}, not ${expected}, after the crash`]
  await withSite(site, async (shop) => {
    const owner = await ownerAt(shop.origin)
    const again = await owner.post(path, body, headers)
    if (again.status !== 200) wrong.push(`The repeated step got ${again.status} ${again.text}`)
    const other = await owner.post(path, body, { 'idempotency-key': randomUUID() })
    if (other.status !== 409) wrong.push(`Another weighing got ${other.status} ${other.text}`)
  })
  return withOpenDatabase(place, async (db) => {
    const row = await rowOf(db, 'green_lots', lot)
    if (row.grams_left !== GREEN - BATCH) wrong.push(`${row.grams_left} g of green coffee are left`)
    return [...wrong, ...(await imbalances(db))].map((line) => `${point}: ${line}`)
  })
}

function stateOf(place: Place, batch: string): Promise<string> {
  return withDatabase(place, async (db) => {
    const { state } = await rowOf(db, 'batches', batch)
    return state
  })
}
