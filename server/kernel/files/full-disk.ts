/**
 * A full disk: uploads are refused before, because the database needs the remaining space to store orders. At a start or in a
 * command, its errors are explained for the terminal.
 */
import { statfs } from 'node:fs/promises'
import { statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { Refusal, DatabaseUnusable } from '../errors.ts'
import { errorCode } from './write.ts'

const MIN_FREE_BYTES = 48 * 1024 * 1024

/** Throws 507 if less than the margin would be free after writing `bytes`. */
export async function requireFreeSpace(folder: string, bytes: number): Promise<void> {
  if ((await freeBytesFor(folder)) < bytes) throw full()
}

/** How many bytes may be written into a folder, or into its parent if it does not exist yet, without using the margin. */
export async function freeBytesFor(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder).catch(() => statfs(dirname(folder)))
  return Math.max(0, bavail * bsize - MIN_FREE_BYTES)
}

/** Converts the error of a full disk to a refusal with 507. Returns any other error unchanged. */
export function diskFullOr(error: unknown): unknown {
  return isDiskFull(error) ? full() : error
}

/** Whether a call of the operating system failed because the disk, or the user's share of it, is full. */
function isDiskFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes(String(errorCode(error)))
}

/** The refusal for a store without free space. */
export function full(): Refusal {
  return new Refusal(
    507,
    'The disk has no space left for pictures. Please tell the operator of this shop’s server',
  )
}

/** SQLite's code SQLITE_FULL. Other errors of SQLite on a full disk, such as those of its log, name another problem. */
const SQLITE_FULL = 13
const SQLITE_ERRORS_WITHOUT_SPACE = new Set([10, 14])
/** PostgreSQL's code disk_full. */
const POSTGRES_FULL = '53100'
/** With less than this many free bytes, SQLite cannot even create its log. */
const NO_SPACE = 256 * 1024

type Place = { dataDir: string; databaseUrl: string | null }

/**
 * Converts the error of a full disk, also one with such a cause, to a DatabaseUnusable that says which disk is full and what
 * to do. Returns any other error unchanged.
 * @param place null for a command, which may write to other disks too
 */
export function explainFullDisk(error: unknown, place: Place | null): unknown {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    const { code, errcode = 0 } = cause as { code?: unknown; errcode?: number }
    if (code === POSTGRES_FULL) {
      const where = place?.databaseUrl ? `PostgreSQL at ${new URL(place.databaseUrl).host}` : 'PostgreSQL'
      return fullDisk(`The disk of ${where} is full (${cause.message}).`, error)
    }
    const isFull =
      isDiskFull(cause) ||
      (errcode & 0xff) === SQLITE_FULL ||
      // The error of the thread that writes has only the text.
      cause.message.includes('database or disk is full') ||
      (place && SQLITE_ERRORS_WITHOUT_SPACE.has(errcode & 0xff) && freeBytes(place.dataDir) < NO_SPACE)
    if (isFull) {
      const disk = place ? `The disk with the data folder ${place.dataDir}` : 'A disk'
      return fullDisk(`${disk} is full (${cause.message}).`, error)
    }
  }
  return error
}

function fullDisk(problem: string, cause: unknown): DatabaseUnusable {
  const advice = 'No data is lost. Free some space, or enlarge the disk, and try again.'
  return new DatabaseUnusable(`${problem} ${advice}`, { cause })
}

function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return Infinity
  }
}
