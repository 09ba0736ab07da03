import type { eventAdmin } from '#shared/content/api/event-admin.ts'
import type { events } from '#shared/content/api/events.ts'
import type { FormPage } from '#server/platform/http/form-posts.ts'
import type { Handlers } from '#server/platform/http/serve.ts'
import {
  cancelEvent,
  createEvent,
  getEventForm,
  listAllEvents,
  removeEvent,
  updateEvent,
} from './edit-events.ts'
import { downloadCalendar, getEvent, listEvents } from './events.ts'
import { addPerson, exportPeople, listPeople, removePerson, seatPerson } from './people.ts'
import { leave, signUp } from './sign-ups.ts'

export const eventRoutes: Handlers<typeof events> = {
  list: ({ shop }) => listEvents(shop),
  one: ({ shop, params, http }) => getEvent(shop, params.id, http),
  calendar: ({ shop, params }) => downloadCalendar(shop, params.id),
  // Bots get `success`, so that they do not try again.
  signUp: async ({ shop, params, body: { homepage, ...person } }) =>
    homepage?.trim() ? { status: 'success' } : signUp(shop, params.id, person),
  leave: ({ shop, body }) => leave(shop, body),
}

/** The sign-up form, for browsers without JavaScript. */
export const EVENT_FORMS: Record<string, FormPage> = {
  '/api/events/:id/signups': {
    page: ({ id = '' }) => `/events/${encodeURIComponent(id)}`,
    place: '#sign-up',
    body: (fields) => fields,
  },
}

export const eventAdminRoutes: Handlers<typeof eventAdmin> = {
  all: ({ shop, query }) => listAllEvents(shop, query),
  form: ({ shop, params }) => getEventForm(shop, params.id),
  create: ({ shop, user, body }) => createEvent(shop, user, body),
  update: ({ shop, user, params, body }) => updateEvent(shop, user, params.id, body),
  cancel: ({ shop, user, params }) => cancelEvent(shop, user, params.id),
  remove: async ({ shop, user, params }) => {
    await removeEvent(shop, user, params.id)
    return { message: 'Event deleted' }
  },
  people: ({ shop, params }) => listPeople(shop, params.id),
  exportPeople: ({ shop, user, params }) => exportPeople(shop, user, params.id),
  addPerson: ({ shop, user, params, body, http }) =>
    addPerson(shop, user, params.id, body, http.idempotencyKey),
  removePerson: ({ shop, user, params }) => removePerson(shop, user, params.id, params.signup),
  seatPerson: ({ shop, user, params }) => seatPerson(shop, user, params.id, params.signup),
}
