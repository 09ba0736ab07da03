/** Adds a few coming events with invented sign-ups to a demo shop. The sign-ups have no email address, so no mail is sent. */
import type { Insertable } from 'kysely'
import type { SignupState } from '#shared/content/api/event-admin.ts'
import { toCents } from '#shared/kernel/pricing.ts'
import type { Db, Schema } from '#server/kernel/db/schema.ts'
import { type Clock, DAY, isoIn, isoNow, MINUTE, newId } from '#server/kernel/time/clock.ts'
import { localTime } from '#server/kernel/time/shop-days.ts'
import { once } from './content.ts'

type Party = [name: string, seats: number, state?: SignupState]

type DemoEvent = {
  title: string
  /** Days from now. */
  day: number
  from: string
  to: string
  seats: number
  price: number | null
  picture: string
  text: string
  people: Party[]
}

const EVENTS: DemoEvent[] = [
  {
    title: 'Latte art, first steps',
    day: -12,
    from: '10:00',
    to: '12:00',
    seats: 8,
    price: 24,
    picture: 'gallery_07',
    text: 'Milk, a jug and a lot of patience: how to steam it, how to pour it, and how to draw a heart. Each of you has a machine.',
    people: [
      ['Mila Sorensen', 1],
      ['Victor Amsel', 2],
      ['Yara Haddad', 1],
      ['Owen Clarke', 2],
    ],
  },
  {
    title: 'Cupping for beginners',
    day: 4,
    from: '18:00',
    to: '19:30',
    seats: 10,
    price: 12,
    picture: 'about_trio',
    text: 'Five coffees, five spoons, and a sheet to write down what you taste. We begin with the difference between washed and natural, and end with the coffee that you like best.\n\nYou do not have to know anything. Please wear no perfume.',
    people: [
      ['Amara Osei', 2],
      ['Jonas Weber', 1],
      ['Lucía Ferrer', 2],
    ],
  },
  {
    title: 'Pour over at home',
    day: 9,
    from: '10:00',
    to: '11:30',
    seats: 6,
    price: 18,
    picture: 'about_pourover',
    text: 'One brewer, one kettle and one grinder for each of you. We brew the same coffee four times, change one thing each time, and taste what it does. Bring your own brewer if you like.',
    people: [
      ['Priya Nair', 2],
      ['Tom Ashford', 1],
      ['Mei Tanaka', 2],
      ['Elena Petrova', 1],
      ['Samuel Okoye', 1, 'waiting'],
      ['Ruth Callahan', 2, 'waiting'],
    ],
  },
  {
    title: 'Opening of the next art show',
    day: 16,
    from: '19:00',
    to: '22:00',
    seats: 60,
    price: null,
    picture: 'home_gallery_wall',
    text: 'The new works are on the wall, the artist is here, and the bar is open. Come when you like and stay as long as you like. Signing up helps us to have enough glasses.',
    people: [
      ['Henrik Lund', 2],
      ['Dara Whitfield', 4],
      ['Noor Haddad', 1],
    ],
  },
]

/** Adds the demo events, once: they are not added again after they were deleted. */
export async function seedEvents(db: Db, clock: Clock): Promise<void> {
  await once(db, clock, 'demo-events', async (tx) => {
    const some = await tx.selectFrom('events').select('id').limit(1).executeTakeFirst()
    if (some) return
    const drafts = EVENTS.map((event) => ({ event, row: rowOf(event, clock) }))
    await tx
      .insertInto('events')
      .values(drafts.map(({ row }) => row))
      .execute()
    await tx
      .insertInto('event_signups')
      .values(drafts.flatMap(({ event, row }) => peopleOf(event, row.id, clock)))
      .execute()
    await tx
      .insertInto('demo_rows')
      .values(drafts.map(({ row }) => ({ kind: 'events', id: row.id })))
      .execute()
  })
}

function rowOf({ day, from, to, people, ...event }: DemoEvent, clock: Clock): Insertable<Schema['events']> {
  const date = localTime(clock, day * DAY).slice(0, 10)
  const seated = people.filter(([, , state = 'seated']) => state === 'seated')
  return {
    id: newId(clock),
    title: event.title,
    starts: `${date}T${from}`,
    ends: `${date}T${to}`,
    place: '',
    seats: event.seats,
    taken: seated.reduce((sum, [, seats]) => sum + seats, 0),
    price_cents: event.price === null ? null : toCents(event.price),
    image: `/pictures/${event.picture}.jpg`,
    description: event.text,
    is_draft: 0,
    cancelled_at: null,
    created_at: isoNow(clock),
    updated_at: isoNow(clock),
  }
}

function peopleOf(
  { people }: DemoEvent,
  eventId: string,
  clock: Clock,
): Insertable<Schema['event_signups']>[] {
  return people.map(([name, seats, state = 'seated'], index) => ({
    id: newId(clock),
    event_id: eventId,
    name,
    email: '',
    seats,
    state,
    reminded_at: null,
    created_at: isoIn(clock, (index - people.length) * MINUTE),
  }))
}
