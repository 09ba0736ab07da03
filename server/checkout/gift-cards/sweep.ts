import type { Shop } from '#server/platform/shop.ts'
import { DAY, isoIn } from '#server/kernel/time/clock.ts'

/** 12 months, as the privacy policy says (server/content/site-pages/texts/privacy-policy.md). */
const KEEP_NAMES = 365 * DAY

/** Deletes the names, addresses and notes of cards on which nothing is left for 12 months. Amounts and moves stay. */
export async function sweepCards({ db, clock }: Shop): Promise<void> {
  await db
    .updateTable('gift_cards')
    .set({ recipient_name: '', recipient_email: '', sender_name: '', note: '' })
    .where('balance_cents', '=', 0)
    .where('state', '<>', 'ordered')
    .where('created_at', '<', isoIn(clock, -KEEP_NAMES))
    .where((eb) => eb.or([eb('recipient_name', '<>', ''), eb('recipient_email', '<>', '')]))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('gift_card_moves')
            .select('gift_card_moves.id')
            .whereRef('card_id', '=', 'gift_cards.id')
            .where('at', '>=', isoIn(clock, -KEEP_NAMES)),
        ),
      ),
    )
    .execute()
}
