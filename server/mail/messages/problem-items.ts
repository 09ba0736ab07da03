/** The items of an order that a buyer's problem is about. */
import type { Db, MessageRow, OrderLineRow } from '#server/kernel/db/schema.ts'
import { badRequest } from '#server/kernel/errors.ts'
import { titleOf } from '#server/checkout/orders/read/order.ts'

type Item = { line: number; qty: number }

/** The items with their titles. Throws 400 if the order does not have them, or not as many. */
export async function itemsOf(db: Db, orderId: string, items: readonly Item[]) {
  if (items.length === 0) return []
  const lines = await linesOf(db, [orderId])
  return items.map(({ line: position, qty }, index) => {
    const line = lines.find((each) => each.position === position)
    const isTwice = items.findIndex(({ line: other }) => other === position) !== index
    if (!line || isTwice || qty > line.qty) throw badRequest('This order does not have these items')
    return { line: position, title: titleOf(line), qty }
  })
}

/** The numbers of the orders of some messages, and the items of their problems, by message. */
export async function readAboutOrders(db: Db, rows: readonly MessageRow[]) {
  const ids = rows.flatMap(({ order_id }) => order_id ?? [])
  if (ids.length === 0) return () => ({ orderNumber: null, problemItems: [] })
  const orders = await db.selectFrom('orders').select(['id', 'number']).where('id', 'in', ids).execute()
  const named = rows.filter(({ problem_items }) => problem_items !== '[]')
  const lines = await linesOf(
    db,
    named.flatMap(({ order_id }) => order_id ?? []),
  )
  return ({ order_id: orderId, problem_items }: MessageRow) => {
    const order = orders.find(({ id }) => id === orderId)
    const items = JSON.parse(problem_items) as Item[]
    return {
      orderNumber: order ? (order.number ?? order.id) : null,
      problemItems: items.flatMap(({ line: position, qty }) => {
        const line = lines.find((each) => each.order_id === orderId && each.position === position)
        return line ? [{ line: position, title: titleOf(line), qty }] : []
      }),
    }
  }
}

async function linesOf(db: Db, orderIds: string[]): Promise<OrderLineRow[]> {
  if (orderIds.length === 0) return []
  return db.selectFrom('order_lines').selectAll().where('order_id', 'in', orderIds).execute()
}
