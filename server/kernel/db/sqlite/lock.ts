import { createHash } from 'node:crypto'
import { mkdir, open, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { platform } from 'node:os'
import { join } from 'node:path'

/**
 * Locks a data folder for this process, so that no second server writes to it. Throws DataFolderInUse, which names the
 * other process. On Linux the lock ends with the process, even after kill -9.
 * @returns releases the lock
 */
export async function lockDataFolder(dir: string): Promise<() => Promise<void>> {
  await mkdir(dir, { recursive: true })
  const folder = await realpath(dir)
  const note = join(folder, 'lock.json')
  const holder = JSON.stringify({ pid: process.pid, startedAt: new Date().toISOString() })
  if (platform() !== 'linux') return await lockByNote(folder, note, holder)
  const unlock = await lockName(`\0frame-${createHash('sha256').update(folder).digest('hex')}`)
  if (!unlock) throw await inUse(folder, note)
  await writeFile(note, holder)
  return async () => {
    await rm(note, { force: true })
    await unlock()
  }
}

/** Listens on an abstract socket, which has no file: the kernel frees the name when the process ends. */
async function lockName(name: string): Promise<(() => Promise<void>) | undefined> {
  const server = createServer((socket) => socket.destroy())
  server.unref()
  return await new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(undefined)
      else reject(error)
    })
    server.listen(name, () =>
      resolve(async () => await new Promise((closed) => server.close(() => closed()))),
    )
  })
}

async function lockByNote(folder: string, note: string, holder: string): Promise<() => Promise<void>> {
  const found = await readHolder(note)
  if (found && found.pid !== process.pid && isAlive(found.pid)) throw await inUse(folder, note)
  if (found) await rm(note, { force: true })
  const file = await open(note, 'wx').catch(async (error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST' ? await inUse(folder, note) : error
  })
  await file.writeFile(holder)
  await file.close()
  return async () => await rm(note, { force: true })
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Another process uses the data folder. */
export class DataFolderInUse extends Error {
  override name = 'DataFolderInUse'
}

async function inUse(folder: string, note: string): Promise<Error> {
  const holder = await readHolder(note)
  const who = holder ? ` (pid ${holder.pid}, since ${holder.startedAt})` : ''
  return new DataFolderInUse(
    `The data folder ${folder} is in use by another FRAME process${who}. Stop it first, or choose another DATA_DIR.`,
  )
}

async function readHolder(note: string): Promise<{ pid: number; startedAt: string } | undefined> {
  try {
    const holder: { pid?: unknown; startedAt?: unknown } = JSON.parse(await readFile(note, 'utf8'))
    return typeof holder.pid === 'number'
      ? { pid: holder.pid, startedAt: String(holder.startedAt) }
      : undefined
  } catch {
    return undefined
  }
}
