/**
 * Conditions on stored times that also hold after the clock of a machine was ahead for a moment. A time that lies further
 * ahead than the shop ever waits was stored by such a clock. Without these conditions, a clock that was a day ahead for a
 * minute would stop a job for a day.
 */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Db } from './schema.ts'
import { MINUTE, isoIn, isoNow, type Clock } from '../time/clock.ts'

/** The clocks of several machines differ by less than this, in milliseconds. */
const CLOCKS_DIFFER = MINUTE

/**
 * The condition that the time in a column has come, or lies further ahead than `longest`.
 * @param longest the longest time in milliseconds that the shop sets the column ahead
 */
export function hasCome(column: string, clock: Clock, longest: number): RawBuilder<SqlBool> {
  const latest = isoIn(clock, longest + CLOCKS_DIFFER)
  return sql<SqlBool>`(${sql.ref(column)} <= ${isoNow(clock)} or ${sql.ref(column)} > ${latest})`
}

/** The condition that the time in a column, at which something happened, is more than `age` milliseconds ago. */
export function isPast(column: string, clock: Clock, age: number): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${sql.ref(column)} < ${isoIn(clock, -age)} or ${sql.ref(column)} > ${isoIn(clock, CLOCKS_DIFFER)})`
}

/** Whether a stored time lies further ahead than `longest`; by default, whether it is in the future. */
export function liesAhead(time: string, clock: Clock, longest = 0): boolean {
  return time > isoIn(clock, longest + CLOCKS_DIFFER)
}

/**
 * Sets the time of the last change of rows to now where it is in the future. Work that begins some seconds after the last
 * change then does not wait until that time.
 * @param states the states in which rows wait for that work
 */
export async function endFuture(
  db: Db,
  clock: Clock,
  table: 'payments' | 'refunds' | 'labels',
  states: readonly string[],
): Promise<void> {
  // Literals, because with parameters SQLite cannot use the partial indexes.
  const among = sql.join(states.map((state) => sql.lit(state)))
  await sql`update ${sql.table(table)} set updated_at = ${isoNow(clock)}
    where state in (${among}) and updated_at > ${isoIn(clock, CLOCKS_DIFFER)}`.execute(db)
}
