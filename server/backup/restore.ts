/** Puts a backup in the place of a shop: into an empty one, or where another one was, which is kept aside. */
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isoNow, systemClock } from '../time/clock.ts'
import type { Config } from '../config/config.ts'
import { lockDataFolder } from '../db/sqlite/lock.ts'
import { syncFolder } from '../files/write.ts'
import { diskStore } from '../storage/disk.ts'
import type { Store } from '../storage/store.ts'
import { buildInPostgres, buildInSqlite, type Building } from './build.ts'
import { checkBackup, type Checked } from './check.ts'
import { loadBackup } from './load.ts'
import type { Manifest } from './manifest.ts'
import { BackupRefused, occupied } from './refused.ts'
import { stamp } from './take.ts'

export type Place = Pick<Config, 'dataDir' | 'databaseUrl'> & {
  /** The pictures' store; null when it is the folder `uploads` of the data folder, which moves with the rest. */
  store: Store | null
}

type Restored = {
  manifest: Manifest
  /** For people: where what was there before is now. */
  keptAside: string[]
  /** The store that holds pictures of before as well, since it cannot be moved aside; null when there is none. */
  mixedWith: string | null
}

/**
 * Checks the file wholly, builds the new shop beside what is there, and puts it in place at the end: until then
 * nothing is touched. Throws BadBackup, BackupRefused, or DataFolderInUse where a shop is running.
 * @param replace keeps aside what is there; without it a place that is not empty is refused
 */
export async function restoreBackup(place: Place, file: string, replace: boolean): Promise<Restored> {
  const { dataDir, databaseUrl, store } = place
  const checked = await checkBackup(file)
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const release = await lockDataFolder(dataDir)
  const site = await mkdtemp(join(dataDir, '.restore-'))
  try {
    if (!replace && (await shopIn(dataDir)).length > 0) throw new BackupRefused(occupied(dataDir))
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

/** @param site a folder inside the data folder, so that putting the new shop in place is renaming */
function buildingOf(checked: Checked, site: string, { dataDir, store }: Place): Building {
  const uploads = store ?? diskStore(join(site, 'uploads'))
  return {
    load: (db, dialect) => loadBackup(checked, { db, dialect, store: uploads }),
    async putInPlace() {
      const old = await shopIn(dataDir)
      const aside = join(dataDir, `replaced-${stamp(isoNow(systemClock))}`)
      if (old.length > 0) await mkdir(aside, { mode: 0o700 })
      for (const name of old) await rename(join(dataDir, name), join(aside, name))
      for (const name of await shopIn(site)) await rename(join(site, name), join(dataDir, name))
      await syncFolder(dataDir)
      return old.length > 0 ? [aside] : []
    },
  }
}

/** What belongs to a shop in its data folder; the first sign-in would not fit the accounts of another one. */
const SHOP = /^(?:shop\.sqlite.*|uploads|admin-sign-in\.txt)$/

async function shopIn(dataDir: string): Promise<string[]> {
  return (await readdir(dataDir)).filter((name) => SHOP.test(name))
}

async function holdsFiles(store: Store): Promise<boolean> {
  for await (const _ of store.list()) return true
  return false
}
