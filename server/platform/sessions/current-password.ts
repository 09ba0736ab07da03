/**
 * To change the email address or the password, a user must enter the current password, because the session may be
 * stolen.
 */
import { MINUTE } from '#server/kernel/time/clock.ts'
import type { UserRow } from '#server/kernel/db/schema.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Limits } from '#server/kernel/limits/limits.ts'
import type { Shop } from '../shop.ts'
import { isRecent } from './proof.ts'
import { verifyPassword } from './passwords.ts'
import { roleOf } from './roles.ts'
import type { SignedIn } from './sessions.ts'

/** For this time after a sign-in, a customer does not have to enter the password again (decisions/006). */
const RECENT_SIGN_IN = 10 * MINUTE

/**
 * Checks that the caller may change the account's email address or password. Staff must always enter the current
 * password; a customer only if the sign-in was more than ten minutes ago. Throws 403 with `needs: 'currentPassword'`,
 * and 429 after a few wrong passwords.
 */
export async function requireOwner(
  shop: Shop,
  user: SignedIn,
  row: UserRow,
  currentPassword: string | undefined,
  limits: Limits,
): Promise<void> {
  const hasJustSignedIn = isRecent(shop.realClock, user.authAt, RECENT_SIGN_IN)
  if (!currentPassword && !roleOf(row) && hasJustSignedIn) return
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
  // Check the limit again: of many concurrent guesses, only the first few may get a result.
  await limits.checkCurrentPassword(row.id)
  if (matches) return limits.forgiveCurrentPassword(row.id)
  await limits.countCurrentPassword(row.id)
  throw needsPassword('The current password is not right')
}

function needsPassword(message: string): Refusal {
  return new Refusal(403, message, { needs: 'currentPassword' })
}
