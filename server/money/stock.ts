/**
 * Finds and corrects two kinds of stock errors: counts that differ from the sum of the stock moves, and goods that
 * closed orders still hold.
 */
import { sql } from 'kysely'
import { isoNow, newId } from '../time/clock.ts'
import { transact } from '../db/transact.ts'
import type { FindingRow, Tx } from '../db/schema.ts'
import { moveStock } from '../products/edit.ts'
import { recordOrder } from '../orders/orders.ts'
import { writeRecord } from '../record/record.ts'
import type { Shop } from '../shop.ts'
import type { SignedIn } from '../sessions/sessions.ts'
import type { NewFinding } from './compare-payment.ts'

export async function stockFindings(shop: Shop): Promise<NewFinding[]> {
  const [counts, held] = await Promise.all([wrongCounts(shop), goodsHeld(shop)])
  return [...counts, ...held]
}

async function wrongCounts({ db }: Shop): Promise<NewFinding[]> {
  const { rows } = await sql<{ id: string; count: number; moved: number }>`
    select p.id, p.count_in_stock as count, cast(coalesce(sum(m.qty), 0) as integer) as moved
    from products p left join stock_moves m on m.product_id = p.id
    group by p.id, p.count_in_stock
    having coalesce(sum(m.qty), 0) <> p.count_in_stock`.execute(db)
  return rows.map(({ id, count, moved }) => ({
    key: `count:${id}:${count}:${moved}`,
    kind: 'count',
    order_id: null,
    payment_id: null,
    product_id: id,
    capture_id: '',
    ours: count,
    theirs: moved,
  }))
}

async function goodsHeld({ db }: Shop): Promise<NewFinding[]> {
  const { rows } = await sql<{ order_id: string; product_id: string; qty: number }>`
    select l.order_id, l.product_id, l.qty
    from order_lines l join orders o on o.id = l.order_id
    where o.state in ('cancelled', 'expired') and not exists
      (select 1 from stock_moves m
       where m.order_id = l.order_id and m.product_id = l.product_id and m.reason = 'return')`.execute(db)
  return rows.map(({ order_id, product_id, qty }) => ({
    key: `held:${order_id}:${product_id}:${qty}`,
    kind: 'held',
    order_id,
    payment_id: null,
    product_id,
    capture_id: '',
    ours: qty,
    theirs: 0,
  }))
}

/** Corrects a stock finding; does nothing if it has already been corrected. */
export async function correctStock(shop: Shop, admin: SignedIn, finding: FindingRow): Promise<void> {
  const product = finding.product_id!
  await transact(shop.db, (tx) =>
    finding.kind === 'held'
      ? returnHeldStock(tx, shop, admin, finding.order_id!, product)
      : addCorrectingMove(tx, shop, admin, product),
  )
  shop.changed({ tag: 'Product', id: product, stock: true })
}

/** Adds a stock move for the difference. The count stays, because it is what the shop sells. */
async function addCorrectingMove(tx: Tx, shop: Shop, admin: SignedIn, id: string): Promise<void> {
  // This update changes nothing. It locks the row, so that orders of the same product wait for this transaction.
  const { name, count_in_stock: count } = await tx
    .updateTable('products')
    .set((eb) => ({ version: eb.ref('version') }))
    .where('id', '=', id)
    .returning(['name', 'count_in_stock'])
    .executeTakeFirstOrThrow()
  const { moved } = await tx
    .selectFrom('stock_moves')
    .where('product_id', '=', id)
    .select((eb) => eb.fn.sum<number | null>('qty').as('moved'))
    .executeTakeFirstOrThrow()
  const before = moved ?? 0
  if (before === count) return
  await moveStock(tx, shop, [{ id, qty: count - before }])
  await writeRecord(tx, shop, admin, {
    subject: 'product',
    id,
    name,
    action: 'Stock corrected',
    changes: [{ field: 'Sum of the moves', before: String(before), after: String(count) }],
  })
}

async function returnHeldStock(
  tx: Tx,
  shop: Shop,
  admin: SignedIn,
  orderId: string,
  productId: string,
): Promise<void> {
  const { qty } = await tx
    .selectFrom('order_lines')
    .select('qty')
    .where('order_id', '=', orderId)
    .where('product_id', '=', productId)
    .executeTakeFirstOrThrow()
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('stock_moves')
    .values({
      id: newId(shop.clock),
      product_id: productId,
      order_id: orderId,
      qty,
      reason: 'return',
      at: isoNow(shop.clock),
    })
    .onConflict((taken) => taken.columns(['order_id', 'product_id', 'reason']).doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows !== 1n) return
  const { name, count_in_stock: count } = await tx
    .updateTable('products')
    .set((eb) => ({ count_in_stock: eb('count_in_stock', '+', qty), version: eb('version', '+', 1) }))
    .where('id', '=', productId)
    .returning(['name', 'count_in_stock'])
    .executeTakeFirstOrThrow()
  const changes = [{ field: name, before: String(count - qty), after: String(count) }]
  await recordOrder(tx, shop, admin, orderId, 'Goods put back on the shelf', changes)
}
