/** Chosen orders as a CSV file, one row each. */
import { dayOf } from '#shared/kernel/dates.ts'
import { counted } from '#shared/kernel/counts.ts'
import { toDollars } from '#shared/kernel/pricing.ts'
import type { Db, OrderLineRow, OrderRow } from '#server/kernel/db/schema.ts'
import { csvHead, csvLine, type Cell } from '#server/kernel/text/csv.ts'
import { logChange } from '#server/platform/change-log/change-log.ts'
import type { Download } from '#server/platform/http/serve.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { recipientOfOrder } from '../../quotes/parcel.ts'

/** The orders with these ids, in this order. Ids of deleted orders are left out. */
export async function exportOrders(shop: Shop, admin: SignedIn, ids: readonly string[]): Promise<Download> {
  const { db, clock } = shop
  const rows = await readRows(db, ids)
  await logChange(db, shop, admin, {
    subject: 'order',
    name: counted(rows.length, 'order'),
    action: 'Exported',
  })
  const text = rows.map((row) => csvLine(Object.values(COLUMNS).map((cell) => cell(row)))).join('')
  return {
    name: `orders-${dayOf(clock.now())}.csv`,
    content: Buffer.from(csvHead(Object.keys(COLUMNS)) + text),
  }
}

type Row = { order: OrderRow; lines: OrderLineRow[]; tracking: string }

async function readRows(db: Db, ids: readonly string[]): Promise<Row[]> {
  // PostgreSQL refuses `in ()`.
  if (ids.length === 0) return []
  const orders = await db.selectFrom('orders').selectAll().where('id', 'in', ids).execute()
  const lines = await db
    .selectFrom('order_lines')
    .selectAll()
    .where('order_id', 'in', ids)
    .orderBy('position')
    .execute()
  const shipments = await db.selectFrom('shipments').selectAll().where('order_id', 'in', ids).execute()
  const byId = new Map(orders.map((order) => [order.id, order]))
  const linesOf = Map.groupBy(lines, ({ order_id: order }) => order)
  const numbers = new Map(shipments.map((row) => [row.order_id, row.tracking_number]))
  return ids.flatMap((id) => {
    const order = byId.get(id)
    return order ? { order, lines: linesOf.get(id) ?? [], tracking: numbers.get(id) ?? '' } : []
  })
}

const day = (instant: string | null): Cell => (instant === null ? null : dayOf(new Date(instant)))

/** The columns of the file, in order. Dates are in the shop's time zone, amounts in dollars. */
const COLUMNS: Record<string, (row: Row) => Cell> = {
  Number: ({ order }) => order.number ?? order.id,
  Date: ({ order }) => day(order.created_at),
  Status: ({ order }) => order.state,
  Buyer: ({ order }) => order.buyer_name,
  Email: ({ order }) => order.buyer_email,
  Recipient: ({ order }) => recipientOfOrder(order).name,
  Phone: ({ order }) => order.phone,
  Pickup: ({ order }) => (order.is_pickup ? 'yes' : null),
  Address: ({ order }) => order.address,
  'Address 2': ({ order }) => order.address2,
  City: ({ order }) => order.city,
  State: ({ order }) => order.ship_state,
  ZIP: ({ order }) => order.postal_code,
  Goods: ({ lines }) => lines.map((line) => `${line.qty} × ${titleOf(line)}`).join('; '),
  Items: ({ order }) => toDollars(order.items_cents),
  Shipping: ({ order }) => toDollars(order.shipping_cents),
  Tax: ({ order }) => toDollars(order.tax_cents),
  Total: ({ order }) => toDollars(order.total_cents),
  Refunded: ({ order }) => toDollars(order.refunded_cents),
  'Ship by': ({ order }) => order.ships_on,
  'Paid on': ({ order }) => day(order.paid_at),
  'Shipped on': ({ order }) => day(order.shipped_at),
  'Delivered on': ({ order }) => day(order.delivered_at),
  'Tracking number': ({ tracking }) => tracking,
  ID: ({ order }) => order.id,
}

function titleOf({ name, size_label: size, grind }: OrderLineRow): string {
  return [name, size, grind].filter(Boolean).join(', ')
}
