/** Forgotten passwords: a user requests a link by email, and sets a new password with that link. */
import type { Body } from '#shared/api/endpoint.ts'
import type { account } from '#shared/api/account.ts'
import { isoNow } from '../time/clock.ts'
import { allOrNone } from '../db/all-or-none.ts'
import type { Db } from '../db/schema.ts'
import { rememberNetwork } from '../limits/known-networks.ts'
import type { HttpContext } from '../http/serve.ts'
import type { Shop } from '../shop.ts'
import { checkNewPassword, hashPassword } from '../sessions/passwords.ts'
import { invalidLink, findLink, consumeLink, voidLinks } from './links.ts'
import { accountMail, withdraw } from '../outbox/account-mail.ts'

const SENT =
  'If there is an account with this address, an email with a link is on its way to it. The link is good for 30 minutes'
const NO_MAIL_SERVER = 'This shop has no mail server yet: its owner finds the mail in the admin area'

/**
 * Queues the mail with a link for a new password. The account is looked up only when the mail is sent
 * (mail/compose.ts), so the response and its time are the same for every address. An address gets three such mails an
 * hour; further requests get the same response and send nothing.
 */
export async function requestPassword(
  shop: Shop,
  { email }: Body<typeof account.forgot>,
  { limits }: Pick<HttpContext, 'limits'>,
): Promise<{ message: string }> {
  if (await limits.mayMail('link', email)) {
    await allOrNone(shop.db, [
      { query: withdraw(shop.db, 'password-reset', email) },
      { query: accountMail(shop.db, shop, 'password-reset', email, {}) },
    ])
    shop.mailSignal.raise()
  }
  return { message: shop.providers.mail.mode === 'sandbox' ? `${SENT}. ${NO_MAIL_SERVER}` : SENT }
}

/**
 * Sets a new password with the link from the mail. Ends all sessions of the account and discards an unconfirmed
 * address, which an attacker may have entered. Earlier wrong guesses no longer prevent a sign-in from the network of
 * the request.
 * Throws 400 for a weak password, and the link then stays valid; also for a link that is used or expired.
 */
export async function setPassword(
  shop: Shop,
  { token, password }: Body<typeof account.reset>,
  { device, limits }: Pick<HttpContext, 'device' | 'limits'>,
): Promise<void> {
  checkNewPassword(password, shop.config.passwordMin)
  const link = await findLink(shop, 'reset', token)
  const { user_id: id } = link
  const unmet = await allOrNone(shop.db, [
    { query: consumeLink(shop.db, shop, link), rows: 1 },
    {
      query: shop.db
        .updateTable('users')
        .set({
          password_hash: await hashPassword(password),
          // The mailed link proves that the user owns the address.
          confirmed_email: link.email,
          updated_at: isoNow(shop.clock),
        })
        .where('id', '=', id),
      rows: 1,
    },
    ...revokeAccess(shop.db, id).map((query) => ({ query })),
    { query: accountMail(shop.db, shop, 'password-changed', link.email, { user: id }) },
  ])
  if (unmet) throw invalidLink()
  shop.mailSignal.raise()
  await limits.forgetGuesses(id, device.ip)
  await rememberNetwork(shop, id, device.ip)
}

/**
 * The queries that end all access to an account that an attacker may have: sessions, links, an unconfirmed address, and
 * the networks on which the account has signed in.
 */
export function revokeAccess(db: Db, userId: string) {
  return [
    voidLinks(db, userId, ['reset', 'confirm']),
    db.deleteFrom('email_changes').where('user_id', '=', userId),
    db.deleteFrom('sessions').where('user_id', '=', userId),
    db.deleteFrom('known_networks').where('user_id', '=', userId),
  ]
}
