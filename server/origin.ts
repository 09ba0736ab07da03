/** The address that links out of the shop begin with: in feeds, in the sitemap, in canonical links. */
import type { Config } from './config.ts'

const LOOPBACK = /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])(:\d{1,5})?$/

/**
 * PUBLIC_ORIGIN, without a slash at the end. Without that setting, the host that was asked, but only a name of this
 * machine: answers are kept, and whoever asks with a host of their own must not decide where everybody's links lead.
 */
export function originOf(config: Pick<Config, 'publicOrigin' | 'port'>, host: string | undefined): string {
  if (config.publicOrigin) return config.publicOrigin
  return host && LOOPBACK.test(host) ? `http://${host}` : `http://localhost:${config.port}`
}
