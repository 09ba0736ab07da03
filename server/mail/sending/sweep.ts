import { DAY, isoIn } from '#server/kernel/time/clock.ts'
import type { Shop } from '#server/platform/shop.ts'

/** 12 months, as the privacy policy says (server/content/site-pages/texts/privacy-policy.md). */
const KEEP_TEXT = 365 * DAY

/** Deletes the text of mails 12 months after they were sent. The rows stay, so that nothing is sent again. */
export async function sweepMail({ db, clock }: Shop): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ body_text: '', body_html: '' })
    .where('state', '=', 'sent')
    .where('sent_at', '<', isoIn(clock, -KEEP_TEXT))
    .where('body_text', '!=', '')
    .execute()
}
