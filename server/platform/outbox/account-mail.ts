/** Queries that put account mails into the outbox. */
import { MAILS, type AccountMail } from '#shared/platform/mails/kinds.ts'
import { newId } from '#server/kernel/time/clock.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import { insertMail, type AboutAccount } from './row.ts'
import type { Shop } from '../shop.ts'

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
    subject: MAILS[kind].subject,
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
