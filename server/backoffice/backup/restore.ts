/** Restores a backup into an empty data folder, or replaces an existing shop, which is moved to another folder. */
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isoNow, systemClock } from '#server/kernel/time/clock.ts'
import type { Config } from '#server/kernel/config/config.ts'
import { lockDataFolder } from '#server/kernel/db/sqlite/file.ts'
import { syncFolder, syncFile } from '#server/kernel/files/write.ts'
import { diskStore } from '#server/platform/storage/disk.ts'
import type { Store } from '#server/platform/storage/store.ts'
import { checkBackup, type Checked } from './check.ts'
import { loadBackup, insertJson } from './load.ts'
import { type Manifest, BackupRefused, occupied } from './archive.ts'
import { stamp } from './take.ts'
import { Kysely, sql } from 'kysely'
import type { Db, Schema } from '#server/kernel/db/schema.ts'
import type { InsertRows } from './sqlite-rows.ts'

export type Place = Pick<Config, 'dataDir' | 'databaseUrl'> & {
  /**
   * The store for pictures. Null if that is the folder `uploads` in the data folder, because it is moved with the rest.
   */
  store: Store | null
}

type Restored = {
  manifest: Manifest
  /** Where the previous shop's data is now, as text for the terminal. */
  keptAside: string[]
  /**
   * The store that still contains the pictures of the previous shop, because a remote store cannot be moved; otherwise
   * null.
   */
  mixedWith: string | null
}

/**
 * Verifies the whole file, builds the new shop in a temporary folder, and replaces the existing shop at the end. Until
 * then, nothing changes. Throws BadBackup, BackupRefused, or DataFolderInUse if a shop is running.
 * @param replace whether an existing shop is moved to another folder; if false, a target with a shop is refused
 */
export async function restoreBackup(place: Place, file: string, replace: boolean): Promise<Restored> {
  const { dataDir, databaseUrl, store } = place
  const checked = await checkBackup(file)
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const release = await lockDataFolder(dataDir)
  const site = await mkdtemp(join(dataDir, '.restore-'))
  try {
    if (!replace && (await shopFilesIn(dataDir)).length > 0) throw new BackupRefused(occupied(dataDir))
    const mixedWith = store && (await holdsFiles(store)) ? store.where : null
    if (!replace && mixedWith) throw new BackupRefused(occupied(mixedWith))
    const building = buildingOf(checked, site, place)
    const keptAside = databaseUrl
      ? await buildInPostgres(databaseUrl, replace, building)
      : await buildInSqlite(join(site, 'shop.sqlite'), building)
    return { manifest: checked.manifest, keptAside, mixedWith }
  } finally {
    await rm(site, { recursive: true, force: true })
    await release()
  }
}

/** @param site a folder inside the data folder, so that renaming is enough to put the new shop in place */
function buildingOf(checked: Checked, site: string, { dataDir, store }: Place): Building {
  const uploads = store ?? diskStore(join(site, 'uploads'))
  return {
    load: (db, dialect, insert) => loadBackup(checked, { db, dialect, insert, store: uploads }),
    async putInPlace() {
      const old = await shopFilesIn(dataDir)
      const aside = join(dataDir, `replaced-${stamp(isoNow(systemClock))}`)
      if (old.length > 0) await mkdir(aside, { mode: 0o700 })
      for (const name of old) await rename(join(dataDir, name), join(aside, name))
      for (const name of await shopFilesIn(site)) await rename(join(site, name), join(dataDir, name))
      await syncFolder(dataDir)
      return old.length > 0 ? [aside] : []
    },
  }
}

/**
 * The names of a shop's files in its data folder. The file with the first sign-in is included, because it would not
 * match the accounts of another shop.
 */
const SHOP_FILES = /^(?:shop\.sqlite.*|uploads|admin-sign-in\.txt)$/

async function shopFilesIn(dataDir: string): Promise<string[]> {
  return (await readdir(dataDir)).filter((name) => SHOP_FILES.test(name))
}

async function holdsFiles(store: Store): Promise<boolean> {
  for await (const _ of store.list()) return true
  return false
}

type Building = {
  /** Fills an empty database, with `insert` for the rows, and stores the files in the folder for the new shop. */
  load: (db: Db, dialect: 'sqlite' | 'postgres', insert: InsertRows) => Promise<void>
  /** Replaces the contents of the data folder. The old contents are moved; returns the places they were moved to. */
  putInPlace: () => Promise<string[]>
}

/** @param file the path of the new database until it replaces the old one */
async function buildInSqlite(file: string, { load, putInPlace }: Building): Promise<string[]> {
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
async function buildInPostgres(
  url: string,
  replace: boolean,
  { load, putInPlace }: Building,
): Promise<string[]> {
  const { SHOP_NAME, postgresDialect, withStartLock } = await import('#server/kernel/db/postgres.ts')
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
