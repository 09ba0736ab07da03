/** Creates, changes, cancels and deletes events. */
import { sql } from 'kysely'
import type { Query, Reply } from '#shared/platform/api/endpoint.ts'
import type { eventAdmin, EventEdit, EventWithForm, ListedEvent } from '#shared/content/api/event-admin.ts'
import { counted } from '#shared/kernel/counts.ts'
import type { Db, EventRow, Tx } from '#server/kernel/db/schema.ts'
import { planPage } from '#server/kernel/db/page-span.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { badRequest, conflict, wrongField } from '#server/kernel/errors.ts'
import { eventMail } from '#server/platform/outbox/event-mail.ts'
import { SavedRow } from '#server/platform/resources/saved-row.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { isoNow } from '#server/kernel/time/clock.ts'
import { isSkipped, localTime, withOffset } from '#server/kernel/time/shop-days.ts'
import { referencePictures } from '#server/platform/upload/pictures.ts'
import { slugFor } from '#server/platform/slugs/slugs.ts'
import { eventRows, eventSource, findEvent, hasBegun, hasEnded } from './events.ts'
import { announce, lockEvent, lockRow, seatWaiting } from './sign-ups.ts'

const saved = new SavedRow('events', {
  rows: eventRows,
  subject: 'event',
  label: 'Event',
  nameOf: ({ title }) => title,
  tag: 'Event',
  lock: lockRow,
})

const PAGE_SIZE = 20

// A shop has a few events a week, so only those by time have an index.
const SORT_KEYS = { date: sql`events.starts`, name: sql`lower(events.title)`, taken: sql`events.taken` }

/** A page of all events: the coming ones, the next one first, or the past ones, the last one first; or sorted. */
export async function listAllEvents(
  shop: Shop,
  { when, sort, ...asked }: Query<typeof eventAdmin.all>,
): Promise<Reply<typeof eventAdmin.all>> {
  const now = localTime(shop.clock)
  const wanted = shop.db.selectFrom('events').where('ends', when === 'past' ? '<=' : '>', now)
  const { total } = await wanted
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const { order = sort || when === 'past' ? 'desc' : 'asc' } = asked
  const page = planPage(total, { ...asked, order }, PAGE_SIZE)
  const by = [SORT_KEYS[sort ?? 'date'], sql`events.id`]
  const ids = page.pick(wanted.select('id'), by)
  const rows = await page.sort(shop.db.selectFrom('events').selectAll().where('id', 'in', ids), by).execute()
  const waiting = await countWaiting(shop.db, rows)
  return {
    events: rows.map((row) => toListed(shop, row, waiting.get(row.id) ?? 0)),
    ...page.numbers,
  }
}

/** One event with the values of its form. Throws 404. */
export async function getEventForm(shop: Shop, id: string): Promise<EventWithForm> {
  return toForm(shop, await findEvent(shop.db, id))
}

/** Adds an event. Throws 400 for times that do not fit together. */
export async function createEvent(shop: Shop, admin: SignedIn, edit: EventEdit): Promise<EventWithForm> {
  requireTimes(edit)
  const row = await saved.create(shop, admin, async (tx, id) => {
    await referencePictures(tx, shop, [edit.image])
    return { ...(await columnsOf(tx, shop, { id, slug: '' }, edit)), taken: 0, cancelled_at: null }
  })
  return toForm(shop, row)
}

/**
 * Saves an event. New seats go to the waiting list, and people are mailed about a new time or place. Throws 404, 409 if
 * `version` is outdated, and 400 for fewer seats than are taken.
 */
export async function updateEvent(
  shop: Shop,
  admin: SignedIn,
  id: string,
  edit: EventEdit,
): Promise<EventWithForm> {
  requireTimes(edit)
  await saved.update(shop, admin, id, {
    version: edit.version,
    columns: async (tx, before) => {
      await requireChangeable(tx, before, edit)
      if (edit.image !== before.image) await referencePictures(tx, shop, [edit.image])
      return columnsOf(tx, shop, before, edit)
    },
    after: async (tx, row, before) => {
      await tellPeople(tx, shop, before, row)
      await seatWaiting(tx, shop, row)
    },
  })
  shop.mailSignal.raise()
  return getEventForm(shop, id)
}

/** The columns of an edit, with the address. Throws 400 if another event has it. */
async function columnsOf(
  tx: Tx,
  shop: Shop,
  { id, slug: before }: Pick<EventRow, 'id' | 'slug'>,
  edit: EventEdit,
) {
  const { slug: wanted = before } = edit
  const slug = await slugFor(tx, shop.clock, 'events', { ...eventSource({ id, ...edit }), before, wanted })
  return eventRows.columnsOf({ ...edit, slug })
}

