/** The SQLite file: checked before the shop opens it, created atomically, and locked with its folder for one process. */
import { existsSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createHash } from 'node:crypto'
import { mkdir, open, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { platform } from 'node:os'
import { syncFolder } from '../../files/write.ts'
import { DatabaseUnusable } from '../../errors.ts'

/** SQLite's result codes SQLITE_CORRUPT and SQLITE_NOTADB. */
const DAMAGED = new Set([11, 26])

/** SQLITE_FULL. */
const FULL = 13

const ADVICE = 'Nothing was changed. To continue from a backup: npm run restore -- FILE --replace'

/**
 * Throws DatabaseUnusable if the file exists but is empty, damaged, not a database of the shop, or not readable. Reads
 * the whole file once.
 */
export function requireSoundFile(file: string): void {
  if (!existsSync(file)) return refuseOrphanedLog(file)
  if (statSync(file).size === 0) {
    throw new DatabaseUnusable(
      `The database ${file} is empty (0 bytes), although it contained a shop. ${ADVICE}. To begin a new shop, delete the file.`,
    )
  }
  const fault = faultOf(file)
  if (fault) throw new DatabaseUnusable(`The database ${file} ${fault}. ${ADVICE}`)
}

/**
 * Refuses to start if the database file is missing but its log exists. The log may contain the latest orders, and a new
 * database must not be opened with it.
 */
function refuseOrphanedLog(file: string): void {
  const log = `${file}-wal`
  if (!existsSync(log) || statSync(log).size === 0) return
  throw new DatabaseUnusable(
    `The database ${file} is missing, but its log ${log} exists. Put both files back. ${ADVICE}`,
  )
}

function faultOf(file: string): string | null {
  try {
    const db = new DatabaseSync(file, { timeout: 5000 })
    try {
      const [found] = db.prepare('PRAGMA quick_check(1)').all()
      const result = String(found?.['quick_check'])
      if (result !== 'ok') return `is damaged (${result.replaceAll(/\s+/g, ' ')})`
      const tables = db.prepare(`select name from sqlite_master where name = 'kysely_migration'`).all()
      return tables.length === 0 ? 'does not contain the tables of FRAME' : null
    } finally {
      db.close()
    }
  } catch (error) {
    const { message, errcode } = error as Error & { errcode?: number }
    // The disk is full, not the database damaged.
    if (((errcode ?? 0) & 0xff) === FULL) throw error
    return DAMAGED.has((errcode ?? 0) & 0xff) ? `is damaged (${message})` : `cannot be opened (${message})`
  }
}

/**
 * Creates a database under a temporary name and renames it when it is complete, so that an interrupted start leaves no
 * incomplete database.
 * @param create creates the file with this name and closes it
 */
export async function makeFile(file: string, create: (unfinished: string) => Promise<void>): Promise<void> {
  const unfinished = `${file}.new`
  for (const rest of ['', '-wal', '-shm']) rmSync(unfinished + rest, { force: true })
  await create(unfinished)
  renameSync(unfinished, file)
  await syncFolder(dirname(file))
}

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
class DataFolderInUse extends Error {
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
