/** What was invented for the demo (server/start/seed/history): jobs do nothing for its rows, and its people get no mail. */
import { sql, type RawBuilder } from 'kysely'
import type { DemoKind } from '#server/kernel/db/schema.ts'

/** The addresses of all invented people. No address with this end can exist (RFC 6761). */
const INVENTED_PEOPLE = '@demo.example'

export function isInvented(email: string): boolean {
  return email.endsWith(INVENTED_PEOPLE)
}

/**
 * The condition that a row was not invented for the demo.
 * @param kind its table
 * @param column the column with its id, such as `orders.id`
 */
export function isReal(kind: DemoKind, column: string): RawBuilder<boolean> {
  return sql<boolean>`not exists (select 1 from demo_rows
    where demo_rows.kind = ${sql.lit(kind)} and demo_rows.id = ${sql.ref(column)})`
}
