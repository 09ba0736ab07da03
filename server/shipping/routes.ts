/** The endpoints of this group: each contract with its handlers. */
import type { FastifyInstance } from 'fastify'
import { labelBatches } from '#shared/shipping/api/label-batches.ts'
import { labels } from '#shared/shipping/api/labels.ts'
import { serve, type Serving } from '#server/platform/http/serve.ts'
import { labelBatchRoutes } from './batches/routes.ts'
import { labelRoutes } from './labels/routes.ts'

export function serveShipping(app: FastifyInstance, serving: Serving): void {
  serve(app, serving, labels, labelRoutes)
  serve(app, serving, labelBatches, labelBatchRoutes)
}
