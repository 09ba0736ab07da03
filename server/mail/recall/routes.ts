import type { recall } from '#shared/mail/api/recall.ts'
import type { Handlers } from '#server/platform/http/serve.ts'
import { findPlaces } from './places.ts'
import { prepareMail, previewMail, sendMail } from './recall-mail.ts'
import { recallFile } from './affected.ts'
import { trace } from './trace.ts'

export const recallRoutes: Handlers<typeof recall> = {
  find: ({ shop, query }) => findPlaces(shop, query.find),
  trace: ({ shop, params, query }) => trace(shop, params.id, query.pageNumber),
  download: ({ shop, user, params }) => recallFile(shop, user, params.id),
  mail: ({ shop, params }) => prepareMail(shop, params.id),
  preview: ({ shop, params, body }) => previewMail(shop, params.id, body),
  send: ({ shop, user, params, body }) => sendMail(shop, user, params.id, body),
}
