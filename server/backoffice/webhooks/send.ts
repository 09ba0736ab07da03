/**
 * Sends events to webhooks. A webhook gets its events one after another, in the order in which they happened; an event that
 * could not be delivered is tried again later and does not hold up the others. One instance at a time sends to a webhook:
 * it claims the row. If it dies, the claim expires, and the event is sent again with the same id.
 */
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { DAY, HOUR, MINUTE, SECOND, isoIn, isoNow, type Clock } from '#server/kernel/time/clock.ts'
import { hasCome } from '#server/kernel/db/due.ts'
import type { Tx, WebhookDeliveryRow, WebhookRow } from '#server/kernel/db/schema.ts'
import { transact } from '#server/kernel/db/transact.ts'
import type { Shop } from '#server/platform/shop.ts'
import { prepareEvents } from './fan-out.ts'
import { post, type Outcome } from './post.ts'
import { openSecrets } from './secrets.ts'
import { switchOff } from './switch-off.ts'

/**
 * The waits after the first, second, … failed attempt: ten attempts within three days
 * (https://www.standardwebhooks.com, "Deliverability and reliability").
 */
const WAITS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  DAY,
] as const

/** Longer than an attempt may take, in milliseconds. */
const CLAIM = 2 * MINUTE
/** After this time, other webhooks and a stop of the server get their turn. */
const TURN = 30 * SECOND
/** After failures for so long, a webhook is switched off. */
const MAX_FAILING = 5 * DAY
/** The longest time that anything is set ahead. */
const LONGEST = DAY + DAY / 10

/** Prepares the new events and sends everything that is due. */
export async function sendWebhooks(shop: Shop, stopping?: AbortSignal): Promise<void> {
  const turns = new Set<Promise<void>>()
  do {
    await prepareEvents(shop, stopping)
    for (const webhook of await dueWebhooks(shop)) {
      const turn = sendTo(shop, webhook, stopping).finally(() => turns.delete(turn))
      turns.add(turn)
    }
    // A slow receiver must not hold up what happens meanwhile for the others.
    await Promise.race([Promise.all(turns), setTimeout(SECOND)])
  } while (turns.size > 0 && !isStopped(stopping))
  await Promise.all(turns)
}

function dueWebhooks(shop: Shop): Promise<WebhookRow[]> {
  return shop.db
    .selectFrom('webhooks')
    .selectAll()
    .where('is_on', '=', 1)
    .where(hasCome('next_at', shop.clock, LONGEST))
    .where('id', 'in', dueOf(shop).select('webhook_id'))
    .execute()
}

/** The deliveries whose time has come. */
function dueOf({ db, clock }: Pick<Shop, 'db' | 'clock'>) {
  return (
    db
      .selectFrom('webhook_deliveries')
      // A literal, so that SQLite uses the partial index.
      .where('webhook_deliveries.state', '=', sql.lit('waiting'))
      .where(hasCome('webhook_deliveries.next_at', clock, LONGEST))
  )
}

async function sendTo(shop: Shop, webhook: WebhookRow, stopping?: AbortSignal): Promise<void> {
  let held = await claim(shop, webhook, webhook.next_at)
  const until = performance.now() + TURN
  let pause = 0
  try {
    while (held !== null && pause === 0 && performance.now() < until && !isStopped(stopping)) {
      const secrets = await openSecrets(shop, webhook)
      if (secrets === null) return await switchOff(shop, webhook, KEY_MISSING)
      const delivery = await nextDelivery(shop, webhook)
      if (!delivery) return
      held = await claim(shop, webhook, held)
      if (held === null) return
      const message = { id: delivery.event_id, body: delivery.body, url: webhook.url, secrets }
      const outcome = await post(shop, message, { stopping })
      if (outcome === null) return
      pause = outcome.pause
      if (!(await record(shop, webhook, delivery, outcome))) return
    }
  } finally {
    if (held !== null) await release(shop, webhook, held, pause)
  }
}

