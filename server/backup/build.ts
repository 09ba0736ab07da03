/** The two kinds of place that a shop is restored to. */
import { Kysely, sql } from 'kysely'
import { isoNow, systemClock } from '../time/clock.ts'
import type { Db, Schema } from '../db/schema.ts'
import { BackupRefused, occupied } from './refused.ts'
import { stamp } from './take.ts'

export type Building = {
  /** Fills an empty database and lays the files ready. */
  load: (db: Db, dialect: 'sqlite' | 'postgres') => Promise<void>
  /** Moves what is in the data folder aside, and what was laid ready in its place. Answers where the old is. */
  putInPlace: () => Promise<string[]>
}

/** @param file where the new database is laid ready */
export async function buildInSqlite(file: string, { load, putInPlace }: Building): Promise<string[]> {
  const { sqliteDialect } = await import('../db/sqlite/dialect.ts')
  const db: Db = new Kysely<Schema>({ dialect: sqliteDialect({ file }) })
  try {
    await load(db, 'sqlite')
  } finally {
    // Before it is put in place: closing brings everything into the one file.
    await db.destroy()
  }
  return putInPlace()
}

/** In one transaction, so that the database has all of the new shop or none. */
export async function buildInPostgres(
  url: string,
  replace: boolean,
  { load, putInPlace }: Building,
): Promise<string[]> {
  const { SHOP_NAME, postgresDialect } = await import('../db/postgres.ts')
  const { withStartLock } = await import('../db/start-lock.ts')
  const db: Db = new Kysely<Schema>({ dialect: postgresDialect(url, { poolSize: 1, unhurried: true }) })
  const restore = () =>
    db.transaction().execute(async (tx) => {
      await sql`set local statement_timeout = 0`.execute(tx)
      await refuseRunning(tx, SHOP_NAME)
      const keptAside = await moveAside(tx, url, replace)
      await load(tx, 'postgres')
      return [...keptAside, ...(await putInPlace())]
    })
  try {
    // A shop that is started meanwhile waits until the restore is done.
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
  throw new BackupRefused('A shop is running on this database. Stop it first, all its instances.')
}

/** Moves the tables that are there into a schema of their own. */
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
