/** Opens the database the environment names: SQLite in the data folder, or PostgreSQL. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely } from 'kysely'
import type { Config } from '../config.ts'
import { migrate } from './migrate.ts'
import type { Db, Schema } from './schema.ts'

export type Database = { db: Db; where: string; close: () => Promise<void> }

/**
 * Opens and migrates the database. Throws when the data folder is in use by another process.
 * @param onFatal told when the database is lost for good and the process should end
 */
export async function connectDatabase(
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 'databasePool'>,
  onFatal: (error: Error) => void,
): Promise<Database> {
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  return config.databaseUrl
    ? openPostgres(config.databaseUrl, config.databasePool)
    : openSqlite(config.dataDir, onFatal)
}

async function openSqlite(dataDir: string, onFatal: (error: Error) => void): Promise<Database> {
  const { lockDataFolder } = await import('./sqlite/lock.ts')
  const { sqliteDialect } = await import('./sqlite/dialect.ts')
  const release = await lockDataFolder(dataDir)
  const file = join(dataDir, 'shop.sqlite')
  const db: Db = new Kysely<Schema>({ dialect: sqliteDialect({ file, onFatal }) })
  await migrate(db, 'sqlite')
  return {
    db,
    where: file,
    close: async () => {
      await db.destroy()
      await release()
    },
  }
}

async function openPostgres(url: string, poolSize: number): Promise<Database> {
  const { postgresDialect } = await import('./postgres.ts')
  const db: Db = new Kysely<Schema>({ dialect: postgresDialect(url, { poolSize, onIdleError: () => {} }) })
  await migrate(db, 'postgres')
  const { host, pathname } = new URL(url)
  return { db, where: `PostgreSQL at ${host}${pathname}`, close: () => db.destroy() }
}
