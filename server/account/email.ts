/**
 * A new e-mail address for an account. It is wanted first, and had when somebody who reads its mail has said so; the
 * old address is told, and may object for a week, after the change as well.
 */
import { randomBytes } from 'node:crypto'
import type { Reply } from '#shared/api/endpoint.ts'
import type { account, WaitingEmail } from '#shared/api/account.ts'
import { EMAIL_TAKEN } from '#shared/api/users.ts'
import { isoNow } from '../time/clock.ts'
import { allOrNone } from '../db/all-or-none.ts'
import { isUniqueViolation } from '../db/failures.ts'
import type { AccountLinkRow, Db, Tx, UserRow } from '../db/schema.ts'
import { transact } from '../db/transact.ts'
import { conflict, Refusal } from '../errors.ts'
import type { Limits } from '../limits/limits.ts'
import { rememberBuyer, searchTextOf } from '../orders/buyers.ts'
import type { Shop } from '../shop.ts'
import { hashPassword } from '../sessions/passwords.ts'
import { hashToken, type SignedIn } from '../sessions/sessions.ts'
import { deadLink, findLink, useUp, voidLinks } from './links.ts'
import { accountMail, withdraw } from '../outbox/account-mail.ts'
import { shutOut } from './password.ts'

/** The address that a user waits for; null without one. */
export async function waitingEmail({ db }: Shop, userId: string): Promise<WaitingEmail> {
  const change = await db
    .selectFrom('email_changes')
    .select(['email', 'created_at as askedAt'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return change ?? null
}

/**
 * Writes down that a user wants another address, and to both of them. Hand in the transaction of the change beside it;
 * ring `shop.mailSignal` after the commit.
 */
export async function wantEmail(tx: Tx, shop: Shop, user: Pick<UserRow, 'id' | 'email'>, email: string) {
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

/** Sends the letter to the waiting address once more. Throws 409 when none waits. */
export async function resendEmail(
  shop: Shop,
  user: SignedIn,
  limits: Pick<Limits, 'countChange'>,
): Promise<{ message: string }> {
  const waiting = await waitingEmail(shop, user._id)
  if (!waiting) throw conflict('No address waits to be confirmed')
  const { email } = waiting
  await limits.countChange(user._id, email)
  await allOrNone(shop.db, [
    { query: withdraw(shop.db, 'email-confirm', email) },
    { query: accountMail(shop.db, shop, 'email-confirm', email, { user: user._id, email }) },
  ])
  shop.mailSignal.raise()
  return { message: `A new letter is on its way to ${email}` }
}

/** Keeps the address that the account has. A second time changes nothing. */
export async function keepEmail(shop: Shop, user: SignedIn): Promise<{ message: string }> {
  await allOrNone(shop.db, [
    { query: shop.db.deleteFrom('email_changes').where('user_id', '=', user._id) },
    { query: voidLinks(shop.db, user._id, ['confirm']) },
  ])
  return { message: `Your address stays ${user.email}` }
}

/**
 * Gives an account the address that a link was sent to. All sessions end but the one that followed the link, if it is
 * the same user's. Throws 400 for a link that is used, too old or no longer wanted, and for an address that somebody
 * else has by now.
 */
export async function confirmEmail(
  shop: Shop,
  token: string,
  session: string | null,
): Promise<Reply<typeof account.confirm>> {
  const link = await findLink(shop, 'confirm', token)
  const { user_id: id, email } = link
  await transact(shop.db, async (tx) => {
    await follow(tx, shop, link)
    const wanted = await tx
      .deleteFrom('email_changes')
      .where('user_id', '=', id)
      .where('email', '=', email)
      .returning('email')
      .executeTakeFirst()
    if (!wanted) throw deadLink()
    await giveEmail(tx, shop, id, email)
    await voidLinks(tx, id, ['reset', 'confirm']).execute()
    await tx
      .deleteFrom('sessions')
      .where('user_id', '=', id)
      .$if(session !== null, (query) => query.where('token_hash', '!=', hashToken(session!)))
      .execute()
  })
  return { message: `Your e-mail address is now ${email}`, email }
}

/**
 * Somebody at the old address says that it was not them: the account has that address again, everybody is signed out,
 * the password opens nothing any more, and a link for a new one goes to the old address. Throws 400 as above.
 */
export async function objectToEmail(shop: Shop, token: string): Promise<{ message: string }> {
  const link = await findLink(shop, 'object', token)
  const { user_id: id, email } = link
  const password_hash = await hashPassword(randomBytes(32).toString('base64url'))
  await transact(shop.db, async (tx) => {
    await follow(tx, shop, link)
    await giveEmail(tx, shop, id, email)
    await tx.updateTable('users').set({ password_hash }).where('id', '=', id).execute()
    for (const query of shutOut(tx, id)) await query.execute()
    // Not the older ones: where somebody changed the address twice, the first owner's word counts most.
    await voidLinks(tx, id, ['object']).where('mail_id', '>=', link.mail_id).execute()
    await accountMail(tx, shop, 'password-reset', email, {}).execute()
  })
  shop.mailSignal.raise()
  return {
    message: `Your account has the address ${email}, and everybody is signed out. A link for a new password is on its way there`,
  }
}

async function follow(tx: Tx, shop: Shop, link: AccountLinkRow): Promise<void> {
  const { numDeletedRows } = await useUp(tx, shop, link).executeTakeFirst()
  if (numDeletedRows !== 1n) throw deadLink()
}

async function giveEmail(tx: Tx, shop: Shop, id: string, email: string): Promise<void> {
  const user = await tx.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
  if (!user) throw deadLink()
  if (user.email === email) return
  await rememberBuyer(tx, id)
  const changes = {
    email,
    search_text: searchTextOf({ name: user.name, email }),
    updated_at: isoNow(shop.clock),
  }
  try {
    await tx.updateTable('users').set(changes).where('id', '=', id).execute()
  } catch (error) {
    if (isUniqueViolation(error)) throw new Refusal(400, 'Another account has this address by now')
    throw error
  }
}

/** Throws 400 when an account has this address. */
export async function requireFree(db: Db, email: string): Promise<void> {
  const taken = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
  if (taken) throw new Refusal(400, EMAIL_TAKEN)
}
