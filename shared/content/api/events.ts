/** Events for visitors: the list, one event, its calendar file, and the sign-up. */
import * as z from 'zod/mini'
import { contractOf } from '#shared/platform/api/endpoint.ts'
import {
  dollars,
  email,
  id,
  addressParams,
  idParams,
  instant,
  message,
  numberOrText,
  pictureFacts,
  requiredLine,
  trap,
} from '#shared/kernel/fields.ts'

/** The seats that one sign-up may have. */
export const MAX_PARTY = 4

/**
 * `full`: the next sign-up joins the waiting list. `ended`: the shop takes no new sign-ups. `closed`: the event has begun.
 */
export const EVENT_STATES = ['open', 'full', 'ended', 'closed', 'over', 'cancelled'] as const
export type EventState = (typeof EVENT_STATES)[number]

const event = z.object({
  _id: id,
  /** The last part of the path of its page; empty if it has none yet. */
  slug: z.string(),
  title: z.string(),
  /** ISO 8601 with the offset of the shop's time zone at that time. */
  startsAt: instant,
  endsAt: instant,
  /** Empty if the event is at the bar. */
  place: z.string(),
  /** Dollars for each person; null if the event is free. */
  price: z.nullable(dollars),
  text: z.string(),
  picture: z.nullable(pictureFacts),
  seats: z.int(),
  /** The seats that are free. */
  left: z.int(),
  state: z.enum(EVENT_STATES),
})
export type ShopEvent = z.infer<typeof event>

/** The moment at which the reply becomes outdated, because an event begins or ends; null if there is none. */
const until = z.nullable(instant)

const party = z.pipe(
  numberOrText,
  z
    .int('Seats must be a whole number')
    .check(
      z.minimum(1, 'Choose at least one seat'),
      z.maximum(MAX_PARTY, `One sign-up may have ${MAX_PARTY} seats at most`),
    ),
)

/** A sign-up of a visitor, or one that an admin adds. */
export const signup = { name: requiredLine('Name', 100), email, seats: z._default(party, 1) }

const FAIL = { status: 'fail' } as const

export const events = contractOf('events', {
  list: {
    method: 'GET',
    path: '/api/events',
    access: 'public',
    summary: 'The published events that have not ended, the next one first',
    reply: z.object({ events: z.array(event), until }),
    cached: ['Event'],
    cachedUntil: 'until',
  },
  one: {
    method: 'GET',
    path: '/api/events/:id',
    access: 'public',
    summary: 'One published event, also after its end, by its id, its address or a former one',
    params: addressParams,
    reply: z.extend(event, { until }),
    cached: ['Event'],
    cachedUntil: 'until',
  },
  calendar: {
    method: 'GET',
    path: '/api/events/:id/calendar',
    access: 'public',
    summary: 'A published event as a calendar file (RFC 5545)',
    params: idParams,
    reply: { file: 'text/calendar; charset=utf-8' },
  },
  signUp: {
    method: 'POST',
    path: '/api/events/:id/signups',
    access: 'public',
    summary:
      'Signs up for an event and mails the person. If there are not enough seats, the sign-up joins the waiting list. A second sign-up with the same email changes nothing and sends the mail again; its response is the same as that of a new sign-up',
    params: idParams,
    body: z.object({ ...signup, homepage: trap }),
    /** `waiting`: the event does not have this number of free seats. */
    reply: z.object({ status: z.enum(['success', 'waiting', 'fail']) }),
    limit: 'signup',
    refusal: FAIL,
    starts: true,
  },
  leave: {
    method: 'POST',
    path: '/api/events/leave',
    access: 'public',
    summary: 'Cancels a sign-up with the token of its mailed link. The seats go to the waiting list',
    body: z.object({ signup: id, link: z.string().check(z.maxLength(100)) }),
    reply: message,
    limit: 'signup',
    part: null,
  },
})
