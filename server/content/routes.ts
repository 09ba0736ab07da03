/** The endpoints of this group: each contract with its handlers. */
import type { FastifyInstance } from 'fastify'
import { brewGuides } from '#shared/content/api/brew-guides.ts'
import { departments } from '#shared/content/api/departments.ts'
import { eventAdmin } from '#shared/content/api/event-admin.ts'
import { events } from '#shared/content/api/events.ts'
import { media } from '#shared/content/api/media.ts'
import { menu } from '#shared/content/api/menu.ts'
import { newsletter } from '#shared/content/api/newsletter.ts'
import { sitePages } from '#shared/content/api/site-pages.ts'
import { acceptFormPosts } from '#server/platform/http/form-posts.ts'
import { acceptForms } from '#server/platform/http/receive-files.ts'
import { serve, type Serving } from '#server/platform/http/serve.ts'
import { brewGuideRoutes } from './brew-guides/routes.ts'
import { departmentRoutes } from './departments/routes.ts'
import { EVENT_FORMS, eventAdminRoutes, eventRoutes } from './events/routes.ts'
import { mediaRoutes } from './media/routes.ts'
import { menuRoutes } from './menu/routes.ts'
import { NEWSLETTER_FORMS, newsletterRoutes } from './newsletters/routes.ts'
import { sitePageRoutes } from './site-pages/routes.ts'

export async function serveContent(app: FastifyInstance, serving: Serving): Promise<void> {
  serve(app, serving, eventAdmin, eventAdminRoutes)
  serve(app, serving, departments, departmentRoutes)
  serve(app, serving, brewGuides, brewGuideRoutes)
  serve(app, serving, sitePages, sitePageRoutes)
  await app.register(async (scope) => {
    acceptForms(scope)
    serve(scope, serving, menu, menuRoutes)
    serve(scope, serving, media, mediaRoutes)
  })
  await app.register(async (scope) => {
    acceptFormPosts(scope, { ...EVENT_FORMS, ...NEWSLETTER_FORMS })
    serve(scope, serving, events, eventRoutes)
    // RFC 8058 allows both kinds of form bodies.
    acceptForms(scope)
    serve(scope, serving, newsletter, newsletterRoutes)
  })
}
