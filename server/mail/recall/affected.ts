/** The orders that a recall affects, with their recalled coffee, for the screen, the file and the mail. */
import type { TracedOrder } from '#shared/mail/api/recall.ts'
import { sizeText } from '#shared/kernel/sizes.ts'
import { inBatches } from '#server/kernel/db/in-batches.ts'
import type { Db, OrderRow } from '#server/kernel/db/schema.ts'
import { recipientOfOrder } from '#server/checkout/quotes/parcel.ts'
import { recordRecall, scopeOf, type Scope } from './places.ts'
import { Readable } from 'node:stream'
import { dayOf } from '#shared/kernel/dates.ts'
import type { Download } from '#server/platform/http/serve.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { csvHead, csvLine } from '#server/kernel/text/csv.ts'

/** Orders per batch. Limits the memory, and the number of values in a statement. */
export const BATCH = 200

/** The ids of the orders that a recall affects, newest first. */
export async function orderIdsOf(db: Db, { uses }: Scope): Promise<string[]> {
  const rows = await db
    .selectFrom('orders')
    .select('id')
    .where('id', 'in', db.selectFrom('bag_uses').select('order_id').where(uses))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ id }) => id)
}

/** Reads these orders with their recalled coffee, in the order of `ids`. @param ids at most BATCH */
export async function affectedOrders(db: Db, scope: Scope, ids: readonly string[]): Promise<TracedOrder[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('orders').selectAll().where('id', 'in', ids).execute()
  const coffees = Map.groupBy(await coffeesOf(db, scope, ids), ({ order_id }) => order_id)
  const refunded = Map.groupBy(await refundedOf(db, ids), ({ order_id }) => order_id)
  const found = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = found.get(id)
    if (!row) return []
    const coffee = (coffees.get(id) ?? []).map((part) => ({
      name: part.name,
      size: sizeText({ label: part.size_label, grams: part.grams }),
      grind: part.grind,
      qty: part.qty,
      refunded: refunded.get(id)?.find(({ line }) => line === part.position)?.qty ?? 0,
      lot: part.code,
      roastedOn: part.roasted_on,
    }))
    return [{ ...toTraced(row), coffees: coffee }]
  })
}

function toTraced(row: OrderRow): Omit<TracedOrder, 'coffees'> {
  const { address, address2, city, ship_state: state, postal_code: zip } = row
  return {
    _id: row.id,
    kind: 'order',
    code: row.number ?? row.id,
    name: row.buyer_name,
    state: row.state,
    hasLeft: row.shipped_at !== null || row.delivered_at !== null,
    orderedAt: row.created_at,
    email: row.buyer_email,
    recipient: recipientOfOrder(row).name,
    phone: row.phone,
    address: [address, address2, city, `${state} ${zip}`].filter(Boolean).join(', '),
    isPickup: row.is_pickup === 1,
  }
}

function coffeesOf(db: Db, { uses }: Scope, ids: readonly string[]) {
  return db
    .selectFrom('bag_uses')
    .innerJoin('bags', 'bags.id', 'bag_uses.bags_id')
    .innerJoin('coffee_lots', 'coffee_lots.id', 'bags.coffee_lot_id')
    .innerJoin('order_lines', (join) =>
      join
        .onRef('order_lines.order_id', '=', 'bag_uses.order_id')
        .onRef('order_lines.position', '=', 'bag_uses.position'),
    )
    .where('bag_uses.order_id', 'in', ids)
    .where(uses)
    .groupBy(BAG)
    .orderBy('bag_uses.position')
    .orderBy('code')
    .select((eb) => [...BAG, eb.fn.sum<number>('bag_uses.qty').as('qty')])
    .execute()
}

const BAG = [
  'bag_uses.order_id',
  'bag_uses.position',
  'order_lines.name',
  'order_lines.size_label',
  'bags.grams',
  'bags.grind',
  'code',
  'roasted_on',
] as const

function refundedOf(db: Db, ids: readonly string[]) {
  return db
    .selectFrom('refund_items')
    .innerJoin('refunds', 'refunds.id', 'refund_id')
    .innerJoin('payments', 'payments.id', 'payment_id')
    .where('payments.order_id', 'in', ids)
    .where('refunds.state', '<>', 'failed')
    .groupBy(['payments.order_id', 'line'])
    .select((eb) => ['payments.order_id', 'line', eb.fn.sum<number>('refund_items.qty').as('qty')])
    .execute()
}

const HEAD = [
  'Order',
  'Ordered on',
  'State',
  'Buyer',
  'Email',
  'Phone',
  'Recipient',
  'Address',
  'Coffee',
  'Size',
  'Grind',
  'Bags',
  'Refunded',
  'Lot',
  'Roasted on',
]

/** A row for each coffee and lot of an order. The change log says who took the file. Throws 404. */
export async function recallFile(shop: Shop, actor: SignedIn, id: string): Promise<Download> {
  const scope = await scopeOf(shop.db, id)
  const ids = await orderIdsOf(shop.db, scope)
  // The first batch is read before the response starts, so that a database failure returns an error.
  const first = await affectedOrders(shop.db, scope, ids.slice(0, BATCH))
  await recordRecall(shop.db, shop, actor, scope.of, 'Downloaded the buyers')
  const name = `recall-${scope.of.code.replace(/[^A-Za-z0-9-]+/g, '-')}-${dayOf(shop.clock.now())}.csv`
  return { name, content: Readable.from(linesOf(shop, scope, ids, first)) }
}

async function* linesOf(
  { db }: Shop,
  scope: Scope,
  ids: readonly string[],
  first: readonly TracedOrder[],
): AsyncGenerator<string> {
  yield csvHead(HEAD) + first.flatMap(rowsOf).join('')
  for (const some of inBatches(ids.slice(BATCH), BATCH))
    yield (await affectedOrders(db, scope, some)).flatMap(rowsOf).join('')
}

function rowsOf(order: TracedOrder): string[] {
  const { code, orderedAt, state, name, email, phone, recipient, isPickup, address } = order
  const where = isPickup ? 'Picked up at the bar' : address
  const day = dayOf(new Date(orderedAt))
  return order.coffees.map((coffee) =>
    csvLine([
      code,
      day,
      order.hasLeft ? state : `${state}, not sent`,
      name,
      email,
      phone,
      recipient,
      where,
      coffee.name,
      coffee.size,
      coffee.grind,
      coffee.qty,
      coffee.refunded,
      coffee.lot,
      coffee.roastedOn,
    ]),
  )
}
