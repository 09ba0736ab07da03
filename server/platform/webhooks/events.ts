/**
 * Events for webhooks, written in the transaction of the change, and only if a webhook wants them. The row names what changed;
 * server/backoffice/webhooks writes the body afterwards, so that the transaction gets only one short statement more.
 */
import { sql } from 'kysely'
import { inBatches } from '#server/kernel/db/in-batches.ts'
import type { Step } from '#server/kernel/db/all-or-none.ts'
import type { Db } from '#server/kernel/db/schema.ts'
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import type { WebhookType } from '#shared/platform/webhook-events.ts'
import type { Shop } from '../shop.ts'

/** What each event is about: ids of rows, and what the rows do not say. */
export type EventAbout = {
  'order.paid': { order: string }
  'order.shipped': { order: string }
  'order.refunded': { order: string; refund: string; cents: number }
  'product.updated': { products: readonly string[] }
  'stock.changed': { sizes: readonly string[] }
  'subscription.charged': { subscription: string; order: string }
  /** `attempt`: 1 for the first charge. */
  'subscription.charge_failed': { subscription: string; order: string; attempt: number }
  'message.received': { message: string }
  'webhook.test': object
}

/** The query that adds an event, if a webhook that is switched on wants it. Run it in the transaction of the change. */
export function webhookEvent<Type extends WebhookType>(
  db: Db,
  { clock }: Pick<Shop, 'clock'>,
  type: Type,
  about: EventAbout[Type],
) {
  const wanted = `%"${type}"%`
  return db
    .insertInto('webhook_events')
    .columns(['id', 'type', 'about', 'occurred_at'])
    .expression(
      db
        .selectNoFrom((eb) => [
          eb.val(newId(clock)).as('id'),
          eb.val<WebhookType>(type).as('type'),
          eb.val(JSON.stringify(about)).as('about'),
          eb.val(isoNow(clock)).as('occurred_at'),
        ])
        .where((eb) =>
          eb.exists(
            eb
              .selectFrom('webhooks')
              .select(sql.lit(1).as('one'))
              .where('is_on', '=', 1)
              .where('events', 'like', wanted),
          ),
        ),
    )
}

/** The most rows that one event names, so that its body stays below 20 kB. */
const MOST = 100

/** Adds events about these products. */
export async function productsUpdated(
  tx: Db,
  shop: Pick<Shop, 'clock'>,
  ids: readonly string[],
): Promise<void> {
  for (const products of inBatches([...new Set(ids)], MOST))
    await webhookEvent(tx, shop, 'product.updated', { products }).execute()
}

type Moved = readonly { size_id: string }[]

/** Adds events about the sizes whose stock has moved. */
export async function stockMoved(tx: Db, shop: Pick<Shop, 'clock'>, moves: Moved): Promise<void> {
  for (const query of stockEvents(tx, shop, moves)) await query.execute()
}

/** The same as steps of `allOrNone`. */
export function stockMovedSteps(db: Db, shop: Pick<Shop, 'clock'>, moves: Moved): Step[] {
  return stockEvents(db, shop, moves).map((query) => ({ query }))
}

function stockEvents(db: Db, shop: Pick<Shop, 'clock'>, moves: Moved) {
  const ids = [...new Set(moves.map(({ size_id: id }) => id))]
  return [...inBatches(ids, MOST)].map((sizes) => webhookEvent(db, shop, 'stock.changed', { sizes }))
}
