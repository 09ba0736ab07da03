/** Takes a backup while the shop runs: a snapshot of the database, and the pictures that it references. */
import { createReadStream, existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Readable } from 'node:stream'
import { variantUrls } from '#shared/kernel/picture.ts'
import { DAY, isoNow, type Clock } from '#server/kernel/time/clock.ts'
import type { Config } from '#server/kernel/config/config.ts'
import { KEPT_TABLES, type LabelRow, LEFT_OUT_TABLES, type UploadRow } from '#server/kernel/db/schema.ts'
import { parseFacts } from '#server/kernel/pictures/facts.ts'
import { labelFileName } from '#server/shipping/labels/label-rows.ts'
import type { Store } from '#server/platform/storage/store.ts'
import {
  bytesEntry,
  pack,
  type Entry,
  FORMAT,
  MANIFEST,
  tableEntry,
  uploadEntry,
  type Manifest,
  fromJsonLines,
  BackupRefused,
} from './archive.ts'
import { dump, type Dump, type RowSource } from './dump.ts'

export type Backup = {
  /** Contains the date in UTC: `frame-2026-11-21-093012.tar.gz`. */
  name: string
  /** The contents of the file. The caller must read or destroy the stream, because temporary files exist until then. */
  content: Readable
}

type Source = { config: Pick<Config, 'dataDir' | 'databaseUrl'>; clock: Clock; store: Pick<Store, 'get'> }

/**
 * Resolves when the rows are written to temporary files. The pictures are read later, while the content is read. Throws
 * if the database cannot be read or the disk is full.
 */
export async function takeBackup({ config, clock, store }: Source): Promise<Backup> {
  const takenAt = isoNow(clock)
  const source = rowsOf(config)
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
  await removeAbandoned(config.dataDir)
  const folder = await mkdtemp(join(config.dataDir, FOLDER))
  const clear = () => rm(folder, { recursive: true, force: true })
  try {
    const dumped = await dump({ source, tables: KEPT_TABLES, folder })
    if (dumped.migration === null) throw new BackupRefused('There is no shop in this database.')
    const content = pack(entries({ dumped, folder, takenAt, store }))
    content.once('close', () => void clear())
    return { name: `frame-${stamp(takenAt)}.tar.gz`, content }
  } catch (error) {
    await clear()
    throw error
  }
}

/** Formats `2026-11-21T09:30:12.345Z` as `2026-11-21-093012`. */
export function stamp(moment: string): string {
  return moment.slice(0, 19).replace('T', '-').replaceAll(':', '')
}

const FOLDER = '.backup-'

/** Removes the folders of backups whose process was killed. */
async function removeAbandoned(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(FOLDER)) continue
    const folder = join(dataDir, name)
    // The folder may be gone: its own backup may have removed it just now.
    const begun = (await stat(folder).catch(() => null))?.mtimeMs ?? Infinity
    if (Date.now() - begun > DAY) await rm(folder, { recursive: true, force: true })
  }
}

function rowsOf({ dataDir, databaseUrl }: Source['config']): RowSource {
  if (databaseUrl) return { url: databaseUrl }
  const file = join(dataDir, 'shop.sqlite')
  if (!existsSync(file)) throw new BackupRefused(`There is no shop in ${dataDir}.`)
  return { file }
}

type Contents = { dumped: Dump; folder: string; takenAt: string; store: Source['store'] }

async function* entries({ dumped, folder, takenAt, store }: Contents): AsyncGenerator<Entry> {
  for (const { table, bytes } of dumped.tables) {
    yield { name: tableEntry(table), bytes, content: createReadStream(join(folder, `${table}.jsonl`)) }
  }
  const uploads: Manifest['uploads'] = { files: 0, bytes: 0, missing: [] }
  for await (const { name, data } of fetched(filesIn(dumped, folder), store)) {
    if (!data) {
      uploads.missing.push(name)
      continue
    }
    yield bytesEntry(uploadEntry(name), data)
    uploads.files++
    uploads.bytes += data.length
  }
  const described: Manifest = {
    what: 'FRAME backup',
    format: FORMAT,
    takenAt,
    migration: dumped.migration ?? '',
    tables: Object.fromEntries(dumped.tables.map(({ table, rows }) => [table, rows])),
    leftOut: LEFT_OUT_TABLES,
    uploads,
  }
  yield bytesEntry(MANIFEST, Buffer.from(`${JSON.stringify(described, null, 2)}\n`))
}

type Fetched = { name: string; data: Buffer | null }

/** The number of files that are fetched in advance, because each file of a remote store has a delay. */
const PREFETCH = 4

async function* fetched(
  names: AsyncIterable<string> | string[],
  store: Source['store'],
): AsyncGenerator<Fetched> {
  const waiting: Promise<Fetched>[] = []
  for await (const name of names) {
    waiting.push(store.get(name).then((data) => ({ name, data })))
    // If fetching fails, the error is thrown when the file is yielded. Until then it must not count as an unhandled
    // rejection.
    waiting.at(-1)!.catch(() => {})
    if (waiting.length > PREFETCH) yield waiting.shift()!
  }
  for (const each of waiting) yield each
}

/** The files that the rows reference. An old database may not have the tables of uploads and labels. */
async function* filesIn({ tables }: Dump, folder: string): AsyncGenerator<string> {
  const isDumped = (name: string) => tables.some(({ table }) => table === name)
  if (isDumped('uploads')) yield* uploadsIn(folder)
  if (isDumped('labels')) yield* labelsIn(folder)
}

async function* labelsIn(folder: string): AsyncGenerator<string> {
  const rows = createReadStream(join(folder, 'labels.jsonl'))
  for await (const { id, transaction_id } of fromJsonLines<LabelRow>(rows)) {
    if (transaction_id !== null) yield labelFileName(id)
  }
}

/** The files of every picture that the rows reference. */
async function* uploadsIn(folder: string): AsyncGenerator<string> {
  const rows = createReadStream(join(folder, 'uploads.jsonl'))
  for await (const { facts } of fromJsonLines<UploadRow>(rows)) {
    for (const url of variantUrls(parseFacts(facts))) yield basename(url)
  }
}
