/**
 * The file format of a backup: a .tar.gz that any tool can open. Its last entry has the checksums of all other entries.
 */
import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline, Readable } from 'node:stream'
import { createGunzip, createGzip } from 'node:zlib'
import { createTarDecoder, createTarPacker } from 'modern-tar'
import * as z from 'zod'

/**
 * One file in the archive. `content` has exactly `bytes` bytes, and is read once, before the next entry is requested.
 */
export type Entry = { name: string; bytes: number; content: AsyncIterable<Uint8Array> }

/** A low gzip level saves CPU time: pictures do not compress, and rows compress well at any level. */
const LEVEL = 3
const PRIVATE = 0o600

/** A stream of the archive, generated while it is read. Destroying the stream also ends `entries`. */
export function pack(entries: AsyncIterable<Entry>): Readable {
  const { readable, controller } = createTarPacker()
  const add = async ({ name, bytes, content }: Entry) => {
    const body = controller.add({ name, size: bytes, mode: PRIVATE }).getWriter()
    for await (const chunk of content) await body.write(chunk)
    await body.close()
  }
  const addAll = async () => {
    const sums: string[] = []
    for await (const entry of entries) {
      const hash = createHash('sha256')
      await add({ ...entry, content: hashed(entry.content, hash) })
      sums.push(`${hash.digest('hex')}  ${entry.name}\n`)
    }
    await add(bytesEntry(SUMS, Buffer.from(sums.join(''))))
    controller.finalize()
  }
  addAll().catch((error: unknown) => controller.error(error))
  // The reader gets the error from the stream itself.
  return pipeline(Readable.fromWeb(readable), createGzip({ level: LEVEL }), () => {})
}

export function bytesEntry(name: string, data: Buffer): Entry {
  return { name, bytes: data.length, content: Readable.from([data]) }
}

/**
 * The entries of a backup file, in their order. The caller must read the content of each entry completely. Throws for
 * an invalid or truncated .tar.gz.
 */
export async function* unpack(file: string): AsyncGenerator<Entry> {
  const gunzip = createGunzip({ rejectGarbageAfterEnd: true })
  const tar = pipeline(createReadStream(file), gunzip, () => {})
  const entries = ReadableStream.from<Uint8Array>(tar).pipeThrough(createTarDecoder({ strict: true }))
  for await (const { header, body } of entries) {
    yield { name: header.name, bytes: header.size, content: body }
  }
}

/** Passes the bytes through and updates `hash` with them. */
export async function* hashed(content: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const chunk of content) {
    hash.update(chunk)
    yield chunk
  }
}

/** Increased when older versions of the shop can no longer read the file. */
export const FORMAT = 1

export const MANIFEST = 'manifest.json'
/** The name of the last entry. It has one line per entry, in the format of `sha256sum -c`. */
export const SUMS = 'SHA256SUMS'
const count = z.number().int().nonnegative()

export const manifest = z.object({
  what: z.literal('FRAME backup'),
  format: z.literal(FORMAT),
  takenAt: z.iso.datetime(),
  /** The last applied migration of the source database. */
  migration: z.string(),
  /** Rows per table, in restore order. */
  tables: z.record(z.string().regex(/^[a-z_]+$/), count),
  /** Tables that the backup leaves out. */
  leftOut: z.array(z.string()),
  uploads: z.object({
    files: count,
    bytes: count,
    /** Files that the database references but the store did not have. */
    missing: z.array(z.string()),
  }),
})
export type Manifest = z.infer<typeof manifest>

export const tableEntry = (table: string) => `tables/${table}.jsonl`
export const uploadEntry = (file: string) => `uploads/${file}`

/** Allowed names of entries. No allowed name leads out of the target folder. */
export const ENTRY = /^(?:manifest\.json|SHA256SUMS|tables\/([a-z_]+)\.jsonl|uploads\/([\w-][\w.-]*))$/

/** Parses a stream of JSON lines. (`readline` would also break lines at U+2028.) */
export async function* fromJsonLines<T>(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<T> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of bytes) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop()!
    for (const line of lines) yield JSON.parse(line) as T
  }
}

/**
 * Splits a stream of JSON lines into texts of whole lines, each of at least `batchBytes` bytes except the last one. Every
 * line ends with a line feed.
 */
export async function* wholeLines(
  bytes: AsyncIterable<Uint8Array>,
  batchBytes: number,
): AsyncGenerator<string> {
  let parts: Uint8Array[] = []
  let size = 0
  for await (const chunk of bytes) {
    parts.push(chunk)
    size += chunk.length
    if (size < batchBytes) continue
    const all = Buffer.concat(parts)
    const end = all.lastIndexOf('\n') + 1
    if (end > 0) yield all.toString('utf8', 0, end)
    parts = [all.subarray(end)]
    size = all.length - end
  }
  if (size > 0) yield Buffer.concat(parts).toString()
}

/**
 * There is nothing to back up, or the target of a restore is not usable in its present state. The message tells the
 * person at the terminal what to do.
 */
export class BackupRefused extends Error {
  override name = 'BackupRefused'
}

export function occupied(where: string): string {
  return (
    `There is a shop in ${where} already. To keep it aside and put the backup in its place:\n` +
    'npm run restore -- FILE --replace'
  )
}
