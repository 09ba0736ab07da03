/** Restores a backup into an empty data folder, or replaces an existing shop, which is moved to another folder. */
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isoNow, systemClock } from '#server/kernel/time/clock.ts'
import type { Config } from '#server/kernel/config/config.ts'
import { lockDataFolder } from '#server/kernel/db/sqlite/file.ts'
import { syncFolder } from '#server/kernel/files/write.ts'
import { diskStore } from '#server/platform/storage/disk.ts'
import type { Store } from '#server/platform/storage/store.ts'
import { buildInPostgres, buildInSqlite, type Building } from './build.ts'
import { checkBackup, type Checked } from './check.ts'
import { loadBackup } from './load.ts'
import type { Manifest } from './manifest.ts'
import { BackupRefused, occupied } from './refused.ts'
import { stamp } from './take.ts'

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
