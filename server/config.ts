/** The environment, read and judged once. Nothing else in the product reads `process.env`. */
import { randomBytes } from 'node:crypto'
import { join, resolve } from 'node:path'
import * as z from 'zod'
import { brand } from '#shared/brand.ts'

export type Config = ReturnType<typeof readConfig>

const port = z.coerce.number().int().min(0).max(65535)
const flag = z.enum(['0', '1', 'true', 'false']).transform((text) => text === '1' || text === 'true')

const variables = z.object({
  PORT: port.default(3000),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  STORAGE: z.enum(['disk', 's3']).default('disk'),
  UPLOAD_DIR: z.string().optional(),
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'no name of a bucket')
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
  TRUST_PROXY: z.string().optional(),
  ADMIN_EMAIL: z.email().optional(),
  ADMIN_PASSWORD: z.string().optional(),
  SEED: z.enum(['demo', 'none']).default('demo'),
  PASSWORD_MIN: z.coerce.number().int().min(1).max(64).default(8),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('warn'),
  METRICS_TOKEN: z.string().min(16).optional(),
  PAYPAL_CLIENT_ID: z.string().optional(),
  PAYPAL_CLIENT_SECRET: z.string().optional(),
  PAYPAL_ENV: z.enum(['live', 'sandbox']).default('live'),
  PAYPAL_API_BASE: z.url().optional(),
  PAYPAL_SCRIPT_URL: z.string().optional(),
  PAYPAL_MERCHANT_ID: z.string().optional(),
  SHIPPO_TOKEN: z.string().optional(),
  SHIPPO_API_BASE: z.url().optional(),
  /** The last part of the webhook's address, which Shippo alone is told: it does not sign what it sends. */
  SHIPPO_WEBHOOK_SECRET: z
    .string()
    .regex(/^[\w-]{24,100}$/, 'must be 24 to 100 letters, digits, - or _')
    .optional(),
  MAPBOX_TOKEN: z.string().optional(),
  MAPBOX_API_BASE: z.url().optional(),
  MAPBOX_CONTRIBUTE_BASE: z.url().optional(),
  MAPS_REPORTS: z.enum(['on', 'off']).default('on'),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.email().default(brand.contactEmail),
  SHOP_INBOX: z.email().default(brand.contactEmail),
  SHIP_FROM_NAME: z.string().default('Frame Roasters'),
  SHIP_FROM_STREET: z.string().default('145 Church Street NW'),
  SHIP_FROM_CITY: z.string().default('Vienna'),
  SHIP_FROM_STATE: z.string().default('VA'),
  SHIP_FROM_ZIP: z.string().default('22180'),
  /** USPS wants to be able to call the sender of a label. */
  SHIP_FROM_PHONE: z.string().default('703 555 0139'),
  HOLD_MINUTES: z.coerce
    .number()
    .positive()
    .max(24 * 60)
    .default(30),
  /** For tests: the named point at which the process kills itself. */
  CRASH_AT: z.string().optional(),
  /** `1` for browser tests: pages may tell the sandboxes to fail. */
  SANDBOX_CONTROLS: flag.default(false),
  /** `off` for tests and benchmarks: one address may call as often as it likes, and nobody hears that we are busy. */
  RATE_LIMITS: z.enum(['on', 'off']).default('on'),
})

const NO_MONEY =
  'PAYPAL_CLIENT_ID: missing. A shop at an https address would give goods away for sandbox payments.\n' +
  'Set the PayPal variables, or ALLOW_SANDBOX=1 to show the shop without taking money'

/** Thrown with one line per variable that is wrong or missing. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

/** Judges an environment. Throws ConfigError; a half-configured service is an error that names what is missing. */
export function readConfig(environment: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = variables.safeParse(given)
  if (!parsed.success) {
    throw new ConfigError(
      parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'),
    )
  }
  const env = parsed.data
  requireTogether(given, ['ADMIN_EMAIL', 'ADMIN_PASSWORD'])
  requireTogether(given, ['PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET'])
  refuseWithout(given, 'PAYPAL_API_BASE', 'PAYPAL_CLIENT_ID')
  refuseWithout(given, 'SHIPPO_API_BASE', 'SHIPPO_TOKEN')
  refuseWithout(given, 'SHIPPO_WEBHOOK_SECRET', 'SHIPPO_TOKEN')
  refuseWithout(given, 'MAPBOX_API_BASE', 'MAPBOX_TOKEN')
  refuseWithout(given, 'MAPBOX_CONTRIBUTE_BASE', 'MAPBOX_TOKEN')
  if (env.PUBLIC_ORIGIN?.startsWith('https:') && !env.PAYPAL_CLIENT_ID && !env.ALLOW_SANDBOX) {
    throw new ConfigError(NO_MONEY)
  }
  if (env.SANDBOX_CONTROLS) refuseControls(env)

  return {
    port: env.PORT,
    host: env.HOST,
    dataDir: resolve(env.DATA_DIR),
    storage: storageOf(env, given),
    incoming: resolve(env.DATA_DIR, 'incoming'),
    databaseUrl: env.DATABASE_URL ?? null,
    databasePool: env.DATABASE_POOL,
    publicOrigin: publicOrigin(env.PUBLIC_ORIGIN, env.ALLOW_INSECURE),
    trustProxy: env.TRUST_PROXY ? env.TRUST_PROXY.split(',').map((hop) => hop.trim()) : false,
    admin:
      env.ADMIN_EMAIL && env.ADMIN_PASSWORD ? { email: env.ADMIN_EMAIL, password: env.ADMIN_PASSWORD } : null,
    seed: env.SEED,
    passwordMin: env.PASSWORD_MIN,
    logLevel: env.LOG_LEVEL,
    metricsToken: env.METRICS_TOKEN ?? null,
    rateLimits: env.RATE_LIMITS === 'on',
    holdMinutes: env.HOLD_MINUTES,
    crashAt: env.CRASH_AT ?? null,
    sandboxControls: env.SANDBOX_CONTROLS,
    paypal: paypalOf(env),
    shippo: env.SHIPPO_TOKEN
      ? { token: env.SHIPPO_TOKEN, apiBase: env.SHIPPO_API_BASE ?? 'https://api.goshippo.com' }
      : null,
    /** Null: no webhook is taken, and parcels are only asked about. */
    shippoWebhookSecret: webhookSecretOf(env),
    mapbox: mapboxOf(env),
    mapsReports: env.MAPS_REPORTS === 'on',
    mail: { smtpUrl: env.SMTP_URL ?? null, from: env.MAIL_FROM, inbox: env.SHOP_INBOX },
    shipFrom: senderOf(env),
  }
}

