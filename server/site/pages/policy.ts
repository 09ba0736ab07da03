/** The security headers of documents: which code may run, what it may connect to, which devices it may use. */
import { createHash } from 'node:crypto'
import type { Mode } from '#server/providers/service.ts'

const PAYPAL = 'https://*.paypal.com https://*.paypalobjects.com'

/** Other origins that a document may use. */
type AllowedOrigins = {
  payments: Mode
  /** URL of the music player; null if this shop serves the player itself. */
  player: string | null
  /** URL that the two forms are sent to; null if they are sent to this shop. */
  mailService: string | null
}

/**
 * Permissions-Policy: neither the shop's pages nor embedded content may use these features. Features that are not
 * listed keep the browser's default, so that PayPal's button and the music player work.
 */
export const DOCUMENT_PERMISSIONS = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'serial',
  'usb',
]
  .map((feature) => `${feature}=()`)
  .join(', ')

/**
 * The Content-Security-Policy of a document.
 * @param scripts the inline scripts that the site itself wrote (app/platform/own-scripts.ts). They are never extracted from the
 * document, because that would also allow a script inside a user's text.
 */
export function documentPolicy(
  scripts: readonly string[],
  { payments, player, mailService }: AllowedOrigins,
): string {
  const paypal = payments === 'live' ? ` ${PAYPAL}` : ''
  const mail = mailService ? ` ${new URL(mailService).origin}` : ''
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...hashesOf(scripts)].join(' ')}${paypal}`,
    // Picture placeholders use style attributes; scripts cannot be injected through them.
    `style-src 'self' 'unsafe-inline'${paypal}`,
    `img-src 'self' data:${paypal}`,
    "font-src 'self'",
    `connect-src 'self'${paypal}${mail}`,
    `frame-src 'self'${paypal}${player ? ` ${new URL(player).origin}` : ''}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    `form-action 'self'${mail}`,
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

function hashesOf(scripts: readonly string[]): string[] {
  const hashes = scripts.map((code) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`)
  return [...new Set(hashes)]
}
