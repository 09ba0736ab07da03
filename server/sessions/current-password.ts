/** A change of e-mail or password needs the current password, because the session may be stolen. */
import { MINUTE } from '../time/clock.ts'
import type { UserRow } from '../db/schema.ts'
import { Refusal } from '../errors.ts'
import type { Limits } from '../limits/limits.ts'
import type { Shop } from '../shop.ts'
import { verifyPassword } from './passwords.ts'
import type { SignedIn } from './sessions.ts'

/** After a sign-in this recent, a customer need not enter the password again (decisions/006). */
const RECENT_SIGN_IN = 10 * MINUTE

/**
 * Checks that the caller may change the account's e-mail or password. An admin always needs the current password; a
 * customer does not within ten minutes of signing in. Throws 403 with `needs: 'currentPassword'`, and 429 after a few
 * wrong passwords.
 */
export async function requireOwner(
  shop: Shop,
  user: SignedIn,
  row: UserRow,
  currentPassword: string | undefined,
  limits: Limits,
): Promise<void> {
  const isRecent = shop.clock.now().getTime() - Date.parse(user.authAt) < RECENT_SIGN_IN
  if (!currentPassword && !row.is_admin && isRecent) return
  await requirePassword(row, currentPassword, limits)
}

/** Checks the account's password. Throws 403 with `needs: 'currentPassword'`, and 429 after a few wrong passwords. */
export async function requirePassword(
  row: UserRow,
  currentPassword: string | undefined,
  limits: Limits,
): Promise<void> {
  if (!currentPassword) throw needsPassword('Enter your current password to change an email or password')
  await limits.checkCurrentPassword(row.id)
  const matches = await verifyPassword(currentPassword, row.password_hash)
  // Check again: of many concurrent guesses, only the first few may get a result.
  await limits.checkCurrentPassword(row.id)
  if (matches) return limits.forgiveCurrentPassword(row.id)
  await limits.countCurrentPassword(row.id)
  throw needsPassword('The current password is not right')
}

function needsPassword(message: string): Refusal {
  return new Refusal(403, message, { needs: 'currentPassword' })
}
