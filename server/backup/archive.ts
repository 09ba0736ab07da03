/** A backup as a file: a .tar.gz that any tool opens, with the checksum of every entry in its last one. */
import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline, Readable } from 'node:stream'
import { createGunzip, createGzip } from 'node:zlib'
import { createTarDecoder, createTarPacker } from 'modern-tar'
import { SUMS } from './manifest.ts'

/** `content` comes to exactly `bytes`, and is read once, before the next entry is asked for. */
export type Entry = { name: string; bytes: number; content: AsyncIterable<Uint8Array> }

/** Pictures do not get smaller and rows do at any level, so the processor is spared. */
const LEVEL = 3
const PRIVATE = 0o600

/** The file of these entries, made as it is read. Destroying it ends the entries. */
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
  // Whoever reads is told of a failure by the stream itself.
  return pipeline(Readable.fromWeb(readable), createGzip({ level: LEVEL }), () => {})
}

export function bytesEntry(name: string, data: Buffer): Entry {
  return { name, bytes: data.length, content: Readable.from([data]) }
}

/** The entries of a file, in their order. Throws when it is no whole .tar.gz; each content must be read to its end. */
export async function* unpack(file: string): AsyncGenerator<Entry> {
  const gunzip = createGunzip({ rejectGarbageAfterEnd: true })
  const tar = pipeline(createReadStream(file), gunzip, () => {})
  const entries = ReadableStream.from<Uint8Array>(tar).pipeThrough(createTarDecoder({ strict: true }))
  for await (const { header, body } of entries) {
    yield { name: header.name, bytes: header.size, content: body }
  }
}

/** The same bytes, seen by `hash` on their way. */
export async function* hashed(content: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const chunk of content) {
    hash.update(chunk)
    yield chunk
  }
}
