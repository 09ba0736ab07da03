/** What was sent to a webhook, and sending it again. */
import type { Query, Reply } from '#shared/platform/api/endpoint.ts'
import type { webhooks } from '#shared/backoffice/api/webhooks.ts'
import { counted } from '#shared/kernel/counts.ts'
import { planPage } from '#server/kernel/db/page-span.ts'
import { conflict, notFound } from '#server/kernel/errors.ts'
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import type { Shop } from '#server/platform/shop.ts'
import { sql } from 'kysely'
import { findWebhook } from './edit.ts'

const PAGE_SIZE = 20

/** A page of the log, the newest first. Throws 404. */
export async function listDeliveries(
  shop: Shop,
  id: string,
  { state, ...asked }: Query<typeof webhooks.deliveries>,
): Promise<Reply<typeof webhooks.deliveries>> {
  await findWebhook(shop, id)
  const wanted = shop.db
    .selectFrom('webhook_deliveries')
    .where('webhook_deliveries.webhook_id', '=', id)
    .$if(state !== undefined, (query) => query.where('state', '=', state!))
  const { total } = await wanted
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const page = planPage(total, asked, PAGE_SIZE)
  const by = [sql.ref('event_id')]
  const ids = page.pick(wanted.select('webhook_deliveries.id'), by)
  const rows = await page
    .sort(
      shop.db
        .selectFrom('webhook_deliveries')
        .innerJoin('webhook_events as event', 'event.id', 'webhook_deliveries.event_id')
        .selectAll('webhook_deliveries')
        .select(['event.type', 'event.body', 'event.occurred_at'])
        .where('webhook_deliveries.id', 'in', ids),
      by,
    )
    .execute()
  const deliveries = rows.map((row) => ({
    _id: row.id,
    eventId: row.event_id,
    type: row.type,
    occurredAt: row.occurred_at,
    state: row.state,
    attempts: row.attempts,
    nextAt: row.state === 'waiting' ? row.next_at : null,
    triedAt: row.tried_at,
    status: row.status,
    problem: row.problem,
    body: row.body ?? '',
  }))
  return { deliveries, ...page.numbers }
}

/** Adds a test event for a webhook. Throws 404, and 409 if it is off. */
export async function sendTest(shop: Shop, id: string): Promise<{ message: string }> {
  await requireOn(shop, id)
  await shop.db
    .insertInto('webhook_events')
    .values({
      id: newId(shop.clock),
      type: 'webhook.test',
      about: '{}',
      webhook_id: id,
      body: null,
      occurred_at: isoNow(shop.clock),
    })
    .execute()
  shop.webhookSignal.raise()
  return { message: 'A test event is on its way' }
}

/** Sends an event again, at once. Throws 404, and 409 if the webhook is off. */
export async function resend(shop: Shop, id: string, delivery: string): Promise<{ message: string }> {
  await requireOn(shop, id)
  const { numUpdatedRows } = await again(shop, id).where('id', '=', delivery).executeTakeFirst()
  if (numUpdatedRows !== 1n) throw notFound('Event')
  shop.webhookSignal.raise()
  return { message: 'It is sent again' }
}

/** Sends all events again that could not be delivered. Throws 404, and 409 if the webhook is off. */
export async function resendFailed(shop: Shop, id: string): Promise<{ message: string }> {
  await requireOn(shop, id)
  const { numUpdatedRows } = await again(shop, id).where('state', '=', 'failed').executeTakeFirst()
  shop.webhookSignal.raise()
  return { message: `${counted(Number(numUpdatedRows), 'event')} sent again` }
}

/** The query that gives deliveries all their attempts again. */
function again({ db, clock }: Shop, webhook: string) {
  return db
    .updateTable('webhook_deliveries')
    .set({ state: 'waiting', attempts: 0, next_at: isoNow(clock) })
    .where('webhook_id', '=', webhook)
}

async function requireOn(shop: Shop, id: string): Promise<void> {
  const { is_on } = await findWebhook(shop, id)
  if (is_on === 0) throw conflict('This webhook is off. Switch it on first')
}
