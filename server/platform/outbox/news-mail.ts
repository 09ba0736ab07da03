/** Mails about the newsletter, notices and saved carts. The text is written when an email is sent (server/mail/kinds/news.ts). */
import type { NewsMail } from '#shared/platform/mails/kinds.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import type { Shop } from '../shop.ts'
import { newId } from '#server/kernel/time/clock.ts'
import { insertMail, type AboutNews } from './row.ts'

/**
 * The query that queues an email. Run it in the transaction of the change, and raise `shop.mailSignal` after the commit.
 * @param key tells this email from others of its kind; a second mail with the same key is not queued
 */
export function newsMail(
  db: Db,
  shop: Pick<Shop, 'clock' | 'config'>,
  kind: NewsMail,
  { to, subject, about, key }: { to: string; subject: string; about: AboutNews['news']; key?: string },
) {
  return insertMail(db, shop, {
    kind,
    dedupeKey: `${kind}:${key ?? newId(shop.clock)}`,
    to,
    replyTo: shop.config.mail.inbox,
    subject,
    about: { news: about },
  })
}
