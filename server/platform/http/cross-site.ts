/**
 * Refuses changes requested by other sites (CSRF). Follows the OWASP CSRF cheat sheet: checks Sec-Fetch-Site, or Origin
 * if Sec-Fetch-Site is missing. A request without both headers does not come from a browser. SameSite=Lax on the
 * session cookie is the second protection.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '#server/kernel/config/config.ts'
import { Refusal } from '#server/kernel/errors.ts'

export function refuseOtherSites(app: FastifyInstance, config: Config): void {
  app.addHook('onRequest', async (request) => {
    if (request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS') return
    if (!isSameOrigin(request, config)) throw new Refusal(403, 'This request came from another site')
  })
}

function isSameOrigin(request: FastifyRequest, config: Config): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const { origin } = request.headers
  if (origin === undefined) return true
  return origin === (config.publicOrigin ?? `http://${request.headers.host}`)
}
