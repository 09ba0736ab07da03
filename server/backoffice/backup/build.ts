/** Builds a restored shop in an SQLite file or a PostgreSQL database. */
import { Kysely, sql } from 'kysely'
import { isoNow, systemClock } from '#server/kernel/time/clock.ts'
import type { Db, Schema } from '#server/kernel/db/schema.ts'
import { syncFile } from '#server/kernel/files/write.ts'
import { insertJson } from './bulk.ts'
import { BackupRefused, occupied } from './refused.ts'
import type { InsertRows } from './sqlite-rows.ts'
import { stamp } from './take.ts'

export type Building = {
  /** Fills an empty database, with `insert` for the rows, and stores the files in the folder for the new shop. */
  load: (db: Db, dialect: 'sqlite' | 'postgres', insert: InsertRows) => Promise<void>
  /** Replaces the contents of the data folder. The old contents are moved; returns the places they were moved to. */
  putInPlace: () => Promise<string[]>
}

/** @param file the path of the new database until it replaces the old one */
export async function buildInSqlite(file: string, { load, putInPlace }: Building): Promise<string[]> {
  const { sqliteDialect } = await import('#server/kernel/db/sqlite/dialect.ts')
  const db: Db = new Kysely<Schema>({ dialect: sqliteDialect({ file }) })
  const { openRows } = await import('./sqlite-rows.ts')
  // Opened with the first row, when the tables exist.
  let rowsOf: ReturnType<typeof openRows> | undefined
  try {
    // The file is new, so it is written to the disk only once, when it is complete.
    await sql`pragma synchronous = off`.execute(db)
    await load(db, 'sqlite', (...rows) => (rowsOf ??= openRows(file)).insert(...rows))
  } finally {
    rowsOf?.close()
    // Close the database before it is moved: closing writes SQLite's log into the database file.
    await db.destroy()
  }
  await syncFile(file)
  return putInPlace()
}

/** Uses a single transaction, so that the database contains either the complete new shop or nothing of it. */
export async function buildInPostgres(
  url: string,
  replace: boolean,
  { load, putInPlace }: Building,
): Promise<string[]> {
  const { SHOP_NAME, postgresDialect } = await import('#server/kernel/db/postgres.ts')
  const { withStartLock } = await import('#server/kernel/db/postgres.ts')
  const db: Db = new Kysely<Schema>({
    dialect: postgresDialect(url, { poolSize: 1, withoutTimeLimits: true }),
  })
  const restore = () =>
    db.transaction().execute(async (tx) => {
      await sql`set local statement_timeout = 0`.execute(tx)
      await refuseRunning(tx, SHOP_NAME)
      const keptAside = await moveAside(tx, url, replace)
      await load(tx, 'postgres', (table, columns, lines) =>
        insertJson(tx, 'postgres', { table, columns, rows: `[${lines.join(',')}]` }),
      )
      return [...keptAside, ...(await putInPlace())]
    })
  try {
    // A shop that starts from here on waits until the restore is done.
    return await withStartLock(url, restore, { name: 'FRAME restore' })
  } finally {
    await db.destroy()
  }
}

async function refuseRunning(tx: Db, name: string): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and application_name = ${name} and pid <> pg_backend_pid()`.execute(tx)
  if (rows[0]!.count === 0) return
  throw new BackupRefused('A shop is running on this database. Stop all its instances first.')
}

/** Moves the existing tables into a new schema, so that they are not lost. Returns a description of where they are. */
async function moveAside(tx: Db, url: string, replace: boolean): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema() order by tablename`.execute(
    tx,
  )
  if (tables.length === 0) return []
  const { host, pathname } = new URL(url)
  const database = `PostgreSQL at ${host}${pathname}`
  if (!replace) throw new BackupRefused(occupied(database))
  const schema = `replaced_${stamp(isoNow(systemClock)).replaceAll('-', '_')}`
  await sql`create schema ${sql.id(schema)}`.execute(tx)
  for (const { name } of tables) {
    await sql`alter table ${sql.table(name)} set schema ${sql.id(schema)}`.execute(tx)
  }
  return [`the schema ${schema} of ${database}`]
}
