import type { mail } from '#shared/api/mail.ts'
import type { Handlers } from '../http/serve.ts'
import { listMail, resendMail } from './list.ts'

export const mailRoutes: Handlers<typeof mail> = {
  list: ({ shop, user, query }) => listMail(shop, user, query),
  resend: ({ shop, user, params }) => resendMail(shop, user, params.id),
}
