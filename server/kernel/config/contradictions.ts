/**
 * Finds problems in the combination of settings, one line per problem: services that are only partly configured, and
 * settings that contradict each other. The schema in config.ts validates single settings.
 */
import { isIP } from 'node:net'

type Environment = Readonly<Record<string, string | undefined>>

/** @param known names of all existing settings */
export function contradictionsIn(env: Environment, known: readonly string[]): string[] {
  return [
    ...misspelled(env, known),
    ...together(env, ['ADMIN_EMAIL', 'ADMIN_PASSWORD']),
    ...role(env),
    ...publicAddress(env),
    ...proxies(env),
    ...storage(env),
    ...payments(env),
    ...needing(env, 'SHIPPO_TOKEN', ['SHIPPO_API_BASE', 'SHIPPO_WEBHOOK_SECRET']),
    ...sender(env),
    ...needing(env, 'MAPBOX_TOKEN', ['MAPBOX_API_BASE', 'MAPBOX_CONTRIBUTE_BASE']),
    ...needing(env, 'SPOTIFY_PLAYLIST_ID', ['MUSIC_EMBED_BASE']),
    ...mail(env),
    ...openLines(env),
    ...sandboxControls(env),
  ]
}

/** Without the jobs no mail is sent and no hold expires; on SQLite no second process can run them. */
function role(env: Environment): string[] {
  if (env['ROLE'] !== 'web' && env['ROLE'] !== 'jobs') return []
  return needing(env, 'DATABASE_URL', ['ROLE'])
}

/** The problems of settings of which all or none must be set. */
function together(env: Environment, names: string[]): string[] {
  const missing = names.filter((name) => env[name] === undefined)
  if (missing.length === 0 || missing.length === names.length) return []
  const there = names.filter((name) => env[name] !== undefined)
  return [`${missing.join(', ')}: missing, though ${there.join(', ')} is set`]
}

/** The problems of settings that need another setting, if that one is missing. */
function needing(env: Environment, needed: string, names: string[]): string[] {
  if (env[needed] !== undefined) return []
  const there = names.filter((name) => env[name] !== undefined)
  return there.map((name) => `${needed}: missing, though ${name} is set`)
}

const isOn = (flag: string | undefined) => flag === '1' || flag === 'true'

/** Prefixes of the names of the services' settings. Other programs do not use these prefixes. */
const SERVICE_PREFIX = /^(PAYPAL|GOOGLE_PAY|APPLE_PAY|SHIPPO|SHIP_FROM|MAPBOX|SPOTIFY|SMTP|S3)_/

/**
 * Unknown settings of a service. Without this check, a shop with PAYPAL_SECRET instead of PAYPAL_CLIENT_SECRET would
 * silently use its sandbox.
 */
function misspelled(env: Environment, known: readonly string[]): string[] {
  const unknown = Object.keys(env).filter((name) => SERVICE_PREFIX.test(name) && !known.includes(name))
  return unknown.map((name) => {
    const [, service] = SERVICE_PREFIX.exec(name)!
    const like = known.filter((each) => each.startsWith(`${service}_`))
    return `${name}: there is no such setting. The settings of this service are: ${like.join(', ')}`
  })
}

function publicAddress(env: Environment): string[] {
  const url = urlOf(env['PUBLIC_ORIGIN'])
  if (!url) return []
  const problems: string[] = []
  if (url.pathname !== '/' || url.search || url.hash || url.username)
    problems.push(`PUBLIC_ORIGIN: must be an address without a path, such as ${url.origin}`)
  if (url.protocol === 'http:' && !isLoopback(url) && !isOn(env['ALLOW_INSECURE']))
    problems.push('PUBLIC_ORIGIN: must be https (or set ALLOW_INSECURE=1, when something in front encrypts)')
  if (url.protocol === 'https:' && !isOn(env['ALLOW_SANDBOX'])) problems.push(...noMoney(env))
  return problems
}

/** Without PayPal's variables the shop starts, and takes no payments until an owner connects PayPal on screen. */
function noMoney(env: Environment): string[] {
  if (env['PAYPAL_CLIENT_ID'] === undefined || env['PAYPAL_ENV'] !== 'sandbox') return []
  return [
    'PAYPAL_ENV: sandbox. A shop at an https address would give goods away for sandbox payments.\nSet PAYPAL_ENV=live, or ALLOW_SANDBOX=1 to show the shop without taking money',
  ]
}

function proxies(env: Environment): string[] {
  const hops = env['TRUST_PROXY']?.split(',').map((hop) => hop.trim()) ?? []
  const unknown = hops.filter((hop) => {
    const [address = '', bits] = hop.split('/')
    const isNamed = ['loopback', 'linklocal', 'uniquelocal'].includes(hop)
    return !isNamed && (isIP(address) === 0 || (bits !== undefined && !/^\d{1,3}$/.test(bits)))
  })
  if (unknown.length === 0) return []
  return [
    `TRUST_PROXY: ${unknown.join(', ')} is not an address. Name the proxies in front of the shop, such as 127.0.0.1`,
  ]
}

