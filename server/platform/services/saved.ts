/** The connections to outside services that an owner has saved: read and opened, saved, replaced. */
import type { ConnectedService } from '#shared/platform/services.ts'
import { isUniqueViolation } from '#server/kernel/db/failures.ts'
import type { Db, Tx } from '#server/kernel/db/schema.ts'
import { conflict } from '#server/kernel/errors.ts'
import { DAY, isoIn, isoNow, newId } from '#server/kernel/time/clock.ts'
import { seal, unseal } from '../keys/ring.ts'
import type { SavedConnection, Values } from '../service-connections.ts'
import type { Shop } from '../shop.ts'

/** For this time, webhooks of the credentials before the current ones are accepted. */
export const KEEPS_FORMER = DAY

type Context = Pick<Shop, 'db' | 'config' | 'realClock'>

/** The current connections, and those that were replaced within a day, newest first. */
export async function readConnections(shop: Context): Promise<SavedConnection[]> {
  const rows = await shop.db
    .selectFrom('service_connections')
    .selectAll()
    .where((eb) =>
      eb.or([eb('replaced_at', 'is', null), eb('replaced_at', '>', isoIn(shop.realClock, -KEEPS_FORMER))]),
    )
    .orderBy('saved_at', 'desc')
    .execute()
  return Promise.all(
    rows.map(async (row) => {
      const secrets = await unseal(shop, { purpose: 'connection', id: row.id }, row.secrets)
      return {
        id: row.id,
        service: row.service,
        version: row.version,
        fields: JSON.parse(row.fields) as Values,
        secrets: secrets === null ? null : (JSON.parse(secrets) as Values),
        endings: JSON.parse(row.endings) as Values,
        savedBy: row.saved_by,
        savedAt: row.saved_at,
        replacedAt: row.replaced_at,
      }
    }),
  )
}

/** The services that an owner has connected. */
export async function connectedServices(db: Db): Promise<Set<string>> {
  const rows = await db
    .selectFrom('service_connections')
    .select('service')
    .where('replaced_at', 'is', null)
    .execute()
  return new Set(rows.map(({ service }) => service))
}

/** The row of a connection to save, with its secrets encrypted. Throws 409 if there is no key for them. */
export async function connectionRow(
  shop: Context,
  savedBy: string,
  wanted: { service: ConnectedService; version: number; fields: Values; secrets: Values; endings: Values },
) {
  const id = newId(shop.realClock)
  return {
    id,
    service: wanted.service,
    version: wanted.version,
    fields: JSON.stringify(wanted.fields),
    secrets: await seal(shop, { purpose: 'connection', id }, JSON.stringify(wanted.secrets)),
    endings: JSON.stringify(wanted.endings),
    saved_by: savedBy,
    saved_at: isoNow(shop.realClock),
    replaced_at: null,
  }
}

/**
 * Ends the current connection of a service, and stores the next one, if there is one. Throws 409 if the current one does not
 * have this version, where 0 means that there is none.
 */
export async function replaceConnection(
  tx: Tx,
  { realClock }: Pick<Shop, 'realClock'>,
  service: ConnectedService,
  version: number,
  next: Awaited<ReturnType<typeof connectionRow>> | null,
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('service_connections')
    .set({ replaced_at: isoNow(realClock) })
    .where('service', '=', service)
    .where('replaced_at', 'is', null)
    .where('version', '=', version)
    .executeTakeFirst()
  if (numUpdatedRows !== (version === 0 ? 0n : 1n)) throw changed()
  if (next === null) return
  await tx
    .insertInto('service_connections')
    .values(next)
    .execute()
    .catch((error: unknown) => {
      // Another owner has connected it in the meantime.
      if (isUniqueViolation(error)) throw changed()
      throw error
    })
}

/** The refusal of a change to a connection that has another version by now. */
export const changed = () => conflict('This connection has changed since you opened the form')

/** Deletes the connections that were replaced long ago, with their secrets. */
export async function sweepConnections({ db, realClock }: Shop): Promise<void> {
  await db
    .deleteFrom('service_connections')
    .where('replaced_at', '<', isoIn(realClock, -KEEPS_FORMER))
    .execute()
}
