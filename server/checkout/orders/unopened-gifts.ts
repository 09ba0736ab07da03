import type { Db } from '#server/kernel/db/schema.ts'

/** The gift subscriptions that nobody has opened, although the giver was told so two weeks after they were mailed. */
export function unopenedGifts(db: Db) {
  return db
    .selectFrom('gift_subscriptions as gift')
    .innerJoin('gift_cards as card', 'card.id', 'gift.card_id')
    .where('told_at', 'is not', null)
    .where('opened_at', 'is', null)
    .where('card.state', '=', 'active')
    .where('card.balance_cents', '>', 0)
}
