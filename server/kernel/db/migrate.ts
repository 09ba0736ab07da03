/** Migrates a database to the current schema: runs each numbered .sql file of `migrations/` once, in a transaction. */
import { readdirSync, readFileSync } from 'node:fs'
import { sql, type Kysely } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import type { Db } from './schema.ts'
import type { Crash } from '../crash-points.ts'
import { DatabaseUnusable } from '../errors.ts'

const FOLDER = new URL('./migrations/', import.meta.url)

/**
 * Applies all missing migrations, or those up to and including `last`, in one transaction. Throws the error of the first
 * migration that fails; then all are rolled back.
 */
export async function migrate(
  db: Db,
  dialect: 'sqlite' | 'postgres',
  { last, crash = () => {} }: { last?: string | undefined; crash?: Crash | undefined } = {},
): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => readMigrations(dialect, crash) },
    ...(dialect === 'postgres' ? { migrationTableSchema: await currentSchema(db) } : {}),
  })
  const { error, results } = await (last ? migrator.migrateTo(last) : migrator.migrateToLatest())
  if (!error) return crash('after-migrations')
  const failed = results?.find((result) => result.status === 'Error')
  throw new Error(`Migration ${failed?.migrationName ?? ''} failed: ${(error as Error).message}`, {
    cause: error,
  })
}

/**
 * Whether the database has all migrations of this version; false for an empty database. Throws DatabaseUnusable if it
 * has a migration of a newer version.
 */
export async function isMigrated(db: Db): Promise<boolean> {
  const applied = await appliedMigrations(db)
  const known = migrationNames()
  const newer = applied?.find((name) => !known.includes(name))
  if (newer) {
    throw new DatabaseUnusable(
      `The database was made by a newer version of FRAME: it has the migration ${newer}, which this version does not ` +
        'know. Start the newer version. Nothing was changed.',
    )
  }
  return applied?.length === known.length
}

/** The names of the applied migrations, in order; null if the database is not migrated at all. */
async function appliedMigrations(db: Db): Promise<string[] | null> {
  try {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
    return rows.map(({ name }) => name)
  } catch (error) {
    const { code, message } = error as { code?: unknown; message: string }
    if (code === '42P01' || message.startsWith('no such table')) return null
    throw error
  }
}

/** The names of all migrations of this version, in order. */
export function migrationNames(): string[] {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.sql'))
  return files.map((file) => file.replace('.sql', '')).sort()
}

/**
 * The schema for the migrator. Without it, the migrator would also find its table in other schemas, such as the schema
 * to which a restore moved the previous shop.
 */
async function currentSchema(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db)
  return rows[0]!.name
}

function readMigrations(dialect: 'sqlite' | 'postgres', crash: Crash): Record<string, Migration> {
  return Object.fromEntries(
    migrationNames().map((name) => [
      name,
      {
        // Kysely<unknown>, because a migration must not depend on the tables of later versions.
        up: async (db: Kysely<unknown>) => {
          // Creating an index on a large table may take longer than the limit for requests.
          if (dialect === 'postgres') await sql`set local statement_timeout = 0`.execute(db)
          const text = readFileSync(new URL(`${name}.sql`, FOLDER), 'utf8')
          for (const statement of statementsOf(text, dialect)) {
            await sql.raw(statement).execute(db)
          }
          crash('within-migration')
        },
      },
    ]),
  )
}

function statementsOf(text: string, dialect: 'sqlite' | 'postgres'): string[] {
  return text
    .replace(/^[ \t]*--.*$/gm, '')
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement && !isForOther(statement, dialect))
    .map((statement) =>
      dialect === 'sqlite' && /^create table/i.test(statement) ? strictTable(statement) : statement,
    )
}

/** Whether a statement begins with the name of the other database. The statements of the full-text indexes do. */
function isForOther(statement: string, dialect: 'sqlite' | 'postgres'): boolean {
  const [, only = dialect] = /^\/\* (sqlite|postgres) \*\//.exec(statement) ?? []
  return only !== dialect
}

/** SQLite's strict tables do not accept `bigint`, and their `integer` has eight bytes already. */
function strictTable(statement: string): string {
  return `${statement.replace(/\bbigint\b/g, 'integer')} strict`
}
