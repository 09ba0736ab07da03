/**
 * Events for visitors: the published events that have not ended, one event, and its calendar file, with times in UTC, so that
 * no time zone has to be described.
 */
import type { Reply } from '#shared/platform/api/endpoint.ts'
import type { events, EventState, ShopEvent } from '#shared/content/api/events.ts'
import { eventFields } from '#shared/content/resources/event.ts'
import { toDollars } from '#shared/kernel/pricing.ts'
import type { Db, EventRow } from '#server/kernel/db/schema.ts'
import { notFound } from '#server/kernel/errors.ts'
import { calendarFile } from '#server/kernel/text/icalendar.ts'
import { describedRows } from '#server/platform/resources/rows.ts'
import { partOf } from '#server/platform/settings/parts.ts'
import type { Shop } from '#server/platform/shop.ts'
import { localTime, withOffset } from '#server/kernel/time/shop-days.ts'
import { eventPath } from '#shared/platform/record-paths.ts'
import type { Business } from '#shared/platform/business.ts'
import type { Download, HttpContext } from '#server/platform/http/serve.ts'
import type { SlugSource } from '#server/platform/slugs/candidates.ts'
import { idOf } from '#server/platform/slugs/slugs.ts'
import { originOf } from '#server/platform/http/origin.ts'
import { businessOf } from '#server/platform/settings/current.ts'

type Unedited = 'id' | 'taken' | 'cancelled_at' | 'version' | 'created_at' | 'updated_at'

/** Converts between rows of events and the fields of the form. */
export const eventRows = describedRows<Omit<EventRow, Unedited>>()(eventFields)

/** What the address of an event is made from. Events of a series are told apart by their year and month. */
export function eventSource({ id, title, starts }: Pick<EventRow, 'id' | 'title' | 'starts'>): SlugSource {
  return { id, name: title, more: [starts.slice(0, 4), starts.slice(0, 7)] }
}

/** The query for published events that have not ended, the next one first. */
export function upcomingEvents({ db, clock }: Pick<Shop, 'db' | 'clock'>) {
  return db
    .selectFrom('events')
    .where('is_draft', '=', 0)
    .where('ends', '>', localTime(clock))
    .orderBy('starts')
    .orderBy('id')
}

/** The published events that have not ended. */
export async function listEvents(shop: Shop): Promise<Reply<typeof events.list>> {
  const rows = await upcomingEvents(shop).selectAll().execute()
  const takesNew = (await partOf(shop, 'events')) === 'on'
  return { events: rows.map((row) => toEvent(shop, row, takesNew)), until: nextChange(shop, rows) }
}

/**
 * One published event. Throws 404.
 * @param address the id of the event, its address or a former one
 */
export async function getEvent(
  shop: Shop,
  address: string,
  http: Pick<HttpContext, 'concerns'>,
): Promise<Reply<typeof events.one>> {
  const id = await idOf(shop.db, 'events', address)
  http.concerns(id)
  const row = await readPublished(shop.db, id)
  const takesNew = (await partOf(shop, 'events')) === 'on'
  return { ...toEvent(shop, row, takesNew), until: nextChange(shop, [row]) }
}

/** The row of a published event. Throws 404. */
async function readPublished(db: Db, id: string): Promise<EventRow> {
  const row = await db
    .selectFrom('events')
    .selectAll()
    .where('id', '=', id)
    .where('is_draft', '=', 0)
    .executeTakeFirst()
  if (!row) throw notFound('Event')
  return row
}

/** The row of an event, published or not. Throws 404. */
export async function findEvent(db: Db, id: string): Promise<EventRow> {
  const row = await db.selectFrom('events').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('Event')
  return row
}

/** Whether an event has begun, and whether it has ended. */
export const hasBegun = ({ clock }: Pick<Shop, 'clock'>, { starts }: Pick<EventRow, 'starts'>) =>
  starts <= localTime(clock)
export const hasEnded = ({ clock }: Pick<Shop, 'clock'>, { ends }: Pick<EventRow, 'ends'>) =>
  ends <= localTime(clock)

/** @param takesNew whether the shop takes sign-ups */
function toEvent(shop: Pick<Shop, 'clock' | 'pictureOf'>, row: EventRow, takesNew: boolean): ShopEvent {
  return {
    _id: row.id,
    slug: row.slug,
    title: row.title,
    startsAt: withOffset(row.starts),
    endsAt: withOffset(row.ends),
    place: row.place,
    price: row.price_cents === null ? null : toDollars(row.price_cents),
    text: row.description,
    picture: shop.pictureOf(row.image, row.title),
    seats: row.seats,
    left: row.seats - row.taken,
    state: stateOf(shop, row, takesNew),
  }
}

function stateOf(shop: Pick<Shop, 'clock'>, row: EventRow, takesNew: boolean): EventState {
  if (hasEnded(shop, row)) return 'over'
  if (row.cancelled_at !== null) return 'cancelled'
  if (hasBegun(shop, row)) return 'closed'
  if (!takesNew) return 'ended'
  return row.taken < row.seats ? 'open' : 'full'
}

/** The next moment at which one of the events begins or ends, in UTC; null if there is none. */
function nextChange({ clock }: Pick<Shop, 'clock'>, rows: readonly EventRow[]): string | null {
  const now = clock.now().getTime()
  const moments = rows
    .flatMap(({ starts, ends }) => [starts, ends])
    .map((local) => Date.parse(withOffset(local)))
    .filter((moment) => moment > now)
  return moments.length === 0 ? null : new Date(Math.min(...moments)).toISOString()
}

/** The calendar file of a published event. Throws 404. */
export async function downloadCalendar(shop: Shop, id: string): Promise<Download> {
  const event = await readPublished(shop.db, id)
  return { name: 'event.ics', content: calendarOf(shop, event, await businessOf(shop)) }
}

/** The text of a calendar file. A newer file of the same event replaces an older one in the calendar. */
export function calendarOf(
  { config, clock }: Pick<Shop, 'config' | 'clock'>,
  event: EventRow,
  business: Business,
): string {
  const origin = originOf(config)
  return calendarFile({
    from: business.roasters,
    kind: 'Events',
    uid: `${event.id}@${new URL(origin).hostname}`,
    sequence: event.version,
    now: clock.now().toISOString(),
    time: { starts: withOffset(event.starts), ends: withOffset(event.ends) },
    title: event.title,
    place: placeText(event, business),
    description: event.description,
    url: origin + eventPath({ _id: event.id, slug: event.slug }),
    isCancelled: event.cancelled_at !== null,
  })
}

/** Where an event takes place, in one line. */
export function placeText({ place }: Pick<EventRow, 'place'>, { roasters, place: bar }: Business): string {
  const { street, city, state, postalCode } = bar
  return place || `${roasters}, ${street}, ${city}, ${state} ${postalCode}`
}
