/** A new password for somebody who forgot the old one: asked for by mail address, set by a link that goes there. */
import type { Body } from '#shared/api/endpoint.ts'
import type { account } from '#shared/api/account.ts'
import { isoNow } from '../time/clock.ts'
import { allOrNone } from '../db/all-or-none.ts'
import type { Db } from '../db/schema.ts'
import { rememberNetwork } from '../limits/known-networks.ts'
import type { Visit } from '../http/serve.ts'
import type { Shop } from '../shop.ts'
import { checkNewPassword, hashPassword } from '../sessions/passwords.ts'
import { deadLink, findLink, useUp, voidLinks } from './links.ts'
import { accountMail, withdraw } from '../outbox/account-mail.ts'

const ON_ITS_WAY =
  'If there is an account with this address, a mail with a link is on its way to it. The link is good for 30 minutes'
const NOWHERE = 'This shop has no mail server yet: its owner finds the mail at the desk'

/**
 * Writes down that somebody wants a new password. Whether there is such an account is looked up when the mail is sent
 * (mail/compose.ts), so that this does the same, and takes the same time, for every address. A mailbox gets three
 * such mails an hour; asking more often gets the same answer and sends nothing.
 */
export async function askForPassword(
  shop: Shop,
  { email }: Body<typeof account.forgot>,
  { limits }: Pick<Visit, 'limits'>,
): Promise<{ message: string }> {
  if (await limits.mayMail('link', email)) {
    await allOrNone(shop.db, [
      { query: withdraw(shop.db, 'password-reset', email) },
      { query: accountMail(shop.db, shop, 'password-reset', email, {}) },
    ])
    shop.mailSignal.raise()
  }
  return { message: shop.providers.mail.mode === 'sandbox' ? `${ON_ITS_WAY}. ${NOWHERE}` : ON_ITS_WAY }
}

/**
 * Sets a new password by the link from the mail. All sessions of the account end, and an address that waits to be
 * confirmed is forgotten: it may not have been the owner who asked for it. From the network where the link was followed
 * the owner can sign in at once, however often strangers have guessed. Throws 400 for a weak password, which leaves the
 * link as it was, and for a link that is used or too old.
 */
export async function setPassword(
  shop: Shop,
  { token, password }: Body<typeof account.reset>,
  { device, limits }: Pick<Visit, 'device' | 'limits'>,
): Promise<void> {
  checkNewPassword(password, shop.config.passwordMin)
  const link = await findLink(shop, 'reset', token)
  const { user_id: id } = link
  const unmet = await allOrNone(shop.db, [
    { query: useUp(shop.db, shop, link), rows: 1 },
    {
      query: shop.db
        .updateTable('users')
        .set({ password_hash: await hashPassword(password), updated_at: isoNow(shop.clock) })
        .where('id', '=', id),
      rows: 1,
    },
    ...shutOut(shop.db, id).map((query) => ({ query })),
    { query: accountMail(shop.db, shop, 'password-changed', link.email, { user: id }) },
  ])
  if (unmet) throw deadLink()
  shop.mailSignal.raise()
  await limits.forgetGuesses(id, device.ip)
  await rememberNetwork(shop, id, device.ip)
}

/**
 * The queries that end what somebody else may have begun with an account: sessions, links, an address that waits, and
 * the networks that count as the owner's.
 */
export function shutOut(db: Db, userId: string) {
  return [
    voidLinks(db, userId, ['reset', 'confirm']),
    db.deleteFrom('email_changes').where('user_id', '=', userId),
    db.deleteFrom('sessions').where('user_id', '=', userId),
    db.deleteFrom('known_networks').where('user_id', '=', userId),
  ]
}
