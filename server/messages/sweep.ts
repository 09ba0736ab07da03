/** What visitors wrote is not kept for ever (app/pages/policies/privacy-rights.tsx says for how long). */
import { DAY, isoIn } from '../time/clock.ts'
import { transact } from '../db/transact.ts'
import type { Shop } from '../shop.ts'

/** 24 months. */
const KEPT = 730 * DAY
const BATCH = 200

/** Deletes messages 24 months after they came, with their answers and the mail about them. What nobody has answered yet stays. */
export async function sweepMessages({ db, clock }: Shop): Promise<void> {
  for (;;) {
    const old = await db
      .selectFrom('messages')
      .select(['id', 'outbox_id'])
      .where('created_at', '<', isoIn(clock, -KEPT))
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
