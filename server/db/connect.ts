/** Opens the database the environment names: SQLite in the data folder, or PostgreSQL. */
import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely } from 'kysely'
import type { Config } from '../config.ts'
import { isMigrated, migrate } from './migrate.ts'
import type { Db, Schema } from './schema.ts'

const DATABASE = 'shop.sqlite'

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

/**
 * Opens the database for a short change by a command, while a shop may be running on it. Only who holds the data
 * folder may migrate: a database of another version is opened as a shop would, which throws when one is running.
 */
export async function connectBeside(config: Pick<Config, 'dataDir' | 'databaseUrl'>): Promise<Database> {
  const file = join(config.dataDir, DATABASE)
  if (!config.databaseUrl && existsSync(file)) {
    const { sqliteDialect } = await import('./sqlite/dialect.ts')
    const db: Db = new Kysely<Schema>({ dialect: sqliteDialect({ file, onFatal: giveUp }) })
    if (await isMigrated(db)) return { db, where: file, close: () => db.destroy() }
    await db.destroy()
  }
  return connectDatabase({ ...config, databasePool: 2 }, giveUp)
}

function giveUp(error: Error): never {
  throw error
}

async function openSqlite(dataDir: string, onFatal: (error: Error) => void): Promise<Database> {
  const { lockDataFolder } = await import('./sqlite/lock.ts')
  const { sqliteDialect } = await import('./sqlite/dialect.ts')
  const release = await lockDataFolder(dataDir)
  const file = join(dataDir, DATABASE)
  keepPrivate(file)
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

/**
 * Makes the database readable for its owner alone, whatever the folder is. SQLite gives its other files the rights of
 * the first; those of an earlier start are put right too. What belongs to another user stays as that user made it.
 */
function keepPrivate(file: string): void {
  closeSync(openSync(file, 'a', 0o600))
  for (const each of [file, `${file}-wal`, `${file}-shm`, `${file}-journal`]) {
    try {
      chmodSync(each, 0o600)
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code
      if (code !== 'ENOENT' && code !== 'EPERM') throw error
    }
  }
}

async function openPostgres(url: string, poolSize: number): Promise<Database> {
  const { postgresDialect } = await import('./postgres.ts')
  const db: Db = new Kysely<Schema>({ dialect: postgresDialect(url, { poolSize, onIdleError: () => {} }) })
  await migrate(db, 'postgres')
  const { host, pathname } = new URL(url)
  return { db, where: `PostgreSQL at ${host}${pathname}`, close: () => db.destroy() }
}
