/**
 * Rules for every request and response: access rules, error replies, no compressed bodies, no cross-site changes,
 * security headers, overload protection.
 */
import helmet from '@fastify/helmet'
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '#server/kernel/config/config.ts'
import { closeAfterEarlyAnswers } from './lingering-close.ts'
import { answerErrors, refuseCompressedBodies } from './error-replies.ts'
import { Refusal } from '#server/kernel/errors.ts'
import { bearerOf } from '../tokens/bearer.ts'

export async function protect(app: FastifyInstance, config: Config): Promise<void> {
  requireAccessRules(app)
  answerErrors(app)
  closeAfterEarlyAnswers(app)
  refuseCompressedBodies(app)
  refuseOtherSites(app, config)
  await app.register(helmet, { global: true, ...headerRules(config) })
  await app.register(underPressure, {
    maxEventLoopDelay: config.rateLimits ? 2000 : 0,
    exposeStatusRoute: false,
    message: 'The shop is very busy. Please try again in a moment',
  })
}

/** Refuses to register a route without an access rule, so that no endpoint is public by mistake. */
function requireAccessRules(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (route.method === 'HEAD' || route.method === 'OPTIONS') return
    if (!route.config?.access) {
      throw new Error(`${String(route.method)} ${route.url} has no access rule`)
    }
  })
}

function headerRules(config: Config) {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] },
    },
    crossOriginEmbedderPolicy: false,
    // The payment provider's popup must be able to send messages to the page that opened it.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' as const },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' as const },
    strictTransportSecurity: isHttps(config) ? { maxAge: 63_072_000, includeSubDomains: true } : false,
    xFrameOptions: { action: 'deny' as const },
    // These headers are not sent, because current browsers do not need them. Each would cost one percent of the
    // throughput of cached responses.
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  }
}

/** Whether visitors use https. */
export function isHttps(config: Config): boolean {
  return config.publicOrigin?.startsWith('https:') ?? false
}

/**
 * Refuses changes requested by other sites (CSRF). Follows the OWASP CSRF cheat sheet: checks Sec-Fetch-Site, or
 * Origin if Sec-Fetch-Site is missing. A request without both headers does not come from a browser. SameSite=Lax on
 * the session cookie is the second protection. With an API token the cookie does not count, and a browser sends such a header
 * to another site only if that site allows it, which the shop does not.
 */
function refuseOtherSites(app: FastifyInstance, config: Config): void {
  app.addHook('onRequest', async (request) => {
    if (request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS') return
    if (bearerOf(request.headers) !== null) return
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
