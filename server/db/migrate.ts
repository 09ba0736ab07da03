/** Brings a database to today's schema: the numbered .sql files of `migrations/`, each in one transaction, once. */
import { readdirSync, readFileSync } from 'node:fs'
import { sql, type Kysely } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import type { Db } from './schema.ts'

const FOLDER = new URL('./migrations/', import.meta.url)

/** Applies what is missing. Throws the first failing migration's error, with nothing of it applied. */
export async function migrate(db: Db, dialect: 'sqlite' | 'postgres'): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => readMigrations(dialect) } })
  const { error, results } = await migrator.migrateToLatest()
  if (!error) return
  const failed = results?.find((result) => result.status === 'Error')
  throw new Error(`Migration ${failed?.migrationName ?? ''} failed: ${(error as Error).message}`, {
    cause: error,
  })
}

function readMigrations(dialect: 'sqlite' | 'postgres'): Record<string, Migration> {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith('.sql'))
  return Object.fromEntries(
    files.map((file) => [
      file.replace('.sql', ''),
      {
        // The migrator hands over a Kysely without a schema: a migration must not know tomorrow's tables.
        up: async (db: Kysely<unknown>) => {
          for (const statement of statementsOf(readFileSync(new URL(file, FOLDER), 'utf8'), dialect)) {
            await sql.raw(statement).execute(db)
          }
        },
      },
    ]),
  )
}

function statementsOf(text: string, dialect: 'sqlite' | 'postgres'): string[] {
  return text
    .replace(/^\s*--.*$/gm, '')
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter(Boolean)
    .map((statement) =>
      dialect === 'sqlite' && /^create table/i.test(statement) ? `${statement} strict` : statement,
    )
}
