/**
 * Removes the shop's credentials from all text that people may read: the log, responses, error messages at the
 * terminal.
 */

export type Conceal = (text: string) => string

/** Also removes secrets that are known only later, such as those that an owner enters. */
export type ConcealMore = Conceal & { add: (secrets: readonly string[]) => void }

/** Settings that must stay secret. For a URL, only its password is secret. */
export const SECRETS = [
  'ADMIN_PASSWORD',
  'DATABASE_URL',
  'FACTOR_KEY',
  'GIFT_CARD_KEY',
  'MAPBOX_TOKEN',
  'METRICS_TOKEN',
  'PAYPAL_CLIENT_SECRET',
  'S3_KEY',
  'S3_SECRET',
  'SECRETS_KEY',
  'SECRETS_KEY_OLD',
  'SHIPPO_TOKEN',
  'SHIPPO_WEBHOOK_SECRET',
  'SMTP_URL',
] as const

/** Shorter values are not concealed, because they would match parts of ordinary words. */
const MIN_LENGTH = 6
const REPLACEMENT = '[concealed]'

/** Returns a function that replaces all secrets of an environment in a text, in plain and encoded forms. */
export function createConceal(environment: Readonly<Record<string, string | undefined>>): ConcealMore {
  const all = new Set(secretsIn(environment))
  let replace = replacerOf(all)
  const add = (secrets: readonly string[]) => {
    if (secrets.every((secret) => all.has(secret))) return
    for (const secret of secrets) all.add(secret)
    replace = replacerOf(all)
  }
  return Object.assign((text: string) => replace(text), { add })
}

/** Returns a function that replaces these secrets. */
export function replacerOf(secrets: Iterable<string>): Conceal {
  const forms = [...secrets]
    .filter((secret) => secret.length >= MIN_LENGTH)
    .flatMap(formsOf)
    // Sorted by length, the longest first, so that a secret is replaced before a shorter secret that is part of it.
    .sort((one, other) => other.length - one.length)
  if (forms.length === 0) return (text) => text
  const pattern = new RegExp(forms.map((form) => RegExp.escape(form)).join('|'), 'g')
  return (text) => text.replace(pattern, REPLACEMENT)
}

function secretsIn(environment: Readonly<Record<string, string | undefined>>): string[] {
  const secrets = SECRETS.flatMap((name) => partsOf(environment[name] ?? ''))
  const { PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET } = environment
  // The id and the secret are sent together in a Basic header, so the joined value is a secret, too.
  if (PAYPAL_CLIENT_ID && PAYPAL_CLIENT_SECRET) secrets.push(`${PAYPAL_CLIENT_ID}:${PAYPAL_CLIENT_SECRET}`)
  return secrets
}

function partsOf(value: string): string[] {
  if (!value.includes('://') || !URL.canParse(value)) return [value]
  const { username, password } = new URL(value)
  const [user, word] = [decoded(username), decoded(password)]
  return password ? [password, word, `\0${user}\0${word}`] : []
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function formsOf(secret: string): string[] {
  return [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    Buffer.from(secret).toString('base64'),
    Buffer.from(secret).toString('base64url'),
  ]
}
