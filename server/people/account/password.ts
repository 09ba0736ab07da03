/** Forgotten passwords: a user requests a link by email, and sets a new password with that link. */
import type { Body, Reply } from '#shared/platform/api/endpoint.ts'
import type { account } from '#shared/people/api/account.ts'
import type { Limits } from '#server/kernel/limits/limits.ts'
import { isoNow } from '#server/kernel/time/clock.ts'
import type { Tx, UserRow } from '#server/kernel/db/schema.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { rememberNetwork } from '#server/kernel/limits/known-networks.ts'
import type { HttpContext } from '#server/platform/http/serve.ts'
import type { Shop } from '#server/platform/shop.ts'
import { lockUser } from '#server/platform/sessions/lock-user.ts'
import { checkNewPassword, hashPassword, UNUSABLE_HASH } from '#server/platform/sessions/passwords.ts'
import { accountMail } from '#server/platform/outbox/account-mail.ts'
import { mailIfKnown, invalidLink, findLink, consumeLink } from './links.ts'
import { removeAttached, revokeAccess } from './remove-attached.ts'

const SENT =
  'If there is an account with this address, an email with a link is on its way to it. The link is good for 30 minutes'

/** Mails a link for a new password, if the address has an account. */
export function requestPassword(shop: Shop, email: string, limits: Pick<Limits, 'mayMail'>) {
  return mailIfKnown(shop, limits, 'password-reset', email, SENT)
}

/**
 * Sets a new password with the link from the mail. Ends all sessions of the account and discards an unconfirmed
 * address, which an attacker may have entered. If the address was not confirmed before, everything that was added to the
 * account is removed (remove-attached.ts), and the message says so. Earlier wrong guesses no longer prevent a sign-in from the network of
 * the request.
 * Throws 400 for a weak password, and the link then stays valid; also for a link that is used or expired.
 */
export async function setPassword(
  shop: Shop,
  { token, password }: Body<typeof account.reset>,
  { device, limits }: Pick<HttpContext, 'device' | 'limits'>,
): Promise<Reply<typeof account.reset>> {
  checkNewPassword(password, shop.config.passwordMin)
  const link = await findLink(shop, 'reset', token)
  const { user_id: id, email } = link
  const password_hash = await hashPassword(password)
  const removed = await transact(shop.db, async (tx) => {
    const { numDeletedRows } = await consumeLink(tx, shop, link).executeTakeFirst()
    // Locked first: a sign-in with the old password then comes before the end of all sessions, or finds the new one.
    const row = await lockUser(tx, id)
    if (numDeletedRows !== 1n || !row) throw invalidLink()
    const sentence = await revokeOrRemove(tx, shop, row, email)
    // The mailed link proves that the user owns the address.
    const changes = { password_hash, confirmed_email: email, updated_at: isoNow(shop.clock) }
    await tx.updateTable('users').set(changes).where('id', '=', id).execute()
    await accountMail(tx, shop, 'password-changed', email, { user: id }).execute()
    return sentence
  })
  shop.mailSignal.raise()
  await limits.forgetGuesses(id, device.ip)
  await rememberNetwork(shop, id, device.ip)
  const message = 'Your password is changed. Sign in with it'
  return removed ? { message: `${message}. ${removed}`, hasRemoved: true } : { message }
}

/** Ends all access. Also removes what was added before, if the link is the first proof of the address. */
async function revokeOrRemove(tx: Tx, shop: Shop, row: UserRow, email: string): Promise<string> {
  // Nobody has ever signed in to an imported account, so its address book is the file's.
  const isImported = row.password_hash === UNUSABLE_HASH
  if (row.confirmed_email !== email && !isImported)
    return removeAttached(tx, shop, row, { session: null, hasAddresses: false })
  await revokeAccess(tx, row.id)
  return ''
}
