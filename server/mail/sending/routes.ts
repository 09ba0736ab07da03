import { randomBytes } from 'node:crypto'
import type { newsletters } from '#shared/content/api/newsletters.ts'
import type { mail } from '#shared/mail/api/mail.ts'
import type { promises } from '#shared/roastery/api/promises.ts'
import type { Handlers } from '#server/platform/http/serve.ts'
import { newsletterBody } from '../kinds/newsletter.ts'
import { listMail, resendMail } from './list.ts'
import { previewMoved } from './preview-mail.ts'
import { sendPreview } from './test-mail.ts'

export const mailRoutes: Handlers<typeof mail> = {
  list: ({ shop, user, query }) => listMail(shop, user, query),
  resend: ({ shop, user, params }) => resendMail(shop, user, params.id),
}

export const movedPreviewRoutes: Pick<Handlers<typeof promises>, 'preview'> = {
  preview: ({ shop, body }) => previewMoved(shop, body),
}

/** A random secret that belongs to no subscriber. */
const sampleKey = () => randomBytes(32).toString('base64url')

/** The endpoints that show a newsletter before it is sent. The others are in server/content/newsletters/routes.ts. */
export const newsletterPreviewRoutes: Pick<Handlers<typeof newsletters>, 'preview' | 'test'> = {
  preview: async ({ shop, body }) => newsletterBody(shop, body, sampleKey()),
  test: async ({ shop, user, body }) =>
    sendPreview(shop, user, { subject: body.subject, ...(await newsletterBody(shop, body, sampleKey())) }),
}
