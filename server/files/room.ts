/** Uploads stop before the disk is full: the database needs the rest of it to take orders. */
import { statfs } from 'node:fs/promises'
import { Refusal } from '../errors.ts'
import { errorCode } from './write.ts'

const MARGIN = 48 * 1024 * 1024

/** Throws 507 when so many bytes more would not leave enough. */
export async function requireRoom(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize - bytes < MARGIN) throw full()
}

/** The refusal for a disk that ran full meanwhile; any other error as it is. */
export function fullOr(error: unknown): unknown {
  return ['ENOSPC', 'EDQUOT'].includes(String(errorCode(error))) ? full() : error
}

/** What is said when a store has no room. */
export function full(): Refusal {
  return new Refusal(507, 'There is no room left for pictures. Please tell whoever runs this shop’s server')
}
