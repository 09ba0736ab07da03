// On SQLite only: files of backups that are damaged, read before the database is used.
// Slow, not in `npm run check`: backups of whole shops.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { gunzipSync, gzipSync } from 'node:zlib'
import { createTarPacker } from 'modern-tar'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBackups, type Backups } from '#test/backups.ts'
import { bytesEntry, pack, unpack, type Entry, MANIFEST } from './archive.ts'
import { restoreBackup, type Place } from './restore.ts'

let backups: Backups
beforeAll(async () => {
  backups = await openBackups()
})
afterAll(() => backups.close())

/** Expects that restoring fails with this message and changes nothing in the place. */
async function expectRefused(file: string, message: RegExp, where?: Place): Promise<void> {
  const there = where ?? (await backups.place())
  const before = await readdir(there.dataDir)
  await expect(restoreBackup(there, file, true)).rejects.toThrow(message)
  expect(await readdir(there.dataDir)).toEqual(before)
}

async function* only(name: string): AsyncGenerator<Entry> {
  yield bytesEntry(name, Buffer.from('sea'))
}

function unzipped(data: Buffer): Buffer | null {
  try {
    return gunzipSync(data)
  } catch {
    return null
  }
}

/** The same backup with a changed manifest. */
const withManifest = (change: object) => (name: string, data: Buffer) =>
  name === MANIFEST ? Buffer.from(JSON.stringify({ ...JSON.parse(data.toString()), ...change })) : data

describe('a file that is not a complete backup is refused, and nothing is changed', () => {
  test('truncated at any point', async () => {
    const data = await readFile(backups.whole)
    for (const part of [0, 5, 100, data.length >> 1, data.length - 100, data.length - 1])
      await expectRefused(
        await backups.written('cut.tar.gz', data.subarray(0, part)),
        /is not a whole backup/,
      )
  })

  test('with one flipped bit at any point', async () => {
    const data = await readFile(backups.whole)
    const where = await backups.place()
    // The gzip header contains a time and an operating system, and nothing of the backup.
    for (let at = 10; at < data.length; at += Math.floor(data.length / 60)) {
      const flipped = Buffer.from(data)
      flipped[at]! ^= 1 << (at % 8)
      // A few bits between the compressed blocks have no meaning.
      if (unzipped(flipped)?.equals(gunzipSync(data))) continue
      await expectRefused(
        await backups.written('flipped.tar.gz', flipped),
        /is not a whole backup|altered or damaged|cannot be restored/,
        where,
      )
    }
  })

  test('with extra bytes after its end', async () => {
    const longer = Buffer.concat([await readFile(backups.whole), Buffer.from('more')])
    await expectRefused(await backups.written('longer.tar.gz', longer), /is not a whole backup/)
  })

  test('with other contents', async () => {
    await expectRefused(
      await backups.written('holiday.tar.gz', pack(only('holiday.jpg'))),
      /"holiday.jpg", which no backup of a shop does/,
    )
    await expectRefused(await backups.written('text.tar.gz', 'Dear shop'), /is not a whole backup/)
    await expectRefused(await backups.written('gzip.tar.gz', gzipSync('Dear shop')), /is not a whole backup/)
    await expectRefused(join(backups.folder, 'nowhere.tar.gz'), /There is no file/)
    await expectRefused(backups.folder, /is a folder/)
  })

  test('with a path outside its folder', async () => {
    await expectRefused(
      await backups.written('climbing.tar.gz', pack(only('uploads/../../climbed.jpg'))),
      /which no backup of a shop does/,
    )
  })

  test('with removed or changed entries', async () => {
    const fewer = await backups.repacked('fewer.tar.gz', (name, data) =>
      name === 'tables/orders.jsonl' ? data.subarray(data.indexOf(10) + 1) : data,
    )
    await expectRefused(fewer, /altered or damaged/)
    const without = await backups.repacked('without.tar.gz', (name, data) =>
      name === 'tables/payments.jsonl' ? null : data,
    )
    await expectRefused(without, /altered or damaged/)
    const sums = await backups.written('sums.tar.gz', await withWrongSum())
    await expectRefused(sums, /altered or damaged/)
  })

  test('from a newer version of the shop', async () => {
    await expectRefused(
      await backups.repacked('format.tar.gz', withManifest({ format: 2 })),
      /newer version of the shop \(format 2/,
    )
    await expectRefused(
      await backups.repacked('level.tar.gz', withManifest({ migration: '999-later' })),
      /database 999-later; this one .+ up to/,
    )
  })
})

/** The whole backup with one altered picture, and the checksums of the original. */
async function withWrongSum(): Promise<Readable> {
  const { readable, controller } = createTarPacker()
  const fill = async () => {
    for await (const { name, bytes, content } of unpack(backups.whole)) {
      const data = await buffer(Readable.from(content))
      if (name.startsWith('uploads/')) data[0]! ^= 1
      const entry = controller.add({ name, size: bytes }).getWriter()
      await entry.write(data)
      await entry.close()
    }
    controller.finalize()
  }
  void fill()
  return Readable.fromWeb(readable.pipeThrough(new CompressionStream('gzip')))
}
