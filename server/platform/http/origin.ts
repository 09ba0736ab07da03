/** The origin of absolute links to the shop: in mails, feeds, the sitemap and canonical links. */
import type { Config } from '#server/kernel/config/config.ts'

/**
 * PUBLIC_ORIGIN without a trailing slash; if it is not set, localhost with the shop's port. The `Host` header of a
 * request is not used: responses are cached for all visitors, so the first request would decide where all links lead.
 */
export function originOf(config: Pick<Config, 'publicOrigin' | 'port'>): string {
  return config.publicOrigin ?? `http://localhost:${config.port}`
}
