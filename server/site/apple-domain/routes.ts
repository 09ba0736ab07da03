/** Serves the file with which Apple checks that the shop's domain may use Apple Pay. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { APPLE_DOMAIN_PATH } from '#shared/platform/settings/pay-methods.ts'
import { notFound } from '#server/kernel/errors.ts'
import { appleDomainFileOf } from '#server/platform/settings/pay-methods.ts'
import type { Shop } from '#server/platform/shop.ts'

/** The file is sent byte for byte as it was saved. 404 while there is none. */
export function serveAppleDomain(app: FastifyInstance, shop: Shop): void {
  app.get(
    APPLE_DOMAIN_PATH,
    { config: { access: 'public', cached: ['Settings'] } },
    async (_request, reply): Promise<FastifyReply> => {
      const file = await appleDomainFileOf(shop)
      if (file === '') throw notFound('The file')
      return reply.type('text/plain').header('cache-control', 'no-cache').send(Buffer.from(file))
    },
  )
}
