import { DAY, isoIn } from '#server/kernel/time/clock.ts'
import type { Shop } from '#server/platform/shop.ts'

/** Like messages, applications that became no account are kept for 24 months (server/mail/messages/messages.ts). */
const KEEP_FOR = 730 * DAY

/** Deletes applications that were declined, or that nobody has sent or decided, after 24 months. */
export async function sweepApplications({ db, clock }: Shop): Promise<void> {
  await db
    .deleteFrom('applications')
    .where('state', '<>', 'approved')
    .where('updated_at', '<', isoIn(clock, -KEEP_FOR))
    .execute()
}
