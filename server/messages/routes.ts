import type { messages } from '#shared/api/messages.ts'
import { listMail } from '../mail/list.ts'
import type { Handlers } from '../serve.ts'
import { listMessages, storeContact, storeWholesale } from './messages.ts'

export const messageRoutes: Handlers<typeof messages> = {
  contact: ({ shop, body }) => storeContact(shop, body.mailerState),
  wholesale: ({ shop, body }) => storeWholesale(shop, body.mailerState),
  list: ({ shop, query }) => listMessages(shop, query),
  mail: ({ shop, query }) => listMail(shop, query),
}
