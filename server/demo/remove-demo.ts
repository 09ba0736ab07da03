/**
 * Removes what the demo invented, in one transaction: orders with everything that belongs to them, customers, reviews,
 * messages and events. The marks in demo_rows say which rows these are, so nothing else is deleted. The counts in stock stay,
 * because the owner may have counted the goods since then.
 */
import type { Body } from '#shared/api/endpoint.ts'
import type { demo, DemoCounts } from '#shared/api/demo.ts'
import { SALES_REMOVED } from '../admin/sales-by-day.ts'
import { isoNow, newId } from '../time/clock.ts'
import { transact } from '../db/transact.ts'
import type { Tx } from '../db/schema.ts'
import { writeRecord } from '../record/record.ts'
import type { SignedIn } from '../sessions/sessions.ts'
import type { Shop } from '../shop.ts'
import { untouchedProducts } from './count-demo.ts'

type Kind = 'users' | 'orders' | 'stock_moves' | 'reviews' | 'messages' | 'events'

/** Returns what was removed. Of two calls at the same time, the second waits for the first, and removes nothing. */
export async function removeDemo(
  shop: Shop,
  admin: SignedIn,
  { products: withProducts }: Body<typeof demo.remove>,
): Promise<DemoCounts> {
  const removed = await transact(shop.db, async (tx) => {
    const ids = await takeMarks(tx)
    await removeReviews(tx, ids('reviews'))
    await removeMessages(tx, ids('messages'))
    await removeEvents(tx, ids('events'))
    const orders = await withReplacements(tx, ids('orders'))
    await removeOrders(tx, shop, orders, ids('stock_moves'))
    await removeUsers(tx, ids('users'))
    const products = withProducts ? await removeProducts(tx, shop) : 0
    const counts = {
      orders: orders.length,
      customers: ids('users').length,
      reviews: ids('reviews').length,
      messages: ids('messages').length,
      products,
    }
    await recordRemoval(tx, shop, admin, counts)
    return counts
  })
  shop.changed({ tag: 'Product', gone: true })
  shop.changed({ tag: 'Event', gone: true })
  return removed
}

/** Deletes the marks of all rows except products, and returns the ids by kind. A concurrent call gets none. */
async function takeMarks(tx: Tx): Promise<(kind: Kind) => string[]> {
  const marks = await tx
    .deleteFrom('demo_rows')
    .where('kind', '<>', 'products')
    .returning(['kind', 'id'])
    .execute()
  return (kind) => marks.filter((mark) => mark.kind === kind).map(({ id }) => id)
}

/** Ids per statement: databases limit the number of values in a statement. */
const BATCH = 500

async function inBatches(ids: readonly string[], work: (some: string[]) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < ids.length; start += BATCH) await work(ids.slice(start, start + BATCH))
}

function removeReviews(tx: Tx, reviews: string[]): Promise<void> {
  return inBatches(reviews, (ids) => tx.deleteFrom('reviews').where('id', 'in', ids).execute())
}

async function removeMessages(tx: Tx, messages: string[]): Promise<void> {
  await inBatches(messages, async (ids) => {
    const answers = await tx
      .deleteFrom('answers')
      .where('message_id', 'in', ids)
      .returning('outbox_id')
      .execute()
    const deleted = await tx.deleteFrom('messages').where('id', 'in', ids).returning('outbox_id').execute()
    const mail = [...answers, ...deleted].map(({ outbox_id: id }) => id)
    await tx.deleteFrom('outbox').where('id', 'in', mail).execute()
  })
}

/** Events that an admin has changed stay, and those for which real people have signed up, too. */
async function removeEvents(tx: Tx, events: string[]): Promise<void> {
  await inBatches(events, (ids) =>
    tx
      .deleteFrom('events')
      .where('id', 'in', ids)
      .where('version', '=', 1)
      .where('id', 'not in', (eb) =>
        eb.selectFrom('event_signups').select('event_id').where('email', '<>', ''),
      )
      .execute(),
  )
}

/**
 * With the replacements that the owner has made for invented orders, and their replacements: without its original, a
 * replacement has no meaning.
 */
