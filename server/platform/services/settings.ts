/** Turns what an owner has entered into the settings of the clients. */
import type { ConnectedService } from '#shared/platform/services.ts'
import type { Config } from '#server/kernel/config/config.ts'
import {
  MAPBOX_ADDRESSES,
  PAYPAL_ADDRESSES,
  SHIPPO_ADDRESS,
} from '#server/kernel/config/service-variables.ts'
import type { Services } from '#server/providers/connect.ts'
import type { Values } from '../service-connections.ts'
import type { S3 } from '../storage/s3-calls.ts'

type Entered = { fields: Values; secrets: Values }

/** The settings of PayPal. */
export function paypalOf(
  { serviceAddresses: { paypal, script } }: Config,
  { fields, secrets }: Entered,
): NonNullable<Services['paypal']> {
  const isLive = fields['environment'] !== 'sandbox'
  const { apiBase, scriptUrl } = PAYPAL_ADDRESSES[isLive ? 'live' : 'sandbox']
  return {
    clientId: fields['clientId'] ?? '',
    clientSecret: secrets['clientSecret'] ?? '',
    environment: isLive ? 'production' : 'sandbox',
    apiBase: paypal ?? apiBase,
    scriptUrl: script ?? scriptUrl,
    googleScriptUrl: undefined,
    appleScriptUrl: undefined,
    merchantId: fields['merchantId'] || null,
    webhookId: fields['webhookId'] || null,
  }
}

/** The settings of Shippo. */
export function shippoOf(
  { serviceAddresses }: Config,
  { secrets }: Entered,
): NonNullable<Services['shippo']> {
  return { token: secrets['token'] ?? '', apiBase: serviceAddresses.shippo ?? SHIPPO_ADDRESS }
}

/** The settings of Mapbox. */
export function mapboxOf(
  { serviceAddresses }: Config,
  { secrets }: Entered,
): NonNullable<Services['mapbox']> {
  const { mapbox: forTests } = serviceAddresses
  const addresses = forTests ? { apiBase: forTests, contributeBase: forTests } : MAPBOX_ADDRESSES
  return { token: secrets['token'] ?? '', ...addresses }
}

/** The settings of the mail server. The inbox is the sender's address, unless the environment or the owner names another. */
export function mailOf({ mail, fixed }: Config, { fields, secrets }: Entered): Services['mail'] {
  const { from = '', user = '' } = fields
  return {
    ...mail,
    smtpUrl: smtpUrlOf({ ...fields, user, password: secrets['password'] ?? '' }),
    from,
    inbox: fixed.SHOP_INBOX ?? from,
    isTyped: true,
  }
}

/** The settings of a bucket. */
export function bucketOf({ allowsPrivateHosts }: Config, { fields, secrets }: Entered): S3 {
  const { endpoint = '', region = '', bucket = '', addressing } = fields
  return {
    endpoint,
    region,
    bucket,
    key: secrets['key'] ?? '',
    secret: secrets['secret'] ?? '',
    pathStyle: addressing !== 'host',
    typed: { mayBePrivate: allowsPrivateHosts },
  }
}

function smtpUrlOf({ host = '', port = '', security = '', user = '', password = '' }: Values): string {
  const sender = user ? `${encodeURIComponent(user)}:${encodeURIComponent(password)}@` : ''
  const name = host.includes(':') ? `[${host.replace(/[[\]]/g, '')}]` : host
  const rest = `${sender}${name}:${port}`
  if (security === 'tls') return `smtps://${rest}`
  return `smtp://${rest}?${security === 'none' ? 'ignoreTLS' : 'requireTLS'}=true`
}

/** The texts that must never be shown: the secrets, and the forms in which the services send them. */
export function secretTexts(service: ConnectedService, { fields, secrets }: Entered): string[] {
  const all = Object.values(secrets).filter(Boolean)
  if (service === 'payments') return [...all, `${fields['clientId']}:${secrets['clientSecret']}`]
  if (service === 'mail' && secrets['password'])
    return [...all, `\0${fields['user']}\0${secrets['password']}`]
  return all
}
