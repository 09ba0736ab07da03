/** Takes a backup: the database at one moment and the pictures that it names, while the shop goes on. */
import { createReadStream } from 'node:fs'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { DAY, isoNow, type Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import { pack, textEntry, type Entry } from './archive.ts'
import { dump, type Dump, type RowSource } from './dump.ts'
import { FORMAT, MANIFEST, tableEntry, uploadEntry, type Manifest } from './manifest.ts'
import { KEPT_TABLES, LEFT_OUT_TABLES } from './tables.ts'

export type Backup = {
  /** With the date, in UTC: `frame-2026-11-21-0930.tar.gz`. */
  name: string
  /** Rows per table. */
  tables: Record<string, number>
  /** The file itself; it must be read or destroyed, since it lies on the disk until then. */
  content: Readable
}

type From = { config: Pick<Config, 'dataDir' | 'databaseUrl'>; clock: Clock }

/**
 * Resolves when the rows are written down; the pictures are read as the content is. Throws when the database
 * cannot be read or the disk is full.
 */
export async function takeBackup({ config, clock }: From): Promise<Backup> {
  const takenAt = isoNow(clock)
  await removeForgotten(config.dataDir)
  const folder = await mkdtemp(join(config.dataDir, FOLDER))
  const clear = () => rm(folder, { recursive: true, force: true })
  try {
    const dumped = await dump({ source: rowsOf(config), tables: KEPT_TABLES, folder })
    if (dumped.migration === null) throw new Error('There is no shop in this database')
    const content = pack(entries({ dumped, folder, takenAt, uploads: join(config.dataDir, 'uploads') }))
    content.once('close', () => void clear())
    const tables = Object.fromEntries(dumped.tables.map(({ table, rows }) => [table, rows]))
    return { name: `frame-${stamp(takenAt)}.tar.gz`, tables, content }
  } catch (error) {
    await clear()
    throw error
  }
}

/** `2026-11-21T09:30:12.345Z` as `2026-11-21-0930`. */
export function stamp(moment: string): string {
  return moment.slice(0, 16).replace('T', '-').replace(':', '')
}

const FOLDER = '.backup-'

/** What a backup that was killed has left behind. */
async function removeForgotten(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(FOLDER)) continue
    const folder = join(dataDir, name)
    // Gone meanwhile, when its own backup has ended.
    const begun = (await stat(folder).catch(() => null))?.mtimeMs ?? Infinity
    if (Date.now() - begun > DAY) await rm(folder, { recursive: true, force: true })
  }
}

function rowsOf({ dataDir, databaseUrl }: From['config']): RowSource {
  return databaseUrl ? { url: databaseUrl } : { file: join(dataDir, 'shop.sqlite') }
}

type Found = { dumped: Dump; folder: string; takenAt: string; uploads: string }

async function* entries({ dumped, folder, takenAt, uploads }: Found): AsyncGenerator<Entry> {
  for (const { table, bytes } of dumped.tables) {
    yield { name: tableEntry(table), bytes, content: createReadStream(join(folder, `${table}.jsonl`)) }
  }
  const files: Manifest['uploads'] = { files: 0, bytes: 0, missing: [] }
  for (const name of await readdir(uploads).catch(() => [])) {
    const { size } = await stat(join(uploads, name))
    yield { name: uploadEntry(name), bytes: size, content: createReadStream(join(uploads, name)) }
    files.files++
    files.bytes += size
  }
  const said: Manifest = {
    what: 'FRAME backup',
    format: FORMAT,
    takenAt,
    migration: dumped.migration ?? '',
    tables: Object.fromEntries(dumped.tables.map(({ table, rows }) => [table, rows])),
    leftOut: LEFT_OUT_TABLES,
    uploads: files,
  }
  yield textEntry(MANIFEST, `${JSON.stringify(said, null, 2)}\n`)
}
