/** Mails about a gift subscription. The text is written when an email is sent (server/mail/kinds/gifts.ts). */
import { MAILS, type GiftMail } from '#shared/platform/mails/kinds.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import type { Shop } from '../shop.ts'
import { insertMail } from './row.ts'

/**
 * The query that queues a mail. Run it in the transaction of the change, and raise `shop.mailSignal` after the commit. A
 * second mail with the same key is not queued.
 * @param about `to`: the giver or the receiver. `key`: tells this mail from others of its kind about the gift. `delivery`:
 * the order that the mail is about
 */
export function giftMail(
  db: Db,
  shop: Pick<Shop, 'clock' | 'config'>,
  kind: GiftMail,
  { id, to, key, delivery }: { id: string; to: string; key: string | number; delivery?: string },
) {
  return insertMail(db, shop, {
    kind,
    dedupeKey: `${kind}:${id}:${key}`,
    to,
    replyTo: shop.config.mail.inbox,
    subject: MAILS[kind].subject,
    about: { gift: id, ...(delivery === undefined ? {} : { delivery }) },
  })
}
