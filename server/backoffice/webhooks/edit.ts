/** Owners add, change and remove webhooks. */
import type { Body, Reply } from '#shared/platform/api/endpoint.ts'
import type { Webhook, webhooks } from '#shared/backoffice/api/webhooks.ts'
import type { Change } from '#shared/platform/api/change-log.ts'
import { isUniqueViolation } from '#server/kernel/db/failures.ts'
import type { Tx, WebhookRow } from '#server/kernel/db/schema.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { conflict, notFound } from '#server/kernel/errors.ts'
import { DAY, isoIn, isoNow, newId } from '#server/kernel/time/clock.ts'
import { differences, logChange } from '#server/platform/change-log/change-log.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { checkAddress } from './address.ts'
import { newSecret, sealSecret } from './secrets.ts'

/** More would slow down the changes that they want to know of. */
const MOST = 20
/** How long messages are also signed with the old secret. */
const FORMER = DAY

/** All webhooks, or one of them, with what waits and what failed. */
export async function readWebhooks(shop: Shop, only?: string): Promise<Webhook[]> {
  const rows = await shop.db
    .selectFrom('webhooks')
    .selectAll()
    .$if(only !== undefined, (query) => query.where('id', '=', only!))
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const counts = await shop.db
    .selectFrom('webhook_deliveries')
    .select((eb) => [
      'webhook_id',
      'state',
      eb.fn.countAll<number>().as('count'),
      eb.fn.max('tried_at').as('last'),
    ])
    .$if(only !== undefined, (query) => query.where('webhook_id', '=', only!))
    .groupBy(['webhook_id', 'state'])
    .execute()
  return rows.map((row) => {
    const of = (state: string) => counts.find((each) => each.webhook_id === row.id && each.state === state)
    return {
      _id: row.id,
      url: row.url,
      events: JSON.parse(row.events) as Webhook['events'],
      isOn: row.is_on === 1,
      offReason: row.off_reason,
      failingSince: row.failing_since,
      formerUntil:
        row.former_until !== null && row.former_until > isoNow(shop.realClock) ? row.former_until : null,
      waiting: of('waiting')?.count ?? 0,
      failed: of('failed')?.count ?? 0,
      lastDeliveredAt: of('delivered')?.last ?? null,
      version: row.version,
    }
  })
}

/** Throws 404. */
export async function readWebhook(shop: Shop, id: string): Promise<Webhook> {
  const [webhook] = await readWebhooks(shop, id)
  if (!webhook) throw notFound('Webhook')
  return webhook
}

/** The row of a webhook. Throws 404. */
export async function findWebhook({ db }: Pick<Shop, 'db'>, id: string): Promise<WebhookRow> {
  const row = await db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Webhook')
  return row
}

/** Returns the secret. Throws 400 for an address that is refused, and 409 for one that has a webhook. */
export async function createWebhook(
  shop: Shop,
  owner: SignedIn,
  { url: typed, events }: Body<typeof webhooks.create>,
): Promise<Reply<typeof webhooks.create>> {
  const url = await checkAddress(shop.config, typed)
  const id = newId(shop.clock)
  const secret = newSecret()
  const now = isoNow(shop.clock)
  const sealed = await sealSecret(shop, id, secret)
  const row = { id, url, events: JSON.stringify([...new Set(events)]), secret: sealed, next_at: now }
  await transact(shop.db, async (tx) => {
    const { count } = await tx
      .selectFrom('webhooks')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    if (count >= MOST) throw conflict(`There are ${MOST} webhooks. Remove one first`)
    await tx
      .insertInto('webhooks')
      .values({ ...row, created_at: now, updated_at: now })
      .execute()
    const changes = [{ field: 'Events', before: '', after: events.join(', ') }]
    await record(tx, shop, owner, { id, url }, 'Added a webhook', changes)
  }).catch(refuseTaken)
  return { _id: id, secret }
}

/**
 * Changes a webhook. Switched on again, it gets the events from now on, and those that still waited.
 * Throws 404, 400 for an address that is refused, and 409 if it was changed since `version`, or for an address that is taken.
 */
export async function updateWebhook(
  shop: Shop,
  owner: SignedIn,
  id: string,
  { url: typed, events, isOn, version }: Body<typeof webhooks.update>,
): Promise<Webhook> {
  const url = await checkAddress(shop.config, typed)
  await transact(shop.db, async (tx) => {
    const before = await lockWebhook(tx, id)
    if (before.version !== version) throw conflict('This webhook has changed since you opened it')
    const after = { url, events: JSON.stringify([...new Set(events)]), is_on: isOn ? 1 : 0 } as const
    const changes = differences(before, { ...before, ...after }, NAMES)
    if (changes.length === 0) return
    const isNew = before.url !== url || (isOn && before.is_on === 0)
    await tx
      .updateTable('webhooks')
      .set((eb) => ({ ...after, version: eb('version', '+', 1), updated_at: isoNow(shop.clock) }))
      // The failures of before say nothing about another address, or about a receiver that was repaired.
      .$if(isNew, (query) => query.set({ failing_since: null, off_reason: '', next_at: isoNow(shop.clock) }))
      .where('id', '=', id)
      .execute()
    await record(tx, shop, owner, { id, url }, 'Changed a webhook', changes)
  }).catch(refuseTaken)
  shop.webhookSignal.raise()
  return readWebhook(shop, id)
}

const NAMES = { url: 'Address', events: 'Events', is_on: 'Switched on' }

/** Makes a new secret, and lets the one before it sign for a day. Throws 404. */
export async function renewSecret(
  shop: Shop,
  owner: SignedIn,
  id: string,
): Promise<Reply<typeof webhooks.renewSecret>> {
  const secret = newSecret()
  const sealed = await sealSecret(shop, id, secret)
  await transact(shop.db, async (tx) => {
    const before = await lockWebhook(tx, id)
    await tx
      .updateTable('webhooks')
      .set({ secret: sealed, former_secret: before.secret, former_until: isoIn(shop.realClock, FORMER) })
      .where('id', '=', id)
      .execute()
    await record(tx, shop, owner, before, 'Made a new secret of a webhook')
  })
  return { _id: id, secret }
}

/** Throws 404. */
export async function removeWebhook(shop: Shop, owner: SignedIn, id: string): Promise<{ message: string }> {
  await transact(shop.db, async (tx) => {
    const before = await lockWebhook(tx, id)
    await tx.deleteFrom('webhooks').where('id', '=', id).execute()
    await record(tx, shop, owner, before, 'Removed a webhook')
  })
  return { message: 'Webhook removed' }
}

/** Throws 404. */
async function lockWebhook(tx: Tx, id: string): Promise<WebhookRow> {
  const row = await tx
    .updateTable('webhooks')
    .set((eb) => ({ version: eb.ref('version') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  if (!row) throw notFound('Webhook')
  return row
}

function refuseTaken(error: unknown): never {
  const message = 'There is a webhook to this address already'
  if (isUniqueViolation(error)) throw conflict(message, { fields: { url: message } })
  throw error
}

type Named = Pick<WebhookRow, 'id' | 'url'>

function record(
  tx: Tx,
  shop: Shop,
  owner: SignedIn,
  { id, url }: Named,
  action: string,
  changes: Change[] = [],
) {
  return logChange(tx, shop, owner, { subject: 'connection', id, name: url, action, changes })
}
