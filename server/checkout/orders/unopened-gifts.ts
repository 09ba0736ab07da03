import type { Db } from '#server/kernel/db/schema.ts'

/** The gift subscriptions that are not opened, two weeks after their email, when the giver was told. */
export function unopenedGifts(db: Db) {
  return db
    .selectFrom('gift_subscriptions as gift')
    .innerJoin('gift_cards as card', 'card.id', 'gift.card_id')
    .where('told_at', 'is not', null)
    .where('opened_at', 'is', null)
    .where('card.state', '=', 'active')
    .where('card.balance_cents', '>', 0)
}
