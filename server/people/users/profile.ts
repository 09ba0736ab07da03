/** Changes that users make to their own accounts. */
import type { Body } from '#shared/platform/api/endpoint.ts'
import type { UserInfo, users } from '#shared/people/api/users.ts'
import { accountMail } from '#server/platform/outbox/account-mail.ts'
import { isoNow } from '#server/kernel/time/clock.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { rememberBuyer, searchTextOf } from '#server/checkout/orders/buyers.ts'
import type { HttpContext } from '#server/platform/http/serve.ts'
import type { Shop } from '#server/platform/shop.ts'
import { renameSubscriber } from '#server/subscriptions/subscribers.ts'
import { requireOwner } from '#server/platform/sessions/proof.ts'
import { checkNewPassword, hashPassword } from '#server/platform/sessions/passwords.ts'
import {
  endSessions,
  requireSession,
  startSession,
  type SignedIn,
} from '#server/platform/sessions/sessions.ts'
import { requestEmail, requireFree, unconfirmedEmail } from '../account/email.ts'
import { voidLinks } from '../account/links.ts'
import { toUserInfo, userRow } from './users.ts'

/**
 * Changes the caller's own account; a blank password keeps the old one. A new password ends all sessions and starts a
 * new session for the caller, with `token`. The response contains a new email at once, as the API requires, but the
 * account gets the new email only when it is confirmed (server/people/account/email.ts). Throws 400, 401 if the session has ended, 403 and 429.
 */
export async function updateProfile(
  shop: Shop,
  user: SignedIn,
  edit: Body<typeof users.updateProfile>,
  { device, limits }: Pick<HttpContext, 'device' | 'limits'>,
): Promise<{ user: UserInfo; token: string | null }> {
  const row = await userRow(shop, user._id)
  const email = edit.email ?? row.email
  const isUnchanged = email === row.email || email === (await unconfirmedEmail(shop, row.id))?.email
  const newEmail = isUnchanged ? null : email
  const newPassword = edit.password ? edit.password : null
  if (newEmail !== null || newPassword !== null)
    await requireOwner(shop, user, row, edit.currentPassword, limits)
  if (newPassword) checkNewPassword(newPassword, shop.config.passwordMin)
  if (newEmail) await requireFree(shop.db, newEmail)
  if (newPassword) await limits.countNotice('password', row.email)
  if (newEmail) {
    await limits.countNotice('addressChange', row.email)
    await limits.countChange(row.id, newEmail)
  }
  const name = edit.name ?? row.name
  const changes = {
    name,
    search_text: searchTextOf({ name, email: row.email }),
    ...(newPassword ? { password_hash: await hashPassword(newPassword) } : {}),
    updated_at: isoNow(shop.clock),
  }
  await transact(shop.db, async (tx) => {
    if (changes.search_text !== row.search_text) await rememberBuyer(tx, row.id)
    await tx.updateTable('users').set(changes).where('id', '=', row.id).execute()
    // A new password by mail may have ended the session while the current one was checked.
    await requireSession(tx, user)
    await renameSubscriber(tx, row.id, { name, email: row.email }).execute()
    if (newEmail) await requestEmail(tx, shop, row, newEmail)
    if (!newPassword) return
    await endSessions(tx, row.id)
    await tx.deleteFrom('known_networks').where('user_id', '=', row.id).execute()
    await voidLinks(tx, row.id, ['reset']).execute()
    await accountMail(tx, shop, 'password-changed', row.email, { user: row.id }).execute()
  })
  if (newEmail !== null || newPassword !== null) shop.mailSignal.raise()
  const info = { ...toUserInfo({ ...row, ...changes }), email }
  return { user: info, token: newPassword ? await startSession(shop, row.id, device) : null }
}
