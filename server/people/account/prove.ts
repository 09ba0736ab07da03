import type { account } from '#shared/people/api/account.ts'
import type { Body } from '#shared/platform/api/endpoint.ts'
import { Refusal, notFound } from '#server/kernel/errors.ts'
import { requireCode } from '../factors/second-factor.ts'
import { verifyAnswer } from '../factors/verify-passkey.ts'
import type { Limits } from '#server/kernel/limits/limits.ts'
import { requirePassword, rememberProof } from '#server/platform/sessions/proof.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'

/**
 * Proves with the password, a passkey or a code that the caller is the owner of the account. Throws 400 for an invalid
 * response of a passkey, 403 for a wrong password or code or another account's passkey, and 429 after a few wrong
 * passwords or codes.
 */
export async function prove(
  shop: Shop,
  user: SignedIn,
  { password, passkey, code }: Body<typeof account.prove>,
  limits: Limits,
): Promise<{ message: string }> {
  const row = await shop.db.selectFrom('users').selectAll().where('id', '=', user._id).executeTakeFirst()
  if (!row) throw notFound('User')
  if (passkey && password === undefined) {
    const { user_id: owner } = await verifyAnswer(shop, passkey)
    if (owner !== user._id) throw new Refusal(403, 'This passkey belongs to another account')
  } else if (code !== undefined && password === undefined) await requireCode(shop, row, code, limits)
  else await requirePassword(row, password, limits)
  await rememberProof(shop, user, password === undefined)
  return { message: 'Confirmed' }
}
