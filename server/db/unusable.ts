/** Why a shop cannot open with the database it was given, in words for the person at the terminal. */
import { isOutage } from './failures.ts'

/** The database cannot be used as it is. The message says all that is needed: what is wrong, and what to do. */
export class DatabaseUnusable extends Error {
  override name = 'DatabaseUnusable'
}

/**
 * What PostgreSQL said at the start, in words; an error that is none of the owner's business is handed back as it is.
 * @param where names the server and the database
 */
export function explainPostgres(error: unknown, where: string): unknown {
  const { code, message } = error as { code?: unknown; message?: string }
  const say = (what: string) =>
    new DatabaseUnusable(`${where} ${what} (${message ?? String(error)}).`, { cause: error })
  if (isOutage(error)) return say('cannot be reached')
  if (code === '28P01' || code === '28000') return say('refuses the user or the password in DATABASE_URL')
  if (code === '3D000') return say('has no such database: create it, empty')
  if (code === '42501') return say('does not let the user in DATABASE_URL make or change tables')
  return error
}
