/** Corrections of stock by hand, each with a reason: samples, spills, counts. */
import { roastDay } from '#shared/api/roast-day.ts'
import type { Body } from '#shared/api/endpoint.ts'
import { ADJUSTMENT_TEXTS, type AdjustmentReason } from '#shared/roastery.ts'
import { counted } from '#shared/counts.ts'
import type { Tx } from '../db/schema.ts'
import { conflict, notFound } from '../errors.ts'
import { writeRecord } from '../record/record.ts'
import type { Shop } from '../shop.ts'
import { isoNow, newId } from '../time/clock.ts'
import { correctRow, findPlace, type Place } from './places.ts'
import { weightsOf, wrongField } from './say.ts'
import { runStep, type By, type Done } from './step.ts'

type Correction = Body<typeof roastDay.adjust>

/** Reasons that only take coffee away. */
const TAKING: ReadonlySet<AdjustmentReason> = new Set(['sample', 'bar', 'waste', 'sold'])

/**
 * Changes what is left of a lot of green coffee, a batch, a lot or bags, by grams or by bags. Never below 0, and never above
 * what the place got. Throws 400 for a change that does not fit its reason, 404, and 409 if there is too little or
 * too much, or if what is left is no longer `expected`.
 */
export async function adjust(shop: Shop, by: By, correction: Correction): Promise<Done> {
  requireReason(correction)
  const weigh = await weightsOf(shop)
  const amount = correction.of === 'bags' ? (qty: number) => counted(qty, 'bag') : weigh
  return runStep(shop, by, roastDay.adjust, correction, async (tx) => {
    const { of, id, change, reason, note, expected } = correction
    const place = await findPlace(tx, of, id)
    if (!place) throw notFound(NAMES[of])
    if (expected !== undefined && expected !== place.left)
      throw conflict(`${place.name} now has ${amount(place.left)} left. Count again`, { code: 'left' })
    requireRange(place, change, amount)
    if (!(await correctRow(tx, of, id, { from: place.left, change })))
      throw conflict(`${place.name} was changed meanwhile. Try again`, { code: 'left' })
    const adjustmentId = await insert(tx, shop, by, correction)
    const signed = `${change < 0 ? '−' : '+'}${amount(Math.abs(change))}`
    await writeRecord(tx, shop, by.user, {
      subject: place.subject,
      id: place.subjectId,
      name: place.name,
      action: `${ADJUSTMENT_TEXTS[reason]}: ${signed}${note ? `. ${note}` : ''}`,
    })
    return { _id: adjustmentId, message: `${place.name}: ${amount(place.left + change)} left` }
  })
}

const NAMES: Record<Correction['of'], string> = {
  green: 'Lot of green coffee',
  batch: 'Batch',
  lot: 'Lot',
  bags: 'Bags',
}

function requireReason({ of, change, reason }: Correction): void {
  if (reason === 'arrival' && of !== 'green') throw wrongField('reason', 'Only green coffee arrives')
  if (reason === 'arrival' && change < 0) throw wrongField('change', 'An arrival must be more than 0')
  if (TAKING.has(reason) && change > 0)
    throw wrongField('change', `“${ADJUSTMENT_TEXTS[reason]}” takes coffee away. Enter a negative number`)
}

function requireRange(place: Place, change: number, amount: (value: number) => string): void {
  if (!place.isThere) throw conflict(`${place.name} ${place.whyNot}`, { code: 'state' })
  const after = place.left + change
  if (after < 0)
    throw conflict(`${place.name} has ${amount(place.left)} left. ${amount(-change)} is more than that`, {
      code: 'left',
    })
  if (after > place.most)
    throw conflict(
      `${place.name} would have ${amount(after)}. It never had more than ${amount(place.most)}`,
      { code: 'most' },
    )
}

async function insert(
  tx: Tx,
  shop: Shop,
  by: By,
  { of, id, change, reason, note }: Correction,
): Promise<string> {
  const adjustmentId = newId(shop.clock)
  await tx
    .insertInto('coffee_adjustments')
    .values({
      id: adjustmentId,
      green_lot_id: of === 'green' ? id : null,
      batch_id: of === 'batch' ? id : null,
      coffee_lot_id: of === 'lot' ? id : null,
      bags_id: of === 'bags' ? id : null,
      change,
      reason,
      note,
      at: isoNow(shop.clock),
      actor: by.user.name,
    })
    .execute()
  return adjustmentId
}