const isStopped = (stopping?: AbortSignal) => stopping?.aborted === true

const KEY_MISSING = 'Its secret cannot be read: the key is missing. Make a new secret'

/** Claims a webhook, or goes on with it. Returns until when; null if another instance has it, or it was switched off. */
async function claim({ db, clock }: Shop, { id, url }: WebhookRow, before: string): Promise<string | null> {
  const next_at = isoIn(clock, CLAIM)
  const { numUpdatedRows } = await db
    .updateTable('webhooks')
    .set({ next_at })
    .where('id', '=', id)
    .where('next_at', '=', before)
    // The owner may have changed the address since the row was read.
    .where('url', '=', url)
    .where('is_on', '=', 1)
    .executeTakeFirst()
  return numUpdatedRows === 1n ? next_at : null
}

async function release({ db, clock }: Shop, { id }: WebhookRow, held: string, pause: number): Promise<void> {
  await db
    .updateTable('webhooks')
    .set({ next_at: isoIn(clock, pause) })
    .where('id', '=', id)
    .where('next_at', '=', held)
    .execute()
}

type Due = WebhookDeliveryRow & { body: string }

async function nextDelivery(shop: Shop, { id }: WebhookRow): Promise<Due | undefined> {
  return dueOf(shop)
    .where('webhook_deliveries.webhook_id', '=', id)
    .innerJoin('webhook_events as event', 'event.id', 'webhook_deliveries.event_id')
    .selectAll('webhook_deliveries')
    .select((eb) => eb.ref('event.body').$notNull().as('body'))
    .orderBy('event_id')
    .executeTakeFirst()
}

/** Records an attempt. False if nothing more is sent to this webhook. */
async function record(shop: Shop, webhook: WebhookRow, delivery: Due, outcome: Outcome): Promise<boolean> {
  const { status, problem } = outcome
  const attempts = delivery.attempts + 1
  const wait = WAITS[delivery.attempts]
  const isDelivered = problem === ''
  const isOver = isDelivered || wait === undefined || status === GONE
  const failingSince = await transact(shop.db, async (tx) => {
    await tx
      .updateTable('webhook_deliveries')
      .set({
        state: isDelivered ? 'delivered' : isOver ? 'failed' : 'waiting',
        attempts,
        status,
        problem,
        tried_at: isoNow(shop.clock),
        next_at: isOver ? isoNow(shop.clock) : later(shop.clock, wait),
      })
      .where('id', '=', delivery.id)
      .where('state', '=', 'waiting')
      .execute()
    return noteFailing(tx, shop, webhook.id, isDelivered)
  })
  if (status === GONE) await switchOff(shop, webhook, 'It answered that it is gone (410)')
  else if (failingSince !== null && failingSince < isoIn(shop.clock, -MAX_FAILING))
    await switchOff(shop, webhook, `Nothing could be delivered for five days: ${problem}`)
  else return true
  return false
}

const GONE = 410

/** Part of the wait is random, so that the attempts of an outage do not all come at the same moment. */
function later(clock: Clock, wait: number): string {
  return isoIn(clock, wait * (1 + Math.random() / 10))
}

/** Stores since when every attempt fails, and returns it; null after a success. */
async function noteFailing(
  tx: Tx,
  { clock }: Shop,
  id: string,
  isDelivered: boolean,
): Promise<string | null> {
  const row = await tx
    .updateTable('webhooks')
    .set((eb) => ({
      failing_since: isDelivered ? null : eb.fn.coalesce('failing_since', eb.val(isoNow(clock))),
    }))
    .where('id', '=', id)
    .returning('failing_since')
    .executeTakeFirst()
  return row?.failing_since ?? null
}

/** Events and what was sent are kept for 30 days. */
const KEPT = 30 * DAY

export async function sweepWebhooks({ db, clock }: Shop): Promise<void> {
  await db.deleteFrom('webhook_events').where('occurred_at', '<', isoIn(clock, -KEPT)).execute()
}
