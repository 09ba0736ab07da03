/** Switches subscriptions on in a new demo shop. In other shops, the owner switches them on. */
import { SUBSCRIBING_DEFAULTS } from '#shared/resources/subscribing.ts'
import type { Db } from '../../db/schema.ts'
import { rowsOf } from '../../resources/rows.ts'
import { SUBSCRIBING } from '../../settings/groups.ts'
import { isoNow, type Clock } from '../../time/clock.ts'

export async function offerSubscriptions(db: Db, clock: Clock): Promise<void> {
  const columns = rowsOf(SUBSCRIBING.fields).columnsOf({ ...SUBSCRIBING_DEFAULTS, isOffered: true })
  await db
    .insertInto('settings')
    .values({ id: SUBSCRIBING.id, version: 1, value: JSON.stringify(columns), updated_at: isoNow(clock) })
    .onConflict((taken) => taken.column('id').doNothing())
    .execute()
}
