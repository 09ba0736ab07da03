/**
 * What is wrong with settings taken together, a line each: a service that is half configured, and settings that
 * contradict each other. What is wrong with one setting alone stands in its schema (../config.ts).
 */
import { isIP } from 'node:net'

type Given = Readonly<Record<string, string | undefined>>

/** @param known every setting there is */
export function complaintsOf(given: Given, known: readonly string[]): string[] {
  return [
    ...misspelt(given, known),
    ...together(given, ['ADMIN_EMAIL', 'ADMIN_PASSWORD']),
    ...publicAddress(given),
    ...proxies(given),
    ...storage(given),
    ...payments(given),
    ...needing(given, 'SHIPPO_TOKEN', ['SHIPPO_API_BASE', 'SHIPPO_WEBHOOK_SECRET']),
    ...sender(given),
    ...needing(given, 'MAPBOX_TOKEN', ['MAPBOX_API_BASE', 'MAPBOX_CONTRIBUTE_BASE']),
    ...needing(given, 'SPOTIFY_PLAYLIST_ID', ['MUSIC_EMBED_BASE']),
    ...mail(given),
    ...openLines(given),
    ...sandboxControls(given),
  ]
}

/** All of them or none. */
function together(given: Given, names: string[]): string[] {
  const missing = names.filter((name) => given[name] === undefined)
  if (missing.length === 0 || missing.length === names.length) return []
  const there = names.filter((name) => given[name] !== undefined)
  return [`${missing.join(', ')}: missing, though ${there.join(', ')} is set`]
}

/** Settings that say nothing where another one is not set. */
function needing(given: Given, needed: string, names: string[]): string[] {
  if (given[needed] !== undefined) return []
  const there = names.filter((name) => given[name] !== undefined)
  return there.map((name) => `${needed}: missing, though ${name} is set`)
}

const isOn = (flag: string | undefined) => flag === '1' || flag === 'true'

/** The services' own beginnings; nothing else of an environment begins so. */
const OURS = /^(PAYPAL|SHIPPO|SHIP_FROM|MAPBOX|SPOTIFY|SMTP|S3)_/

/** PAYPAL_SECRET in place of PAYPAL_CLIENT_SECRET would leave a shop on its sandbox, and nobody would see why. */
function misspelt(given: Given, known: readonly string[]): string[] {
  const strange = Object.keys(given).filter((name) => OURS.test(name) && !known.includes(name))
  return strange.map((name) => {
    const [, service] = OURS.exec(name)!
    const like = known.filter((each) => each.startsWith(`${service}_`))
    return `${name}: there is no such setting. The ones there are: ${like.join(', ')}`
  })
}

function publicAddress(given: Given): string[] {
  const url = urlOf(given['PUBLIC_ORIGIN'])
  if (!url) return []
  const complaints: string[] = []
  if (url.pathname !== '/' || url.search || url.hash || url.username)
    complaints.push(`PUBLIC_ORIGIN: must be an address without a path, such as ${url.origin}`)
  if (url.protocol === 'http:' && !isLoopback(url) && !isOn(given['ALLOW_INSECURE']))
    complaints.push(
      'PUBLIC_ORIGIN: must be https (or set ALLOW_INSECURE=1, when something in front encrypts)',
    )
  if (url.protocol === 'https:' && !isOn(given['ALLOW_SANDBOX'])) complaints.push(...noMoney(given))
  return complaints
}

function noMoney(given: Given): string[] {
  const why = 'A shop at an https address would give goods away for sandbox payments.'
  const show = 'or ALLOW_SANDBOX=1 to show the shop without taking money'
  if (given['PAYPAL_CLIENT_ID'] === undefined)
    return [`PAYPAL_CLIENT_ID: missing. ${why}\nSet the PayPal variables, ${show}`]
  if (given['PAYPAL_ENV'] === 'sandbox') return [`PAYPAL_ENV: sandbox. ${why}\nSet PAYPAL_ENV=live, ${show}`]
  return []
}

function proxies(given: Given): string[] {
  const hops = given['TRUST_PROXY']?.split(',').map((hop) => hop.trim()) ?? []
  const strange = hops.filter((hop) => {
    const [address = '', bits] = hop.split('/')
    const isNamed = ['loopback', 'linklocal', 'uniquelocal'].includes(hop)
    return !isNamed && (isIP(address) === 0 || (bits !== undefined && !/^\d{1,3}$/.test(bits)))
  })
  if (strange.length === 0) return []
  return [
    `TRUST_PROXY: ${strange.join(', ')} is no address. Name the proxies in front of the shop, such as 127.0.0.1`,
  ]
}

