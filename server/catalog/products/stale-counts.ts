/** Counts in a save without a version, which the client may have read before a sale. */
import { sql } from 'kysely'
import type { SizeRow, Tx } from '#server/kernel/db/schema.ts'

/**
 * The sizes to save, without the counts that would undo sales. A save without a version does not say what the client
 * has read. So a count that the size had since it was last counted by hand is not a change: the client sent back what
 * it read. Any other count is the new one (decisions/034). Lock the row of the product first.
 */
export async function withoutStaleCounts(
  tx: Tx,
  before: readonly SizeRow[],
  after: readonly SizeRow[],
): Promise<SizeRow[]> {
  const counts = new Map(before.map(({ id, count_in_stock: count }) => [id, count]))
  return Promise.all(
    after.map(async (row) => {
      const now = counts.get(row.id)
      if (now === undefined || now === row.count_in_stock) return row
      return (await hadCount(tx, row)) ? { ...row, count_in_stock: now } : row
    }),
  )
}

/** Whether the size has had this count since the last move by hand. */
async function hadCount(tx: Tx, { id, count_in_stock: count }: SizeRow): Promise<boolean> {
  const { rows } = await sql`
    select 1 from (
      select
        sum(qty) over (order by at, id) as count_then,
        sum(case when reason = 'edit' then 1 else 0 end) over (order by at, id) as edits_then,
        sum(case when reason = 'edit' then 1 else 0 end) over () as edits
      from stock_moves where size_id = ${id}
    ) as counts
    where count_then = ${count} and edits_then = edits
    limit 1`.execute(tx)
  return rows.length > 0
}
