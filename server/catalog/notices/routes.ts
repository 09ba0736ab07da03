import type { notices } from '#shared/catalog/api/notices.ts'
import type { FormPage } from '#server/platform/http/form-posts.ts'
import type { Handlers } from '#server/platform/http/serve.ts'
import { askForNotice, confirmNotice } from './stock-notices.ts'

export const noticeRoutes: Handlers<typeof notices> = {
  // Bots get `success`, so that they do not try again.
  ask: async ({ shop, body: { homepage, ...request }, http }) =>
    homepage?.trim() ? { status: 'success' } : askForNotice(shop, request, http.token),
  confirm: ({ shop, body }) => confirmNotice(shop, body.link),
}

/** The form on the page of a product, for browsers with and without JavaScript. */
export const NOTICE_FORMS: Record<string, FormPage> = {
  '/api/stock-notices': { page: () => '/back-in-stock', place: '', body: (fields) => fields },
}
