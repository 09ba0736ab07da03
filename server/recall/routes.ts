import type { recall } from '#shared/api/recall.ts'
import type { Handlers } from '../http/serve.ts'
import { findPlaces } from './find-places.ts'
import { preparedLetter, previewLetter, sendLetter } from './letter.ts'
import { recallFile } from './recall-file.ts'
import { trace } from './trace.ts'

export const recallRoutes: Handlers<typeof recall> = {
  find: ({ shop, query }) => findPlaces(shop, query.find),
  trace: ({ shop, params, query }) => trace(shop, params.id, query.pageNumber),
  download: ({ shop, user, params }) => recallFile(shop, user, params.id),
  letter: ({ shop, params }) => preparedLetter(shop, params.id),
  preview: ({ shop, params, body }) => previewLetter(shop, params.id, body),
  send: ({ shop, user, params, body }) => sendLetter(shop, user, params.id, body),
}
