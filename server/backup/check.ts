/** Reads a backup from beginning to end before anything is done with it. */
import { createHash } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import * as z from 'zod'
import { migrationNames } from '../db/migrate.ts'
import { hashed, unpack, type Entry } from './archive.ts'
import { ENTRY, FORMAT, MANIFEST, SUMS, manifest, tableEntry, type Manifest } from './manifest.ts'

/** The file is none that can be restored; the message says why, for the person at the terminal. */
export class BadBackup extends Error {
  override name = 'BadBackup'
}

/** A backup that was found whole. */
export type Checked = { file: string; manifest: Manifest; sums: ReadonlyMap<string, string> }

/** Throws BadBackup for a file that is damaged, cut short, altered, not a backup, or from a newer program. */
export async function checkBackup(file: string): Promise<Checked> {
  const found: Found = { sums: new Map(), rows: new Map(), manifest: '', expected: null }
  try {
    for await (const entry of unpack(file)) await look(entry, found)
  } catch (error) {
    throw inWords(file, error)
  }
  const said = readManifest(file, found.manifest)
  compare(file, said, found)
  return { file, manifest: said, sums: found.sums }
}

type Found = {
  sums: Map<string, string>
  /** Lines per table. */
  rows: Map<string, number>
  manifest: string
  expected: string | null
}

async function look({ name, content }: Entry, found: Found): Promise<void> {
  const table = ENTRY.exec(name)?.[1]
  if (!ENTRY.test(name) || found.expected !== null || found.sums.has(name)) {
    throw new BadBackup(`It holds ${JSON.stringify(name)}, which no backup of a shop does.`)
  }
  const hash = createHash('sha256')
  const bytes = hashed(content, hash)
  if (name === SUMS) found.expected = await text(Readable.from(bytes))
  else if (name === MANIFEST) found.manifest = await text(Readable.from(bytes))
  else if (table) found.rows.set(table, await countLines(bytes))
  else for await (const _ of bytes);
  found.sums.set(name, hash.digest('hex'))
}

async function countLines(bytes: AsyncIterable<Uint8Array>): Promise<number> {
  let lines = 0
  for await (const chunk of bytes) for (const byte of chunk) if (byte === 10) lines++
  return lines
}

const anyManifest = z.object({ what: manifest.shape.what, format: z.number(), migration: z.string() })

function readManifest(file: string, said: string): Manifest {
  const any = anyManifest.safeParse(parseJson(said))
  if (!any.success) throw new BadBackup(`${file} is not a backup of a shop.`)
  const { format, migration } = any.data
  const known = migrationNames()
  if (format > FORMAT || !known.includes(migration)) {
    throw new BadBackup(
      `${file} was taken by a newer version of the shop (format ${format}, database ${migration}; this one ` +
        `reads format ${FORMAT} and databases up to ${known.at(-1)}). Bring the shop up to date first.`,
    )
  }
  const parsed = manifest.safeParse(parseJson(said))
  if (!parsed.success) throw new BadBackup(`${file} is damaged: what it says of itself makes no sense.`)
  return parsed.data
}

function compare(file: string, said: Manifest, { sums, rows, expected }: Found): void {
  const tables = Object.keys(said.tables)
  const { length: uploads } = [...sums.keys()].filter((name) => name.startsWith('uploads/'))
  const found = [...sums].map(([name, sum]) => (name === SUMS ? '' : `${sum}  ${name}\n`)).join('')
  const isWhole =
    found === expected &&
    uploads === said.uploads.files &&
    rows.size === tables.length &&
    tables.every((table) => sums.has(tableEntry(table)) && rows.get(table) === said.tables[table])
  if (!isWhole)
    throw new BadBackup(`${file} has been altered or damaged: its checksums or counts are not right.`)
}

function parseJson(said: string): unknown {
  try {
    return JSON.parse(said)
  } catch {
    return null
  }
}

/** What zlib, the reader of .tar or the disk said. */
function inWords(file: string, error: unknown): unknown {
  if (error instanceof BadBackup) return new BadBackup(`${file} cannot be restored. ${error.message}`)
  const { code, message } = error as { code?: unknown; message: string }
  if (code === 'ENOENT') return new BadBackup(`There is no file ${file}.`)
  if (code === 'EISDIR') return new BadBackup(`${file} is a folder.`)
  if (code === 'EACCES' || code === 'EIO') return error
  return new BadBackup(
    `${file} is not a whole backup: it is damaged, was cut short, or is something else (${message}).`,
  )
}
