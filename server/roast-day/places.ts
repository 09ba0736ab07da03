/** The places of coffee whose stock can be corrected: lots of green coffee, batches, lots and bags. */
import type { roastDay } from '#shared/api/roast-day.ts'
import type { Body } from '#shared/api/endpoint.ts'
import type { RecordSubject } from '#shared/api/record.ts'
import type { Tx } from '../db/schema.ts'

type Kind = Body<typeof roastDay.adjust>['of']

export type Place = {
  name: string
  /** The subject of the line in the record. */
  subject: RecordSubject
  subjectId: string
  /** In grams; for bags, a number of bags. */
  left: number
  /** What it can have at most. */
  most: number
  /** Whether its coffee exists; `whyNot` completes 'Batch 261127-03 …'. */
  isThere: boolean
  whyNot: string
}

/** Null if there is no such place. */
export function findPlace(tx: Tx, kind: Kind, id: string): Promise<Place | null> {
  return FIND[kind](tx, id)
}

/** Changes what is left; false if it is no longer `from`. */
export async function correctRow(
  tx: Tx,
  kind: Kind,
  id: string,
  { from, change }: { from: number; change: number },
): Promise<boolean> {
  const { numUpdatedRows } = await (
    kind === 'bags'
      ? tx
          .updateTable('bags')
          .set({ qty_left: from + change })
          .where('id', '=', id)
          .where('qty_left', '=', from)
      : tx
          .updateTable(TABLES[kind])
          .set({ grams_left: from + change })
          .where('id', '=', id)
          .where('grams_left', '=', from)
  ).executeTakeFirst()
  return numUpdatedRows === 1n
}

const TABLES = { green: 'green_lots', batch: 'batches', lot: 'coffee_lots' } as const

const FIND: Record<Kind, (tx: Tx, id: string) => Promise<Place | null>> = {
  green: async (tx, id) => {
    const row = await tx
      .selectFrom('green_lots')
      .select(['code', 'grams_left', 'arrived_on'])
      .where('id', '=', id)
      .executeTakeFirst()
    return (
      (row && {
        name: `Lot ${row.code}`,
        subject: 'green',
        subjectId: id,
        left: row.grams_left,
        // More can arrive.
        most: Infinity,
        isThere: row.arrived_on !== null,
        whyNot: 'has not arrived yet. Enter its arrival under Green coffee',
      }) ??
      null
    )
  },
  batch: async (tx, id) => {
    const row = await tx
      .selectFrom('batches')
      .select(['code', 'grams_left', 'roasted_grams'])
      .where('id', '=', id)
      .executeTakeFirst()
    return (
      (row && {
        name: `Batch ${row.code}`,
        subject: 'batch',
        subjectId: id,
        left: row.grams_left,
        most: row.roasted_grams ?? 0,
        isThere: row.roasted_grams !== null,
        whyNot: 'is not roasted yet',
      }) ??
      null
    )
  },
  lot: async (tx, id) => {
    const row = await tx
      .selectFrom('coffee_lots')
      .select(['code', 'grams', 'grams_left'])
      .where('id', '=', id)
      .executeTakeFirst()
    return (
      (row && {
        name: `Lot ${row.code}`,
        subject: 'coffeeLot',
        subjectId: id,
        left: row.grams_left,
        most: row.grams,
        isThere: true,
        whyNot: '',
      }) ??
      null
    )
  },
  bags: async (tx, id) => {
    const row = await tx
      .selectFrom('bags')
      .innerJoin('coffee_lots as lot', 'lot.id', 'coffee_lot_id')
      .select(['lot.id as lot', 'lot.code', 'qty', 'qty_left'])
      .where('bags.id', '=', id)
      .executeTakeFirst()
    return (
      (row && {
        name: `Bags of lot ${row.code}`,
        subject: 'coffeeLot',
        subjectId: row.lot,
        left: row.qty_left,
        most: row.qty,
        isThere: true,
        whyNot: '',
      }) ??
      null
    )
  },
}
