/** Mails about subscriptions. The text is written when an email is sent (server/mail/sending/compose-subscription.ts). */
import type { MailKind } from '#shared/platform/mail-kinds.ts'
import type { Db, SubscriptionRow } from '#server/kernel/db/schema.ts'
import type { Shop } from '../shop.ts'
import { insertMail } from './row.ts'

export type SubscriptionMail = Extract<MailKind, `subscription-${string}`>

const SUBJECTS: Record<SubscriptionMail, string> = {
  'subscription-started': 'Your coffee subscription has started',
  'subscription-notice': 'Your next coffee: the date, and what it costs',
  'subscription-waiting': 'Your next coffee has to wait',
  'subscription-missed': 'We left out one delivery of your coffee',
  'subscription-moved': 'Your next coffee comes after our vacation',
  'subscription-declined': 'Your payment did not go through',
  'subscription-method': 'Your coffee needs a payment method',
  'subscription-failed': 'Your coffee subscription is paused',
  'subscription-price': 'A new price from your next delivery on',
  'subscription-canceled': 'Your coffee subscription is canceled',
  'subscription-yearly': 'Your coffee subscription: the yearly reminder',
  'subscription-ending': 'A coffee of your subscription ends',
  'subscription-sold-out': 'A subscription waits for coffee',
}

/** The kinds that go to the shop, and not to the subscriber. */
const TO_SHOP: ReadonlySet<SubscriptionMail> = new Set(['subscription-sold-out'])

/**
 * The query that queues an email about a subscription. Run it in the transaction of the change, and raise
 * `shop.mailSignal` after the commit. A second mail with the same key is not queued.
 * @param about `number`: the delivery that the mail is about. `key`: tells this email from others of its kind about the
 * subscription, such as the attempt of a charge
 */
export function subscriptionMail(
  db: Db,
  shop: Pick<Shop, 'clock' | 'config'>,
  kind: SubscriptionMail,
  { id, buyer_email: email }: Pick<SubscriptionRow, 'id' | 'buyer_email'>,
  { number, key }: { number?: number; key: string | number },
) {
  const isToShop = TO_SHOP.has(kind)
  return insertMail(db, shop, {
    kind,
    dedupeKey: `${kind}:${id}:${key}`,
    to: isToShop ? shop.config.mail.inbox : email,
    replyTo: isToShop ? null : shop.config.mail.inbox,
    subject: SUBJECTS[kind],
    about: { subscription: id, ...(number === undefined ? {} : { number }) },
  })
}
