/**
 * Changes the email address of an account. A link is sent to the new address, and the account gets that address when
 * the link is opened. The old address receives an email with a link that undoes the change. That link is valid for a
 * week, also after the change.
 */
import { randomBytes } from 'node:crypto'
import type { WaitingEmail } from '#shared/people/api/account.ts'
import { EMAIL_TAKEN } from '#shared/people/api/users.ts'
import { HOUR, isoNow } from '#server/kernel/time/clock.ts'
import { allOrNone } from '#server/kernel/db/all-or-none.ts'
import { isUniqueViolation } from '#server/kernel/db/failures.ts'
import type { AccountLinkRow, Db, Tx, UserRow } from '#server/kernel/db/schema.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { conflict, Refusal } from '#server/kernel/errors.ts'
import type { Limits } from '#server/kernel/limits/limits.ts'
import { rememberBuyer, searchTextOf } from '#server/checkout/orders/buyers.ts'
import type { Shop } from '#server/platform/shop.ts'
import { renameSubscriber } from '#server/subscriptions/subscribers.ts'
import { hashPassword } from '#server/platform/sessions/passwords.ts'
import { findSession, rotateSession, type SignedIn } from '#server/platform/sessions/sessions.ts'
import { accountMail } from '#server/platform/outbox/account-mail.ts'
import { deleteFactors } from '../factors/remove-factors.ts'
import { mailLink, invalidLink, findLink, consumeLink, sentAt, voidLinks } from './links.ts'
import { removeAttached, revokeAccess } from './remove-attached.ts'

