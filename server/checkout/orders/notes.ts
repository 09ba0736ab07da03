/** Private admin notes on an order. They have their own endpoints; no response for buyers contains them. */
import type { OrderNote } from '#shared/checkout/api/order-admin.ts'
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { notFound } from '#server/kernel/errors.ts'
import type { Shop } from '#server/platform/shop.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import { findOrder, recordOrder } from './orders.ts'

/** The notes on an order, newest first. Throws 404. */
export async function listNotes(shop: Shop, admin: SignedIn, orderId: string): Promise<OrderNote[]> {
  await findOrder(shop, admin, orderId)
  const rows = await shop.db
    .selectFrom('order_notes')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(toNote)
}

/** Adds a note. The change log shows that a note was added, but not its text. */
export async function addNote(
  shop: Shop,
  admin: SignedIn,
  orderId: string,
  text: string,
): Promise<OrderNote> {
  await findOrder(shop, admin, orderId)
  const row = {
    id: newId(shop.clock),
    order_id: orderId,
    at: isoNow(shop.clock),
    actor: admin.name,
    text: text.replace(/\r\n?/g, '\n'),
  }
  await transact(shop.db, async (tx) => {
    await tx.insertInto('order_notes').values(row).execute()
    await recordOrder(tx, shop, admin, orderId, 'Added a note')
  })
  return toNote(row)
}

/** Removes a note. Throws 404 if the order has no such note. */
export async function removeNote(
  shop: Shop,
  admin: SignedIn,
  orderId: string,
  noteId: string,
): Promise<void> {
  await transact(shop.db, async (tx) => {
    const removed = await tx
      .deleteFrom('order_notes')
      .where('id', '=', noteId)
      .where('order_id', '=', orderId)
      .returning('id')
      .executeTakeFirst()
    if (!removed) throw notFound('Note')
    await recordOrder(tx, shop, admin, orderId, 'Removed a note')
  })
}

function toNote({ id, at, actor, text }: { id: string; at: string; actor: string; text: string }): OrderNote {
  return { _id: id, at, by: actor, text }
}
