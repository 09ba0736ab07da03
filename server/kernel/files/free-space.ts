/** Refuses uploads before the disk is full: the database needs the remaining space to store orders. */
import { statfs } from 'node:fs/promises'
import { Refusal } from '../errors.ts'
import { errorCode } from './write.ts'

const MIN_FREE_BYTES = 48 * 1024 * 1024

/** Throws 507 if less than the margin would be free after writing `bytes`. */
export async function requireFreeSpace(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize - bytes < MIN_FREE_BYTES) throw full()
}

/** Converts the error of a full disk to a refusal with 507. Returns any other error unchanged. */
export function diskFullOr(error: unknown): unknown {
  return isDiskFull(error) ? full() : error
}

/** Whether a call of the operating system failed because the disk, or the user's share of it, is full. */
export function isDiskFull(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT'].includes(String(errorCode(error)))
}

/** The refusal for a store without free space. */
export function full(): Refusal {
  return new Refusal(
    507,
    'The disk has no space left for pictures. Please tell the operator of this shop’s server',
  )
}
