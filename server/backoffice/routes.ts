/** The endpoints of this group: each contract with its handlers. */
import type { FastifyInstance } from 'fastify'
import { adminHome } from '#shared/backoffice/api/admin.ts'
import { apiTokens } from '#shared/backoffice/api/api-tokens.ts'
import { backup } from '#shared/backoffice/api/backup.ts'
import { deskSearch } from '#shared/backoffice/api/desk-search.ts'
import { customerFile } from '#shared/backoffice/api/customer-file.ts'
import { goingLive } from '#shared/backoffice/api/going-live.ts'
import { guide } from '#shared/backoffice/api/guide.ts'
import { demo } from '#shared/backoffice/api/demo.ts'
import { imports } from '#shared/backoffice/api/imports.ts'
import { shopParts } from '#shared/backoffice/api/parts.ts'
import { rehearsal } from '#shared/backoffice/api/rehearsal.ts'
import { serviceWebhooks } from '#shared/backoffice/api/service-webhooks.ts'
import { services } from '#shared/backoffice/api/services.ts'
import { setup } from '#shared/backoffice/api/setup.ts'
import { webhooks } from '#shared/backoffice/api/webhooks.ts'
import { acceptForms } from '#server/platform/http/receive-files.ts'
import { serve, type Serving } from '#server/platform/http/serve.ts'
import { openPartsOf } from '#server/platform/settings/parts.ts'
import { backupRoutes } from './backup/download.ts'
import { searchDesk } from './desk-search/search-desk.ts'
import { tokenRoutes } from './connections/tokens.ts'
import { demoRoutes } from './demo/remove-demo.ts'
import { customerFileRoutes, importRoutes } from './imports/routes.ts'
import { partRoutes } from './parts/switch.ts'
import { rehearsalRoutes } from './rehearsal/rehearsal.ts'
import { guideFor } from './guide/guide.ts'
import { serviceRoutes } from './services/routes.ts'
import { serviceWebhookRoutes } from './services/webhooks.ts'
import { goingLiveRoutes } from './setup/going-live.ts'
import { setupRoutes } from './setup/setup.ts'
import { adminRoutes } from './today/routes.ts'
import { webhookRoutes } from './webhooks/routes.ts'

export async function serveBackoffice(app: FastifyInstance, serving: Serving): Promise<void> {
  serve(app, serving, customerFile, customerFileRoutes)
  serve(app, serving, adminHome, adminRoutes)
  serve(app, serving, deskSearch, { find: ({ shop, user, query }) => searchDesk(shop, user.role, query) })
  serve(app, serving, guide, {
    read: async ({ shop }) => guideFor(await openPartsOf(shop)),
  })
  serve(app, serving, demo, demoRoutes)
  serve(app, serving, setup, setupRoutes)
  serve(app, serving, services, serviceRoutes)
  serve(app, serving, serviceWebhooks, serviceWebhookRoutes)
  serve(app, serving, goingLive, goingLiveRoutes)
  serve(app, serving, shopParts, partRoutes)
  serve(app, serving, rehearsal, rehearsalRoutes)
  serve(app, serving, backup, backupRoutes)
  serve(app, serving, apiTokens, tokenRoutes)
  serve(app, serving, webhooks, webhookRoutes)
  await app.register(async (scope) => {
    acceptForms(scope)
    serve(scope, serving, imports, importRoutes)
  })
}
