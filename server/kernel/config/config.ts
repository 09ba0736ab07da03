/** Reads and validates the environment once. Nothing else in the product reads `process.env`. */
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as z from 'zod'
import { EMAIL } from '#shared/kernel/fields.ts'
import { brand } from '#shared/kernel/brand.ts'
import { MUSIC_SANDBOX, PLAYER_ORIGIN, playlistId } from '#shared/kernel/playlist.ts'
import { contradictionsIn } from './contradictions.ts'
import { createConceal } from './secrets.ts'
import {
  addressesOf,
  MAPBOX_ADDRESSES,
  PAYPAL_ADDRESSES,
  SERVICE_ADDRESSES,
  SHIPPO_ADDRESS,
  variablesOf,
} from './service-variables.ts'

const PACKAGE = join(import.meta.dirname, '../../../package.json')

export type Config = ReturnType<typeof readConfig>

const port = z.coerce.number().int().min(0).max(65535)
const base = z.url({ protocol: /^https?$/ })
const script = z.string().regex(/^(https?:\/\/|\/(?!\/))/, 'must be an address, or a path of the shop')
const flag = z.enum(['0', '1', 'true', 'false']).transform((text) => text === '1' || text === 'true')

/** All settings with their individual rules; `.env.example` explains them. */
export const variables = z.object({
  PORT: port.default(3000),
  HOST: z.string().default('127.0.0.1'),
  VERSION: z.string().max(100).optional(),
  ROLE: z.enum(['all', 'web', 'jobs']).default('all'),
  DATA_DIR: z.string().default('./data'),
  STORAGE: z.enum(['disk', 's3']).default('disk'),
  UPLOAD_DIR: z.string().optional(),
  S3_ENDPOINT: base.optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
    .optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_KEY: z.string().optional(),
  S3_SECRET: z.string().optional(),
  S3_PATH_STYLE: flag.default(true),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(20),
  PUBLIC_ORIGIN: z.url({ protocol: /^https?$/ }).optional(),
  ALLOW_INSECURE: flag.default(false),
  ALLOW_SANDBOX: flag.default(false),
  ALLOW_PRIVATE_HOSTS: flag.default(false),
  TRUST_PROXY: z.string().optional(),
  CDN_SECONDS: z.coerce.number().int().min(0).max(3600).default(0),
  ADMIN_EMAIL: z.email({ pattern: EMAIL }).optional(),
  ADMIN_PASSWORD: z.string().optional(),
  /** The time in seconds for which new connections are accepted after SIGTERM. */
  DRAIN_SECONDS: z.coerce.number().min(0).max(600).default(1.5),
  SEED: z.enum(['demo', 'catalogue', 'none']).default('demo'),
  PASSWORD_MIN: z.coerce.number().int().min(1).max(64).default(8),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('warn'),
  FACTOR_KEY: z.string().min(32).optional(),
  METRICS_TOKEN: z.string().min(16).optional(),
  /** Default: a file in the data folder. */
  SECRETS_KEY: z.string().min(32).optional(),
  /** The key before SECRETS_KEY, until the next start. */
  SECRETS_KEY_OLD: z.string().min(32).optional(),
  GIFT_CARD_KEY: z.string().min(32).optional(),
  PAYPAL_CLIENT_ID: z.string().optional(),
  PAYPAL_CLIENT_SECRET: z.string().optional(),
  PAYPAL_ENV: z.enum(['live', 'sandbox']).default('live'),
  PAYPAL_API_BASE: base.optional(),
  PAYPAL_SCRIPT_URL: script.optional(),
  GOOGLE_PAY_SCRIPT_URL: script.optional(),
  APPLE_PAY_SCRIPT_URL: script.optional(),
  PAYPAL_MERCHANT_ID: z.string().optional(),
  PAYPAL_WEBHOOK_ID: z.string().optional(),
  SHIPPO_TOKEN: z
    .string()
    .regex(
      /^shippo_(live|test)_\w+$/,
      'begins with shippo_live_, or with shippo_test_ for labels that are samples',
    )
    .optional(),
  SHIPPO_API_BASE: base.optional(),
  /**
   * The last part of the webhook's URL. It is a secret between the shop and Shippo, because Shippo does not sign its
   * webhooks by default.
   */
  SHIPPO_WEBHOOK_SECRET: z
    .string()
    .regex(/^[\w-]{24,100}$/, 'must be 24 to 100 letters, digits, - or _')
    .optional(),
  MAPBOX_TOKEN: z
    .string()
    .regex(/^(pk|sk)\./, 'begins with pk. or sk.')
    .optional(),
  MAPBOX_API_BASE: base.optional(),
  MAPBOX_CONTRIBUTE_BASE: base.optional(),
  MAPS_REPORTS: z.enum(['on', 'off']).default('on'),
  SPOTIFY_PLAYLIST_ID: z
    .string()
    .refine((text) => playlistId(text) !== null, 'must be the link or the id of a playlist')
    .optional(),
  MUSIC_EMBED_BASE: base.default(PLAYER_ORIGIN),
  MUSIC_LOAD: z.enum(['page', 'click']).default('page'),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.email({ pattern: EMAIL }).default(brand.contactEmail),
  /** Default: MAIL_FROM. */
  SHOP_INBOX: z.email({ pattern: EMAIL }).optional(),
  /** Default: the shop itself. */
  MAIL_SERVICE_BASE: base.optional(),
  SHIP_FROM_NAME: z.string().default(brand.roasters),
  SHIP_FROM_STREET: z.string().default(brand.place.street),
  SHIP_FROM_CITY: z.string().default(brand.place.city),
  SHIP_FROM_STATE: z
    .string()
    .regex(/^[A-Z]{2}$/, 'must be two letters, such as VA')
    .default(brand.place.state),
  SHIP_FROM_ZIP: z
    .string()
    .regex(/^\d{5}(-\d{4})?$/, 'must be five digits')
    .default(brand.place.postalCode),
  /** USPS requires a phone number of the sender of a label. */
  SHIP_FROM_PHONE: z.string().default('703 555 0139'),
  HOLD_MINUTES: z.coerce
    .number()
    .positive()
    .max(24 * 60)
    .default(30),
  /** For tests: where services are that are connected on screen, such as `paypal=http://127.0.0.1:4000`. */
  SERVICE_ADDRESSES: z.string().regex(SERVICE_ADDRESSES, 'names addresses of this machine').optional(),
  /** For tests: the name of the crash point at which the process kills itself. */
  CRASH_AT: z.string().optional(),
  /** `1` for browser tests: pages may make the sandboxes fail. */
  SANDBOX_CONTROLS: flag.default(false),
  /** `off` for tests and benchmarks: no limits (limits.ts), and no refusal because of load. */
  RATE_LIMITS: z.enum(['on', 'off']).default('on'),
})

