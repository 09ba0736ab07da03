/** Classifies the errors of SQLite and PostgreSQL. */

/** A unique constraint or primary key was violated: the row already exists. */
export function isUniqueViolation(error: unknown): boolean {
  const { code, errcode } = read(error)
  return code === '23505' || errcode === 2067 || errcode === 1555
}

/** A foreign key was violated: a referenced row does not exist, or a row to delete is still referenced. */
export function isForeignKeyViolation(error: unknown): boolean {
  const { code, errcode } = read(error)
  return code === '23503' || errcode === 787
}

/**
 * The transaction can be retried: it conflicted with another one (serialization failure, deadlock, lock timeout), or the plan of
 * a statement is stale.
 */
export function isRetryable(error: unknown): boolean {
  const { code } = read(error)
  return code === '40001' || code === '40P01' || code === '55P03' || isStalePlan(error)
}

/** A named statement of PostgreSQL has other columns than when it was planned: a newer release has migrated. */
export function isStalePlan(error: unknown): boolean {
  const { code, routine } = read(error)
  return code === '0A000' && routine === 'RevalidateCachedQuery'
}

/** A statement waited too long for a lock, or took too long. */
export function isTimeLimit(error: unknown): boolean {
  const { code } = read(error)
  return code === '55P03' || code === '57014'
}

/** PostgreSQL's error code for a write to a read-only server: a standby, or a former primary. */
export const READ_ONLY = '25006'

/**
 * PostgreSQL's error classes for server problems: 08 connection, 53 resources, 57 operator intervention or time limit,
 * 58 system error; and two single codes: read-only transaction, and transaction idle for too long.
 */
const POSTGRES_OUTAGE = /^(08|53|57|58|25006$|25P03$)/

/** System error codes for a connection that failed or was interrupted. */
const SYSTEM_OUTAGE = new Set([
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

/** pg's errors that have no code: no connection was free in time, or the connection in use was lost or closed. */
const PG_OUTAGE =
  /^(timeout exceeded when trying to connect|timeout expired|Connection terminated|Query read timeout|Client has encountered a connection error|Client was closed)/

/** SQLITE_FULL, SQLITE_IOERR, SQLITE_CANTOPEN and SQLITE_READONLY, with their extended codes. */
const SQLITE_OUTAGE = new Set([13, 10, 14, 8])

/** Whether the database cannot be reached or cannot write. The request is not the cause of such an error. */
export function isOutage(error: unknown): boolean {
  const { code, errcode, message, syscall } = read(error)
  if (typeof code === 'string') {
    // When a client aborts its request, Node's http uses the same code, but without naming a system call.
    if (code === 'ECONNRESET' && syscall === undefined) return false
    if (POSTGRES_OUTAGE.test(code) || SYSTEM_OUTAGE.has(code)) return true
    // For a local server, ENOENT means that its socket file does not exist, because the server is not running.
    if (code === 'ENOENT' && syscall === 'connect') return true
  }
  if (PG_OUTAGE.test(String(message))) return true
  return typeof errcode === 'number' && SQLITE_OUTAGE.has(errcode & 0xff)
}

type Failure = { code?: unknown; errcode?: unknown; message?: unknown; routine?: unknown; syscall?: unknown }

function read(error: unknown): Failure {
  return typeof error === 'object' && error !== null ? error : {}
}
