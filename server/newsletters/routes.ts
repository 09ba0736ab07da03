import type { newsletter } from '#shared/api/newsletter.ts'
import type { FormPage } from '../http/form-posts.ts'
import type { Handlers } from '../http/serve.ts'
import { confirm, readPreferences, savePreferences, subscribe, unsubscribe } from './subscribers.ts'

export const newsletterRoutes: Handlers<typeof newsletter> = {
  // Bots get `success`, so that they do not try again.
  subscribe: async ({ shop, body: { homepage, ...wish } }) =>
    homepage?.trim() ? { status: 'success' } : subscribe(shop, wish),
  confirm: ({ shop, body }) => confirm(shop, body.link),
  preferences: ({ shop, body }) => readPreferences(shop, body.link),
  save: ({ shop, body }) => savePreferences(shop, body),
  leave: ({ shop, body }) => unsubscribe(shop, body.link, 'page'),
  unsubscribe: ({ shop, query }) => unsubscribe(shop, query.link, 'one-click'),
}

/** The forms for browsers without JavaScript. The sign-up is in the footer of every page. */
export const NEWSLETTER_FORMS: Record<string, FormPage> = {
  '/api/newsletter': { page: () => '/newsletter', place: '#result', body: (fields) => fields },
  '/api/newsletter/leave': { page: () => '/newsletter/unsubscribe', place: '', body: (fields) => fields },
}
