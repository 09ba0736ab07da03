/** Writes the invented history and marks its rows for a later removal (server/backoffice/demo/remove-demo.ts). */
import { GRINDING_DEFAULTS } from '#shared/platform/settings/grinding.ts'
import type { Clock } from '#server/kernel/time/clock.ts'
import type { Tx } from '#server/kernel/db/schema.ts'
import { inventHistory } from './invent.ts'
import type { Goods } from './order-rows.ts'
import { HISTORY_TABLES, type Rows } from './rows.ts'

/** Rows per statement: databases limit the number of values in a statement. */
const BATCH = 400

/** @param goods the products of the demo; their counts in stock stay as they are */
export async function writeHistory(tx: Tx, clock: Clock, goods: readonly Goods[]): Promise<void> {
  const rows = inventHistory(clock.now(), goods, GRINDING_DEFAULTS.grinds)
  for (const table of HISTORY_TABLES) await insert(tx, table, rows[table])
  await insert(tx, 'demo_rows', marksOf(rows))
}

/** The rows that a removal starts from. All other rows belong to one of them. */
function marksOf(rows: Rows) {
  return [
    ...(['users', 'orders', 'reviews', 'messages'] as const).flatMap((kind) =>
      rows[kind].map(({ id }) => ({ kind, id })),
    ),
    ...rows.stock_moves
      .filter(({ order_id: order }) => order === null)
      .map(({ id }) => ({ kind: 'stock_moves' as const, id })),
  ]
}

async function insert(tx: Tx, table: keyof Rows | 'demo_rows', rows: readonly object[]): Promise<void> {
  for (let start = 0; start < rows.length; start += BATCH)
    await tx
      .insertInto(table)
      .values(rows.slice(start, start + BATCH))
      .execute()
}
