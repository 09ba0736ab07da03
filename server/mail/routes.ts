/** The endpoints of this group: each contract with its handlers. */
import type { FastifyInstance } from 'fastify'
import { newsletters } from '#shared/content/api/newsletters.ts'
import { inbox } from '#shared/mail/api/inbox.ts'
import { mail } from '#shared/mail/api/mail.ts'
import { messages } from '#shared/mail/api/messages.ts'
import { recall } from '#shared/mail/api/recall.ts'
import { promises } from '#shared/roastery/api/promises.ts'
import { promiseRoutes } from '#server/checkout/orders/routes.ts'
import { newsletterAdminRoutes } from '#server/content/newsletters/routes.ts'
import { acceptFormPosts } from '#server/platform/http/form-posts.ts'
import { serve, type Serving } from '#server/platform/http/serve.ts'
import { inboxRoutes, MESSAGE_FORMS, messageRoutes } from './messages/routes.ts'
import { recallRoutes } from './recall/routes.ts'
import { mailRoutes, movedPreviewRoutes, newsletterPreviewRoutes } from './sending/routes.ts'

export async function serveMail(app: FastifyInstance, serving: Serving): Promise<void> {
  serve(app, serving, promises, { ...promiseRoutes, ...movedPreviewRoutes })
  serve(app, serving, recall, recallRoutes)
  serve(app, serving, inbox, inboxRoutes)
  serve(app, serving, mail, mailRoutes)
  serve(app, serving, newsletters, { ...newsletterAdminRoutes, ...newsletterPreviewRoutes })
  await app.register(async (scope) => {
    acceptFormPosts(scope, MESSAGE_FORMS)
    serve(scope, serving, messages, messageRoutes)
  })
}
