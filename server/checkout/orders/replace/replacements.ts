/** The fields of an order in the API about its replacements, and about the order that it replaces. */
import type { Order } from '#shared/checkout/api/orders.ts'
import type { Db, OrderRow } from '#server/kernel/db/schema.ts'

type Fields = Pick<Order, 'replacements' | 'replaces'>

/** The lines of the replacements of an order, oldest first. Lines of canceled replacements are included. */
export function replacedOf(db: Db, orderId: string) {
  return db
    .selectFrom('orders as replacing')
    .innerJoin('order_lines', 'order_lines.order_id', 'replacing.id')
    .where('replacing.replaces_order_id', '=', orderId)
    .select((eb) => [
      'replacing.id as _id',
      eb.fn.coalesce('replacing.number', 'replacing.id').as('number'),
      'replacing.state',
    ])
    .select(['size_id', 'grind', 'qty'])
    .orderBy('replacing.created_at')
    .orderBy('replacing.id')
}

/** The query for the order that this order replaces. It returns no row if this order is not a replacement. */
export function originalOf(db: Db, { replaces_order_id: id }: OrderRow) {
  return db
    .selectFrom('orders')
    .select((eb) => ['id as _id', eb.fn.coalesce('number', 'id').as('number')])
    .where('id', '=', id ?? '')
}

type Replaced = {
  _id: string
  number: string
  state: Order['state']
  size_id: string
  grind: string
  qty: number
}

/** @param items the order's lines, from which the numbers of the replaced lines follow */
export function replacementFields(
  items: Order['orderItems'],
  replaced: readonly Replaced[],
  original: { _id: string; number: string } | undefined,
): Fields {
  const orders = Map.groupBy(replaced, ({ _id }) => _id)
  return {
    replaces: original ?? null,
    replacements: [...orders].map(([_id, rows]) => ({
      _id,
      number: rows[0]!.number,
      state: rows[0]!.state,
      items: rows.map(({ size_id, grind, qty }) => ({
        line: items.find((item) => item.sizeId === size_id && item.grind === grind)?.line ?? 0,
        qty,
      })),
    })),
  }
}
