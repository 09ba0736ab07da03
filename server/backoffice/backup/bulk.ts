/** Settings that make it fast to fill an empty database with all rows of a shop. */
import { sql } from 'kysely'
import type { Db } from '#server/kernel/db/schema.ts'

export type Dialect = 'sqlite' | 'postgres'

/**
 * Runs `fill` on a database without secondary indexes and creates them again afterwards, because sorting all rows once
 * is faster than finding the place of each row. Primary keys and the keys of constraints stay. On PostgreSQL, foreign keys
 * are removed too: adding one checks all rows with one join, and otherwise each row runs a query for each of its keys.
 */
export async function withoutIndexes(db: Db, dialect: Dialect, fill: () => Promise<void>): Promise<void> {
  const { rows: indexes } = await INDEXES[dialect].execute(db)
  for (const { name } of indexes) await sql`drop index ${sql.id(name)}`.execute(db)
  const { rows: keys } = dialect === 'postgres' ? await FOREIGN_KEYS.execute(db) : { rows: [] }
  for (const { table, name } of keys)
    await sql`alter table ${sql.table(table)} drop constraint ${sql.id(name)}`.execute(db)
  await fill()
  for (const { table, name, definition } of keys)
    await sql`alter table ${sql.table(table)} add constraint ${sql.id(name)} ${sql.raw(definition)}`.execute(
      db,
    )
  for (const { definition } of indexes) await sql.raw(definition).execute(db)
}

type Index = { name: string; definition: string }

const INDEXES = {
  sqlite: sql<Index>`select name, sql as definition from sqlite_master where type = 'index' and sql is not null`,
  postgres: sql<Index>`
    select relname as name, pg_get_indexdef(indexrelid) as definition
    from pg_index join pg_class on pg_class.oid = indexrelid
    where relnamespace = current_schema()::regnamespace
      and not exists (select 1 from pg_constraint where conindid = indexrelid)`,
}

const FOREIGN_KEYS = sql<{ table: string; name: string; definition: string }>`
  select relname as table, conname as name, pg_get_constraintdef(pg_constraint.oid) as definition
  from pg_constraint join pg_class on pg_class.oid = conrelid
  where contype = 'f' and relnamespace = current_schema()::regnamespace`

/**
 * Inserts many rows with one statement. All rows are one JSON parameter, which the database parses. A parameter for
 * every value would take several times as long.
 * @param rows a JSON array of objects, each with all of the columns
 */
export async function insertJson(
  db: Db,
  dialect: Dialect,
  { table, columns, rows }: { table: string; columns: readonly string[]; rows: string },
): Promise<void> {
  const names = sql.join(columns.map((column) => sql.ref(column)))
  const parsed =
    dialect === 'postgres'
      ? sql`select ${names} from json_populate_recordset(null::${sql.table(table)}, ${rows}::json)`
      : sql`select ${sql.join(columns.map((column) => sql`value ->> ${sql.lit(column)}`))} from json_each(${rows})`
  await sql`insert into ${sql.table(table)} (${names}) ${parsed}`.execute(db)
}
