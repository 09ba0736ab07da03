/** Checks the SQLite file before the shop opens it. Creates a new file atomically. */
import { existsSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
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
