/** Opens the configured database: SQLite in the data folder, or PostgreSQL. */
import { accessSync, chmodSync, closeSync, constants, existsSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import type { Config } from '../config/config.ts'
import { crashAt, type Crash } from '../crash-points.ts'
import { isMigrated, migrate } from './migrate.ts'
import type { Db, Schema } from './schema.ts'
import { sharingPool } from './one-connection.ts'
import { DatabaseUnusable } from '../errors.ts'
import { makePrivate } from '../files/private.ts'
import { isOutage, isRetryable } from './failures.ts'

const DATABASE = 'shop.sqlite'

export type Database = {
  db: Db
  where: string
  /** Runs `work`. Only one instance at a time can do that on this database; other instances wait. */
  alone: <T>(work: () => Promise<T>) => Promise<T>
  /** The connections of the pool by state, and the requests that wait for one. Null on SQLite. */
  poolUse: (() => { total: number; idle: number; waiting: number }) | null
  close: () => Promise<void>
}

type Place = Pick<Config, 'dataDir' | 'databaseUrl' | 'databasePool'> & Partial<Pick<Config, 'crashAt'>>

/**
 * Opens and migrates the database; waits while another instance migrates it. Throws DataFolderInUse if another process
 * uses the data folder, and DatabaseUnusable if the shop cannot run on this database.
 * @param onFatal called when the database is permanently lost and the process should end
 * @param onWait called once when another instance has been preparing the database for a second
 */
export async function connectDatabase(
  { dataDir, databaseUrl, databasePool, crashAt: named = null }: Place,
  onFatal: (error: Error) => void,
  onWait: () => void = () => {},
): Promise<Database> {
  makeFolder(dataDir)
  const crash = crashAt(named)
  return databaseUrl
    ? openPostgres(databaseUrl, { poolSize: databasePool, onWait, crash })
    : openSqlite(dataDir, onFatal, crash)
}

/**
 * Opens the database for a short change by a command. A shop may be running on it. Only a process that has locked the
 * data folder may migrate, so if the database needs migrations, this function locks the folder first, and throws while
 * a shop is running.
 */
export async function connectForCommand(config: Pick<Config, 'dataDir' | 'databaseUrl'>): Promise<Database> {
  const file = join(config.dataDir, DATABASE)
  if (!config.databaseUrl && existsSync(file)) {
    const { requireSoundFile } = await import('./sqlite/file.ts')
    requireSoundFile(file)
    const db = await openFile(file, giveUp)
    if (await closeUnless(db, () => isMigrated(db))) return sqliteDatabase(db, file, async () => {})
    await db.destroy()
  }
  return connectDatabase({ ...config, databasePool: 2 }, giveUp)
}

function giveUp(error: Error): never {
  throw error
}

function makeFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
    makePrivate(dataDir)
  } catch (error) {
    const { message } = error as Error
    throw new DatabaseUnusable(`The data folder ${dataDir} cannot be used (${message}).`, { cause: error })
  }
}

async function openSqlite(dataDir: string, onFatal: (error: Error) => void, crash: Crash): Promise<Database> {
  const { makeFile, requireSoundFile } = await import('./sqlite/file.ts')
  return inLockedFolder(dataDir, async (file) => {
    requireSoundFile(file)
    if (!existsSync(file)) {
      await makeFile(file, async (unfinished) => {
        const db = await openFile(unfinished, onFatal)
        await closeUnless(db, () => migrate(db, 'sqlite', { crash }))
        await db.destroy()
      })
    }
    const db = await openFile(file, onFatal)
    await closeUnless(db, async () => (await isMigrated(db)) || migrate(db, 'sqlite', { crash }))
    return db
  })
}

/** A SQLite database that has all migrations and whose file is sound. Throws DataFolderInUse. */
export function migratedSqlite(dataDir: string, onFatal: (error: Error) => void): Promise<Database> {
  return inLockedFolder(dataDir, (file) => openFile(file, onFatal))
}

