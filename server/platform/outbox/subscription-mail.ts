/** Mails about subscriptions. The text is written when an email is sent (server/mail/kinds/subscriptions.ts). */
import { isToShop, MAILS, type SubscriptionMail } from '#shared/platform/mails/kinds.ts'
import type { Db, SubscriptionRow } from '#server/kernel/db/schema.ts'
import type { Shop } from '../shop.ts'
import { insertMail, type AboutSubscription } from './row.ts'

type AboutMail = Omit<AboutSubscription, 'subscription'> & { key: string | number }

/**
 * The query that queues an email about a subscription. Run it in the transaction of the change, and raise
 * `shop.mailSignal` after the commit. A second mail with the same key is not queued.
 * @param about what its text needs. `key`: tells this email from others of its kind about the subscription, such as the
 * attempt of a charge
 */
export function subscriptionMail(
  db: Db,
  shop: Pick<Shop, 'clock' | 'config'>,
  kind: SubscriptionMail,
  { id, buyer_email: email }: Pick<SubscriptionRow, 'id' | 'buyer_email'>,
  { key, ...about }: AboutMail,
) {
  return insertMail(db, shop, {
    kind,
    dedupeKey: `${kind}:${id}:${key}`,
    to: isToShop(kind) ? shop.config.mail.inbox : email,
    replyTo: isToShop(kind) ? null : shop.config.mail.inbox,
    subject: MAILS[kind].subject,
    about: { subscription: id, ...about },
  })
}
