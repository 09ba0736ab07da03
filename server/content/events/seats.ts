/**
 * The seats of an event. Every change of a sign-up first locks the row of its event, so that sign-ups of one event run
 * one after another, and takes or frees seats with one guarded update.
 */
import type { EventRow, Tx } from '#server/kernel/db/schema.ts'
import { notFound } from '#server/kernel/errors.ts'
import { eventMail } from '#server/platform/outbox/event-mail.ts'
import type { Shop } from '#server/platform/shop.ts'
import { hasBegun } from './events.ts'

/** Locks the row of an event until the end of the transaction, and returns it. Throws 404. */
export async function lockEvent(tx: Tx, id: string): Promise<EventRow> {
  const row = await tx
    .updateTable('events')
    .set((eb) => ({ taken: eb.ref('taken') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  if (!row) throw notFound('Event')
  return row
}

/** Takes seats, all or none. Returns false if fewer are free. */
export async function takeSeats(tx: Tx, eventId: string, seats: number): Promise<boolean> {
  const taken = await tx
    .updateTable('events')
    .set((eb) => ({ taken: eb('taken', '+', seats) }))
    .where('id', '=', eventId)
    .where((eb) => eb(eb('taken', '+', seats), '<=', eb.ref('seats')))
    .returning('id')
    .executeTakeFirst()
  return taken !== undefined
}

/**
 * Gives free seats to the waiting list, and mails those who get them: to the first sign-up for which enough seats are
 * free, then to the next. Call it after seats became free, with the event locked. Does nothing after the event has
 * begun or was canceled.
 */
export async function seatWaiting(tx: Tx, shop: Shop, event: EventRow): Promise<void> {
  if (event.cancelled_at !== null || hasBegun(shop, event)) return
  let { left } = await tx
    .selectFrom('events')
    .select((eb) => eb('seats', '-', eb.ref('taken')).as('left'))
    .where('id', '=', event.id)
    .executeTakeFirstOrThrow()
  const waiting = await tx
    .selectFrom('event_signups')
    .select(['id', 'seats'])
    .where('event_id', '=', event.id)
    .where('state', '=', 'waiting')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  for (const { id, seats } of waiting) {
    if (left === 0) return
    if (seats > left || !(await seatSignup(tx, shop, event, { id, seats }))) continue
    left -= seats
  }
}

/** Gives seats to a sign-up on the waiting list, and mails the person. Returns false if fewer seats are free. */
export async function seatSignup(
  tx: Tx,
  shop: Shop,
  event: EventRow,
  { id, seats }: { id: string; seats: number },
): Promise<boolean> {
  if (!(await takeSeats(tx, event.id, seats))) return false
  await tx
    .updateTable('event_signups')
    .set({ state: 'seated' })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute()
  await eventMail(tx, shop, 'event-seat', event, [id])
  return true
}

/**
 * Cancels a sign-up, gives its seats to the waiting list, and mails the person. Call it with the event locked. Returns
 * false if it was canceled before.
 */
export async function cancelSignup(tx: Tx, shop: Shop, event: EventRow, id: string): Promise<boolean> {
  const before = await tx
    .selectFrom('event_signups')
    .select(['state', 'seats'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!before || before.state === 'cancelled') return false
  await tx.updateTable('event_signups').set({ state: 'cancelled' }).where('id', '=', id).execute()
  await eventMail(tx, shop, 'event-left', event, [id])
  if (before.state === 'seated') {
    await tx
      .updateTable('events')
      .set((eb) => ({ taken: eb('taken', '-', before.seats) }))
      .where('id', '=', event.id)
      .execute()
    await seatWaiting(tx, shop, event)
  }
  return true
}
