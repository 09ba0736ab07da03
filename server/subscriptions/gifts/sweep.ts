import { DAY, isoIn } from '#server/kernel/time/clock.ts'
import type { Shop } from '#server/platform/shop.ts'

/** 12 months, as the privacy policy says (server/content/site-pages/texts/privacy-policy.md). */
const KEEP_NAMES = 365 * DAY

const NO_ADDRESS = { address: '', address2: '', city: '', ship_state: '', postal_code: '' }

/** Deletes the names, addresses and notes of gifts of which nothing is left for 12 months. Amounts stay. */
export async function sweepGifts({ db, clock }: Shop): Promise<void> {
  const over = db
    .selectFrom('gift_subscriptions as gift')
    .innerJoin('gift_cards as card', 'card.id', 'gift.card_id')
    .leftJoin('subscriptions', 'subscriptions.id', 'gift.subscription_id')
    .where('card.balance_cents', '=', 0)
    .where('card.state', '<>', 'ordered')
    .where('gift.recipient_name', '<>', '')
    .where((eb) =>
      eb(eb.fn.coalesce('subscriptions.updated_at', 'gift.updated_at'), '<', isoIn(clock, -KEEP_NAMES)),
    )
  const rows = await over.select(['gift.id', 'gift.subscription_id']).limit(500).execute()
  for (const { id, subscription_id: subscription } of rows) {
    if (subscription !== null)
      await db
        .updateTable('subscriptions')
        .set({ ...NO_ADDRESS, buyer_name: '', buyer_email: '', recipient: null, phone: '', gift_note: null })
        .where('id', '=', subscription)
        .execute()
    await db
      .updateTable('gift_subscriptions')
      .set({
        ...NO_ADDRESS,
        recipient_name: '',
        recipient_email: '',
        sender_name: '',
        note: '',
        sealed_code: null,
      })
      .where('id', '=', id)
      .execute()
  }
}