/** Whoever can reach the shop could break its services: nothing real may hang on them. */
function refuseControls(env: z.infer<typeof variables>) {
  const real = ['PAYPAL_CLIENT_ID', 'SHIPPO_TOKEN', 'MAPBOX_TOKEN', 'SMTP_URL'] as const
  const live = real.find((name) => env[name] !== undefined)
  if (live) throw new ConfigError(`SANDBOX_CONTROLS: is for tests, and not for a shop with ${live}`)
  if (env.PUBLIC_ORIGIN?.startsWith('https:'))
    throw new ConfigError('SANDBOX_CONTROLS: is for tests, and not for a shop at an https address')
}

function storageOf(env: z.infer<typeof variables>, given: Record<string, unknown>) {
  const { S3_ENDPOINT, S3_BUCKET, S3_KEY, S3_SECRET } = env
  if (env.STORAGE === 'disk') {
    const stray = Object.keys(given).find((name) => name.startsWith('S3_') && name in env)
    if (stray) throw new ConfigError(`STORAGE: must be s3, since ${stray} is set`)
    return { kind: 'disk' as const, folder: resolve(env.UPLOAD_DIR ?? join(env.DATA_DIR, 'uploads')) }
  }
  if (!S3_ENDPOINT || !S3_BUCKET || !S3_KEY || !S3_SECRET) {
    const needed = { S3_ENDPOINT, S3_BUCKET, S3_KEY, S3_SECRET }
    const missing = Object.entries(needed).flatMap(([name, value]) => (value ? [] : [name]))
    throw new ConfigError(`${missing.join(', ')}: missing, though STORAGE is s3`)
  }
  return {
    kind: 's3' as const,
    endpoint: S3_ENDPOINT,
    bucket: S3_BUCKET,
    region: env.S3_REGION,
    key: S3_KEY,
    secret: S3_SECRET,
    pathStyle: env.S3_PATH_STYLE,
  }
}

/** The stand-in is told a secret of its own. */
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
  const live = env.PAYPAL_ENV === 'live'
  const host = live ? 'www.paypal.com' : 'www.sandbox.paypal.com'
  return {
    clientId: env.PAYPAL_CLIENT_ID,
    clientSecret: env.PAYPAL_CLIENT_SECRET,
    environment: live ? ('production' as const) : ('sandbox' as const),
    apiBase: env.PAYPAL_API_BASE ?? (live ? 'https://api-m.paypal.com' : 'https://api-m.sandbox.paypal.com'),
    scriptUrl: env.PAYPAL_SCRIPT_URL ?? `https://${host}/web-sdk/v6/core`,
    merchantId: env.PAYPAL_MERCHANT_ID ?? null,
  }
}

function mapboxOf(env: z.infer<typeof variables>) {
  if (!env.MAPBOX_TOKEN) return null
  return {
    token: env.MAPBOX_TOKEN,
    apiBase: env.MAPBOX_API_BASE ?? 'https://api.mapbox.com',
    contributeBase: env.MAPBOX_CONTRIBUTE_BASE ?? 'https://contribute-api.mapbox.com',
  }
}

function requireTogether(given: Record<string, unknown>, names: string[]) {
  const missing = names.filter((name) => given[name] === undefined)
  if (missing.length === 0 || missing.length === names.length) return
  throw new ConfigError(
    `${missing.join(', ')}: missing, though ${names.filter((name) => given[name] !== undefined).join(', ')} is set`,
  )
}

function refuseWithout(given: Record<string, unknown>, name: string, needed: string) {
  if (given[name] !== undefined && given[needed] === undefined) {
    throw new ConfigError(`${needed}: missing, though ${name} is set`)
  }
}

/** A session cookie over plain http is only safe where nobody is in between. */
function publicOrigin(origin: string | undefined, allowInsecure: boolean): string | null {
  if (origin === undefined) return null
  const { protocol, hostname, origin: clean } = new URL(origin)
  const loopback = hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')
  if (protocol === 'http:' && !loopback && !allowInsecure) {
    throw new ConfigError(
      'PUBLIC_ORIGIN: must be https (or set ALLOW_INSECURE=1, when something in front encrypts)',
    )
  }
  return clean
}
