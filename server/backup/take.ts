/** Takes a backup: the database at one moment and the pictures that it names, while the shop goes on. */
import { createReadStream, existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Readable } from 'node:stream'
import { variantUrls } from '#shared/picture.ts'
import { DAY, isoNow, type Clock } from '../time/clock.ts'
import type { Config } from '../config/config.ts'
import type { LabelRow, UploadRow } from '../db/schema.ts'
import { parseFacts } from '../pictures/facts.ts'
import { labelFileName } from '../shippo/label-rows.ts'
import type { Store } from '../storage/store.ts'
import { bytesEntry, pack, type Entry } from './archive.ts'
import { dump, type Dump, type RowSource } from './dump.ts'
import { FORMAT, MANIFEST, tableEntry, uploadEntry, type Manifest } from './manifest.ts'
import { fromJsonLines } from './json-lines.ts'
import { BackupRefused } from './refused.ts'
import { KEPT_TABLES, LEFT_OUT_TABLES } from './tables.ts'

export type Backup = {
  /** With the date, in UTC: `frame-2026-11-21-093012.tar.gz`. */
  name: string
  /** The file itself; it must be read or destroyed, since it lies on the disk until then. */
  content: Readable
}

type From = { config: Pick<Config, 'dataDir' | 'databaseUrl'>; clock: Clock; store: Pick<Store, 'get'> }

/**
 * Resolves when the rows are written down; the pictures are read as the content is. Throws when the database
 * cannot be read or the disk is full.
 */
export async function takeBackup({ config, clock, store }: From): Promise<Backup> {
  const takenAt = isoNow(clock)
  const source = rowsOf(config)
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
  await removeForgotten(config.dataDir)
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

/** `2026-11-21T09:30:12.345Z` as `2026-11-21-093012`. */
export function stamp(moment: string): string {
  return moment.slice(0, 19).replace('T', '-').replaceAll(':', '')
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
  if (databaseUrl) return { url: databaseUrl }
  const file = join(dataDir, 'shop.sqlite')
  if (!existsSync(file)) throw new BackupRefused(`There is no shop in ${dataDir}.`)
  return { file }
}

type Found = { dumped: Dump; folder: string; takenAt: string; store: From['store'] }

async function* entries({ dumped, folder, takenAt, store }: Found): AsyncGenerator<Entry> {
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
  const said: Manifest = {
    what: 'FRAME backup',
    format: FORMAT,
    takenAt,
    migration: dumped.migration ?? '',
    tables: Object.fromEntries(dumped.tables.map(({ table, rows }) => [table, rows])),
    leftOut: LEFT_OUT_TABLES,
    uploads,
  }
  yield bytesEntry(MANIFEST, Buffer.from(`${JSON.stringify(said, null, 2)}\n`))
}

type Fetched = { name: string; data: Buffer | null }

/** Asked for a few at a time: a store across the network takes its while with each. */
const AHEAD = 4

async function* fetched(
  names: AsyncIterable<string> | string[],
  store: From['store'],
): AsyncGenerator<Fetched> {
  const waiting: Promise<Fetched>[] = []
  for await (const name of names) {
    waiting.push(store.get(name).then((data) => ({ name, data })))
    // Whoever comes to it hears of a failure; until then it is nobody's.
    waiting.at(-1)!.catch(() => {})
    if (waiting.length > AHEAD) yield waiting.shift()!
  }
  for (const each of waiting) yield each
}

/** The files that the rows know. A database from before there were uploads or labels has no such table. */
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

/** The files of every picture that the rows know. */
async function* uploadsIn(folder: string): AsyncGenerator<string> {
  const rows = createReadStream(join(folder, 'uploads.jsonl'))
  for await (const { facts } of fromJsonLines<UploadRow>(rows)) {
    for (const url of variantUrls(parseFacts(facts))) yield basename(url)
  }
}