/** The new address that is not confirmed yet; null if there is none. */
export async function unconfirmedEmail({ db }: Shop, userId: string): Promise<WaitingEmail> {
  const change = await db
    .selectFrom('email_changes')
    .select(['email', 'created_at as askedAt'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return change ?? null
}

/**
 * Stores the requested address and queues mails to the old and the new address, in the transaction `tx`. Raise
 * `shop.mailSignal` after the commit.
 */
export async function requestEmail(tx: Tx, shop: Shop, user: Pick<UserRow, 'id' | 'email'>, email: string) {
  const change = { email, created_at: isoNow(shop.clock) }
  await tx
    .insertInto('email_changes')
    .values({ user_id: user.id, ...change })
    .onConflict((taken) => taken.column('user_id').doUpdateSet(change))
    .execute()
  await voidLinks(tx, user.id, ['confirm']).execute()
  for (const [kind, to] of [
    ['email-confirm', email],
    ['email-changing', user.email],
  ] as const)
    await accountMail(tx, shop, kind, to, { user: user.id, email }).execute()
}

/**
 * Sends the mail to the unconfirmed address again. Throws 409 if there is no unconfirmed address, and 429 above the
 * limit.
 */
export async function resendEmail(shop: Shop, user: SignedIn, limits: Pick<Limits, 'countChange'>) {
  const waiting = await unconfirmedEmail(shop, user._id)
  if (!waiting) throw conflict('No new email address is waiting to be confirmed')
  const { email } = waiting
  await limits.countChange(user._id, email)
  await mailLink(shop, 'email-confirm', email, { user: user._id, email })
  return { message: `A new email is on its way to ${email}` }
}

/** Discards the unconfirmed address. A second call changes nothing. */
export async function discardNewEmail(shop: Shop, user: SignedIn): Promise<{ message: string }> {
  await allOrNone(shop.db, [
    { query: shop.db.deleteFrom('email_changes').where('user_id', '=', user._id) },
    { query: voidLinks(shop.db, user._id, ['confirm']) },
  ])
  return { message: `Your address stays ${user.email}` }
}

/**
 * Confirms a new address: the account gets the address to which the link was sent. Ends all sessions except that of the
 * browser that opened the link, which gets a new token. Throws 400 if the link is used, expired or withdrawn, or if
 * another account has the address now.
 *
 * Only in a session of the account does the link prove that the reader of the mail and the owner of the account are the
 * same person. Opened elsewhere, it changes the address, which stays unconfirmed: otherwise a stranger could enter the
 * address of a reader who presses the button, and would get the guest orders with that address.
 */
export async function confirmEmail(shop: Shop, token: string, session: string | null) {
  const link = await findLink(shop, 'confirm', token)
  const { user_id: id, email } = link
  const reader = await findSession(shop, session)
  const own = reader?._id === id ? reader.tokenHash : null
  const [removed, rotated] = await transact(shop.db, async (tx) => {
    await redeemLink(tx, shop, link)
    const requested = await tx
      .deleteFrom('email_changes')
      .where('user_id', '=', id)
      .where('email', '=', email)
      .returning('email')
      .executeTakeFirst()
    if (!requested) throw invalidLink()
    const before = await setEmail(tx, shop, id, email)
    const sentence = await endOthers(tx, shop, { ...before, email }, own)
    if (own === null) return [sentence, null]
    await tx.updateTable('users').set({ confirmed_email: email }).where('id', '=', id).execute()
    return [sentence, await rotateSession(tx, own)]
  })
  shop.mailSignal.raise()
  const message = [`Your email address is now ${email}`, removed].filter(Boolean).join('. ')
  return { message, email, token: rotated }
}

/** Ends all sessions but one. Removes what was added to an account that never had a confirmed address. */
async function endOthers(tx: Tx, shop: Shop, row: UserRow, session: string | null): Promise<string> {
  if (row.confirmed_email === null)
    return removeAttached(tx, shop, row, { session, hasAddresses: session !== null })
  await revokeAccess(tx, row.id, session)
  return ''
}

/**
 * Undoes a change of address, with the link sent to the old address. Restores the old address, ends all sessions,
 * invalidates the password, and mails a link for a new password to the old address. Throws 400 as `confirmEmail` does.
 */
export async function undoEmailChange(shop: Shop, token: string): Promise<{ message: string }> {
  const link = await findLink(shop, 'object', token)
  const { user_id: id, email } = link
  const password_hash = await hashPassword(randomBytes(32).toString('base64url'))
  await transact(shop.db, async (tx) => {
    await redeemLink(tx, shop, link)
    await setEmail(tx, shop, id, email)
    await tx.updateTable('users').set({ password_hash }).where('id', '=', id).execute()
    await revokeAccess(tx, id)
    // An attacker who changed the address may have added passkeys or codes, also in the hour before the link was sent.
    await deleteFactors(tx, id, new Date(Date.parse(sentAt(link)) - HOUR).toISOString())
    // Older undo links stay valid: after several changes, the first owner can still undo all of them.
    await voidLinks(tx, id, ['object']).where('mail_id', '>=', link.mail_id).execute()
    await accountMail(tx, shop, 'password-reset', email, {}).execute()
  })
  shop.mailSignal.raise()
  return {
    message: `Your account has the address ${email} again, and all devices are signed out. A link for a new password is on its way to this address`,
  }
}

/** Deletes a used link. Throws 400 if another request has already used it. */
async function redeemLink(tx: Tx, shop: Shop, link: AccountLinkRow): Promise<void> {
  const { numDeletedRows } = await consumeLink(tx, shop, link).executeTakeFirst()
  if (numDeletedRows !== 1n) throw invalidLink()
}

/** Returns the row before the change. A new address is not confirmed (`confirmed_email` keeps the earlier one). */
async function setEmail(tx: Tx, shop: Shop, id: string, email: string): Promise<UserRow> {
  const user = await tx.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
  if (!user) throw invalidLink()
  if (user.email === email) return user
  await rememberBuyer(tx, id)
  const changes = {
    email,
    search_text: searchTextOf({ name: user.name, email }),
    updated_at: isoNow(shop.clock),
  }
  try {
    await tx.updateTable('users').set(changes).where('id', '=', id).execute()
    await renameSubscriber(tx, id, { name: user.name, email }).execute()
  } catch (error) {
    if (isUniqueViolation(error)) throw new Refusal(400, 'Another account has this address now')
    throw error
  }
  return user
}

/** Throws 400 if an account has this address. */
export async function requireFree(db: Db, email: string): Promise<void> {
  const taken = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
  if (taken) throw new Refusal(400, EMAIL_TAKEN)
}
