import type { Db } from '#server/kernel/db/schema.ts'
import { localTime } from '#server/kernel/time/shop-days.ts'
import { isReal } from '#server/platform/invented.ts'
import { owedOf, type Owed } from '#server/platform/settings/parts.ts'
import type { Shop } from '#server/platform/shop.ts'

/** What keeps events from being off: people with a seat, or on the waiting list, of an event that has not ended, without invented ones. */
export async function owedEvents(db: Db, { clock }: Pick<Shop, 'clock'>): Promise<Owed[]> {
  const { count } = await db
    .selectFrom('event_signups')
    .innerJoin('events', 'events.id', 'event_signups.event_id')
    .where('event_signups.state', '<>', 'cancelled')
    // Invented people have no email, as some whom staff add to an event.
    .where((eb) => eb.or([eb('event_signups.email', '<>', ''), isReal('events', 'events.id')]))
    .where('events.cancelled_at', 'is', null)
    .where('events.ends', '>', localTime(clock))
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow()
  return owedOf(Number(count), ['sign-up for a coming event', 'sign-ups for coming events'], '/admin/events')
}
