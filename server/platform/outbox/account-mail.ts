/** Queries that put account mails into the outbox. */
import type { MailKind } from '#shared/platform/mail-kinds.ts'
import { newId } from '#server/kernel/time/clock.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import type { NewsMail } from './news-mail.ts'
import { insertMail, type AboutAccount } from './row.ts'
import type { Shop } from '../shop.ts'

export type AccountMail = Exclude<
  MailKind,
  | `order-${string}`
  | `event-${string}`
  | `subscription-${string}`
  | 'message'
  | 'answer'
  | 'gift-card'
  | 'recall'
  | NewsMail
>

const SUBJECTS: Record<AccountMail, string> = {
  'password-reset': 'A new password for your account',
  'password-changed': 'Your password was changed',
  'email-confirm': 'Confirm your new email address',
  'email-changing': 'Your email address is about to change',
  'email-own': 'Confirm your email address',
  'sign-in-changed': 'The sign-in of your account was changed',
  'account-finish': 'Your account at our shop',
  'guest-links': 'The links to your orders',
  'staff-invite': 'You are invited to work in our back office',
}

/** @param to the recipient's address; anyone who gets the mail can use the link in it */
export function accountMail(
  db: Db,
  shop: Pick<Shop, 'clock' | 'config'>,
  kind: AccountMail,
  to: string,
  about: AboutAccount,
) {
  return insertMail(db, shop, {
    kind,
    // A new key for each request, because each request sends a new link.
    dedupeKey: `${kind}:${newId(shop.clock)}`,
    to,
    replyTo: shop.config.mail.inbox,
    subject: SUBJECTS[kind],
    about,
  })
}

/** The query that deletes waiting mails of one kind to an address, because a newer mail replaces them. */
export function withdraw(db: Db, kind: AccountMail, to: string) {
  return db
    .deleteFrom('outbox')
    .where('kind', '=', kind)
    .where('recipient', '=', to)
    .where('state', '=', 'waiting')
}
