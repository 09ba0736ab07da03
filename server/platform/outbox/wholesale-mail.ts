/** Queries that put mails about wholesale accounts into the outbox. The text is written when a mail is sent. */
import { MAILS, type WholesaleMail } from '#shared/platform/mails/kinds.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import { newId } from '#server/kernel/time/clock.ts'
import type { Shop } from '../shop.ts'
import { insertMail, type AboutWholesale } from './row.ts'

/**
 * The query that queues a mail. Run it in the transaction of the change, and raise `shop.mailSignal` after the commit.
 * @param key tells this mail from others of its kind; a second mail with the same key is not queued
 */
export function wholesaleMail(
  db: Db,
  shop: Pick<Shop, 'clock' | 'config'>,
  kind: WholesaleMail,
  { to, about, key }: { to: string; about: AboutWholesale['wholesale']; key?: string },
) {
  return insertMail(db, shop, {
    kind,
    dedupeKey: `${kind}:${key ?? newId(shop.clock)}`,
    to,
    replyTo: shop.config.mail.inbox,
    subject: MAILS[kind].subject,
    about: { wholesale: about },
  })
}
