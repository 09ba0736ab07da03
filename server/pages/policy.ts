/** The rules that a document gives its browser: which code may run, what it may reach, which devices it may use. */
import { createHash } from 'node:crypto'
import type { Mode } from '../providers/mode.ts'

const PAYPAL = 'https://*.paypal.com https://*.paypalobjects.com'

/** What a document may reach beyond this shop. */
type Reach = {
  payments: Mode
  /** Where the player of the music page comes from; null where this shop serves it itself. */
  player: string | null
  /** Where the two forms are sent; null for this shop. */
  mailService: string | null
}

/**
 * Permissions-Policy: no page of the shop uses these, nor may anything that it embeds. What is not named keeps the
 * browser's own rule, so that PayPal's button and the music player have what they need.
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
 * Content-Security-Policy of a document.
 * @param scripts the inline scripts that the site itself wrote (app/own-scripts.ts). They are never read out of the
 *   document: a script that came in with somebody's text would be allowed with them.
 */
export function documentPolicy(scripts: readonly string[], { payments, player, mailService }: Reach): string {
  const paypal = payments === 'live' ? ` ${PAYPAL}` : ''
  const mail = mailService ? ` ${new URL(mailService).origin}` : ''
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...hashesOf(scripts)].join(' ')}${paypal}`,
    // Placeholders of pictures stand in style attributes; no script may come that way.
    `style-src 'self' 'unsafe-inline'${paypal}`,
    `img-src 'self' data:${paypal}`,
    "font-src 'self'",
    `connect-src 'self'${paypal}${mail}`,
    `frame-src 'self'${paypal}${player ? ` ${new URL(player).origin}` : ''}`,
    "manifest-src 'self'",
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
