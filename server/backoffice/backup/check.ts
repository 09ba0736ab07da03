/** Reads and verifies a whole backup before it is used. */
import { createHash } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import * as z from 'zod'
import { migrationNames } from '#server/kernel/db/migrate.ts'
import {
  hashed,
  unpack,
  type Entry,
  ENTRY,
  FORMAT,
  MANIFEST,
  SUMS,
  manifest,
  tableEntry,
  type Manifest,
} from './archive.ts'

/** The file cannot be restored; the message explains why to the person at the terminal. */
export class BadBackup extends Error {
  override name = 'BadBackup'
}

/** A verified backup. */
export type Checked = { file: string; manifest: Manifest; sums: ReadonlyMap<string, string> }

/**
 * Throws BadBackup for a file that is damaged, truncated, altered, not a backup, or from a newer version of the shop.
 */
export async function checkBackup(file: string): Promise<Checked> {
  const contents: Contents = { sums: new Map(), rows: new Map(), manifest: '', expected: null }
  try {
    for await (const entry of unpack(file)) await readEntry(entry, contents)
  } catch (error) {
    throw badBackupFor(file, error)
  }
  const stated = readManifest(file, contents.manifest)
  compare(file, stated, contents)
  return { file, manifest: stated, sums: contents.sums }
}

type Contents = {
  sums: Map<string, string>
  /** The number of lines of each table. */
  rows: Map<string, number>
  manifest: string
  expected: string | null
}

async function readEntry({ name, content }: Entry, contents: Contents): Promise<void> {
  const table = ENTRY.exec(name)?.[1]
  if (!ENTRY.test(name) || contents.expected !== null || contents.sums.has(name)) {
    throw new BadBackup(`It contains ${JSON.stringify(name)}, which no backup of a shop does.`)
  }
  const hash = createHash('sha256')
  const bytes = hashed(content, hash)
  if (name === SUMS) contents.expected = await text(Readable.from(bytes))
  else if (name === MANIFEST) contents.manifest = await text(Readable.from(bytes))
  else if (table) contents.rows.set(table, await countLines(bytes))
  else for await (const _ of bytes);
  contents.sums.set(name, hash.digest('hex'))
}

const LINE_FEED = 10

async function countLines(bytes: AsyncIterable<Uint8Array>): Promise<number> {
  let lines = 0
  for await (const chunk of bytes) {
    for (let at = chunk.indexOf(LINE_FEED); at !== -1; at = chunk.indexOf(LINE_FEED, at + 1)) lines++
  }
  return lines
}

const anyManifest = z.object({ what: manifest.shape.what, format: z.number(), migration: z.string() })

function readManifest(file: string, json: string): Manifest {
  const any = anyManifest.safeParse(parseJson(json))
  if (!any.success) throw new BadBackup(`${file} is not a backup of a shop.`)
  const { format, migration } = any.data
  const supported = migrationNames()
  if (format > FORMAT || !supported.includes(migration)) {
    throw new BadBackup(
      `${file} was taken by a newer version of the shop (format ${format}, database ${migration}; this one ` +
        `reads format ${FORMAT} and databases up to ${supported.at(-1)}). Update the shop first.`,
    )
  }
  const parsed = manifest.safeParse(parseJson(json))
  if (!parsed.success) throw new BadBackup(`${file} is damaged: its manifest is not valid.`)
  return parsed.data
}

function compare(file: string, stated: Manifest, { sums, rows, expected }: Contents): void {
  const tables = Object.keys(stated.tables)
  const { length: uploads } = [...sums.keys()].filter((name) => name.startsWith('uploads/'))
  const found = [...sums].map(([name, sum]) => (name === SUMS ? '' : `${sum}  ${name}\n`)).join('')
  const isWhole =
    found === expected &&
    uploads === stated.uploads.files &&
    rows.size === tables.length &&
    tables.every((table) => sums.has(tableEntry(table)) && rows.get(table) === stated.tables[table])
  if (!isWhole)
    throw new BadBackup(`${file} has been altered or damaged: its checksums or counts are not right.`)
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}

/** The error for the terminal, from an error of zlib, the tar decoder or the disk. */
function badBackupFor(file: string, error: unknown): unknown {
  if (error instanceof BadBackup) return new BadBackup(`${file} cannot be restored. ${error.message}`)
  const { code, message } = error as { code?: unknown; message: string }
  if (code === 'ENOENT') return new BadBackup(`There is no file ${file}.`)
  if (code === 'EISDIR') return new BadBackup(`${file} is a folder.`)
  if (code === 'EACCES' || code === 'EIO') return error
  return new BadBackup(
    `${file} is not a whole backup: it is damaged, was cut short, or is something else (${message}).`,
  )
}
