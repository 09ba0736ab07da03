/** Events for admins: their forms, and the people who signed up. */
import * as z from 'zod/mini'
import { contractOf } from '#shared/platform/api/endpoint.ts'
import { id, idParams, instant, message, page, paged, pictureFacts } from '#shared/kernel/fields.ts'
import { eventFields } from '../resources/event.ts'
import { schemasOf } from '#shared/platform/resources/described.ts'
import { signup } from './events.ts'

const eventSchemas = schemasOf(eventFields)

export const SIGNUP_STATES = ['seated', 'waiting', 'cancelled'] as const
export type SignupState = (typeof SIGNUP_STATES)[number]

const counts = {
  /** The seats that are taken. */
  taken: z.int(),
  /** The number of people on the waiting list. */
  waiting: z.int(),
  cancelledAt: z.nullable(instant),
  hasEnded: z.boolean(),
}

const event = z.object({
  _id: id,
  ...eventSchemas.reply,
  ...counts,
  version: z.int(),
  /** The data that shows the picture in the form. */
  facts: z.nullable(pictureFacts),
})
export type EventWithForm = z.infer<typeof event>

const listed = z.object({
  _id: id,
  title: z.string(),
  startsAt: instant,
  seats: z.int(),
  isDraft: z.boolean(),
  ...counts,
})
export type ListedEvent = z.infer<typeof listed>

const eventEdit = z.object({
  ...eventSchemas.edit,
  /** If it is missing, an event keeps its address. If it is empty, a new one is made from the title. */
  slug: eventSchemas.change.slug,
  /** The version with which the form was opened. A save with an older version is refused with 409. */
  version: z.optional(z.int()),
})
export type EventEdit = z.infer<typeof eventEdit>

const person = z.object({
  _id: id,
  name: z.string(),
  /** Empty if an admin added the person without an address. */
  email: z.string(),
  seats: z.int(),
  state: z.enum(SIGNUP_STATES),
  createdAt: instant,
})
export type EventPerson = z.infer<typeof person>

const people = z.object({
  event: z.extend(listed, { endsAt: instant, place: z.string() }),
  /** First the people with seats by name, then the waiting list in its order, then the people who canceled. */
  people: z.array(person),
})
export type EventPeople = z.infer<typeof people>

const personParams = z.object({ id, signup: id })

export const eventAdmin = contractOf('events', {
  all: {
    method: 'GET',
    path: '/api/events/all',
    access: 'admin',
    summary:
      'The events, twenty per page or `pageSize`: either coming events, the next one first, or past events; or as `sort` says',
    query: z.strictObject({ ...paged(['date', 'name', 'taken']), when: z.optional(z.enum(['past'])) }),
    reply: z.object({ events: z.array(listed), page, pages: page }),
  },
  form: {
    method: 'GET',
    path: '/api/events/:id/form',
    access: 'admin',
    summary: 'One event with the values of its form, published or not',
    params: idParams,
    reply: event,
  },
  create: {
    method: 'POST',
    path: '/api/events',
    access: 'admin',
    summary: 'Adds an event',
    body: eventEdit,
    reply: event,
    status: 201,
    starts: true,
  },
  update: {
    method: 'PUT',
    path: '/api/events/:id',
    access: 'admin',
    summary:
      'Saves an event. New seats go to the waiting list. Everyone who signed up gets an email about a new time or place',
    params: idParams,
    body: eventEdit,
    reply: event,
  },
  cancel: {
    method: 'POST',
    path: '/api/events/:id/cancel',
    access: 'admin',
    summary: 'Cancels an event permanently, and mails everyone who signed up',
    params: idParams,
    reply: event,
  },
  remove: {
    method: 'DELETE',
    path: '/api/events/:id',
    access: 'admin',
    summary: 'Deletes an event that no one has signed up for, or that has ended',
    params: idParams,
    reply: message,
  },
  people: {
    method: 'GET',
    path: '/api/events/:id/people',
    access: 'admin',
    summary: 'The people who signed up for an event',
    params: idParams,
    reply: people,
  },
  exportPeople: {
    method: 'GET',
    path: '/api/events/:id/people/export',
    access: 'admin',
    summary: 'The people who signed up for an event, as a CSV file',
    params: idParams,
    reply: { file: 'text/csv; charset=utf-8' },
  },
  addPerson: {
    method: 'POST',
    path: '/api/events/:id/people',
    access: 'admin',
    summary:
      'Adds a person by hand; the email address is optional. If there are not enough seats, the person joins the waiting list. With `Idempotency-Key`, a retry does not add the person again',
    params: idParams,
    body: z.object({ ...signup, email: z.union([z.literal(''), signup.email]) }),
    reply: people,
    starts: true,
  },
  removePerson: {
    method: 'DELETE',
    path: '/api/events/:id/people/:signup',
    access: 'admin',
    summary: 'Cancels the sign-up of a person and mails the person. The seats go to the waiting list',
    params: personParams,
    reply: people,
  },
  seatPerson: {
    method: 'POST',
    path: '/api/events/:id/people/:signup/seat',
    access: 'admin',
    summary: 'Gives free seats to a person on the waiting list, even ahead of others, and mails the person',
    params: personParams,
    reply: people,
  },
})
