/** Sensitive actions need a recent proof that the caller is the owner of the account, because a browser may be unattended. */
import { Refusal } from '#server/kernel/errors.ts'
import type { Shop } from '../shop.ts'
import { MINUTE, isoNow, type Clock } from '#server/kernel/time/clock.ts'
import { liftLimits, type SignedIn } from './sessions.ts'
import type { UserRow } from '#server/kernel/db/schema.ts'
import type { Limits } from '#server/kernel/limits/limits.ts'
import { verifyPassword } from './passwords.ts'
import { roleOf } from './roles.ts'

const LASTS = 10 * MINUTE

/** Throws 403 with the code `proof` if the caller's last proof is too old. */
export function requireProof({ realClock }: Pick<Shop, 'realClock'>, user: SignedIn): void {
  if (!isRecent(realClock, user.authAt, LASTS))
    throw new Refusal(403, 'Please confirm first that it is you', { code: 'proof' })
}

/**
 * Whether a time is at most `lasts` milliseconds ago. A time in the future is not: a clock that was ahead for a moment must
 * not make a proof last longer.
 */
function isRecent(clock: Clock, time: string, lasts: number): boolean {
  const age = clock.now().getTime() - Date.parse(time)
  return age < lasts && age > -MINUTE
}

/**
 * Stores that the caller has just proved who they are.
 * @param isSecondFactor whether with a passkey or a code, which also ends the limits of the session
 */
export async function rememberProof(shop: Shop, user: SignedIn, isSecondFactor: boolean): Promise<void> {
  await shop.db
    .updateTable('sessions')
    .set({ auth_at: isoNow(shop.realClock) })
    .where('token_hash', '=', user.tokenHash)
    .execute()
  if (isSecondFactor && user.isLimited) await liftLimits(shop.db, user)
}

// To change the email address or the password, a user must enter the current password, because the session may be
// stolen.

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
