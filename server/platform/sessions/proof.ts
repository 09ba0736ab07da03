/** Sensitive actions need a recent proof that the caller is the owner of the account, because a browser may be unattended. */
import { Refusal } from '#server/kernel/errors.ts'
import type { Shop } from '../shop.ts'
import { MINUTE, isoNow, type Clock } from '#server/kernel/time/clock.ts'
import { liftLimits, type SignedIn } from './sessions.ts'

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
export function isRecent(clock: Clock, time: string, lasts: number): boolean {
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