function storage(given: Given): string[] {
  if (given['STORAGE'] !== 's3') {
    const stray = Object.keys(given).find((name) => name.startsWith('S3_') && given[name] !== undefined)
    return stray ? [`STORAGE: must be s3, since ${stray} is set`] : []
  }
  const missing = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_KEY', 'S3_SECRET'].filter((name) => !given[name])
  return [
    ...(missing.length > 0 ? [`${missing.join(', ')}: missing, though STORAGE is s3`] : []),
    ...(given['UPLOAD_DIR'] ? ['UPLOAD_DIR: is a folder of this machine, though STORAGE is s3'] : []),
  ]
}

function payments(given: Given): string[] {
  const only = [
    'PAYPAL_ENV',
    'PAYPAL_API_BASE',
    'PAYPAL_SCRIPT_URL',
    'PAYPAL_MERCHANT_ID',
    'PAYPAL_WEBHOOK_ID',
  ]
  const isLive = given['PAYPAL_ENV'] !== 'sandbox'
  return [
    ...together(given, ['PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET']),
    ...(given['PAYPAL_CLIENT_SECRET'] ? [] : needing(given, 'PAYPAL_CLIENT_ID', only)),
    ...['PAYPAL_API_BASE', 'PAYPAL_SCRIPT_URL'].flatMap((name) => {
      const host = urlOf(given[name])?.hostname ?? ''
      if (!/(^|\.)paypal\.com$/.test(host)) return []
      const isSandbox = host.endsWith('sandbox.paypal.com')
      if (isLive && isSandbox) return [`${name}: is PayPal’s sandbox, though PAYPAL_ENV is live`]
      if (!isLive && !isSandbox) return [`${name}: moves real money, though PAYPAL_ENV is sandbox`]
      return []
    }),
  ]
}

/** A parcel that is really sent must not come back to the house of the demo, nor the carrier call there. */
function sender(given: Given): string[] {
  const address = ['SHIP_FROM_STREET', 'SHIP_FROM_CITY', 'SHIP_FROM_STATE', 'SHIP_FROM_ZIP']
  if (given['SHIPPO_TOKEN'] === undefined) return together(given, address)
  return together(given, ['SHIPPO_TOKEN', ...address, 'SHIP_FROM_PHONE'])
}

/** The house of the demo has no mail: its address would be refused everywhere, or answered by nobody. */
function mail(given: Given): string[] {
  if (given['SMTP_URL'] === undefined) return []
  const url = urlOf(given['SMTP_URL'])
  return [
    ...(given['MAIL_FROM'] === undefined ? ['MAIL_FROM: missing, though SMTP_URL is set'] : []),
    ...(url && !url.hostname ? ['SMTP_URL: has no host'] : []),
    ...(url?.username && !url.password ? ['SMTP_URL: has a user and no password'] : []),
  ]
}

/** Addresses that the shop's credentials, or what its visitors write, travel to. */
const MUST_BE_ENCRYPTED = [
  'PAYPAL_API_BASE',
  'PAYPAL_SCRIPT_URL',
  'SHIPPO_API_BASE',
  'MAPBOX_API_BASE',
  'MAPBOX_CONTRIBUTE_BASE',
  'S3_ENDPOINT',
  'MAIL_SERVICE_BASE',
]

function openLines(given: Given): string[] {
  if (isOn(given['ALLOW_INSECURE'])) return []
  return MUST_BE_ENCRYPTED.flatMap((name) => {
    const url = urlOf(given[name])
    if (url?.protocol !== 'http:' || isLoopback(url)) return []
    return [`${name}: must be https (or set ALLOW_INSECURE=1, when something in between encrypts)`]
  })
}

/** Whoever can reach the shop could break its services: nothing real may hang on them. */
function sandboxControls(given: Given): string[] {
  if (!isOn(given['SANDBOX_CONTROLS'])) return []
  const real = ['PAYPAL_CLIENT_ID', 'SHIPPO_TOKEN', 'MAPBOX_TOKEN', 'SMTP_URL']
  const live = real.filter((name) => given[name] !== undefined)
  const complaints = live.map((name) => `SANDBOX_CONTROLS: is for tests, and not for a shop with ${name}`)
  if (urlOf(given['PUBLIC_ORIGIN'])?.protocol === 'https:')
    complaints.push('SANDBOX_CONTROLS: is for tests, and not for a shop at an https address')
  return complaints
}

function urlOf(text: string | undefined): URL | null {
  return text !== undefined && URL.canParse(text) ? new URL(text) : null
}

/** What never leaves this machine needs no encryption. */
function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')
}
