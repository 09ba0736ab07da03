/** Tells subscribers once that a vacation moves their next delivery (shared/platform/settings/vacation.ts). */
import { vacationDays } from '#shared/platform/settings/vacation.ts'
import type { SubscriptionRow } from '#server/kernel/db/schema.ts'
import { subscriptionMail } from '#server/platform/outbox/subscription-mail.ts'
import { currentSettings } from '#server/platform/settings/current.ts'
import { VACATION } from '#server/platform/settings/groups.ts'
import type { Shop } from '#server/platform/shop.ts'
import { runThenPause } from '#server/kernel/time/timed.ts'
import { nowAt } from '#server/kernel/time/shop-days.ts'

/** The key of the fact with the vacation that subscribers were told about: `2026-12-20 to 2027-01-03`. */
const TOLD = 'vacation-told'
const BATCH = 500

/**
 * Queues an email to everyone whose next delivery is planned on a day of the vacation. After a crash it starts again, and
 * queues no second mail. If the days of the vacation change, the mails are queued again. A subscriber who moves a
 * delivery to another day later gets no mail.
 */
export async function announceVacation(shop: Shop): Promise<void> {
  const days = vacationDays(await currentSettings(shop, VACATION))
  if (!days || days.to < nowAt(shop.clock).day) return
  const value = `${days.from} to ${days.to}`
  const told = await shop.db
    .selectFrom('shop_facts')
    .select('value')
    .where('key', '=', TOLD)
    .executeTakeFirst()
  if (told?.value === value) return
  let last = ''
  for (;;) {
    const rows = await readMoved(shop, days, last)
    for (const row of rows) {
      const about = { number: row.next_number, key: `${row.next_number}:${value}` }
      await runThenPause(() => subscriptionMail(shop.db, shop, 'subscription-moved', row, about).execute())
      last = row.id
    }
    if (rows.length < BATCH) break
  }
  await shop.db
    .insertInto('shop_facts')
    .values({ key: TOLD, value })
    .onConflict((taken) => taken.column('key').doUpdateSet({ value }))
    .execute()
  shop.mailSignal.raise()
}

function readMoved(
  { db }: Shop,
  { from, to }: { from: string; to: string },
  last: string,
): Promise<SubscriptionRow[]> {
  return db
    .selectFrom('subscriptions')
    .selectAll()
    .where('status', '=', 'active')
    .where('next_on', '>=', from)
    .where('next_on', '<=', to)
    .where('id', '>', last)
    .orderBy('id')
    .limit(BATCH)
    .execute()
}
