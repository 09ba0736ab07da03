/** Writes the invented history of the demo. */
import { GRINDING_DEFAULTS } from '#shared/platform/settings/grinding.ts'
import { markOfEnding } from '#server/backoffice/demo/demo-subscriptions.ts'
import { cardProduct } from '#server/checkout/gift-cards/line.ts'
import { inBatches } from '#server/kernel/db/in-batches.ts'
import type { Tx } from '#server/kernel/db/schema.ts'
import type { Clock } from '#server/kernel/time/clock.ts'
import { inventHistory } from './invent.ts'
import { type Goods, HISTORY_TABLES, type Rows } from './rows.ts'

/** Rows per statement: databases limit the number of values in a statement. */
const BATCH = 400

/**
 * Writes the invented history and marks its rows for a later removal (server/backoffice/demo/remove-demo.ts).
 * @param goods the products of the demo; their counts in stock stay as they are
 */
export async function writeHistory(tx: Tx, clock: Clock, goods: readonly Goods[]): Promise<void> {
  const rows = inventHistory(clock.now(), goods, GRINDING_DEFAULTS.grinds)
  // The line of an order that buys a gift card needs its product.
  for (const { query } of cardProduct({ db: tx, clock })) await tx.executeQuery(query.compile())
  await writeRows(tx, rows)
}

/** Writes invented rows, and marks them. */
export async function writeRows(tx: Tx, rows: Rows): Promise<void> {
  for (const table of HISTORY_TABLES) await insert(tx, table, rows[table])
  await insert(tx, 'demo_rows', marksOf(rows))
}

const MARKED = [
  'users',
  'orders',
  'reviews',
  'messages',
  'discount_codes',
  'gift_cards',
  'subscriptions',
  'newsletters',
  'newsletter_subscribers',
  'record_lines',
] as const

/** The rows that a removal starts from. All other rows belong to one of them. */
function marksOf(rows: Rows) {
  return [
    ...MARKED.flatMap((kind) => rows[kind].map(({ id }) => ({ kind, id }))),
    ...rows.coffee_endings.map(({ product_id: product, ends_on: day }) => ({
      kind: 'coffee_endings' as const,
      id: markOfEnding(product, day),
    })),
    ...rows.stock_moves
      .filter(({ order_id: order }) => order === null)
      .map(({ id }) => ({ kind: 'stock_moves' as const, id })),
  ]
}

/** Rows with different columns are in different statements, because SQLite has no word for the default of a column. */
async function insert(tx: Tx, table: keyof Rows | 'demo_rows', rows: readonly object[]): Promise<void> {
  for (const alike of Map.groupBy(rows, (row) => Object.keys(row).toSorted().join()).values())
    for (const some of inBatches(alike, BATCH)) await tx.insertInto(table).values(some).execute()
}
