/** Checks that a refused request changed no table. */
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import type { Db } from '#server/kernel/db/schema.ts'
import { onPostgres } from './database.ts'

export type Snapshot = Record<string, string>

/** Every row of every table, including future tables. Without `last_seen_at`, which any call may change. */
export async function snapshot(db: Db): Promise<Snapshot> {
  const tables = await tableNames(db)
  const entries = await Promise.all(
    tables.map(async (table) => {
      const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(db)
      return [table, textOf(rows)] as const
    }),
  )
  return Object.fromEntries(entries)
}

const textOf = (rows: Record<string, unknown>[]) =>
  rows
    .map((row) => JSON.stringify({ ...row, last_seen_at: null }))
    .sort()
    .join('\n')

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
  if (!onPostgres) return changedOnSqlite(db, work)
  const before = await snapshot(db)
  await work()
  return different(before, await snapshot(db))
}

const different = (before: Snapshot, after: Snapshot) =>
  Object.keys(after).filter((table) => after[table] !== before[table])

/**
 * Reads the tables only if there was a commit. A second connection keeps the state before the work: its transaction sees
 * no later commits (https://sqlite.org/isolation.html).
 */
async function changedOnSqlite(db: Db, work: () => Promise<unknown>): Promise<string[]> {
  const { rows } = await sql<{
    file: string
  }>`select file from pragma_database_list where name = 'main'`.execute(db)
  const earlier = new DatabaseSync(rows[0]!.file, { readOnly: true })
  try {
    earlier.exec('begin')
    // The transaction begins with its first read.
    earlier.prepare('select count(*) from sqlite_schema').get()
    const version = await dataVersion(db)
    await work()
    if ((await dataVersion(db)) === version) return []
    const tables = await tableNames(db)
    const before = Object.fromEntries(
      tables.map((table) => [table, textOf(earlier.prepare(`select * from "${table}"`).all())]),
    )
    return different(before, await snapshot(db))
  } finally {
    earlier.close()
  }
}

/** Each commit of the writer's connection gives the reader's connection a new version: https://sqlite.org/pragma.html */
async function dataVersion(db: Db): Promise<number> {
  const { rows } = await sql<{ data_version: number }>`select data_version from pragma_data_version`.execute(
    db,
  )
  return rows[0]!.data_version
}
