import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'

/** Writes a file so that a reader sees all of it or none; `durable` waits for the disk as well. */
export async function writeWhole(path: string, data: Buffer | string, durable: boolean): Promise<void> {
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

/** Makes the names written so far survive a power cut. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Makes a folder and those above it. */
export async function mkdirp(path: string): Promise<void> {
  await mkdir(path, { recursive: true })
}

/** The code of a failed system call, such as ENOENT. */
export function errorCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
