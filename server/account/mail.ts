/** Letters to the holders of accounts, as queries that put them into the outbox. */
import { newId } from '../time/clock.ts'
import type { Db } from '../db/schema.ts'
import { ACCOUNT_SUBJECTS, type AccountMail } from '../mail/account-letters.ts'
import { insertMail, type About } from '../mail/row.ts'
import type { Shop } from '../shop.ts'

/** @param to the mailbox; a link in the letter stands for whoever reads it */
export function accountMail(
  db: Db,
  shop: Pick<Shop, 'clock' | 'config'>,
  kind: AccountMail,
  to: string,
  about: Exclude<About, { order: string }>,
) {
  return insertMail(db, shop, {
    kind,
    // Each is an event of its own: nobody asks twice for the same link.
    dedupeKey: `${kind}:${newId(shop.clock)}`,
    to,
    replyTo: shop.config.mail.inbox,
    subject: ACCOUNT_SUBJECTS[kind],
    about,
  })
}

/** The query that takes back letters of a kind to a mailbox that have not gone out: newer ones replace them. */
export function withdraw(db: Db, kind: AccountMail, to: string) {
  return db
    .deleteFrom('outbox')
    .where('kind', '=', kind)
    .where('recipient', '=', to)
    .where('state', '=', 'waiting')
}
