/** The endpoints of this group: each contract with its handlers. */
import type { FastifyInstance } from 'fastify'
import { changeLog } from '#shared/platform/api/change-log.ts'
import { roastingSettings } from '#shared/platform/api/settings.ts'
import { upload } from '#shared/platform/api/upload.ts'
import { changeLogRoutes } from './change-log/change-log.ts'
import { acceptForms } from './http/receive-files.ts'
import { serve, type Serving } from './http/serve.ts'
import { roastingSettingRoutes } from './settings/routes.ts'
import { uploadRoutes } from './upload/pictures.ts'

export async function servePlatform(app: FastifyInstance, serving: Serving): Promise<void> {
  serve(app, serving, roastingSettings, roastingSettingRoutes)
  serve(app, serving, changeLog, changeLogRoutes)
  await app.register(async (scope) => {
    acceptForms(scope)
    serve(scope, serving, upload, uploadRoutes)
  })
}
