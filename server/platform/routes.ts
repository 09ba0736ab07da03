/** The endpoints of this group: each contract with its handlers. */
import type { FastifyInstance } from 'fastify'
import { changeLog } from '#shared/platform/api/change-log.ts'
import { roastingSettings } from '#shared/platform/api/settings.ts'
import { upload } from '#shared/platform/api/upload.ts'
import { listBulkRows, listChangeLog } from './change-log/change-log.ts'
import { acceptForms } from './http/receive-files.ts'
import { serve, type Serving } from './http/serve.ts'
import { roastingSettingRoutes } from './settings-routes.ts'
import { uploadRoutes } from './upload/pictures.ts'

export async function servePlatform(app: FastifyInstance, serving: Serving): Promise<void> {
  serve(app, serving, roastingSettings, roastingSettingRoutes)
  serve(app, serving, changeLog, {
    list: ({ shop, query }) => listChangeLog(shop, query),
    rows: ({ shop, params }) => listBulkRows(shop, params.id),
  })
  await app.register(async (scope) => {
    acceptForms(scope)
    serve(scope, serving, upload, uploadRoutes)
  })
}
