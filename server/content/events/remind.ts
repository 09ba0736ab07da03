/** The jobs of events: reminders on the day before, and the deletion of old names and addresses. */
import { transact } from '#server/kernel/db/transact.ts'
import { eventMail } from '#server/platform/outbox/event-mail.ts'
import type { Shop } from '#server/platform/shop.ts'
import { DAY, HOUR, isoNow } from '#server/kernel/time/clock.ts'
import { localTime, withOffset } from '#server/kernel/time/shop-days.ts'

/** A reminder within the last hours before the event would come too late. */
const LATEST = 2 * HOUR
/** The names and addresses of people are deleted this long after an event (server/content/site-pages/texts/privacy-policy.md). */
const KEEP_FOR = 90 * DAY

/**
 * Queues the reminders that are due: 24 hours before the event, so at its time of day. People who signed up within these
 * 24 hours get none, because they have just got an email.
 */
export async function remindOfEvents(shop: Shop): Promise<void> {
  const due = await shop.db
    .selectFrom('events')
    .selectAll()
    .where('is_draft', '=', 0)
    .where('cancelled_at', 'is', null)
    .where('starts', '>', localTime(shop.clock, LATEST))
    .where('starts', '<=', localTime(shop.clock, DAY))
    .execute()
  for (const event of due) {
    const dueAt = Date.parse(withOffset(event.starts)) - DAY
    await transact(shop.db, async (tx) => {
      const claimed = await tx
        .updateTable('event_signups')
        .set({ reminded_at: isoNow(shop.clock) })
        .where('event_id', '=', event.id)
        .where('state', '=', 'seated')
        .where('reminded_at', 'is', null)
        .returning(['id', 'created_at'])
        .execute()
      const early = claimed.filter(({ created_at: at }) => Date.parse(at) < dueAt)
      await eventMail(
        tx,
        shop,
        'event-reminder',
        event,
        early.map(({ id }) => id),
      )
    })
  }
  if (due.length > 0) shop.mailSignal.raise()
}

/** Deletes the names and addresses of people 90 days after the event. The counts stay. */
export async function sweepSignups({ db, clock }: Shop): Promise<void> {
  const old = db.selectFrom('events').select('id').where('ends', '<', localTime(clock, -KEEP_FOR))
  await db
    .updateTable('event_signups')
    .set({ name: '', email: '' })
    .where('event_id', 'in', old)
    .where('name', '<>', '')
    .execute()
}