async function withReplacements(tx: Tx, orders: string[]): Promise<string[]> {
  const replacements: string[] = []
  await inBatches(orders, async (ids) => {
    const rows = await tx.selectFrom('orders').where('replaces_order_id', 'in', ids).select('id').execute()
    replacements.push(...rows.map(({ id }) => id))
  })
  return replacements.length > 0 ? [...orders, ...(await withReplacements(tx, replacements))] : orders
}

async function removeOrders(tx: Tx, shop: Shop, orders: string[], restocks: string[]): Promise<void> {
  const moved = new Map<string, number>()
  const add = (moves: { size_id: string; qty: number }[]) => {
    for (const { size_id: size, qty } of moves) moved.set(size, (moved.get(size) ?? 0) + qty)
  }
  await inBatches(restocks, async (ids) =>
    add(await tx.deleteFrom('stock_moves').where('id', 'in', ids).returning(['size_id', 'qty']).execute()),
  )
  await inBatches(orders, async (ids) => {
    const moves = tx.deleteFrom('stock_moves').where('order_id', 'in', ids)
    add(await moves.returning(['size_id', 'qty']).execute())
    const payments = tx.selectFrom('payments').where('order_id', 'in', ids).select('id')
    await tx.deleteFrom('disputes').where('payment_id', 'in', payments).execute()
    await tx.deleteFrom('refunds').where('payment_id', 'in', payments).execute()
    await tx.deleteFrom('payments').where('order_id', 'in', ids).execute()
    await tx.deleteFrom('labels').where('order_id', 'in', ids).execute()
    await tx.updateTable('messages').set({ order_id: null }).where('order_id', 'in', ids).execute()
    await tx.deleteFrom('orders').where('id', 'in', ids).execute()
  })
  await keepCounts(tx, shop, moved)
  const removed = { key: SALES_REMOVED, value: isoNow(shop.clock) }
  await tx
    .insertInto('shop_facts')
    .values(removed)
    .onConflict((before) => before.column('key').doUpdateSet(removed))
    .execute()
}

/** The count in stock is the sum of the stock moves. If the deleted moves changed a sum, one new move replaces them. */
async function keepCounts(tx: Tx, shop: Shop, moved: ReadonlyMap<string, number>): Promise<void> {
  const at = isoNow(shop.clock)
  const moves = [...moved]
    .filter(([, qty]) => qty !== 0)
    .map(([size_id, qty]) => ({
      id: newId(shop.clock),
      size_id,
      order_id: null,
      qty,
      reason: 'edit' as const,
      at,
    }))
  if (moves.length > 0) await tx.insertInto('stock_moves').values(moves).execute()
}

/** Keeps invented customers who are admins now. */
function removeUsers(tx: Tx, users: string[]): Promise<void> {
  return inBatches(users, (ids) =>
    tx.deleteFrom('users').where('id', 'in', ids).where('is_admin', '=', 0).execute(),
  )
}

/**
 * Deletes the products as an admin does: orders that contain them keep their lines. Returns the number of deleted
 * products.
 */
async function removeProducts(tx: Tx, shop: Shop): Promise<number> {
  const now = isoNow(shop.clock)
  const deleted = await tx
    .updateTable('products')
    .set({ deleted_at: now })
    .where('id', 'in', untouchedProducts(tx).select('products.id'))
    .returning('id')
    .execute()
  await inBatches(
    deleted.map(({ id }) => id),
    (ids) =>
      tx
        .updateTable('product_sizes')
        .set({ removed_at: now })
        .where('product_id', 'in', ids)
        .where('removed_at', 'is', null)
        .execute(),
  )
  return deleted.length
}

async function recordRemoval(tx: Tx, shop: Shop, admin: SignedIn, counts: DemoCounts): Promise<void> {
  const named = Object.entries({
    Orders: counts.orders,
    Customers: counts.customers,
    Reviews: counts.reviews,
    Messages: counts.messages,
    Products: counts.products,
  }).filter(([, count]) => count > 0)
  if (named.length === 0) return
  await writeRecord(tx, shop, admin, {
    subject: 'shop',
    name: 'Demo data',
    action: 'Removed',
    changes: named.map(([field, count]) => ({ field, before: String(count), after: '0' })),
  })
}
