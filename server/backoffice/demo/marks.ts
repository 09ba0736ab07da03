/** The marks of the demo's rows, and what the steps of a removal share. */
import { inBatches } from '#server/kernel/db/in-batches.ts'
import type { Db, DemoKind, Schema, Tx } from '#server/kernel/db/schema.ts'

/** The ids of the marked rows, by kind. */
export type Marks = (kind: DemoKind) => readonly string[]

/** The query for the ids of the rows of a kind that are marked as invented. */
export function demoIds(db: Db, kind: DemoKind) {
  return db.selectFrom('demo_rows').where('kind', '=', kind).select('demo_rows.id')
}

/** Ids per statement: databases limit the number of values in a statement. */
export const BATCH = 500

/** Deletes the rows with these ids. @param column the column with the ids, if it is not `id` */
export async function deleteRows<T extends keyof Schema>(
  tx: Tx,
  table: T,
  ids: readonly string[],
  column: string & keyof Schema[T] = 'id' as never,
): Promise<void> {
  for (const some of inBatches(ids, BATCH))
    await tx
      .deleteFrom(table as 'reviews')
      .where(column as 'id', 'in', some)
      .execute()
}