/** The settings are invalid; the message has one line per problem. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** Validates an environment. Throws ConfigError, which lists everything that is missing, wrong or contradictory. */
export function readConfig(environment: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = variables.safeParse(given)
  const problems = [
    ...(parsed.error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`),
    ...contradictionsIn(given, Object.keys(variables.shape)),
  ]
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems.join('\n'))
  const env = parsed.data

  return {
    port: env.PORT,
    host: env.HOST,
    /** `web`: runs no jobs. `jobs`: the same as `all`, for a process that gets no requests of visitors. */
    role: env.ROLE,
    version: env.VERSION ?? (JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string }).version,
    dataDir: resolve(env.DATA_DIR),
    storage: storageOf(env),
    incoming: resolve(env.DATA_DIR, 'incoming'),
    databaseUrl: env.DATABASE_URL ?? null,
    databasePool: env.DATABASE_POOL,
    publicOrigin: env.PUBLIC_ORIGIN ? new URL(env.PUBLIC_ORIGIN).origin : null,
    trustProxy: env.TRUST_PROXY ? env.TRUST_PROXY.split(',').map((hop) => hop.trim()) : false,
    /** Seconds for which a CDN may send its copy of a page without a request to the shop; 0 without a CDN. */
    cdnSeconds: env.CDN_SECONDS,
    admin:
      env.ADMIN_EMAIL && env.ADMIN_PASSWORD ? { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD } : null,
    /** Milliseconds for which new connections are accepted after SIGTERM. */
    drainMs: env.DRAIN_SECONDS * 1000,
    seed: env.SEED,
    passwordMin: env.PASSWORD_MIN,
    logLevel: env.LOG_LEVEL,
    /** The key of earlier releases for the secrets of authenticator apps; null for the key in the database. */
    factorKey: env.FACTOR_KEY ?? null,
    metricsToken: env.METRICS_TOKEN ?? null,
    /** The master key of the secrets in the database; null for the file in the data folder. */
    secretsKey: env.SECRETS_KEY ?? null,
    /** The master key before it. */
    secretsKeyOld: env.SECRETS_KEY_OLD ?? null,
    /** The key of earlier releases for the codes of gift cards; null for the key that the shop generated. */
    giftCardKey: env.GIFT_CARD_KEY ?? null,
    rateLimits: env.RATE_LIMITS === 'on',
    holdMinutes: env.HOLD_MINUTES,
    crashAt: env.CRASH_AT ?? null,
    sandboxControls: env.SANDBOX_CONTROLS,
    /** Whether payments may be those of a sandbox: not in a shop that visitors reach over https, unless the settings say so. */
    allowsSandbox: env.ALLOW_SANDBOX || !env.PUBLIC_ORIGIN?.startsWith('https:'),
    /** Whether mail servers, buckets and webhooks that an owner enters may be in the private network. */
    allowsPrivateHosts: env.ALLOW_PRIVATE_HOSTS,
    serviceAddresses: addressesOf(env.SERVICE_ADDRESSES),
    paypal: paypalOf(env),
    shippo: env.SHIPPO_TOKEN
      ? { token: env.SHIPPO_TOKEN, apiBase: env.SHIPPO_API_BASE ?? SHIPPO_ADDRESS }
      : null,
    /** If null, no webhook is accepted, and the status of parcels is only polled. */
    shippoWebhookSecret: webhookSecretOf(env),
    mapbox: mapboxOf(env),
    mapsReports: env.MAPS_REPORTS === 'on',
    music: musicOf(env),
    mail: mailOf(env),
    shipFrom: senderOf(env),
    /**
     * The environment variables that are set and override an admin setting, which then cannot be edited in the admin
     * area.
     */
    fixed: fixedOf(env, given),
    /** Removes the shop's credentials from a text. */
    conceal: createConceal(given),
    /** The variables of each service that are set in the environment. */
    serviceVariables: variablesOf(given),
  }
}

const OVERRIDES = [
  'HOLD_MINUTES',
  'SHIP_FROM_NAME',
  'SHIP_FROM_STREET',
  'SHIP_FROM_CITY',
  'SHIP_FROM_STATE',
  'SHIP_FROM_ZIP',
  'SHIP_FROM_PHONE',
  'SPOTIFY_PLAYLIST_ID',
  'MAIL_FROM',
  'SHOP_INBOX',
] as const

/** An environment variable that overrides an admin setting. */
export type Override = (typeof OVERRIDES)[number]

function fixedOf(env: z.infer<typeof variables>, given: Record<string, unknown>) {
  const set = OVERRIDES.filter((name) => given[name] !== undefined)
  return Object.fromEntries(set.map((name) => [name, env[name]])) as Partial<
    Record<Exclude<Override, 'HOLD_MINUTES'>, string> & { HOLD_MINUTES: number }
  >
}

function storageOf(env: z.infer<typeof variables>) {
  if (env.STORAGE === 'disk') {
    return { kind: 'disk' as const, folder: resolve(env.UPLOAD_DIR ?? join(env.DATA_DIR, 'uploads')) }
  }
  return {
    kind: 's3' as const,
    endpoint: env.S3_ENDPOINT!,
    bucket: env.S3_BUCKET!,
    region: env.S3_REGION,
    key: env.S3_KEY!,
    secret: env.S3_SECRET!,
    pathStyle: env.S3_PATH_STYLE,
  }
}

/** The Shippo sandbox gets a random secret. */
function webhookSecretOf({ SHIPPO_TOKEN, SHIPPO_WEBHOOK_SECRET }: z.infer<typeof variables>) {
  return SHIPPO_WEBHOOK_SECRET ?? (SHIPPO_TOKEN ? null : randomBytes(24).toString('base64url'))
}

function senderOf(env: z.infer<typeof variables>) {
  return {
    name: env.SHIP_FROM_NAME,
    street1: env.SHIP_FROM_STREET,
    street2: '',
    city: env.SHIP_FROM_CITY,
    state: env.SHIP_FROM_STATE,
    zip: env.SHIP_FROM_ZIP,
    country: 'US',
    phone: env.SHIP_FROM_PHONE,
    email: env.MAIL_FROM,
  }
}

function paypalOf(env: z.infer<typeof variables>) {
  if (!env.PAYPAL_CLIENT_ID || !env.PAYPAL_CLIENT_SECRET) return null
  const { apiBase, scriptUrl } = PAYPAL_ADDRESSES[env.PAYPAL_ENV]
  return {
    clientId: env.PAYPAL_CLIENT_ID,
    clientSecret: env.PAYPAL_CLIENT_SECRET,
    environment: env.PAYPAL_ENV === 'live' ? ('production' as const) : ('sandbox' as const),
    apiBase: env.PAYPAL_API_BASE ?? apiBase,
    scriptUrl: env.PAYPAL_SCRIPT_URL ?? scriptUrl,
    googleScriptUrl: env.GOOGLE_PAY_SCRIPT_URL,
    appleScriptUrl: env.APPLE_PAY_SCRIPT_URL,
    merchantId: env.PAYPAL_MERCHANT_ID ?? null,
    webhookId: env.PAYPAL_WEBHOOK_ID ?? null,
  }
}

function mapboxOf(env: z.infer<typeof variables>) {
  if (!env.MAPBOX_TOKEN) return null
  return {
    token: env.MAPBOX_TOKEN,
    apiBase: env.MAPBOX_API_BASE ?? MAPBOX_ADDRESSES.apiBase,
    contributeBase: env.MAPBOX_CONTRIBUTE_BASE ?? MAPBOX_ADDRESSES.contributeBase,
  }
}

function mailOf(env: z.infer<typeof variables>) {
  return {
    smtpUrl: env.SMTP_URL ?? null,
    from: env.MAIL_FROM,
    inbox: env.SHOP_INBOX ?? env.MAIL_FROM,
    /** URL prefix of the mail service that receives the two forms; null if the shop itself receives them. */
    service: env.MAIL_SERVICE_BASE?.replace(/(?<!\/)\/+$/, '') ?? null,
  }
}

function musicOf(env: z.infer<typeof variables>) {
  const id = playlistId(env.SPOTIFY_PLAYLIST_ID ?? null)
  // The sandbox's player is part of this shop, so it does not have to wait for a click as a third party's player does.
  if (id === null)
    return { mode: 'sandbox' as const, playlist: 'sandbox', embedBase: MUSIC_SANDBOX, load: 'page' as const }
  return {
    mode: 'live' as const,
    playlist: id,
    embedBase: env.MUSIC_EMBED_BASE.replace(/(?<!\/)\/+$/, ''),
    load: env.MUSIC_LOAD,
  }
}
