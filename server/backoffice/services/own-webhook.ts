/** The shop's own webhook at PayPal and Shippo: its address, and what the shop remembers of it. */
import type { Notifying } from '#shared/backoffice/api/service-webhooks.ts'
import type { Shop } from '#server/platform/shop.ts'

export type OwnWebhook = {
  /** The address at the shop's public origin. */
  url: string
  /** The id at the service; null if the shop does not know it. */
  id: string | null
}

const PATHS = { payments: '/api/paypal/webhook', shipping: '/api/shippo/webhook/' }

/** The origin at which a service can reach the shop; null without a public https address. */
export function reachableOrigin({ config }: Shop): string | null {
  return config.publicOrigin?.startsWith('https://') ? config.publicOrigin : null
}

/** The shop's webhook; null without a public https address, and without the secret that Shippo's address ends with. */
export function ownWebhook(shop: Shop, service: Notifying): OwnWebhook | null {
  const origin = reachableOrigin(shop)
  if (origin === null) return null
  const { paypal, shippoWebhookSecret: secret } = shop.services
  if (service === 'payments') return { url: origin + PATHS.payments, id: paypal?.webhookId ?? null }
  return secret === null ? null : { url: origin + PATHS.shipping + secret, id: null }
}

/** Whether an address is that of this shop's webhook at an earlier origin. Only Shippo's addresses tell the shop. */
export function isFormerAddress({ services }: Shop, service: Notifying, url: string): boolean {
  const secret = services.shippoWebhookSecret
  return service === 'shipping' && secret !== null && url.endsWith(PATHS.shipping + secret)
}

/** An address as it may be shown: without the secret at its end, and without a query. */
export function shownAddress(url: string): string {
  const [address = ''] = url.split('?')
  return address.replace(/(\/api\/shippo\/webhook\/).*/, '$1…').slice(0, MAX_SHOWN)
}

const MAX_SHOWN = 300

/** The address that the shop's webhook has or will have, as it may be shown; null without a public https address. */
export function plannedAddress(shop: Shop, service: Notifying): string | null {
  const origin = reachableOrigin(shop)
  return origin === null ? null : shownAddress(origin + PATHS[service])
}

/** The variables with which the environment names the webhook. */
export const VARIABLES = { payments: 'PAYPAL_WEBHOOK_ID', shipping: 'SHIPPO_WEBHOOK_SECRET' }

/** What the shop knows about its webhook without a call. */
export type KnownWebhook = 'none' | 'here' | { origin: string }

/** Whether the shop has a webhook, and the earlier origin of the shop if it leads there. */
export function knownWebhook(shop: Shop, service: Notifying): KnownWebhook {
  const { source, saved } = shop.connections.stateOf(service)
  const { paypal, shippoWebhookSecret } = shop.services
  if (source === 'environment')
    return (service === 'payments' ? paypal?.webhookId : shippoWebhookSecret) ? 'here' : 'none'
  const { webhookId, webhookOrigin: origin } = saved?.fields ?? {}
  if (source === 'none' || !webhookId) return 'none'
  return !origin || origin === reachableOrigin(shop) ? 'here' : { origin }
}
