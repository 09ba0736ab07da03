import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'

/**
 * Writes a file so that readers see either the complete file or no file. `durable` also waits until the file is on the
 * disk.
 */
export async function writeAtomically(path: string, data: Buffer | string, durable: boolean): Promise<void> {
  const temporary = `${path}.${randomUUID()}.tmp`
  try {
    const file = await open(temporary, 'wx')
    try {
      await file.writeFile(data)
      if (durable) await file.datasync()
    } finally {
      await file.close()
    }
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

/** Writes the contents of a file to the disk, so that they survive a power failure. */
export async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Writes the file names of a folder to the disk, so that they survive a power failure. */
export async function syncFolder(path: string): Promise<void> {
  await syncFile(path)
}

/** Creates a folder and its parents. */
export async function mkdirp(path: string): Promise<void> {
  await mkdir(path, { recursive: true })
}

/** The code of a failed system call, such as ENOENT. */
export function errorCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
