/** Who changes what a sign-in rests on shows that the account is theirs: a session alone may be a stolen one. */
import { MINUTE } from '../time/clock.ts'
import type { UserRow } from '../db/schema.ts'
import { Refusal } from '../errors.ts'
import type { Limits } from '../limits/limits.ts'
import type { Shop } from '../shop.ts'
import { verifyPassword } from './passwords.ts'
import type { SignedIn } from './sessions.ts'

/** A customer who signed in this recently has just shown it (decisions/006). */
const RECENT_SIGN_IN = 10 * MINUTE

/**
 * Lets a new e-mail or password of the caller's own account pass. An admin always gives the current password, a
 * customer unless the sign-in was within the last ten minutes. Throws 403 with `needs: 'currentPassword'`, and 429 after
 * a few wrong ones.
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

/** Passes when the password is the account's. Throws 403 with `needs: 'currentPassword'`, and 429 after a few wrong ones. */
export async function requirePassword(
  row: UserRow,
  currentPassword: string | undefined,
  limits: Limits,
): Promise<void> {
  if (!currentPassword) throw needsPassword('Enter your current password to change an email or password')
  await limits.checkCurrentPassword(row.id)
  const matches = await verifyPassword(currentPassword, row.password_hash)
  // Asked again: of many guesses at once, only the first few may learn whether they were right.
  await limits.checkCurrentPassword(row.id)
  if (matches) return limits.forgiveCurrentPassword(row.id)
  await limits.countCurrentPassword(row.id)
  throw needsPassword('The current password is not right')
}

function needsPassword(message: string): Refusal {
  return new Refusal(403, message, { needs: 'currentPassword' })
}
