/** The Content-Security-Policy of a document: its own inline scripts by hash, and nobody else's code but PayPal's. */
import { createHash } from 'node:crypto'
import type { Mode } from '../providers/providers.ts'

const PAYPAL = 'https://*.paypal.com https://*.paypalobjects.com'

/** What a document may reach beyond this shop. */
type Reach = {
  payments: Mode
  /** Where the player of the music page comes from; null where this shop serves it itself. */
  player: string | null
}

export function documentPolicy(html: string, { payments, player }: Reach): string {
  const paypal = payments === 'live' ? ` ${PAYPAL}` : ''
  return [
    "default-src 'none'",
    `script-src 'self' ${inlineScriptHashes(html).join(' ')}${paypal}`,
    // Placeholders of pictures stand in style attributes; no script may come that way.
    `style-src 'self' 'unsafe-inline'${paypal}`,
    `img-src 'self' data:${paypal}`,
    "font-src 'self'",
    `connect-src 'self'${paypal}`,
    `frame-src 'self'${paypal}${player ? ` ${new URL(player).origin}` : ''}`,
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

function inlineScriptHashes(html: string): string[] {
  const hashes = new Set<string>()
  for (const [, attributes = '', code = ''] of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)) {
    if (/\bsrc=/.test(attributes) || code === '') continue
    hashes.add(`'sha256-${createHash('sha256').update(code).digest('base64')}'`)
  }
  return [...hashes]
}
