/**
 * A shop with rows in every table, a backup of this shop, and empty targets for restores. All are removed after the
 * test file.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { bytesEntry, pack, unpack, type Entry, SUMS } from '#server/backoffice/backup/archive.ts'
import { takeBackup } from '#server/backoffice/backup/take.ts'
import { systemClock } from '#server/kernel/time/clock.ts'
import { diskStore } from '#server/platform/storage/disk.ts'
import { newPlace, onPostgres, type TestPlace } from './database.ts'
import { fillShop } from './full-shop.ts'
import { openShop, type TestShop } from './shop.ts'

export type Backups = {
  shop: TestShop
  folder: string
  /** The path of a valid backup. */
  whole: string
  place: (postgres?: boolean) => Promise<TestPlace & { store: null }>
  /** Writes a file beside the backup and returns its path. */
  written: (name: string, data: Buffer | string | Readable) => Promise<string>
  /**
   * A copy of the backup in which the function changes entries, or removes them by returning null. The checksums match.
   */
  repacked: (name: string, change: (entry: string, data: Buffer) => Buffer | null) => Promise<string>
  close: () => Promise<void>
}

export async function openBackups(): Promise<Backups> {
  const shop = await openShop()
  await fillShop(shop)
  const folder = await mkdtemp(join(tmpdir(), 'frame-backup-'))
  const dirs = [folder]
  const written: Backups['written'] = async (name, data) => {
    const file = join(folder, name)
    await writeFile(file, data)
    return file
  }
  const whole = await written('whole.tar.gz', (await takeBackup(withStore(shop))).content)
  return {
    shop,
    folder,
    whole,
    written,
    place: async (postgres = onPostgres) => {
      const made = await newPlace(postgres)
      dirs.push(made.dataDir)
      return { ...made, store: null }
    },
    repacked: (name, change) => written(name, pack(changed(whole, change))),
    close: async () => {
      await shop.close()
      for (const dir of dirs) await rm(dir, { recursive: true })
    },
  }
}

type Source = Parameters<typeof takeBackup>[0]

/** The arguments of a backup of an open shop. */
export function withStore({ shop }: TestShop): Source {
  return { ...shop, store: shop.uploads.store }
}

/** A target where no shop is running. */
export function closedShop({ dataDir, databaseUrl }: TestPlace): Source {
  const store = diskStore(join(dataDir, 'uploads'))
  return { config: { dataDir, databaseUrl }, clock: systemClock, store }
}

async function* changed(
  file: string,
  change: (entry: string, data: Buffer) => Buffer | null,
): AsyncGenerator<Entry> {
  for await (const { name, content } of unpack(file)) {
    const data = await buffer(Readable.from(content))
    const instead = name === SUMS ? null : change(name, data)
    if (instead) yield bytesEntry(name, instead)
  }
}
