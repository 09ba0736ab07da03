/** Plans a day automatically: replaces its automatic batches by the best ones. */
import { counted } from '#shared/kernel/counts.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import type { RoastPlan } from '#shared/roastery/api/roast-plan.ts'
import type { Tx } from '#server/kernel/db/schema.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { conflict } from '#server/kernel/errors.ts'
import { logChange } from '#server/platform/change-log/change-log.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { isOpenDay } from './days.ts'
import { draftOf, isReplaceable, type Draft } from './draft.ts'
import { insertBatches, newCodes } from './new-batches.ts'
import { planOf } from './plan.ts'
import { readSituation, type Situation } from './balance.ts'
import type { OpenBatch } from './stock.ts'

/** How often the plan is computed if others change the batches of the day at the same time. */
const ATTEMPTS = 5

/**
 * Batches stay if a person added or changed them, if work on them has begun, or if the new plan has the same ones. Throws
 * 409 for a day that is over or without roasting, and if others keep changing the day.
 */
export async function planAutomatically(shop: Shop, user: SignedIn, day: string): Promise<RoastPlan> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const situation = await readSituation(shop, day)
    requireOpen(situation)
    const isReplaced = await replace(shop, user, situation, await draftOf(shop, situation))
    if (isReplaced) return planOf(shop, day, situation.demand)
  }
  throw conflict('Others are changing this plan at the same time. Try again in a moment')
}

function requireOpen({ day, days }: Situation): void {
  if (day < days.today) throw conflict('This day is over. Plan a day from today on')
  if (!isOpenDay(days, day))
    throw conflict(
      `${formatDate(day, 'weekday')} is not a roast day. Set a capacity for this day to roast on it`,
    )
}

/** Returns false, and changes nothing, if the batches of the day have changed since the situation was read. */
function replace(shop: Shop, user: SignedIn, { day, stock }: Situation, draft: Draft): Promise<boolean> {
  const seen = stock.batches.filter((batch) => batch.day === day)
  const { kept, removed, added } = changesOf(seen.filter(isReplaceable), draft)
  return transact(shop.db, async (tx) => {
    const codes = await newCodes(tx, day, added.length)
    if (!(await areSame(tx, day, seen))) return false
    if (removed.length > 0)
      await tx
        .deleteFrom('batches')
        .where(
          'id',
          'in',
          removed.map(({ id }) => id),
        )
        .execute()
    await insertBatches(tx, shop, { day, codes, position: seen.length, isByHand: 0, batches: added })
    if (removed.length + added.length > 0)
      await logChange(tx, shop, user, {
        subject: 'roastDay',
        id: day,
        name: day,
        action: `Planned automatically: ${counted(added.length, 'new batch', 'new batches')}, ${counted(removed.length, 'batch', 'batches')} removed, ${kept} kept`,
      })
    return true
  })
}

/** Compares the batches of the day with those of the situation. Locks them, so that none is weighed before the commit. */
async function areSame(tx: Tx, day: string, seen: readonly OpenBatch[]): Promise<boolean> {
  const rows = await tx
    .updateTable('batches')
    .set((eb) => ({ version: eb.ref('version') }))
    .where('roasts_on', '=', day)
    .returning(['id', 'state', 'green_grams', 'is_by_hand'])
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return (
    rows.length === seen.length &&
    seen.every(({ id, state, green, isByHand }) => {
      const row = byId.get(id)
      return row?.state === state && row.green_grams === green && (row.is_by_hand === 1) === isByHand
    })
  )
}

/** Batches of the draft that the day already has are kept with their codes. */
function changesOf(old: readonly OpenBatch[], { batches }: Draft) {
  const removed = [...old]
  const added = batches.filter(({ roast, green }) => {
    const same = removed.findIndex((batch) => batch.roast === roast && batch.green === green)
    if (same !== -1) removed.splice(same, 1)
    return same === -1
  })
  return { kept: old.length - removed.length, removed, added }
}
