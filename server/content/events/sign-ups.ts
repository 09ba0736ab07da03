/**
 * Visitors sign up for events, and cancel their sign-ups with the link of the mail. Every change of a sign-up first locks the
 * row of its event, so that sign-ups of one event run one after another, and takes or frees seats with one guarded update.
 */
import type { Body, Reply } from '#shared/platform/api/endpoint.ts'
import type { events } from '#shared/content/api/events.ts'
import type { EventRow, Tx } from '#server/kernel/db/schema.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { conflict, notFound, Refusal } from '#server/kernel/errors.ts'
import { eventMail } from '#server/platform/outbox/event-mail.ts'
import { requireOn } from '#server/platform/settings/parts.ts'
import { checkLink, signLink } from '#server/platform/sessions/signed-links.ts'
import type { Shop } from '#server/platform/shop.ts'
import { DAY, isoNow, newId } from '#server/kernel/time/clock.ts'
import { withOffset } from '#server/kernel/time/shop-days.ts'
import { hasBegun } from './events.ts'

export type Person = { name: string; email: string; seats: number }

/**
 * Signs a person up. A second sign-up with the same email changes nothing, and the mail is sent again. The response
 * depends only on the free seats, so it does not reveal whether an address has signed up. Throws 404, 409 if the event has
 * begun or is canceled, and 429 for too many mails to one address.
 */
export async function signUp(
  shop: Shop,
  eventId: string,
  person: Person,
): Promise<Reply<typeof events.signUp>> {
  await shop.limits.countSignup(person.email)
  const hasRoom = await transact(shop.db, async (tx) => {
    await requireOn(tx, shop, 'events')
    const event = await lockEvent(tx, eventId)
    if (event.is_draft) throw notFound('Event')
    requireOpen(shop, event)
    const room = event.taken + person.seats <= event.seats
    const existing = await findSignup(tx, eventId, person.email)
    const id = existing ?? (await addSignup(tx, shop, event, person))
    await eventMail(tx, shop, 'event-signup', event, [id])
    return room
  })
  announce(shop, eventId)
  return { status: hasRoom ? 'success' : 'waiting' }
}

/** Adds a sign-up, with seats if enough are free, otherwise on the waiting list. Call it with the event locked. */
export async function addSignup(tx: Tx, shop: Shop, event: EventRow, person: Person): Promise<string> {
  const id = newId(shop.clock)
  const isSeated = await takeSeats(tx, event.id, person.seats)
  await tx
    .insertInto('event_signups')
    .values({
      ...person,
      id,
      event_id: event.id,
      state: isSeated ? 'seated' : 'waiting',
      reminded_at: null,
      created_at: isoNow(shop.clock),
    })
    .execute()
  return id
}

/** The id of the sign-up of an address that is not canceled. */
export async function findSignup(tx: Tx, eventId: string, email: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('event_signups')
    .select('id')
    .where('event_id', '=', eventId)
    .where('email', '=', email)
    .where('state', '<>', 'cancelled')
    .executeTakeFirst()
  return row?.id
}

/** Throws 409 if the event has begun or is canceled. */
export function requireOpen(shop: Pick<Shop, 'clock'>, event: EventRow): void {
  if (event.cancelled_at !== null) throw conflict('This event is canceled')
  if (hasBegun(shop, event)) throw conflict('This event has begun already')
}

/**
 * Cancels a sign-up with its mailed link. A second call changes nothing. Throws 400 for an invalid link, and 409 if the
 * event has begun.
 */
export async function leave(
  shop: Shop,
  { signup, link }: Body<typeof events.leave>,
): Promise<Reply<typeof events.leave>> {
  if ((await checkLink(shop, 'signup', signup, link)) !== 'valid') throw invalidLink()
  const event = await transact(shop.db, async (tx) => {
    const found = await tx
      .selectFrom('event_signups')
      .select('event_id')
      .where('id', '=', signup)
      .executeTakeFirst()
    if (!found) throw invalidLink()
    const locked = await lockEvent(tx, found.event_id)
    if (hasBegun(shop, locked)) throw conflict('This event has begun already')
    await cancelSignup(tx, shop, locked, signup)
    return locked
  })
  announce(shop, event.id)
  return { message: `Your sign-up for ${event.title} is canceled` }
}

function invalidLink(): Refusal {
  const message = 'This link is not valid. Open it from the newest mail about the event'
  return new Refusal(400, message, { code: 'link' })
}

/** The token of the link that cancels a sign-up: its id, a dot, and the signed token. It is valid until the event begins. */
export async function cancelToken(shop: Shop, signup: string, { starts }: EventRow): Promise<string> {
  const left = Date.parse(withOffset(starts)) - shop.clock.now().getTime()
  return `${signup}.${await signLink(shop, 'signup', signup, Math.max(left, DAY))}`
}

/** Reports a change of the seats, and sends the queued mails. Call it after the commit. */
export function announce(shop: Shop, eventId: string): void {
  shop.changed({ tag: 'Event', id: eventId })
  shop.mailSignal.raise()
}

/** Locks the row of an event, if there is one, until the end of the transaction, and returns it. */
export function lockRow(tx: Tx, id: string): Promise<EventRow | undefined> {
  return tx
    .updateTable('events')
    .set((eb) => ({ taken: eb.ref('taken') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

/** The same. Throws 404. */
export async function lockEvent(tx: Tx, id: string): Promise<EventRow> {
  const row = await lockRow(tx, id)
  if (!row) throw notFound('Event')
  return row
}

/** Takes seats, all or none. Returns false if fewer are free. */
async function takeSeats(tx: Tx, eventId: string, seats: number): Promise<boolean> {
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
