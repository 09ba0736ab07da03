/** What every request and answer passes: access rules, errors, no compressed bodies, no calls of other sites, security headers, no overload. */
import helmet from '@fastify/helmet'
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/config.ts'
import { refuseForeignSites } from './cross-site.ts'
import { closeAfterEarlyAnswers } from './lingering-close.ts'
import { answerErrors, refuseCompressedBodies } from './error-replies.ts'

export async function protect(app: FastifyInstance, config: Config): Promise<void> {
  requireAccessRules(app)
  answerErrors(app)
  closeAfterEarlyAnswers(app)
  refuseCompressedBodies(app)
  refuseForeignSites(app, config)
  await app.register(helmet, { global: true, ...headerRules(config) })
  await app.register(underPressure, {
    maxEventLoopDelay: config.rateLimits ? 2000 : 0,
    exposeStatusRoute: false,
    message: 'The shop is very busy. Please try again in a moment',
  })
}

/** A route without an access rule cannot exist: it would be a door that nobody thought about. */
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
    // The payment provider's window must be able to answer the page that opened it.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' as const },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' as const },
    strictTransportSecurity: isHttps(config) ? { maxAge: 63_072_000, includeSubDomains: true } : false,
    xFrameOptions: { action: 'deny' as const },
    // For browsers of long ago, or what today's do by themselves; each would cost every kept answer one percent.
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
