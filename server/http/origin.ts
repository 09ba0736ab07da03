/** The address that links out of the shop begin with: in mails, in feeds, in the sitemap, in canonical links. */
import type { Config } from '../config/config.ts'

/**
 * PUBLIC_ORIGIN, without a slash at the end; without that setting, this machine and the port that the shop listens on.
 * The `Host` header of a request does not count: answers are kept for everybody, and whoever asks first would decide
 * where all links lead.
 */
export function originOf(config: Pick<Config, 'publicOrigin' | 'port'>): string {
  return config.publicOrigin ?? `http://localhost:${config.port}`
}
