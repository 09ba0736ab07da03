/**
 * The file format of a backup: a .tar.gz that any tool can open. Its last entry has the checksums of all other entries.
 */
import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline, Readable } from 'node:stream'
import { createGunzip, createGzip } from 'node:zlib'
import { createTarDecoder, createTarPacker } from 'modern-tar'
import { SUMS } from './manifest.ts'

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
