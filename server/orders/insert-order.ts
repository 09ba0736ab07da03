/** The steps that insert a new order with its lines, stock moves and history. */
import type { Insertable } from 'kysely'
import type { Order } from '#shared/api/orders.ts'
import type { Step } from '../db/all-or-none.ts'
import type { OrderLineRow, OrderRow, Schema } from '../db/schema.ts'
import type { Shop } from '../shop.ts'
import { buyerSearchText } from './buyers.ts'

export type NewOrder = {
  row: OrderRow
  lines: OrderLineRow[]
  moves: Insertable<Schema['stock_moves']>[]
  placed: Insertable<Schema['order_history']>
  /** As the API returns it. */
  reply: Order
}

/** The first step changes no row if the number of the order is taken. */
export function insertOrder(shop: Shop, { row, lines, moves, placed }: NewOrder): Step[] {
  const { db } = shop
  return [
    // If the random number is taken, the next attempt uses another one.
    {
      query: db
        .insertInto('orders')
        .values(row)
        .onConflict((taken) => taken.column('number').doNothing()),
      rows: 1,
    },
    { query: db.insertInto('order_lines').values(lines) },
    { query: db.insertInto('stock_moves').values(moves) },
    { query: db.insertInto('order_history').values(placed) },
    // An account's name and email are found through the account; those of a guest and a recipient are only here.
    ...(row.is_guest || row.recipient !== null ? [{ query: buyerSearchText(db, [row]) }] : []),
  ]
}
