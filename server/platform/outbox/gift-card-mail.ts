/** The mail with a gift card. Its text is written when it is sent (server/mail/kinds/gift-card.ts). */
import type { Db, GiftCardRow } from '#server/kernel/db/schema.ts'
import type { Shop } from '../shop.ts'
import { newId } from '#server/kernel/time/clock.ts'
import { insertMail } from './row.ts'

/**
 * The query that queues the mail with a card to its recipient. Run it in the transaction that claims the card, and raise
 * `shop.mailSignal` after the commit.
 * @param subject from `subjectOfCard`
 */
export function giftCardMail(
  db: Db,
  shop: Pick<Shop, 'clock' | 'config'>,
  { id, recipient_email: to }: Pick<GiftCardRow, 'id' | 'recipient_email'>,
  subject: string,
) {
  return insertMail(db, shop, {
    kind: 'gift-card',
    // A new key each time, because staff can mail a card again.
    dedupeKey: `gift-card:${newId(shop.clock)}`,
    to,
    replyTo: shop.config.mail.inbox,
    subject,
    about: { giftCard: id },
  })
}
