import type { newsletter } from '#shared/content/api/newsletter.ts'
import type { newsletters } from '#shared/content/api/newsletters.ts'
import type { FormPage } from '#server/platform/http/form-posts.ts'
import type { Handlers } from '#server/platform/http/serve.ts'
import {
  createNewsletter,
  getNewsletter,
  listNewsletters,
  removeNewsletter,
  updateNewsletter,
} from './edit-newsletters.ts'
import { acceptImported, askImported, listImported } from './imported-consents.ts'
import { resumeNewsletter, sendNewsletter, stopNewsletter } from './send-newsletters.ts'
import { allow, exclude, exportSubscribers } from './manage-subscribers.ts'
import { confirm, readPreferences, savePreferences, subscribe, unsubscribe } from './subscribers.ts'

export const newsletterRoutes: Handlers<typeof newsletter> = {
  // Bots get `success`, so that they do not try again.
  subscribe: async ({ shop, body: { homepage, ...input } }) =>
    homepage?.trim() ? { status: 'success' } : subscribe(shop, input),
  confirm: ({ shop, body }) => confirm(shop, body.link),
  preferences: ({ shop, body }) => readPreferences(shop, body.link),
  save: ({ shop, body }) => savePreferences(shop, body),
  leave: ({ shop, body }) => unsubscribe(shop, body.link, 'page'),
  unsubscribe: ({ shop, query }) => unsubscribe(shop, query.link, 'one-click'),
}

/** The endpoints for admins. Preview and test are in server/mail/sending/routes.ts. */
export const newsletterAdminRoutes: Omit<Handlers<typeof newsletters>, 'preview' | 'test'> = {
  list: ({ shop }) => listNewsletters(shop),
  one: ({ shop, params }) => getNewsletter(shop, params.id),
  create: ({ shop, user, body }) => createNewsletter(shop, user, body),
  update: ({ shop, user, params, body }) => updateNewsletter(shop, user, params.id, body),
  remove: async ({ shop, user, params }) => {
    await removeNewsletter(shop, user, params.id)
    return { message: 'Newsletter deleted' }
  },
  exclude: ({ shop, user, body }) => exclude(shop, user, body.email),
  allow: ({ shop, user, body }) => allow(shop, user, body.email),
  send: ({ shop, user, params, body }) => sendNewsletter(shop, user, params.id, body),
  stop: ({ shop, user, params }) => stopNewsletter(shop, user, params.id),
  imported: ({ shop }) => listImported(shop),
  acceptImported: ({ shop, user, body }) => acceptImported(shop, user, body),
  askImported: ({ shop, user, body }) => askImported(shop, user, body.source),
  subscribers: ({ shop, user }) => exportSubscribers(shop, user),
  resume: ({ shop, user, params }) => resumeNewsletter(shop, user, params.id),
}

/** The forms for browsers without JavaScript. The sign-up is in the footer of every page. */
export const NEWSLETTER_FORMS: Record<string, FormPage> = {
  '/api/newsletter': {
    page: () => '/newsletter',
    place: '#result',
    body: (fields) => fields,
    kept: 'email',
  },
  '/api/newsletter/leave': { page: () => '/newsletter/unsubscribe', place: '', body: (fields) => fields },
}