/**
 * Cancels an event permanently, and mails everyone who signed up. A second call changes nothing. Throws 404, and 409
 * after its end.
 */
export async function cancelEvent(shop: Shop, admin: SignedIn, id: string): Promise<EventWithForm> {
  const row = await transact(shop.db, async (tx) => {
    const before = await lockEvent(tx, id)
    if (before.cancelled_at !== null) return before
    if (hasEnded(shop, before)) throw conflict('This event is over')
    const canceled = await tx
      .updateTable('events')
      .set({ cancelled_at: isoNow(shop.clock), version: before.version + 1 })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await saved.log(tx, shop, admin, canceled, 'Canceled')
    await eventMail(tx, shop, 'event-cancelled', canceled, await signedUp(tx, id))
    return canceled
  })
  announce(shop, id)
  return toForm(shop, row)
}

/** Deletes an event. Throws 404, and 409 if people have signed up and it has not ended: they must be told first. */
export function removeEvent(shop: Shop, admin: SignedIn, id: string): Promise<void> {
  return saved.remove(shop, admin, id, async (tx, row) => {
    const { count } = await tx
      .selectFrom('event_signups')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('event_id', '=', id)
      .executeTakeFirstOrThrow()
    if (count > 0 && !hasEnded(shop, row))
      throw conflict('People have signed up for this event. Cancel it instead, so that they get an email')
  })
}

/** Mails people about a new time or place. A reminder of the old time does not count. */
async function tellPeople(tx: Tx, shop: Shop, before: EventRow, row: EventRow): Promise<void> {
  const isMoved = before.starts !== row.starts || before.ends !== row.ends
  if ((!isMoved && before.place === row.place) || hasEnded(shop, row)) return
  if (isMoved && !hasBegun(shop, row))
    await tx.updateTable('event_signups').set({ reminded_at: null }).where('event_id', '=', row.id).execute()
  await eventMail(tx, shop, 'event-changed', row, await signedUp(tx, row.id))
}

/** The ids of the sign-ups of an event that are not canceled. */
async function signedUp(db: Db, eventId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('event_signups')
    .select('id')
    .where('event_id', '=', eventId)
    .where('state', '<>', 'cancelled')
    .execute()
  return rows.map(({ id }) => id)
}

function requireTimes({ starts, ends }: EventEdit): void {
  if (ends <= starts) throw wrongField('ends', 'The event must end after it starts')
  for (const [field, local] of Object.entries({ starts, ends }))
    if (isSkipped(local)) throw wrongField(field, 'The clocks go forward that night and skip this time')
}

async function requireChangeable(tx: Tx, before: EventRow, edit: EventEdit): Promise<void> {
  if (before.cancelled_at !== null) throw badRequest('This event is canceled and cannot be changed anymore')
  if (edit.seats < before.taken) {
    const taken = counted(before.taken, 'seat')
    throw wrongField('seats', `${taken} ${before.taken === 1 ? 'is' : 'are'} taken. Remove people first`)
  }
  if (edit.isDraft && !before.is_draft && (await signedUp(tx, before.id)).length > 0)
    throw wrongField('isDraft', 'People have signed up. Cancel the event instead, so that they get an email')
}

/** The number of sign-ups on the waiting list, by the id of the event. */
export async function countWaiting(db: Db, rows: readonly EventRow[]): Promise<Map<string, number>> {
  if (rows.length === 0) return new Map()
  const counts = await db
    .selectFrom('event_signups')
    .select(['event_id', (eb) => eb.fn.countAll<number>().as('count')])
    .where('state', '=', 'waiting')
    .where(
      'event_id',
      'in',
      rows.map(({ id }) => id),
    )
    .groupBy('event_id')
    .execute()
  return new Map(counts.map(({ event_id: id, count }) => [id, count]))
}

/** @param waiting the number of sign-ups on the waiting list */
export function toListed(shop: Pick<Shop, 'clock'>, row: EventRow, waiting: number): ListedEvent {
  return {
    _id: row.id,
    title: row.title,
    startsAt: withOffset(row.starts),
    seats: row.seats,
    isDraft: row.is_draft === 1,
    taken: row.taken,
    waiting,
    cancelledAt: row.cancelled_at,
    hasEnded: hasEnded(shop, row),
  }
}

async function toForm(shop: Shop, row: EventRow): Promise<EventWithForm> {
  const waiting = (await countWaiting(shop.db, [row])).get(row.id) ?? 0
  const { taken, cancelledAt, hasEnded: isOver } = toListed(shop, row, waiting)
  const counts = { taken, waiting, cancelledAt, hasEnded: isOver }
  const facts = shop.pictureOf(row.image, row.title)
  return { _id: row.id, ...eventRows.editOf(row), ...counts, version: row.version, facts }
}
