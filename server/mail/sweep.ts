import { DAY, isoIn } from '../time/clock.ts'
import type { Shop } from '../shop.ts'

/** 12 months, as the privacy policy says (app/pages/policies/privacy-rights.tsx). */
const TEXT_KEPT = 365 * DAY

/** Deletes the text of mail 12 months after it was sent; that it was sent stays, so that it is not sent again. */
export async function sweepMail({ db, clock }: Shop): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ body_text: '', body_html: '' })
    .where('state', '=', 'sent')
    .where('sent_at', '<', isoIn(clock, -TEXT_KEPT))
    .where('body_text', '!=', '')
    .execute()
}
