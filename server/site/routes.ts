/** The endpoints of this group: each contract with its handlers. */
import type { FastifyInstance } from 'fastify'
import { config as configApi } from '#shared/site/api/config.ts'
import { serve, type Serving } from '#server/platform/http/serve.ts'
import { configRoutes } from './browser-config/routes.ts'

export function serveSite(app: FastifyInstance, serving: Serving): void {
  serve(app, serving, configApi, configRoutes)
}
