import { notFound } from '../errors.ts'
import type { Limits } from '../limits/limits.ts'
import { requirePassword } from '../sessions/current-password.ts'
import { rememberProof } from '../sessions/proof.ts'
import type { SignedIn } from '../sessions/sessions.ts'
import type { Shop } from '../shop.ts'

/** Proves with the password that the caller is the owner of the account. Throws 403, and 429 after a few wrong ones. */
export async function proveByPassword(
  shop: Shop,
  user: SignedIn,
  password: string,
  limits: Limits,
): Promise<{ message: string }> {
  const row = await shop.db.selectFrom('users').selectAll().where('id', '=', user._id).executeTakeFirst()
  if (!row) throw notFound('User')
  await requirePassword(row, password, limits)
  await rememberProof(shop, user)
  return { message: 'Confirmed' }
}
