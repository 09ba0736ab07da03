/** The people who signed up for an event, for admins: list, CSV file, and changes by hand. */
import type { EventPeople, EventPerson } from '#shared/content/api/event-admin.ts'
import { formatDate } from '#shared/kernel/dates.ts'
import type { EventRow, SignupRow, Tx } from '#server/kernel/db/schema.ts'
import { conflict, notFound } from '#server/kernel/errors.ts'
import { attemptOf, transactOnce, type Attempt, type RequestKey } from '#server/platform/http/idempotency.ts'
import type { Download } from '#server/platform/http/serve.ts'
import { eventMail } from '#server/platform/outbox/event-mail.ts'
import { logChange } from '#server/platform/change-log/change-log.ts'
import { requireOn } from '#server/platform/settings/parts.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { csvHead, csvLine, type Cell } from '#server/kernel/text/csv.ts'
import { withOffset } from '#server/kernel/time/shop-days.ts'
import { toListed } from './edit-events.ts'
import { findEvent } from './events.ts'
import {
  addSignup,
  announce,
  cancelSignup,
  findSignup,
  lockEvent,
  requireOpen,
  seatSignup,
  type Person,
} from './sign-ups.ts'

const RANK = { seated: 0, waiting: 1, cancelled: 2 }

/** Those with seats by name, then the waiting list in its order, then those who canceled. Throws 404. */
export async function listPeople(shop: Shop, eventId: string): Promise<EventPeople> {
  const event = await findEvent(shop.db, eventId)
  const rows = await shop.db
    .selectFrom('event_signups')
    .selectAll()
    .where('event_id', '=', eventId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const people = rows.toSorted(
    (one, other) => RANK[one.state] - RANK[other.state] || (one.state === 'seated' ? byName(one, other) : 0),
  )
  const waiting = rows.filter(({ state }) => state === 'waiting').length
  const listed = { ...toListed(shop, event, waiting), endsAt: withOffset(event.ends), place: event.place }
  return { event: listed, people: people.map(toPerson) }
}

/** Exports the people as CSV, in the order of the list. */
export async function exportPeople(shop: Shop, admin: SignedIn, eventId: string): Promise<Download> {
  const { event, people } = await listPeople(shop, eventId)
  await logChange(shop.db, shop, admin, about(event._id, event.title, 'Exported the people'))
  const lines = people.map((person) => csvLine(Object.values(COLUMNS).map((cell) => cell(person))))
  return {
    name: `event-${event.startsAt.slice(0, 10)}.csv`,
    content: csvHead(Object.keys(COLUMNS)) + lines.join(''),
  }
}

const COLUMNS: Record<string, (person: EventPerson) => Cell> = {
  Name: ({ name }) => name,
  Email: ({ email }) => email,
  Seats: ({ seats }) => seats,
  State: ({ state }) => state,
  'Signed up': ({ createdAt }) => formatDate(createdAt, 'shortDayAndTime'),
}

const ADDITION = { route: 'POST /api/events/:id/people', what: 'person' }

/**
 * Adds a person by hand. Throws 404, and 409 if the address has signed up or the event has begun.
 * @param key the Idempotency-Key of the request
 */
export async function addPerson(
  shop: Shop,
  admin: SignedIn,
  eventId: string,
  { name, email, seats }: Person,
  key: RequestKey | null,
): Promise<EventPeople> {
  const attempt = attemptOf(admin, ADDITION, key)
  const add = async (tx: Tx, event: EventRow) => {
    await requireOn(tx, shop, 'events')
    requireOpen(shop, event)
    if (email !== '' && (await findSignup(tx, eventId, email)))
      throw conflict('This address has signed up already')
    const id = await addSignup(tx, shop, event, { name, email, seats })
    await eventMail(tx, shop, 'event-signup', event, [id])
    await logChange(tx, shop, admin, about(eventId, event.title, `Added ${name}`))
  }
  return change(shop, eventId, add, attempt)
}

/** Cancels the sign-up of a person. A second call changes nothing. Throws 404. */
export async function removePerson(
  shop: Shop,
  admin: SignedIn,
  eventId: string,
  signup: string,
): Promise<EventPeople> {
  return change(shop, eventId, async (tx, event) => {
    const { name } = await findPerson(tx, eventId, signup)
    if (!(await cancelSignup(tx, shop, event, signup))) return
    await logChange(tx, shop, admin, about(eventId, event.title, `Removed ${name}`))
  })
}

/** Gives free seats to a person on the waiting list. Throws 404, and 409 if too few seats are free. */
export async function seatPerson(
  shop: Shop,
  admin: SignedIn,
  eventId: string,
  signup: string,
): Promise<EventPeople> {
  return change(shop, eventId, async (tx, event) => {
    const person = await findPerson(tx, eventId, signup)
    if (person.state === 'seated') return
    if (person.state === 'cancelled') throw conflict('This person has cancelled')
    if (!(await seatSignup(tx, shop, event, person)))
      throw conflict(`Only ${event.seats - event.taken} of ${event.seats} seats are free`)
    await logChange(tx, shop, admin, about(eventId, event.title, `Gave seats to ${person.name}`))
  })
}

/** Runs a change in a transaction that has locked the event, once for each attempt, and returns the new list. */
async function change(
  shop: Shop,
  eventId: string,
  work: (tx: Tx, event: EventRow) => Promise<void>,
  attempt: Attempt | null = null,
): Promise<EventPeople> {
  await transactOnce(shop, attempt, async (tx) => {
    await work(tx, await lockEvent(tx, eventId))
    return { event: eventId }
  })
  announce(shop, eventId)
  return listPeople(shop, eventId)
}

async function findPerson(tx: Tx, eventId: string, signup: string): Promise<SignupRow> {
  const row = await tx
    .selectFrom('event_signups')
    .selectAll()
    .where('id', '=', signup)
    .where('event_id', '=', eventId)
    .executeTakeFirst()
  if (!row) throw notFound('Person')
  return row
}

function byName(one: SignupRow, other: SignupRow): number {
  return one.name.localeCompare(other.name, 'en')
}

function toPerson({ id, name, email, seats, state, created_at: createdAt }: SignupRow): EventPerson {
  return { _id: id, name, email, seats, state, createdAt }
}

function about(id: string, name: string, action: string) {
  return { subject: 'event', id, name, action } as const
}
