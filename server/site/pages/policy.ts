/** The security headers of documents: which code may run, what it may connect to, which devices it may use. */
import { createHash } from 'node:crypto'
import type { PayMethod } from '#shared/platform/pay-methods.ts'

/** The directives that a method adds to. PayPal's are on every page with a payment. */
type Hosts = Partial<Record<'script' | 'style' | 'img' | 'font' | 'connect' | 'frame', string>>

const PAYPAL = 'https://*.paypal.com https://*.paypalobjects.com'
const VENMO = 'https://*.venmo.com'
const GOOGLE = 'https://pay.google.com'
const APPLE = 'https://applepay.cdn-apple.com'

/** Cards and Pay Later are PayPal's own pages. */
const HOSTS: Partial<Record<PayMethod, Hosts>> = {
  paypal: { script: PAYPAL, style: PAYPAL, img: PAYPAL, connect: PAYPAL, frame: PAYPAL },
  venmo: { script: VENMO, img: VENMO, connect: VENMO, frame: VENMO },
  // https://developers.google.com/pay/api/web/guides/resources/csp
  google_pay: {
    script: GOOGLE,
    img: 'https://www.gstatic.com',
    connect: `${GOOGLE} https://google.com/pay`,
    frame: GOOGLE,
  },
  apple_pay: { script: APPLE, style: APPLE, img: APPLE, font: APPLE },
}

/** Other origins that a document may use. */
type AllowedOrigins = {
  /** The ways to pay on this page; empty if there is no payment, and in sandbox mode, which loads everything from here. */
  methods: readonly PayMethod[]
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
  { methods, player, mailService }: AllowedOrigins,
): string {
  const hosts = (directive: keyof Hosts) =>
    methods
      .map((method) => HOSTS[method]?.[directive])
      .filter(Boolean)
      .map((host) => ` ${host}`)
      .join('')
  const mail = mailService ? ` ${new URL(mailService).origin}` : ''
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...hashesOf(scripts)].join(' ')}${hosts('script')}`,
    // Picture placeholders use style attributes; scripts cannot be injected through them.
    `style-src 'self' 'unsafe-inline'${hosts('style')}`,
    `img-src 'self' data:${hosts('img')}`,
    `font-src 'self'${hosts('font')}`,
    `connect-src 'self'${hosts('connect')}${mail}`,
    `frame-src 'self'${hosts('frame')}${player ? ` ${new URL(player).origin}` : ''}`,
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
