/** Mails gift cards to their recipients: at once, or on the chosen day at the shop. */
import { formatCents } from '#shared/kernel/pricing.ts'
import type { GiftCardRow, Tx } from '#server/kernel/db/schema.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { giftCardMail } from '#server/platform/outbox/gift-card-mail.ts'
import type { Shop } from '#server/platform/shop.ts'
import { isoNow } from '#server/kernel/time/clock.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'

/** The time of day at the shop from which cards of a chosen day are mailed. */
const FROM = '08:00'
const BATCH = 200

/** Queues the mails of all cards that are due. A card is claimed in the transaction of its mail, so it is mailed once. */
export async function mailDueCards(shop: Shop): Promise<void> {
  const { day, time } = nowAt(shop.clock)
  const due = await shop.db
    .selectFrom('gift_cards')
    .selectAll()
    .where('mailed_at', 'is', null)
    .where('recipient_email', '<>', '')
    .where('state', '=', 'active')
    .where((eb) =>
      eb.or([
        eb('send_on', 'is', null),
        eb('send_on', '<', day),
        ...(time >= FROM ? [eb('send_on', '=', day)] : []),
      ]),
    )
    .limit(BATCH)
    .execute()
  for (const card of due) await transact(shop.db, (tx) => mailOnce(tx, shop, card))
  if (due.length > 0) shop.mailSignal.raise()
}

async function mailOnce(tx: Tx, shop: Shop, card: GiftCardRow): Promise<void> {
  const claimed = await tx
    .updateTable('gift_cards')
    .set({ mailed_at: isoNow(shop.clock) })
    .where('id', '=', card.id)
    .where('mailed_at', 'is', null)
    .where('state', '=', 'active')
    .returning('id')
    .executeTakeFirst()
  if (claimed) await giftCardMail(tx, shop, card, subjectOfCard(card)).execute()
}

export function subjectOfCard({ sender_name: from, cents }: GiftCardRow): string {
  return from ? `A gift card from ${from}` : `Your gift card of ${formatCents(cents)}`
}
