import type { inbox } from '#shared/mail/api/inbox.ts'
import type { messages } from '#shared/mail/api/messages.ts'
import type { FormPage } from '#server/platform/http/form-posts.ts'
import type { Handlers } from '#server/platform/http/serve.ts'
import { answerMessage } from './answer.ts'
import { exportMessages, listMessages, setNote, setStatus } from './inbox.ts'
import { storeContact, storeQuestion, storeWholesale, unlessBot } from './messages.ts'

export const messageRoutes: Handlers<typeof messages> = {
  contact: ({ shop, body }) => unlessBot(body.homepage, () => storeContact(shop, body.mailerState)),
  question: ({ shop, user, params, body }) => storeQuestion(shop, user, params.id, body),
  wholesale: ({ shop, body }) => unlessBot(body.homepage, () => storeWholesale(shop, body.mailerState)),
}

export const inboxRoutes: Handlers<typeof inbox> = {
  list: ({ shop, query }) => listMessages(shop, query),
  export: ({ shop, user, query }) => exportMessages(shop, user, query),
  setStatus: ({ shop, user, params, body }) => setStatus(shop, user, params.id, body),
  setNote: ({ shop, user, params, body }) => setNote(shop, user, params.id, body),
  answer: ({ shop, user, params, body }) => answerMessage(shop, user, params.id, body),
}

const body = ({ homepage, ...mailerState }: Record<string, string>) => ({ mailerState, homepage })

/** The two forms for messages, for browsers without JavaScript. */
export const MESSAGE_FORMS: Record<string, FormPage> = {
  '/send': { page: () => '/', place: '#contact', body },
  '/wholesale/send': { page: () => '/wholesale', place: '#enquiry', body },
}
