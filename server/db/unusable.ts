/** Why PostgreSQL cannot be used, in words for the person at the terminal. */
import { DatabaseUnusable } from '../errors.ts'
import { isOutage, isRetryable } from './failures.ts'

/**
 * What PostgreSQL said at the start, in words; an error that is none of the owner's business is handed back as it is.
 * @param where names the server and the database
 */
export function explainPostgres(error: unknown, where: string): unknown {
  // A migration that fails names itself, and has what PostgreSQL said as its cause.
  const said = (error as Error).cause ?? error
  const { code } = said as { code?: unknown }
  const say = (what: string) =>
    new DatabaseUnusable(`${where} ${what} (${(error as Error).message}).`, { cause: error })
  if (isOutage(said)) return say('cannot be reached')
  if (isRetryable(said)) return say('is busy with a table that must be changed: start again in a moment')
  if (code === '28P01' || code === '28000') return say('refuses the user or the password in DATABASE_URL')
  if (code === '3D000') return say('has no such database: create it, empty')
  if (code === '42501') return say('does not let the user in DATABASE_URL make or change tables')
  return error
}
