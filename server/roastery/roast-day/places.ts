/** The places of coffee whose stock can be corrected: lots of green coffee, batches, lots and bags. */
import type { roastDay } from '#shared/roastery/api/roast-day.ts'
import type { Body } from '#shared/platform/api/endpoint.ts'
import type { ChangeLogSubject } from '#shared/platform/api/change-log.ts'
import type { Tx } from '#server/kernel/db/schema.ts'

type Kind = Body<typeof roastDay.adjust>['of']

export type Place = {
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

/** Locks the row of a place until the end of the transaction, and returns the place. Null if there is no such place. */
export function lockPlace(tx: Tx, kind: Kind, id: string): Promise<Place | null> {
  return LOCK[kind](tx, id)
}

/** Sets what is left of a place that is locked. */
export async function changeLeft(tx: Tx, kind: Kind, id: string, left: number): Promise<void> {
  if (kind === 'bags') await tx.updateTable('bags').set({ qty_left: left }).where('id', '=', id).execute()
  else await tx.updateTable(TABLES[kind]).set({ grams_left: left }).where('id', '=', id).execute()
}

const TABLES = { green: 'green_lots', batch: 'batches', lot: 'coffee_lots' } as const

const LOCK: Record<Kind, (tx: Tx, id: string) => Promise<Place | null>> = {
  green: async (tx, id) => {
    const row = await tx
      .updateTable('green_lots')
      .set((eb) => ({ grams_left: eb.ref('grams_left') }))
      .where('id', '=', id)
      .returning(['code', 'grams_left', 'arrived_on', 'archived_at'])
      .executeTakeFirst()
    if (!row) return null
    return {
      name: `Lot ${row.code}`,
      subject: 'green',
      subjectId: id,
      left: row.grams_left,
      // More can arrive.
      most: Infinity,
      whyNot: whyNotGreen(row),
    }
  },
  batch: async (tx, id) => {
    const row = await tx
      .updateTable('batches')
      .set((eb) => ({ grams_left: eb.ref('grams_left') }))
      .where('id', '=', id)
      .returning(['code', 'grams_left', 'roasted_grams'])
      .executeTakeFirst()
    if (!row) return null
    return {
      name: `Batch ${row.code}`,
      subject: 'batch',
      subjectId: id,
      left: row.grams_left,
      most: row.roasted_grams ?? 0,
      whyNot: row.roasted_grams === null ? 'is not roasted yet' : null,
    }
  },
  lot: async (tx, id) => {
    const row = await tx
      .updateTable('coffee_lots')
      .set((eb) => ({ grams_left: eb.ref('grams_left') }))
      .where('id', '=', id)
      .returning(['code', 'grams', 'grams_left'])
      .executeTakeFirst()
    if (!row) return null
    const { code, grams: most, grams_left: left } = row
    return { name: `Lot ${code}`, subject: 'coffeeLot', subjectId: id, left, most, whyNot: null }
  },
  bags: async (tx, id) => {
    const row = await tx
      .updateTable('bags')
      .set((eb) => ({ qty_left: eb.ref('qty_left') }))
      .where('id', '=', id)
      .returning(['coffee_lot_id', 'qty', 'qty_left'])
      .executeTakeFirst()
    if (!row) return null
    const { coffee_lot_id: lot, qty: most, qty_left: left } = row
    const { code } = await tx
      .selectFrom('coffee_lots')
      .select('code')
      .where('id', '=', lot)
      .executeTakeFirstOrThrow()
    return { name: `Bags of lot ${code}`, subject: 'coffeeLot', subjectId: lot, left, most, whyNot: null }
  },
}

function whyNotGreen(row: { arrived_on: string | null; archived_at: string | null }): string | null {
  if (row.archived_at !== null) return 'is archived. Restore it first'
  return row.arrived_on === null ? 'has not arrived yet. Enter its arrival under Green coffee' : null
}
