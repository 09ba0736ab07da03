/** Checks what an owner has entered for a connection, and completes it with what is saved. */
import { randomBytes } from 'node:crypto'
import { SERVICE_FIELDS, type ConnectedService, type ServiceField } from '#shared/platform/services.ts'
import { badRequest, wrongField } from '#server/kernel/errors.ts'
import type { SavedConnection, Values } from '#server/platform/service-connections.ts'
import type { Shop } from '#server/platform/shop.ts'

export type Entered = { fields: Values; secrets: Values; endings: Values }

/** A secret that shows its end has at least this many characters. */
const MIN_SHOWN = 12

/**
 * The fields and secrets of a connection. A secret that is left empty stays as it was. Throws 400 with the first field that is
 * wrong.
 * @param saved the current connection; null if there is none
 */
export function enteredOf(
  shop: Shop,
  service: ConnectedService,
  given: Values,
  saved: SavedConnection | null,
): Entered {
  const described = SERVICE_FIELDS[service]
  const unknown = Object.keys(given).find((name) => !described.some((field) => field.name === name))
  if (unknown !== undefined) throw badRequest(`There is no field ${unknown}`)
  const values = described.map((field) => [field, valueOf(field, given, saved)] as const)
  const pick = (isSecret: boolean) =>
    Object.fromEntries(
      values
        .filter(([field]) => (field.isSecret === true) === isSecret)
        .map(([field, value]) => [field.name, value]),
    )
  const entered = { fields: pick(false), secrets: pick(true) }
  RULES[service]?.(shop, entered, { given, saved })
  const endings = values
    .filter(([field, value]) => field.isSecret && value !== '')
    .map(([{ name, showsEnd }, value]) => [
      name,
      showsEnd && value.length >= MIN_SHOWN ? value.slice(-4) : '',
    ])
  return { ...withKept(service, entered, saved), endings: Object.fromEntries(endings) }
}

function valueOf(field: ServiceField, given: Values, saved: SavedConnection | null): string {
  const { name, label, isSecret, isOptional, pattern, problem } = field
  const entered = given[name]?.trim() ?? ''
  const value = isSecret && entered === '' ? (saved?.secrets?.[name] ?? '') : entered
  if (value === '' && !isOptional) throw wrongField(name, `${label} is missing`)
  if (value !== '' && !pattern.test(value)) throw wrongField(name, problem)
  return value
}

type Pair = Pick<Entered, 'fields' | 'secrets'>
type Rule = (shop: Shop, entered: Pair, from: { given: Values; saved: SavedConnection | null }) => void

const RULES: Partial<Record<ConnectedService, Rule>> = {
  payments: ({ config }, { fields }) => {
    if (fields['environment'] === 'sandbox' && !config.allowsSandbox)
      throw wrongField(
        'environment',
        'A shop at an https address would give goods away for sandbox payments. Choose Live',
      )
  },
  mail: ({ config }, { fields, secrets }, { given, saved }) => {
    const { host, port, security, user } = fields
    const isPrivate = config.allowsPrivateHosts
    if (Number(port) > 65535 || (!isPrivate && !MAIL_PORTS.has(port!)))
      throw wrongField('port', `Mail servers use the ports ${[...MAIL_PORTS].join(', ')}`)
    if (security === 'none' && !isPrivate)
      throw wrongField(
        'security',
        'Without encryption, others could read the password. Choose TLS or STARTTLS',
      )
    if ((user === '') !== (secrets['password'] === ''))
      throw wrongField(user === '' ? 'user' : 'password', 'Enter both the user and the password, or neither')
    // Otherwise the saved password would be sent to whatever server was entered.
    if (saved && saved.fields['host'] !== host && !given['password'] && secrets['password'])
      throw wrongField('password', 'Enter the password again, because the mail server is another one')
  },
  storage: ({ config }, { fields, secrets }, { given, saved }) => {
    const url = URL.parse(fields['endpoint']!)
    if (!url) throw wrongField('endpoint', 'Enter the whole address of the service, beginning with https://')
    if (!config.allowsPrivateHosts && (url.protocol !== 'https:' || !STORAGE_PORTS.has(url.port)))
      throw wrongField('endpoint', 'The address must begin with https://, and have no port or 8443 or 9000')
    // Otherwise another service would get the access key, and calls that are signed with the secret.
    if (saved && saved.fields['endpoint'] !== fields['endpoint'] && !given['secret'] && secrets['secret'])
      throw wrongField('secret', 'Enter the secret key again, because the endpoint is another one')
  },
}

/** Ports that services like S3 use for https; an empty text is the usual one. */
const STORAGE_PORTS = new Set(['', '8443', '9000'])

const MAIL_PORTS = new Set(['25', '465', '587', '2525'])

/**
 * Adds the values that have no field in the form: the shop's webhook, if the app at PayPal or the token of Shippo is the same
 * as before, and the secret at the end of the URL of Shippo's webhook, which is made once.
 */
function withKept(service: ConnectedService, { fields, secrets }: Pair, saved: SavedConnection | null): Pair {
  if (service === 'payments') {
    const isSame = ['clientId', 'environment'].every((name) => saved?.fields[name] === fields[name])
    return { fields: { ...fields, webhookId: '', ...webhookOf(isSame ? saved : null) }, secrets }
  }
  if (service === 'shipping') {
    const webhookSecret = saved?.secrets?.['webhookSecret'] ?? randomBytes(24).toString('base64url')
    const isSame = saved?.secrets?.['token'] === secrets['token']
    return {
      fields: { ...fields, ...webhookOf(isSame ? saved : null) },
      secrets: { ...secrets, webhookSecret },
    }
  }
  return { fields, secrets }
}

/** What the shop remembers of its webhook (own-webhook.ts); nothing if it has none. */
function webhookOf(saved: SavedConnection | null): Values {
  const { webhookId = '', webhookOrigin = '' } = saved?.fields ?? {}
  return webhookId === '' ? {} : { webhookId, webhookOrigin }
}
