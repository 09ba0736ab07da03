/**
 * Finds and corrects two kinds of stock errors: counts that differ from the sum of the stock moves, and goods that
 * closed orders still hold.
 */
import { sql } from 'kysely'
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import { transact } from '#server/kernel/db/transact.ts'
import type { FindingRow, Tx } from '#server/kernel/db/schema.ts'
import { labelAmongSizes, moveStock } from '#server/catalog/products/sizes.ts'
import { recordOrder } from '#server/checkout/orders/history.ts'
import { logChange } from '#server/platform/change-log/change-log.ts'
import type { Shop } from '#server/platform/shop.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { NewFinding } from './findings.ts'
import { stockMoved } from '#server/platform/webhooks/events.ts'

export async function stockFindings(shop: Shop): Promise<NewFinding[]> {
  const [counts, held] = await Promise.all([wrongCounts(shop), goodsHeld(shop)])
  return [...counts, ...held]
}

async function wrongCounts({ db }: Shop): Promise<NewFinding[]> {
  const { rows } = await sql<{ id: string; product_id: string; count: number; moved: number }>`
    select s.id, s.product_id, s.count_in_stock as count, cast(coalesce(sum(m.qty), 0) as integer) as moved
    from product_sizes s left join stock_moves m on m.size_id = s.id
    group by s.id, s.product_id, s.count_in_stock
    having coalesce(sum(m.qty), 0) <> s.count_in_stock`.execute(db)
  return rows.map(({ id, product_id, count, moved }) => ({
    key: `count:${id}:${count}:${moved}`,
    kind: 'count',
    order_id: null,
    payment_id: null,
    product_id,
    size_id: id,
    capture_id: '',
    ours: count,
    theirs: moved,
  }))
}

async function goodsHeld({ db }: Shop): Promise<NewFinding[]> {
  const { rows } = await sql<{ order_id: string; product_id: string; size_id: string; qty: number }>`
    select l.order_id, l.product_id, l.size_id, cast(sum(l.qty) as integer) as qty
    from order_lines l join orders o on o.id = l.order_id
    where o.state in ('cancelled', 'expired') and not exists
      (select 1 from stock_moves m
       where m.order_id = l.order_id and m.size_id = l.size_id and m.reason = 'return')
      -- Orders of a coffee roasted to order take none.
      and exists (select 1 from stock_moves m
       where m.order_id = l.order_id and m.size_id = l.size_id and m.reason = 'order')
    group by l.order_id, l.product_id, l.size_id`.execute(db)
  return rows.map(({ order_id, product_id, size_id, qty }) => ({
    key: `held:${order_id}:${size_id}:${qty}`,
    kind: 'held',
    order_id,
    payment_id: null,
    product_id,
    size_id,
    capture_id: '',
    ours: qty,
    theirs: 0,
  }))
}

/** Corrects a stock finding; does nothing if it has already been corrected. */
export async function correctStock(shop: Shop, admin: SignedIn, finding: FindingRow): Promise<void> {
  const product = finding.product_id!
  const size = { product, size: finding.size_id! }
  await transact(shop.db, (tx) =>
    finding.kind === 'held'
      ? returnHeldStock(tx, shop, admin, { order: finding.order_id!, ...size })
      : addCorrectingMove(tx, shop, admin, size),
  )
  shop.changed({ tag: 'Product', id: product, stock: true })
}

type Size = { product: string; size: string }

/** Adds a stock move for the difference. The count stays, because it is what the shop sells. */
async function addCorrectingMove(
  tx: Tx,
  shop: Shop,
  admin: SignedIn,
  { product, size }: Size,
): Promise<void> {
  // This update changes nothing. It locks the row, so that orders of the same product wait for this transaction.
  const { name } = await tx
    .updateTable('products')
    .set((eb) => ({ version: eb.ref('version') }))
    .where('id', '=', product)
    .returning('name')
    .executeTakeFirstOrThrow()
  const { count_in_stock: count } = await tx
    .selectFrom('product_sizes')
    .select('count_in_stock')
    .where('id', '=', size)
    .executeTakeFirstOrThrow()
  const { moved } = await tx
    .selectFrom('stock_moves')
    .where('size_id', '=', size)
    .select((eb) => eb.fn.sum<number | null>('qty').as('moved'))
    .executeTakeFirstOrThrow()
  const before = moved ?? 0
  if (before === count) return
  await moveStock(tx, shop, [{ id: size, qty: count - before }])
  const field = ['Sum of the moves', await labelAmongSizes(tx, { product, size })].filter(Boolean).join(', ')
  await logChange(tx, shop, admin, {
    subject: 'product',
    id: product,
    name,
    action: 'Stock corrected',
    changes: [{ field, before: String(before), after: String(count) }],
  })
}

async function returnHeldStock(
  tx: Tx,
  shop: Shop,
  admin: SignedIn,
  { order, product, size }: Size & { order: string },
): Promise<void> {
  const { qty } = await tx
    .selectFrom('order_lines')
    .select((eb) => eb.fn.sum<number>('qty').as('qty'))
    .where('order_id', '=', order)
    .where('size_id', '=', size)
    .executeTakeFirstOrThrow()
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('stock_moves')
    .values({
      id: newId(shop.clock),
      size_id: size,
      order_id: order,
      qty,
      reason: 'return',
      at: isoNow(shop.clock),
    })
    .onConflict((taken) => taken.columns(['order_id', 'size_id', 'reason']).doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows !== 1n) return
  await stockMoved(tx, shop, [{ size_id: size }])
  const { name } = await tx
    .updateTable('products')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', product)
    .returning('name')
    .executeTakeFirstOrThrow()
  const { count_in_stock: count } = await tx
    .updateTable('product_sizes')
    .set((eb) => ({ count_in_stock: eb('count_in_stock', '+', qty) }))
    .where('id', '=', size)
    .returning('count_in_stock')
    .executeTakeFirstOrThrow()
  const field = [name, await labelAmongSizes(tx, { product, size })].filter(Boolean).join(', ')
  const changes = [{ field, before: String(count - qty), after: String(count) }]
  await recordOrder(tx, shop, admin, order, 'Goods put back on the shelf', changes)
}
