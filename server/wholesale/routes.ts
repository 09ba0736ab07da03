/** The endpoints of this group: each contract with its handlers. */
import type { FastifyInstance } from 'fastify'
import type { Serving } from '#server/platform/http/serve.ts'

export function serveWholesale(_app: FastifyInstance, _serving: Serving): void {}
