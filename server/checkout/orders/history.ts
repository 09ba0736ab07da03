/**
 * What is written about an order: its history, its lines in the change log, and the private notes of admins. No response for
 * buyers contains the notes.
 */
import type { OrderNote } from '#shared/checkout/api/order-admin.ts'
import { isoNow, newId } from '#server/kernel/time/clock.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { notFound } from '#server/kernel/errors.ts'
import type { Shop } from '#server/platform/shop.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import { findOrder } from './read/order.ts'
import type { Change } from '#shared/platform/api/change-log.ts'
import type { Db, Tx } from '#server/kernel/db/schema.ts'
import { logChange } from '#server/platform/change-log/change-log.ts'

/** The query that adds a line to an order's history. */
export function note(db: Db, shop: Shop, orderId: string, actor: string, event: string) {
  return db
    .insertInto('order_history')
    .values({ id: newId(shop.clock), order_id: orderId, at: isoNow(shop.clock), actor, event })
}

/** Who changes an order in the desk. */
export type Admin = { _id: string | null; name: string }

/** Writes an admin's change of an order to the change log, in the transaction `tx` of the change. */
export async function recordOrder(
  tx: Tx,
  shop: Shop,
  admin: Admin,
  id: string,
  action: string,
  changes: Change[] = [],
): Promise<void> {
  const { number, buyer_name: buyer } = await tx
    .selectFrom('orders')
    .select(['number', 'buyer_name'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await logChange(tx, shop, admin, {
    subject: 'order',
    id,
    name: `Order ${number} of ${buyer}`,
    action,
    changes,
  })
}

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
