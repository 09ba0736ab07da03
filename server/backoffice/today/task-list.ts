import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely'

/** The number of tasks of a kind that Today shows; the others are in the list to which it links. */
export const MAX_LISTED = 3

/** The number of tasks and the first few; undefined if there are none. */
export function tasksIn<Row, Task>(
  rows: readonly Row[],
  toTask: (row: Row) => Task,
  count = rows.length,
): { count: number; first: Task[] } | undefined {
  return count === 0 ? undefined : { count, first: rows.slice(0, MAX_LISTED).map(toTask) }
}

/** The number of rows of a query as an expression, so that the first rows and their number are one statement. */
export function countOf<Database, Tables extends keyof Database>(
  query: SelectQueryBuilder<Database, Tables, object>,
): RawBuilder<number> {
  return sql<number>`${query.select(({ fn }) => fn.countAll().as('count'))}`
}
