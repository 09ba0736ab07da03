/** Keeps the shop's credentials out of whatever somebody may read: the log, answers, last words at the terminal. */

export type Conceal = (text: string) => string

/** Settings that nobody but the shop and its services may read. Of an address it is the password. */
export const SECRETS = [
  'ADMIN_PASSWORD',
  'DATABASE_URL',
  'MAPBOX_TOKEN',
  'METRICS_TOKEN',
  'PAYPAL_CLIENT_SECRET',
  'S3_KEY',
  'S3_SECRET',
  'SHIPPO_TOKEN',
  'SHIPPO_WEBHOOK_SECRET',
  'SMTP_URL',
] as const

/** Shorter ones are no secrets, and would be found in every other word. */
const SHORTEST = 6
const INSTEAD = '[concealed]'

/** Answers what takes all secrets of an environment out of a text, as they are and as they travel. */
export function concealing(environment: Readonly<Record<string, string | undefined>>): Conceal {
  const forms = secretsIn(environment)
    .filter((secret) => secret.length >= SHORTEST)
    .flatMap(formsOf)
    // The longest first: a part must not be taken out of the whole.
    .sort((one, other) => other.length - one.length)
  if (forms.length === 0) return (text) => text
  const pattern = new RegExp(forms.map((form) => RegExp.escape(form)).join('|'), 'g')
  return (text) => text.replace(pattern, INSTEAD)
}

function secretsIn(environment: Readonly<Record<string, string | undefined>>): string[] {
  const secrets = SECRETS.flatMap((name) => partsOf(environment[name] ?? ''))
  const { PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET } = environment
  // Travel in one word.
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
