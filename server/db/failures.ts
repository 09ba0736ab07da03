/** What a database error means, whichever database said it. */

/** A unique or primary key said that the row is there already. */
export function isTaken(error: unknown): boolean {
  const { code, errcode } = read(error)
  return code === '23505' || errcode === 2067 || errcode === 1555
}

/** A row that another one points to is gone, or is still pointed to: somebody was faster. */
export function isOrphaned(error: unknown): boolean {
  const { code, errcode } = read(error)
  return code === '23503' || errcode === 787
}

/** Two transactions were in each other's way; running the loser again is right. */
export function isRetryable(error: unknown): boolean {
  const { code } = read(error)
  return code === '40001' || code === '40P01' || code === '55P03'
}

/** The database cannot be reached or cannot write; the request is not at fault. */
export function isOutage(error: unknown): boolean {
  const { code, errcode, message, syscall } = read(error)
  if (typeof code === 'string' && /^(08|57|53)/.test(code)) return true
  // Node's http gives a request that its client broke off the same code, but without a system call.
  if (code === 'ECONNRESET' && syscall === undefined) return false
  if (typeof code === 'string' && /^(ECONN|ETIMEDOUT|EPIPE)/.test(code)) return true
  // What pg says without a code: no connection came free in time, or the one in use was cut.
  if (/^(timeout exceeded when trying to connect|Connection terminated)/.test(String(message))) return true
  // SQLITE_FULL, SQLITE_IOERR and SQLITE_CANTOPEN, with their extended codes.
  return typeof errcode === 'number' && [13, 10, 14].includes(errcode & 0xff)
}

function read(error: unknown): { code?: unknown; errcode?: unknown; message?: unknown; syscall?: unknown } {
  return typeof error === 'object' && error !== null ? error : {}
}
