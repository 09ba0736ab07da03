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

/** PostgreSQL's code of a write to a server that only reads: a standby, or a primary that was replaced. */
export const READ_ONLY = '25006'

/**
 * PostgreSQL's classes of codes that are about the server: 08 connection, 53 resources, 57 stopped by an operator or a
 * time limit, 58 its machine; and single codes: read-only, a transaction that was idle for too long.
 */
const POSTGRES_OUT = /^(08|53|57|58|25006$|25P03$)/

/** What the system says of a connection that cannot be made or was cut. */
const SYSTEM_OUT = new Set([
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EAI_AGAIN',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETRESET',
  'ENETUNREACH',
  'ENOTCONN',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
])

/** What pg says without a code: no connection came free in time, or the one in use was cut or has been given up. */
const PG_OUT =
  /^(timeout exceeded when trying to connect|timeout expired|Connection terminated|Query read timeout|Client has encountered a connection error|Client was closed)/

/** SQLITE_FULL, SQLITE_IOERR, SQLITE_CANTOPEN and SQLITE_READONLY, with their extended codes. */
const SQLITE_OUT = new Set([13, 10, 14, 8])

/** The database cannot be reached or cannot write: nobody's request is at fault. */
export function isOutage(error: unknown): boolean {
  const { code, errcode, message, syscall } = read(error)
  if (typeof code === 'string') {
    // Node's http gives a request that its client broke off the same code, but without a system call.
    if (code === 'ECONNRESET' && syscall === undefined) return false
    if (POSTGRES_OUT.test(code) || SYSTEM_OUT.has(code)) return true
    // The socket file of a server on this machine, which is not there while the server is not.
    if (code === 'ENOENT' && syscall === 'connect') return true
  }
  if (PG_OUT.test(String(message))) return true
  return typeof errcode === 'number' && SQLITE_OUT.has(errcode & 0xff)
}

type Failure = { code?: unknown; errcode?: unknown; message?: unknown; syscall?: unknown }

function read(error: unknown): Failure {
  return typeof error === 'object' && error !== null ? error : {}
}
