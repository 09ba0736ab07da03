/** Writes the body of each new event, once, and adds a delivery for every webhook that gets it. */
import { sql } from 'kysely'
import { toDollars } from '#shared/kernel/pricing.ts'
import { labelOf } from '#shared/kernel/sizes.ts'
import { bodySchema } from '#shared/backoffice/webhook-payloads.ts'
import type { WebhookType } from '#shared/platform/webhook-events.ts'
import type { Db, WebhookEventRow } from '#server/kernel/db/schema.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import type { Shop } from '#server/platform/shop.ts'
import type { EventAbout } from '#server/platform/webhooks/events.ts'

const BATCH = 50

/** Prepares all new events, in the order in which they happened. Several instances can run it at the same time. */
export async function prepareEvents(shop: Shop, signal?: AbortSignal): Promise<void> {
  for (;;) {
    const events = await shop.db
      .selectFrom('webhook_events')
      .selectAll()
      // A literal, so that SQLite uses the partial index.
      .where(sql<boolean>`body is null`)
      .orderBy('id')
      .limit(BATCH)
      .execute()
    for (const event of events) {
      if (signal?.aborted) return
      await prepare(shop, event)
    }
    if (events.length < BATCH) return
  }
}

async function prepare(shop: Shop, event: WebhookEventRow): Promise<void> {
  const data = await dataOf(shop.db, event.type, JSON.parse(event.about) as never)
  if (data === null) {
    await shop.db.deleteFrom('webhook_events').where('id', '=', event.id).execute()
    return
  }
  // Parsing removes what the description of the event does not name.
  const parsed = bodySchema(event.type).parse({ type: event.type, timestamp: event.occurred_at, data })
  const body = JSON.stringify(parsed)
  await transact(shop.db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('webhook_events')
      .set({ body })
      .where('id', '=', event.id)
      .where('body', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) return
    const webhooks = await tx
      .selectFrom('webhooks')
      .select('id')
      .where('is_on', '=', 1)
      .$if(event.webhook_id !== null, (query) => query.where('id', '=', event.webhook_id!))
      .$if(event.webhook_id === null, (query) =>
        query.where('events', 'like', `%"${event.type}"%`).where('created_at', '<=', event.occurred_at),
      )
      .execute()
    const rows = webhooks.map(({ id }) => {
      return { id: newId(shop.clock), webhook_id: id, event_id: event.id, next_at: isoNow(shop.clock) }
    })
    if (rows.length > 0) await tx.insertInto('webhook_deliveries').values(rows).execute()
  })
}

/** The data of an event; null if its rows are deleted since. */
async function dataOf<Type extends WebhookType>(
  db: Db,
  type: Type,
  about: EventAbout[Type],
): Promise<object | null> {
  return DATA[type](db, about)
}

const DATA: { [Type in WebhookType]: (db: Db, about: EventAbout[Type]) => Promise<object | null> } = {
  'order.paid': (db, { order }) => orderData(db, order),
  'order.shipped': async (db, { order }) => {
    const parcel = await db
      .selectFrom('shipments')
      .select('tracking_number')
      .where('order_id', '=', order)
      .executeTakeFirst()
    return withMore(await orderData(db, order), { trackingNumber: parcel?.tracking_number ?? '' })
  },
  'order.refunded': async (db, { order, refund, cents }) =>
    withMore(await orderData(db, order), { refund: { id: refund, amount: toDollars(cents) } }),
  'product.updated': async (db, { products }) => ({ products: await productData(db, products) }),
  'stock.changed': async (db, { sizes }) => ({ sizes: await sizeData(db, sizes) }),
  'subscription.charged': chargeData,
  'subscription.charge_failed': async (db, { attempt, ...about }) =>
    withMore(await chargeData(db, about), { attempt }),
  'message.received': async (db, { message }) => {
    const row = await db
      .selectFrom('messages')
      .select(['id', 'kind', 'order_id as order', 'created_at as receivedAt'])
      .where('id', '=', message)
      .executeTakeFirst()
    return row ?? null
  },
  'webhook.test': async () => ({ message: 'This is a test. Nothing happened in the shop.' }),
}

function withMore(data: object | null, more: object): object | null {
  return data && { ...data, ...more }
}

async function orderData(db: Db, id: string): Promise<object | null> {
  const row = await db
    .selectFrom('orders')
    .select(['id', 'number', 'total_cents', 'refunded_cents', 'is_pickup'])
    .select(['created_at as placedAt', 'paid_at as paidAt', 'shipped_at as shippedAt'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  const { total_cents: total, refunded_cents: refunded, is_pickup, ...rest } = row
  return {
    ...rest,
    total: toDollars(total),
    refunded: toDollars(refunded),
    currency: 'USD',
    isPickup: is_pickup === 1,
  }
}

async function productData(db: Db, ids: readonly string[]): Promise<object[]> {
  const rows = await db
    .selectFrom('products')
    .select(['id', 'name', 'version', 'is_draft', 'deleted_at', 'updated_at as updatedAt'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
  return rows.map(({ is_draft, deleted_at, ...row }) => {
    const isDeleted = deleted_at !== null
    return { ...row, isDeleted, isOnSale: !isDeleted && is_draft === 0 }
  })
}

async function sizeData(db: Db, ids: readonly string[]): Promise<object[]> {
  const rows = await db
    .selectFrom('product_sizes')
    .select(['id', 'product_id as product', 'label', 'grams', 'sku', 'count_in_stock as countInStock'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, label: labelOf(row) }))
}

async function chargeData(
  db: Db,
  { subscription, order }: EventAbout['subscription.charged'],
): Promise<object | null> {
  const row = await db
    .selectFrom('orders')
    .select(['number', 'total_cents'])
    .where('id', '=', order)
    .executeTakeFirst()
  return row
    ? { id: subscription, order, number: row.number, total: toDollars(row.total_cents), currency: 'USD' }
    : null
}
