import { randomBytes } from 'node:crypto'
import type { newsletters } from '#shared/content/api/newsletters.ts'
import type { Handlers } from '#server/platform/http/serve.ts'
import { newsletterBody } from '../texts/newsletter-text.ts'
import { sendPreview } from './preview-mail.ts'

/** A random secret that belongs to no subscriber. */
const sampleKey = () => randomBytes(32).toString('base64url')

/** The endpoints that show a newsletter before it is sent. The others are in server/content/newsletters/routes.ts. */
export const newsletterPreviewRoutes: Pick<Handlers<typeof newsletters>, 'preview' | 'test'> = {
  preview: async ({ shop, body }) => newsletterBody(shop, body, sampleKey()),
  test: async ({ shop, user, body }) =>
    sendPreview(shop, user, { subject: body.subject, ...(await newsletterBody(shop, body, sampleKey())) }),
}
