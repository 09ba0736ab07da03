/** Stores pictures in a folder: each file is written to a temporary file, synced, and renamed. */
import { opendir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCode, mkdirp, syncFolder, writeAtomically } from '#server/kernel/files/write.ts'
import { diskFullOr, requireFreeSpace } from '#server/kernel/files/full-disk.ts'
import type { Store, Stored } from './store.ts'

export function diskStore(folder: string): Store {
  return {
    where: folder,

    async put(files) {
      await mkdirp(folder)
      const bytes = files.reduce((sum, [, data]) => sum + data.length, 0)
      await requireFreeSpace(folder, bytes)
      const writes = files.map(([name, data]) => writeAtomically(join(folder, name), data, true))
      // Wait for all writes, so that the cleanup after a failure does not run before the last write has ended.
      for (const write of await Promise.allSettled(writes)) {
        if (write.status === 'rejected') throw diskFullOr(write.reason)
      }
      await syncFolder(folder)
    },

    get: (name) => unlessMissing(readFile(join(folder, name)), null),

    async remove(names) {
      await Promise.all(names.map((name) => rm(join(folder, name), { force: true })))
    },

    async *list() {
      for await (const { name } of await unlessMissing(opendir(folder), [])) {
        const found = await unlessMissing(stat(join(folder, name)), null)
        if (found?.isFile()) yield { name, bytes: found.size, at: found.mtime } satisfies Stored
      }
    },
  }
}

async function unlessMissing<T, U>(reading: Promise<T>, missing: U): Promise<T | U> {
  try {
    return await reading
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return missing
    throw error
  }
}
