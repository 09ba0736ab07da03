/**
 * Keeps other sites from acting in a visitor's name. OWASP CSRF cheat sheet: Sec-Fetch-Site first, Origin where
 * it is missing; neither means that no browser sent this. SameSite=Lax on the cookie is the second layer.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config/config.ts'
import { Refusal } from '../errors.ts'

export function refuseForeignSites(app: FastifyInstance, config: Config): void {
  app.addHook('onRequest', async (request) => {
    if (request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS') return
    if (!comesFromHere(request, config)) throw new Refusal(403, 'This request came from another site')
  })
}

function comesFromHere(request: FastifyRequest, config: Config): boolean {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const { origin } = request.headers
  if (origin === undefined) return true
  return origin === (config.publicOrigin ?? `http://${request.headers.host}`)
}