/** Locks the data folder until the database is closed, or until `open` has failed. Throws DataFolderInUse. */
async function inLockedFolder(dataDir: string, open: (file: string) => Promise<Db>): Promise<Database> {
  const { lockDataFolder } = await import('./sqlite/file.ts')
  const release = await lockDataFolder(dataDir)
  const file = join(dataDir, DATABASE)
  try {
    return sqliteDatabase(await open(file), file, release)
  } catch (error) {
    await release()
    throw error
  }
}

async function openFile(file: string, onFatal: (error: Error) => void): Promise<Db> {
  const { sqliteDialect } = await import('./sqlite/dialect.ts')
  restrictPermissions(file)
  return new Kysely<Schema>({ dialect: sqliteDialect({ file, onFatal }) })
}

/** `alone` runs work directly, without a lock: this process has locked the data folder, so it is the only one. */
function sqliteDatabase(db: Db, file: string, release: () => Promise<void>): Database {
  return {
    db,
    where: file,
    alone: (work) => work(),
    poolUse: null,
    close: async () => {
      await db.destroy()
      await release()
    },
  }
}

/**
 * Makes the database files readable only by their owner, independent of the permissions of the folder. SQLite creates
 * its other files with the permissions of the database file; other files that already exist are changed too. Files of
 * another user are not changed.
 */
function restrictPermissions(file: string): void {
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

async function openPostgres(
  url: string,
  { poolSize, onWait, crash }: { poolSize: number; onWait: () => void; crash: Crash },
): Promise<Database> {
  const database = await migratedPostgres(url, poolSize, onWait)
  try {
    await database.alone(() => migratePostgres(url, crash))
  } catch (error) {
    throw explainPostgres(error, database.where)
  }
  return database
}

/** A PostgreSQL database that has all migrations. Connects when it is first used. */
export async function migratedPostgres(
  url: string,
  poolSize: number,
  onWait: () => void = () => {},
): Promise<Database> {
  const { openPool, withStartLock } = await import('./postgres.ts')
  const { host, pathname } = new URL(url)
  const where = `PostgreSQL at ${host}${pathname}`
  const alone: Database['alone'] = (work) => withStartLock(url, work, { onWait })
  const pool = openPool(url, { poolSize })
  const db: Db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: sharingPool(pool) }) })
  const poolUse = () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount })
  return { db, where, alone, poolUse, close: () => db.destroy() }
}

/** Migrates on a separate connection without time limits for statements. */
async function migratePostgres(url: string, crash: Crash): Promise<void> {
  const { postgresDialect } = await import('./postgres.ts')
  const db: Db = new Kysely<Schema>({
    dialect: postgresDialect(url, { poolSize: 1, withoutTimeLimits: true }),
  })
  try {
    if (!(await isMigrated(db))) await migrate(db, 'postgres', { crash })
  } finally {
    await db.destroy()
  }
}

async function closeUnless<T>(db: Db, succeeds: () => Promise<T>): Promise<T> {
  try {
    return await succeeds()
  } catch (error) {
    await db.destroy()
    throw error
  }
}

/**
 * Converts a PostgreSQL error to a DatabaseUnusable with an explanation. Returns any other error unchanged.
 * @param where the server and the database, for the message
 */
export function explainPostgres(error: unknown, where: string): unknown {
  // The error of a failed migration has PostgreSQL's error as its cause.
  const original = (error as Error).cause ?? error
  const { code } = original as { code?: unknown }
  const unusable = (problem: string) =>
    new DatabaseUnusable(`${where} ${problem} (${(error as Error).message}).`, { cause: error })
  if (isOutage(original)) return unusable('cannot be reached')
  if (isRetryable(original))
    return unusable('is busy with a table that must be changed: start again in a moment')
  if (code === '28P01' || code === '28000')
    return unusable('refuses the user or the password in DATABASE_URL')
  if (code === '3D000') return unusable('has no such database: create it, empty')
  if (code === '42501') return unusable('does not let the user in DATABASE_URL create or change tables')
  return error
}
