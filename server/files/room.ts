/** Refuses uploads before the disk is full: the database needs the remaining space to store orders. */
import { statfs } from 'node:fs/promises'
import { Refusal } from '../errors.ts'
import { errorCode } from './write.ts'

const MARGIN = 48 * 1024 * 1024

/** Throws 507 if `bytes` more would leave less than the margin. */
export async function requireRoom(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize - bytes < MARGIN) throw full()
}

/** A refusal with 507 if the error says that the disk is full; any other error unchanged. */
export function fullOr(error: unknown): unknown {
  return ['ENOSPC', 'EDQUOT'].includes(String(errorCode(error))) ? full() : error
}

/** The refusal for a store without free space. */
export function full(): Refusal {
  return new Refusal(
    507,
    'There is no room left for pictures. Please tell the operator of this shop’s server',
  )
}
