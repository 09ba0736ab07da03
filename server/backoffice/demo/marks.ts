import type { Db, DemoKind } from '#server/kernel/db/schema.ts'

/** The query for the ids of the rows of a kind that are marked as invented. */
export function demoIds(db: Db, kind: DemoKind) {
  return db.selectFrom('demo_rows').where('kind', '=', kind).select('demo_rows.id')
}
