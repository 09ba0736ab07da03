import type { Insertable } from 'kysely'
import type { Schema } from '#server/kernel/db/schema.ts'
import type { Random } from './random.ts'

/** The tables that the history fills, each after the tables that it references. */
export const HISTORY_TABLES = [
  'users',
  'outbox',
  'orders',
  'former_buyers',
  'order_lines',
  'stock_moves',
  'order_history',
  'shipments',
  'payments',
  'refunds',
  'refund_lines',
  'refund_items',
  'reviews',
  'messages',
  'answers',
] as const satisfies (keyof Schema)[]
type Table = (typeof HISTORY_TABLES)[number]

/** The rows of a history, by table. */
export type Rows = { [T in Table]: Insertable<Schema[T]>[] }

/** An empty list for each table. */
export function noRows(): Rows {
  return Object.fromEntries(HISTORY_TABLES.map((table) => [table, []])) as unknown as Rows
}

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** A row id in the format of `newId`, which follows from the time and the seed. */
export function idAt(at: Date, random: Random): string {
  let time = ''
  for (let rest = at.getTime(); time.length < 9; rest = Math.floor(rest / 32))
    time = ALPHABET[rest % 32] + time
  return time + Array.from({ length: 13 }, () => ALPHABET[random.int(0, 31)]).join('')
}
