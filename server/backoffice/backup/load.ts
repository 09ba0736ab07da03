/** Loads the rows and pictures of a backup into an empty database and store. */
import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { migrate } from '#server/kernel/db/migrate.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import { systemClock } from '#server/kernel/time/clock.ts'
import { fillAgain } from '#server/platform/services/picture-copies.ts'
import type { Store } from '#server/platform/storage/store.ts'
import { hashed, unpack, wholeLines, ENTRY } from './archive.ts'
import { BadBackup, type Checked } from './check.ts'
import type { InsertRows } from './sqlite-rows.ts'

type Target = {
  db: Db
  dialect: 'sqlite' | 'postgres'
  insert: InsertRows
  store: Pick<Store, 'put'>
}

/**
 * Creates the tables as of the backup's migration, fills them, and then runs the newer migrations. Throws if the file
 * has changed since it was verified; the caller then discards the loaded data.
 */
export async function loadBackup(checked: Checked, target: Target): Promise<void> {
  const { manifest } = checked
  const { db, dialect } = target
  await migrate(db, dialect, { last: manifest.migration })
  const tables = Object.keys(manifest.tables)
  // Delete the rows that migrations inserted: the backup contains them too.
  for (const table of tables.toReversed()) await sql`delete from ${sql.table(table)}`.execute(db)
  await withoutIndexes(db, dialect, () => fillAll(checked, target))
  await migrate(db, dialect)
  await fillAgain(db, { realClock: systemClock })
}

async function fillAll({ file, sums }: Checked, target: Target): Promise<void> {
  const uploads = batched(target.store)
  for await (const { name, content } of unpack(file)) {
    const hash = createHash('sha256')
    const bytes = hashed(content, hash)
    const [, table, upload] = ENTRY.exec(name) ?? []
    if (table) await fillTable(target, table, bytes)
    else if (upload) await uploads.add(upload, await buffer(Readable.from(bytes)))
    else for await (const _ of bytes);
    if (hash.digest('hex') !== sums.get(name))
      throw new BadBackup(`${file} was changed while it was being read.`)
  }
  await uploads.end()
}

const BATCH_BYTES = 16 * 1024 * 1024

/** Stores small files in batches, so that each batch waits for the disk once. */
function batched(store: Pick<Store, 'put'>) {
  let files: [name: string, data: Buffer][] = []
  let bytes = 0
  const end = async () => {
    await store.put(files)
    files = []
    bytes = 0
  }
  return {
    async add(name: string, data: Buffer): Promise<void> {
      files.push([name, data])
      bytes += data.length
      if (bytes > BATCH_BYTES || files.length === 64) await end()
    },
    end,
  }
}

/** The size of a statement: large enough to be fast, and small enough to need little memory. */
const STATEMENT_BYTES = 256 * 1024

async function fillTable({ insert }: Target, table: string, bytes: AsyncIterable<Uint8Array>) {
  for await (const lines of wholeLines(bytes, STATEMENT_BYTES)) {
    const columns = Object.keys(JSON.parse(lines.slice(0, lines.indexOf('\n'))) as object)
    await insert(table, columns, lines.trimEnd().split('\n'))
  }
}

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
