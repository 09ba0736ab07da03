/** Switches subscriptions on in a new demo shop. In other shops, the owner switches them on. */
import { SUBSCRIBING_DEFAULTS } from '#shared/platform/settings/subscribing.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import { rowsOf } from '#server/platform/resources/rows.ts'
import { SUBSCRIBING } from '#server/platform/settings/groups.ts'
import { isoNow, type Clock } from '#server/kernel/time/clock.ts'

export async function offerSubscriptions(db: Db, clock: Clock): Promise<void> {
  const columns = rowsOf(SUBSCRIBING.fields).columnsOf({ ...SUBSCRIBING_DEFAULTS, isOffered: true })
  await db
    .insertInto('settings')
    .values({ id: SUBSCRIBING.id, version: 1, value: JSON.stringify(columns), updated_at: isoNow(clock) })
    .onConflict((taken) => taken.column('id').doNothing())
    .execute()
}
