/** Mails about sign-ups for events. The text is written when an email is sent (server/mail/kinds/events.ts). */
import { EVENT_MAILS, type EventMail } from '#shared/platform/mails/events.ts'
import { newId } from '#server/kernel/time/clock.ts'
import { inBatches } from '#server/kernel/db/in-batches.ts'
import type { Db, EventRow } from '#server/kernel/db/schema.ts'
import type { Shop } from '../shop.ts'
import { waitingMail } from './row.ts'

/** The subject of an email about an event with this title. */
export function eventSubject(kind: EventMail, title: string): string {
  return EVENT_MAILS[kind].subject.replace('{title}', () => title)
}

/** Rows per statement: databases limit the number of values in a statement. */
const BATCH = 50

/**
 * Queues an email to each of these sign-ups that has an email address. Run it in the transaction of the change, and raise
 * `shop.mailSignal` after the commit.
 */
export async function eventMail(
  tx: Db,
  shop: Pick<Shop, 'clock' | 'config'>,
  kind: EventMail,
  { title }: Pick<EventRow, 'title'>,
  signups: readonly string[],
): Promise<void> {
  for (const some of inBatches(signups, BATCH)) {
    const people = await tx
      .selectFrom('event_signups')
      .select(['id', 'email'])
      .where('id', 'in', some)
      .where('email', '<>', '')
      .execute()
    const mails = people.map(({ id, email }) =>
      waitingMail(shop, {
        kind,
        // A new key each time, because an event can change several times.
        dedupeKey: `${kind}:${newId(shop.clock)}`,
        to: email,
        replyTo: shop.config.mail.inbox,
        subject: eventSubject(kind, title),
        about: { signup: id },
      }),
    )
    if (mails.length > 0) await tx.insertInto('outbox').values(mails).execute()
  }
}
