/** Links in account mails, which work once. The token is 32 random bytes; the database stores only its hash. */
import { randomBytes } from 'node:crypto'
import type { AccountMail } from '#shared/platform/mails/kinds.ts'
import type { AboutAccount } from '#server/platform/outbox/row.ts'
import { accountMail, withdraw } from '#server/platform/outbox/account-mail.ts'
import type { Limits } from '#server/kernel/limits/limits.ts'
import { allOrNone } from '#server/kernel/db/all-or-none.ts'
import { DAY, MINUTE, isoIn, isoNow } from '#server/kernel/time/clock.ts'
import type { AccountLinkRow, Db } from '#server/kernel/db/schema.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { Shop } from '#server/platform/shop.ts'
import { hashToken } from '#server/platform/sessions/sessions.ts'

export type Purpose = AccountLinkRow['purpose']

const LIFETIME: Record<Purpose, number> = { reset: 30 * MINUTE, confirm: DAY, object: 7 * DAY }

/** The pages of the links. Browsers do not send the part after `#`, so the token appears in no log and no Referer. */
const PAGES: Record<Purpose, string> = { reset: '/reset', confirm: '/confirm-email', object: '/keep-email' }

export const linkTo = (origin: string, purpose: Purpose, token: string) =>
  `${origin}${PAGES[purpose]}#${token}`

type NewLink = Pick<AccountLinkRow, 'purpose' | 'user_id' | 'email' | 'mail_id'>

/** When the link was created, ISO 8601. */
export function sentAt({ purpose, expires_at }: AccountLinkRow): string {
  return new Date(Date.parse(expires_at) - LIFETIME[purpose]).toISOString()
}

/** Makes a link and returns its token. Deletes older links of the same purpose, except links for the same mail. */
export async function makeLink({ db, clock }: Shop, link: NewLink): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  // All links that undo a change of address stay valid, because each restores a different address.
  if (link.purpose !== 'object') {
    await db
      .deleteFrom('account_links')
      .where('user_id', '=', link.user_id)
      .where('purpose', '=', link.purpose)
      .where('mail_id', '!=', link.mail_id)
      .execute()
  }
  await db
    .insertInto('account_links')
    .values({ ...link, token_hash: hashToken(token), expires_at: isoIn(clock, LIFETIME[link.purpose]) })
    .execute()
  return token
}

/** The link of a token. Throws 400 if it is used or expired. */
export async function findLink({ db, clock }: Shop, purpose: Purpose, token: string) {
  const link = await db
    .selectFrom('account_links')
    .selectAll()
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', isoNow(clock))
    .executeTakeFirst()
  if (!link) throw invalidLink()
  return link
}

/** The query that deletes a link. Of two concurrent requests, only one deletes the row. */
export function consumeLink(db: Db, { clock }: Pick<Shop, 'clock'>, link: AccountLinkRow) {
  return db
    .deleteFrom('account_links')
    .where('token_hash', '=', link.token_hash)
    .where('expires_at', '>', isoNow(clock))
}

/** Queues a mail with a link, in place of the same mail that waits to be sent. */
export async function mailLink(shop: Shop, kind: AccountMail, to: string, about: AboutAccount) {
  await allOrNone(shop.db, [
    { query: withdraw(shop.db, kind, to) },
    { query: accountMail(shop.db, shop, kind, to, about) },
  ])
  shop.mailSignal.raise()
}

const NO_MAIL_SERVER = 'This shop has no mail server yet: its owner finds the mail in the admin area'

/**
 * Queues a mail that a stranger may ask for. Its subject is looked up only when the mail is sent
 * (server/mail/sending/compose.ts), so the response and its time are the same for every address. An address gets three
 * such mails an hour; further requests get the same response and send nothing.
 * @param sent the response
 */
export async function mailIfKnown(
  shop: Shop,
  limits: Pick<Limits, 'mayMail'>,
  kind: AccountMail,
  to: string,
  sent: string,
): Promise<{ message: string }> {
  if (await limits.mayMail('link', to)) await mailLink(shop, kind, to, {})
  return { message: shop.providers.mail.mode === 'sandbox' ? `${sent}. ${NO_MAIL_SERVER}` : sent }
}

/** The query that deletes all of a user's links with these purposes. */
export function voidLinks(db: Db, userId: string, purposes: readonly Purpose[]) {
  return db.deleteFrom('account_links').where('user_id', '=', userId).where('purpose', 'in', purposes)
}

export function invalidLink(): Refusal {
  return new Refusal(400, 'This link has been used already, or it is too old', { code: 'link' })
}

/** Unconfirmed addresses are deleted after this time. */
const CONFIRM_WITHIN = 7 * DAY

/** Deletes expired links and unconfirmed addresses. */
export async function sweepLinks({ db, clock }: Shop): Promise<void> {
  await db.deleteFrom('account_links').where('expires_at', '<', isoNow(clock)).execute()
  await db.deleteFrom('email_changes').where('created_at', '<', isoIn(clock, -CONFIRM_WITHIN)).execute()
}
