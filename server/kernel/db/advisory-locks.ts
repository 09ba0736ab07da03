/** PostgreSQL advisory locks of the shop. Each is a pair of numbers; the first is 'FRAM' in ASCII. */

type AdvisoryLock = readonly [number, number]

const FRAM = 0x4652414d

/** Held while one instance migrates and seeds the database. */
export const START_LOCK: AdvisoryLock = [FRAM, 1]

/** Held while an instance runs the sandboxes. */
export const SANDBOX_LOCK: AdvisoryLock = [FRAM, 2]
