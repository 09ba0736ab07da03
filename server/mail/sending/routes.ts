import type { mail } from '#shared/mail/api/mail.ts'
import type { promises } from '#shared/roastery/api/promises.ts'
import type { Handlers } from '#server/platform/http/serve.ts'
import { listMail, resendMail } from './list.ts'
import { previewMoved } from './moved-preview.ts'

export const mailRoutes: Handlers<typeof mail> = {
  list: ({ shop, user, query }) => listMail(shop, user, query),
  resend: ({ shop, user, params }) => resendMail(shop, user, params.id),
}

export const movedPreviewRoutes: Pick<Handlers<typeof promises>, 'preview'> = {
  preview: ({ shop, body }) => previewMoved(shop, body),
}
