/** Checks that a refused request changed no table. */
import { sql } from 'kysely'
import type { Db } from '#server/db/schema.ts'
import { onPostgres } from './database.ts'

export type Snapshot = Record<string, string>

const latest = new WeakMap<Db, { version: number; rows: Snapshot }>()

/**
 * Every row of every table, including future tables. Without `last_seen_at`, which any call may change. On SQLite the
 * tables are read again only if there was a commit since they were last read.
 */
export async function snapshot(db: Db): Promise<Snapshot> {
  if (onPostgres) return readTables(db)
  // Each commit of the writer's connection gives the reader's connection a new version: https://sqlite.org/pragma.html
  const { rows } = await sql<{ data_version: number }>`select data_version from pragma_data_version`.execute(
    db,
  )
  const version = rows[0]!.data_version
  const known = latest.get(db)
  if (known?.version === version) return known.rows
  const read = await readTables(db)
  latest.set(db, { version, rows: read })
  return read
}

async function readTables(db: Db): Promise<Snapshot> {
  const tables = await tableNames(db)
  const entries = await Promise.all(
    tables.map(async (table) => {
      const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(db)
      const lines = rows.map((row) => JSON.stringify({ ...row, last_seen_at: null })).sort()
      return [table, lines.join('\n')] as const
    }),
  )
  return Object.fromEntries(entries)
}

const cachedNames = new WeakMap<Db, Promise<string[]>>()

function tableNames(db: Db): Promise<string[]> {
  const names =
    cachedNames.get(db) ??
    db.introspection
      .getTables()
      .then((tables) => tables.filter(({ isView }) => !isView).map(({ name }) => name))
  cachedNames.set(db, names)
  return names
}

/** Runs `work` and returns the names of the tables that it changed. */
export async function changedBy(db: Db, work: () => Promise<unknown>): Promise<string[]> {
  const before = await snapshot(db)
  await work()
  const after = await snapshot(db)
  return Object.keys(after).filter((table) => after[table] !== before[table])
}
