/** Explains errors of PostgreSQL at the start, for the terminal. */
import { DatabaseUnusable } from '../errors.ts'
import { isOutage, isRetryable } from './failures.ts'

/**
 * Converts a PostgreSQL error to a DatabaseUnusable with an explanation. Returns any other error unchanged.
 * @param where the server and the database, for the message
 */
export function explainPostgres(error: unknown, where: string): unknown {
  // The error of a failed migration has PostgreSQL's error as its cause.
  const original = (error as Error).cause ?? error
  const { code } = original as { code?: unknown }
  const unusable = (problem: string) =>
    new DatabaseUnusable(`${where} ${problem} (${(error as Error).message}).`, { cause: error })
  if (isOutage(original)) return unusable('cannot be reached')
  if (isRetryable(original))
    return unusable('is busy with a table that must be changed: start again in a moment')
  if (code === '28P01' || code === '28000')
    return unusable('refuses the user or the password in DATABASE_URL')
  if (code === '3D000') return unusable('has no such database: create it, empty')
  if (code === '42501') return unusable('does not let the user in DATABASE_URL create or change tables')
  return error
}
