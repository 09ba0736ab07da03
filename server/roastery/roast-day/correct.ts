/**
 * Corrects what is left at a place of coffee. All corrections use this code: on the roast day, and on the page of a
 * green lot.
 */
import type { roastDay } from '#shared/roastery/api/roast-day.ts'
import type { Body } from '#shared/platform/api/endpoint.ts'
import { counted } from '#shared/kernel/counts.ts'
import { ADJUSTMENT_TEXTS } from '#shared/roastery/roastery.ts'
import type { Tx } from '#server/kernel/db/schema.ts'
import { conflict, notFound } from '#server/kernel/errors.ts'
import { logChange } from '#server/platform/change-log/change-log.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import { changeLeft, lockPlace, type Place } from './places.ts'
import { weightsOf } from './texts.ts'

/** `change` is in grams; for bags, it is a number of bags. */
export type Correction = Body<typeof roastDay.adjust>

type AmountOf = (amount: number) => string

/** How the amounts of a kind of place are written: as weights, or as bags. */
export async function amountsOf(shop: Shop, kind: Correction['of']): Promise<AmountOf> {
  return kind === 'bags' ? (qty) => counted(qty, 'bag') : weightsOf(shop)
}

/** The correction, the name of its place, and what is left there. */
type Corrected = { id: string; name: string; left: number }

/**
 * Changes what is left of a lot of green coffee, a batch, a lot or bags, with its row and its line in the change log. Never
 * below 0, and never above what the place received; more green coffee can arrive. Throws 404, and 409 if there is too
 * little or too much, if what is left is no longer `expected`, or if the place has no coffee: a lot that has not
 * arrived or is archived, a batch that is not roasted.
 */
export async function correct(
  tx: Tx,
  shop: Pick<Shop, 'clock'>,
  user: SignedIn,
  correction: Correction,
  amountOf: AmountOf,
): Promise<Corrected> {
  const { of, id, change, reason, note, expected } = correction
  const place = await lockPlace(tx, of, id)
  if (!place) throw notFound(NAMES[of])
  if (expected !== undefined && expected !== place.left)
    throw conflict(`${place.name} now has ${amountOf(place.left)} left. Count again`, { code: 'left' })
  requireRange(place, change, amountOf)
  const left = place.left + change
  await changeLeft(tx, of, id, left)
  const correctionId = await insert(tx, shop, user, correction)
  const signed = `${change < 0 ? '−' : '+'}${amountOf(Math.abs(change))}`
  await logChange(tx, shop, user, {
    subject: place.subject,
    id: place.subjectId,
    name: place.name,
    action: `${ADJUSTMENT_TEXTS[reason]}: ${signed}${note ? `. ${note}` : ''}`,
    changes: [{ field: 'Left', before: amountOf(place.left), after: amountOf(left) }],
  })
  return { id: correctionId, name: place.name, left }
}

const NAMES: Record<Correction['of'], string> = {
  green: 'Lot of green coffee',
  batch: 'Batch',
  lot: 'Lot',
  bags: 'Bags',
}

function requireRange(place: Place, change: number, amountOf: AmountOf): void {
  if (place.whyNot !== null) throw conflict(`${place.name} ${place.whyNot}`, { code: 'state' })
  const after = place.left + change
  if (after < 0)
    throw conflict(`${place.name} has ${amountOf(place.left)} left. ${amountOf(-change)} is more than that`, {
      code: 'left',
    })
  if (after > place.most)
    throw conflict(
      `${place.name} would have ${amountOf(after)}. It never had more than ${amountOf(place.most)}`,
      { code: 'most' },
    )
}

async function insert(
  tx: Tx,
  shop: Pick<Shop, 'clock'>,
  user: SignedIn,
  { of, id, change, reason, note }: Correction,
): Promise<string> {
  const row = {
    id: newId(shop.clock),
    green_lot_id: of === 'green' ? id : null,
    batch_id: of === 'batch' ? id : null,
    coffee_lot_id: of === 'lot' ? id : null,
    bags_id: of === 'bags' ? id : null,
    change,
    reason,
    note,
    at: isoNow(shop.clock),
    actor: user.name,
  }
  await tx.insertInto('coffee_adjustments').values(row).execute()
  return row.id
}
