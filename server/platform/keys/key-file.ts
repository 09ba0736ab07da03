/** A key in a file of the data folder that only its owner can read. No backup contains it. */
import { randomBytes } from 'node:crypto'
import { open, readFile, rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { errorCode, syncFolder } from '#server/kernel/files/write.ts'

/** The key in a file; null if there is no such file. */
export async function readKey(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error
    return null
  }
}

/** The key in a file, which the first call creates. Only one process uses a data folder. */
export async function ensureKey(path: string): Promise<string> {
  return (await readKey(path)) ?? makeKey(path)
}

async function makeKey(path: string): Promise<string> {
  const key = randomBytes(32).toString('base64url')
  const file = await open(`${path}.new`, 'w', 0o600)
  try {
    await file.writeFile(key)
    await file.sync()
  } finally {
    await file.close()
  }
  // After a crash there is either the whole key or none.
  await rename(`${path}.new`, path)
  await syncFolder(dirname(path))
  return key
}
