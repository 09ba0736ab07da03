/** Links that stand for who reads a mailbox: 32 random bytes, of which only the hash is stored. Each opens once. */
import { randomBytes } from 'node:crypto'
import { DAY, MINUTE, isoIn, isoNow } from '../time/clock.ts'
import type { AccountLinkRow, Db } from '../db/schema.ts'
import { Refusal } from '../errors.ts'
import type { Shop } from '../shop.ts'
import { hashToken } from '../sessions/sessions.ts'

export type Purpose = AccountLinkRow['purpose']

const LIFE: Record<Purpose, number> = { reset: 30 * MINUTE, confirm: DAY, object: 7 * DAY }

/** The pages that the links open. What stands behind `#` is never sent to a server, so no log and no Referer has it. */
const PAGES: Record<Purpose, string> = { reset: '/reset', confirm: '/confirm-email', object: '/keep-email' }

export const linkTo = (origin: string, purpose: Purpose, token: string) =>
  `${origin}${PAGES[purpose]}#${token}`

export type NewLink = Pick<AccountLinkRow, 'purpose' | 'user_id' | 'email' | 'mail_id'>

/** Makes a link and answers its token. Older ones of that purpose lose their worth, but for copies of the same mail. */
export async function makeLink({ db, clock }: Shop, link: NewLink): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  // Who objects to one change does so to all of them, so those links stay.
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
    .values({ ...link, token_hash: hashToken(token), expires_at: isoIn(clock, LIFE[link.purpose]) })
    .execute()
  return token
}

/** The link of a token, as long as it is good. Throws 400. */
export async function findLink(
  { db, clock }: Shop,
  purpose: Purpose,
  token: string,
): Promise<AccountLinkRow> {
  const link = await db
    .selectFrom('account_links')
    .selectAll()
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where('expires_at', '>', isoNow(clock))
    .executeTakeFirst()
  if (!link) throw deadLink()
  return link
}

/** The query that takes a link away: of two who follow it at once one finds a row. */
export function useUp(db: Db, { clock }: Pick<Shop, 'clock'>, link: AccountLinkRow) {
  return db
    .deleteFrom('account_links')
    .where('token_hash', '=', link.token_hash)
    .where('expires_at', '>', isoNow(clock))
}

/** The query that takes the worth from every link of these purposes that a user was sent. */
export function voidLinks(db: Db, userId: string, purposes: readonly Purpose[]) {
  return db.deleteFrom('account_links').where('user_id', '=', userId).where('purpose', 'in', purposes)
}

export function deadLink(): Refusal {
  return new Refusal(400, 'This link has been used already, or it is too old', { code: 'link' })
}

/** An address that nobody has confirmed for so long is forgotten. */
const WAITS = 7 * DAY

/** Deletes links that open nothing any more, and addresses that nobody confirmed. */
export async function sweepLinks({ db, clock }: Shop): Promise<void> {
  await db.deleteFrom('account_links').where('expires_at', '<', isoNow(clock)).execute()
  await db.deleteFrom('email_changes').where('created_at', '<', isoIn(clock, -WAITS)).execute()
}
