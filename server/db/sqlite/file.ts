/** The database file before a shop opens it: sound, or made whole in one step. */
import { existsSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { syncFolder } from '../../files/write.ts'
import { DatabaseUnusable } from '../../errors.ts'

/** SQLite's result codes for a file that is damaged, and for one that is no database at all. */
const DAMAGED = new Set([11, 26])

const ADVICE = 'Nothing was changed. To go on from a backup: npm run restore -- FILE --replace'

/**
 * Throws DatabaseUnusable when the file is there and no shop can be opened with it: empty, damaged, of something else,
 * or not to be read. Reads the whole file once.
 */
export function requireSoundFile(file: string): void {
  if (!existsSync(file)) return refuseLeftLog(file)
  if (statSync(file).size === 0) {
    throw new DatabaseUnusable(
      `The database ${file} is empty (0 bytes), though a shop was there. ${ADVICE}. To begin a new shop, delete the file.`,
    )
  }
  const fault = faultOf(file)
  if (fault) throw new DatabaseUnusable(`The database ${file} ${fault}. ${ADVICE}`)
}

/** What was ordered last may be in the log alone, and a new database must never be opened with it. */
function refuseLeftLog(file: string): void {
  const log = `${file}-wal`
  if (!existsSync(log) || statSync(log).size === 0) return
  throw new DatabaseUnusable(
    `The database ${file} is missing, though its log ${log} is there. Put both back. ${ADVICE}`,
  )
}

function faultOf(file: string): string | null {
  try {
    const db = new DatabaseSync(file, { timeout: 5000 })
    try {
      const [found] = db.prepare('PRAGMA quick_check(1)').all()
      const words = String(found?.['quick_check'])
      if (words !== 'ok') return `is damaged (${words.replaceAll(/\s+/g, ' ')})`
      const tables = db.prepare(`select name from sqlite_master where name = 'kysely_migration'`).all()
      return tables.length === 0 ? 'holds no shop: the tables of FRAME are not in it' : null
    } finally {
      db.close()
    }
  } catch (error) {
    const { message, errcode } = error as Error & { errcode?: number }
    return DAMAGED.has((errcode ?? 0) & 0xff) ? `is damaged (${message})` : `cannot be opened (${message})`
  }
}

/**
 * Makes a new database beside its place and moves it there when it is whole: a start that is interrupted leaves no
 * half-made database behind.
 * @param lay fills the file of this name and closes it
 */
export async function makeFile(file: string, lay: (unfinished: string) => Promise<void>): Promise<void> {
  const unfinished = `${file}.new`
  for (const rest of ['', '-wal', '-shm']) rmSync(unfinished + rest, { force: true })
  await lay(unfinished)
  renameSync(unfinished, file)
  await syncFolder(dirname(file))
}
