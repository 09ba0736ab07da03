/** Deletes old messages (server/content/site-pages/texts/privacy-policy.md states the period). */
import { DAY, isoIn } from '#server/kernel/time/clock.ts'
import { transact } from '#server/kernel/db/transact.ts'
import type { Shop } from '#server/platform/shop.ts'

/** Messages are kept for 24 months. */
const KEEP_FOR = 730 * DAY
const BATCH = 200

/** Deletes messages after 24 months, with their answers and mails. Messages that are still unanswered stay. */
export async function sweepMessages({ db, clock }: Shop): Promise<void> {
  for (;;) {
    const old = await db
      .selectFrom('messages')
      .select(['id', 'outbox_id'])
      .where('created_at', '<', isoIn(clock, -KEEP_FOR))
      .where('status', '!=', 'new')
      .limit(BATCH)
      .execute()
    if (old.length === 0) return
    const ids = old.map(({ id }) => id)
    await transact(db, async (tx) => {
      const answers = await tx
        .deleteFrom('answers')
        .where('message_id', 'in', ids)
        .returning('outbox_id')
        .execute()
      await tx.deleteFrom('messages').where('id', 'in', ids).execute()
      const mail = [...old, ...answers].map(({ outbox_id }) => outbox_id)
      await tx.deleteFrom('outbox').where('id', 'in', mail).execute()
    })
  }
}
