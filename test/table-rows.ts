/** Short ways to write rows of a test's database and to read one. */
import type { Insertable, Selectable } from 'kysely'
import type { Db, Schema } from '#server/kernel/db/schema.ts'

/** The tables with the column `id`. */
type WithId = { [T in keyof Schema]: 'id' extends keyof Schema[T] ? T : never }[keyof Schema]

export async function insert<T extends keyof Schema>(
  db: Db,
  table: T,
  rows: Insertable<Schema[T]> | Insertable<Schema[T]>[],
): Promise<void> {
  // Kysely cannot infer the columns of a table that is a parameter.
  await db
    .insertInto(table as 'orders')
    .values(rows as never)
    .execute()
}

/** The row with this id. Throws if there is none. */
export async function rowOf<T extends WithId>(db: Db, table: T, id: string): Promise<Selectable<Schema[T]>> {
  const query = db
    .selectFrom(table as 'orders')
    .selectAll()
    .where('id', '=', id)
  return (await query.executeTakeFirstOrThrow()) as unknown as Selectable<Schema[T]>
}