function storage(env: Environment): string[] {
  if (env['STORAGE'] !== 's3') {
    const unusedSetting = Object.keys(env).find((name) => name.startsWith('S3_') && env[name] !== undefined)
    return unusedSetting ? [`STORAGE: must be s3, since ${unusedSetting} is set`] : []
  }
  const missing = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_KEY', 'S3_SECRET'].filter((name) => !env[name])
  return [
    ...(missing.length > 0 ? [`${missing.join(', ')}: missing, though STORAGE is s3`] : []),
    ...(env['UPLOAD_DIR'] ? ['UPLOAD_DIR: is a folder of this machine, though STORAGE is s3'] : []),
  ]
}

function payments(env: Environment): string[] {
  const only = [
    'PAYPAL_ENV',
    'PAYPAL_API_BASE',
    'PAYPAL_SCRIPT_URL',
    'GOOGLE_PAY_SCRIPT_URL',
    'APPLE_PAY_SCRIPT_URL',
    'PAYPAL_MERCHANT_ID',
    'PAYPAL_WEBHOOK_ID',
  ]
  const isLive = env['PAYPAL_ENV'] !== 'sandbox'
  return [
    ...together(env, ['PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET']),
    ...(env['PAYPAL_CLIENT_SECRET'] ? [] : needing(env, 'PAYPAL_CLIENT_ID', only)),
    ...['PAYPAL_API_BASE', 'PAYPAL_SCRIPT_URL'].flatMap((name) => {
      const host = urlOf(env[name])?.hostname ?? ''
      if (!/(^|\.)paypal\.com$/.test(host)) return []
      const isSandbox = host.endsWith('sandbox.paypal.com')
      if (isLive && isSandbox) return [`${name}: is PayPal’s sandbox, though PAYPAL_ENV is live`]
      if (!isLive && !isSandbox) return [`${name}: moves real money, though PAYPAL_ENV is sandbox`]
      return []
    }),
  ]
}

/**
 * Requires the shop's address and phone number for real labels, because the carrier returns parcels there and may call.
 */
function sender(env: Environment): string[] {
  const address = ['SHIP_FROM_STREET', 'SHIP_FROM_CITY', 'SHIP_FROM_STATE', 'SHIP_FROM_ZIP']
  if (env['SHIPPO_TOKEN'] === undefined) return together(env, address)
  return together(env, ['SHIPPO_TOKEN', ...address, 'SHIP_FROM_PHONE'])
}

/**
 * Requires MAIL_FROM with a mail server. The demo address has no mailbox: mail from it would be refused, and replies
 * would be lost.
 */
function mail(env: Environment): string[] {
  if (env['SMTP_URL'] === undefined) return []
  const url = urlOf(env['SMTP_URL'])
  return [
    ...(env['MAIL_FROM'] === undefined ? ['MAIL_FROM: missing, though SMTP_URL is set'] : []),
    ...(url && !url.hostname ? ['SMTP_URL: has no host'] : []),
    ...(url?.username && !url.password ? ['SMTP_URL: has a user and no password'] : []),
  ]
}

/** URLs to which credentials or visitors' data are sent, so they must use https. */
const MUST_BE_ENCRYPTED = [
  'PAYPAL_API_BASE',
  'PAYPAL_SCRIPT_URL',
  'GOOGLE_PAY_SCRIPT_URL',
  'APPLE_PAY_SCRIPT_URL',
  'SHIPPO_API_BASE',
  'MAPBOX_API_BASE',
  'MAPBOX_CONTRIBUTE_BASE',
  'S3_ENDPOINT',
  'MAIL_SERVICE_BASE',
]

function openLines(env: Environment): string[] {
  if (isOn(env['ALLOW_INSECURE'])) return []
  return MUST_BE_ENCRYPTED.flatMap((name) => {
    const url = urlOf(env[name])
    if (url?.protocol !== 'http:' || isLoopback(url)) return []
    return [`${name}: must be https (or set ALLOW_INSECURE=1, when something in between encrypts)`]
  })
}

/**
 * Refuses SANDBOX_CONTROLS if a real service is configured, because any visitor could then make the shop's services
 * fail.
 */
function sandboxControls(env: Environment): string[] {
  if (!isOn(env['SANDBOX_CONTROLS'])) return []
  const real = ['PAYPAL_CLIENT_ID', 'SHIPPO_TOKEN', 'MAPBOX_TOKEN', 'SMTP_URL']
  const live = real.filter((name) => env[name] !== undefined)
  const problems = live.map((name) => `SANDBOX_CONTROLS: is for tests, and not for a shop with ${name}`)
  if (urlOf(env['PUBLIC_ORIGIN'])?.protocol === 'https:')
    problems.push('SANDBOX_CONTROLS: is for tests, and not for a shop at an https address')
  return problems
}

function urlOf(text: string | undefined): URL | null {
  return text !== undefined && URL.canParse(text) ? new URL(text) : null
}

/** Traffic on this machine needs no encryption. */
function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')
}
