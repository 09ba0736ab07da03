/** Sends the weekly mail: to each buyer who wants it, one link for each location that can still order. */
import { addDays, WEEKDAYS, weekdayOf } from '#shared/kernel/days.ts'
import type { WholesaleSettings } from '#shared/platform/settings/wholesale-rhythm.ts'
import { DAY, isoNow, newId } from '#server/kernel/time/clock.ts'
import { transact } from '#server/kernel/db/transact.ts'
import type { LocationRow } from '#server/kernel/db/schema.ts'
import { nowAt, utcOf } from '#server/kernel/time/shop-days.ts'
import { insertMail } from '#server/platform/outbox/row.ts'
import { currentSettings, inboxOf } from '#server/platform/settings/current.ts'
import { WHOLESALE } from '#server/platform/settings/groups.ts'
import { partOf } from '#server/platform/settings/parts.ts'
import type { Shop } from '#server/platform/shop.ts'
import { nextDeliveries } from '../orders/days.ts'

/**
 * Queues the mails of the last day and time that the owner has set. Each buyer gets one for each location and day, whatever
 * restarts or other instances do. After a day nothing is sent late.
 */
export async function sendWeekLinks(shop: Shop): Promise<void> {
  if ((await partOf(shop, 'wholesale')) !== 'on') return
  const day = mailDayOf(shop, await currentSettings(shop, WHOLESALE))
  if (day === null) return
  for (const buyer of await readersOf(shop, day)) await queueLink(shop, day, buyer)
  shop.mailSignal.raise()
}

/** The last day on which mails were due, if that is less than a day ago; null otherwise. */
function mailDayOf(shop: Shop, { mailDay, mailTime }: WholesaleSettings): string | null {
  if (mailDay === '') return null
  const today = nowAt(shop.clock).day
  const back = (WEEKDAYS.indexOf(weekdayOf(today)) - WEEKDAYS.indexOf(mailDay) + 7) % 7
  const day = addDays(today, -back)
  const age = shop.clock.now().getTime() - Date.parse(utcOf({ day, time: mailTime }))
  return age >= 0 && age < DAY ? day : null
}

type Reader = LocationRow & { buyer_id: string; email: string }

/** The locations of the buyers who want the mail and have not got that of the day. */
function readersOf({ db }: Shop, day: string): Promise<Reader[]> {
  return db
    .selectFrom('buyers')
    .innerJoin('companies', 'companies.id', 'buyers.company_id')
    .innerJoin('locations', 'locations.company_id', 'buyers.company_id')
    .leftJoin('week_links as link', (join) =>
      join
        .onRef('link.buyer_id', '=', 'buyers.id')
        .onRef('link.location_id', '=', 'locations.id')
        .on('link.mailed_on', '=', day),
    )
    .selectAll('locations')
    .select(['buyers.id as buyer_id', 'buyers.email'])
    .where('buyers.removed_at', 'is', null)
    .where('mails_weekly', '=', 1)
    .where('may_order', '=', 1)
    .where('companies.status', '=', 'approved')
    .where('companies.terms', '<>', 'prepaid')
    .where('companies.credit', '<>', 'none')
    .where('locations.is_active', '=', 1)
    .where('link.id', 'is', null)
    .orderBy('buyers.id')
    .orderBy('locations.id')
    .execute()
}

async function queueLink(shop: Shop, day: string, location: Reader): Promise<void> {
  const [next] = await nextDeliveries(shop, location, 1)
  if (!next) return
  const id = newId(shop.clock)
  const { replyTo } = await inboxOf(shop)
  await transact(shop.db, async (tx) => {
    const made = await tx
      .insertInto('week_links')
      .values({
        id,
        token_hash: null,
        buyer_id: location.buyer_id,
        location_id: location.id,
        email: location.email,
        mailed_on: day,
        expires_at: utcOf(next.orderBy),
        order_id: null,
        created_at: isoNow(shop.clock),
      })
      .onConflict((taken) => taken.columns(['buyer_id', 'location_id', 'mailed_on']).doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!made) return
    await insertMail(tx, shop, {
      kind: 'week-order',
      dedupeKey: `week-order:${id}`,
      to: location.email,
      replyTo,
      subject: `Your order for ${location.name}`,
      about: { week: id },
    }).execute()
  })
}

/** Deletes links that ended more than a week ago. */
export async function sweepWeekLinks({ db, clock }: Shop): Promise<void> {
  const past = new Date(clock.now().getTime() - 7 * DAY).toISOString()
  await db.deleteFrom('week_links').where('expires_at', '<', past).execute()
}
