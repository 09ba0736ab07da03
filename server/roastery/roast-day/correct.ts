/**
 * Corrects what is left at a place of coffee: a lot of green coffee, a batch, a lot or bags. All corrections use this code: on
 * the roast day, and on the page of a green lot.
 */
import { roastDay } from '#shared/roastery/api/roast-day.ts'
import type { Body } from '#shared/platform/api/endpoint.ts'
import type { ChangeLogSubject } from '#shared/platform/api/change-log.ts'
import { counted } from '#shared/kernel/counts.ts'
import { ADJUSTMENT_TEXTS, type AdjustmentReason } from '#shared/roastery/roastery.ts'
import type { Tx } from '#server/kernel/db/schema.ts'
import { conflict, notFound, wrongField } from '#server/kernel/errors.ts'
import { logChange } from '#server/platform/change-log/change-log.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import { runStep, type By, type Done } from './step.ts'
import { weightsOf } from './texts.ts'

/** `change` is in grams; for bags, it is a number of bags. */
type Correction = Body<typeof roastDay.adjust>

/** Writes an amount of a kind of place: as a weight, or as bags. */
type AmountOf = (amount: number) => string

/** Reasons that only take coffee away. */
const TAKING: ReadonlySet<AdjustmentReason> = new Set(['sample', 'bar', 'waste', 'sold'])

/** Corrects a place as `correct` does. Throws 400 for a change that does not fit its reason, and otherwise like `correct`. */
export async function adjust(shop: Shop, by: By, correction: Correction): Promise<Done> {
  requireReason(correction)
  const amountOf = correction.of === 'bags' ? (qty: number) => counted(qty, 'bag') : await weightsOf(shop)
  return runStep(shop, by, roastDay.adjust, async (tx) => {
    const { id, name, left } = await correct(tx, shop, by.user, correction, amountOf)
    return { _id: id, message: `${name}: ${amountOf(left)} left` }
  })
}

function requireReason({ of, change, reason }: Correction): void {
  if (reason === 'arrival' && of !== 'green') throw wrongField('reason', 'Only green coffee arrives')
  if (reason === 'arrival' && change < 0) throw wrongField('change', 'An arrival must be more than 0')
  if (TAKING.has(reason) && change > 0)
    throw wrongField('change', `“${ADJUSTMENT_TEXTS[reason]}” takes coffee away. Enter a negative number`)
}

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
): Promise<{ id: string; name: string; left: number }> {
  const { of, id, change, reason, note, expected } = correction
  const place = await LOCK[of](tx, id)
  if (!place) throw notFound(KINDS[of].name)
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

/** The kinds of places, and the column of `coffee_adjustments` with the id of one. */
const KINDS = {
  green: { name: 'Lot of green coffee', column: 'green_lot_id' },
  batch: { name: 'Batch', column: 'batch_id' },
  lot: { name: 'Lot', column: 'coffee_lot_id' },
  bags: { name: 'Bags', column: 'bags_id' },
} as const

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
  const row = { id: newId(shop.clock), change, reason, note, at: isoNow(shop.clock), actor: user.name }
  await tx
    .insertInto('coffee_adjustments')
    .values({ ...row, [KINDS[of].column]: id })
    .execute()
  return row.id
}

type Place = {
  name: string
  /** The subject of the line in the change log. */
  subject: ChangeLogSubject
  subjectId: string
  /** In grams; for bags, a number of bags. */
  left: number
  /** What it can have at most. */
  most: number
  /** Why nothing can be corrected, as the end of a sentence: 'Batch 261127-03 …'. Null if it can. */
  whyNot: string | null
}

/** Lock the row of a place until the end of the transaction, and return the place. Null if there is no such place. */
const LOCK: Record<Correction['of'], (tx: Tx, id: string) => Promise<Place | null>> = {
  green: async (tx, id) => {
    const row = await tx
      .updateTable('green_lots')
      .set((eb) => ({ grams_left: eb.ref('grams_left') }))
      .where('id', '=', id)
      .returning(['code', 'grams_left as left', 'arrived_on', 'archived_at'])
      .executeTakeFirst()
    // More can arrive.
    const most = Infinity
    return row
      ? { ...row, name: `Lot ${row.code}`, subject: 'green', subjectId: id, most, whyNot: whyNotGreen(row) }
      : null
  },
  batch: async (tx, id) => {
    const row = await tx
      .updateTable('batches')
      .set((eb) => ({ grams_left: eb.ref('grams_left') }))
      .where('id', '=', id)
      .returning(['code', 'grams_left as left', 'roasted_grams'])
      .executeTakeFirst()
    if (!row) return null
    const { code, left, roasted_grams: most } = row
    const whyNot = most === null ? 'is not roasted yet' : null
    return { name: `Batch ${code}`, subject: 'batch', subjectId: id, left, most: most ?? 0, whyNot }
  },
  lot: async (tx, id) => {
    const row = await tx
      .updateTable('coffee_lots')
      .set((eb) => ({ grams_left: eb.ref('grams_left') }))
      .where('id', '=', id)
      .returning(['code', 'grams as most', 'grams_left as left'])
      .executeTakeFirst()
    return row ? { ...row, name: `Lot ${row.code}`, subject: 'coffeeLot', subjectId: id, whyNot: null } : null
  },
  bags: async (tx, id) => {
    const row = await tx
      .updateTable('bags')
      .set((eb) => ({ qty_left: eb.ref('qty_left') }))
      .where('id', '=', id)
      .returning((eb) => [
        'coffee_lot_id as subjectId',
        'qty as most',
        'qty_left as left',
        eb.selectFrom('coffee_lots').select('code').whereRef('id', '=', 'coffee_lot_id').as('code'),
      ])
      .executeTakeFirst()
    return row ? { ...row, name: `Bags of lot ${row.code}`, subject: 'coffeeLot', whyNot: null } : null
  },
}

function whyNotGreen(row: { arrived_on: string | null; archived_at: string | null }): string | null {
  if (row.archived_at !== null) return 'is archived. Restore it first'
  return row.arrived_on === null ? 'has not arrived yet. Enter its arrival under Green coffee' : null
}

/** Sets what is left of a place that is locked. */
async function changeLeft(tx: Tx, kind: Correction['of'], id: string, left: number): Promise<void> {
  if (kind === 'bags') await tx.updateTable('bags').set({ qty_left: left }).where('id', '=', id).execute()
  else await tx.updateTable(TABLES[kind]).set({ grams_left: left }).where('id', '=', id).execute()
}

const TABLES = { green: 'green_lots', batch: 'batches', lot: 'coffee_lots' } as const
