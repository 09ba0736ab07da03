/** The webhooks of PayPal and Shippo, listed, made and removed by an owner. */
import type { Notifying, serviceWebhooks, ServiceWebhooks } from '#shared/backoffice/api/service-webhooks.ts'
import { PROVIDER_NAMES } from '#shared/platform/services.ts'
import { Refusal, conflict } from '#server/kernel/errors.ts'
import { transact } from '#server/kernel/db/transact.ts'
import { logChange } from '#server/platform/change-log/change-log.ts'
import type { Handlers } from '#server/platform/http/serve.ts'
import type { SignedIn } from '#server/platform/sessions/sessions.ts'
import type { Shop } from '#server/platform/shop.ts'
import { isOutage } from '#server/providers/providers.ts'
import type { Webhook } from '#server/providers/webhooks.ts'
import {
  isFormerAddress,
  ownWebhook,
  plannedAddress,
  reachableOrigin,
  shownAddress,
  type OwnWebhook,
  VARIABLES,
} from './own-webhook.ts'
import { amendConnection } from './save.ts'

/** Reads the webhooks at the service. Throws 409 for a sandbox or a refusal, and 503 if the service was not reached. */
async function listWebhooks(shop: Shop, service: Notifying): Promise<ServiceWebhooks> {
  requireAccount(shop, service)
  return described(shop, service, await asked(shop, service, shop.providers[service].listWebhooks()))
}

/**
 * Makes the shop's webhook, or corrects its address and events. Remembers its id, with which the events are verified. Throws as
 * `listWebhooks`, and 409 if the shop has no https address.
 */
async function setWebhook(shop: Shop, owner: SignedIn, service: Notifying): Promise<ServiceWebhooks> {
  requireAccount(shop, service)
  if (reachableOrigin(shop) === null)
    throw conflict(
      `${PROVIDER_NAMES[service]} sends news only to a public https address. This shop has none yet: set PUBLIC_ORIGIN`,
    )
  const own = ownWebhook(shop, service)
  if (own === null) throw conflict(`Set ${VARIABLES[service]} first, where the shop is installed`)
  const { url, id } = own
  const all = await asked(shop, service, shop.providers[service].listWebhooks())
  const known = all.find((each) => isFormerAddress(shop, service, each.url))?.id ?? id
  const made = await asked(shop, service, shop.providers[service].setWebhook(url, known))
  await keepWebhook(shop, owner, service, made.id)
  await logged(shop, owner, `Set the webhook of ${PROVIDER_NAMES[service]}`)
  return listWebhooks(shop, service)
}

/** Removes a webhook of another shop or program at the service. Throws as `listWebhooks`, and 409 for the shop's own. */
async function removeWebhook(
  shop: Shop,
  owner: SignedIn,
  { service, hook }: { service: Notifying; hook: string },
): Promise<ServiceWebhooks> {
  const { webhooks } = await listWebhooks(shop, service)
  const found = webhooks.find(({ id }) => id === hook)
  if (found?.isOurs) throw conflict('This shop uses this webhook')
  if (found) {
    await asked(shop, service, shop.providers[service].removeWebhook(hook))
    await logged(shop, owner, `Removed a webhook at ${PROVIDER_NAMES[service]}: ${found.url}`)
  }
  return listWebhooks(shop, service)
}

/**
 * Remembers the webhook: its id, with which PayPal's events are verified, and the origin, to notice a change of the shop's address.
 * Does nothing if the environment has the credentials.
 */
async function keepWebhook(
  shop: Shop,
  owner: SignedIn,
  service: Notifying,
  webhookId: string,
): Promise<void> {
  const { source, saved } = shop.connections.stateOf(service)
  const webhookOrigin = reachableOrigin(shop) ?? ''
  const { fields } = saved ?? {}
  const isKnown = fields?.['webhookId'] === webhookId && fields['webhookOrigin'] === webhookOrigin
  if (source !== 'screen' || isKnown) return
  await amendConnection(shop, owner, service, { webhookId, webhookOrigin })
}

function logged(shop: Shop, owner: SignedIn, action: string): Promise<void> {
  return transact(shop.db, (tx) => logChange(tx, shop, owner, { subject: 'shop', name: 'Shop', action }))
}

function requireAccount({ providers }: Shop, service: Notifying): void {
  const { mode } = providers[service]
  if (mode !== 'live') throw conflict(`Connect ${PROVIDER_NAMES[service]} first`)
}

/** The answer of the service. A refusal is the owner's to correct; without an answer, trying again helps. */
async function asked<T>(shop: Shop, service: Notifying, answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    const reason = shop.config.conceal((error as Error).message)
    shop.log.warn({ err: error, service }, 'the webhooks could not be read or changed')
    if (isOutage(error)) throw new Refusal(503, `${PROVIDER_NAMES[service]} was not reached: ${reason}`)
    throw conflict(`${PROVIDER_NAMES[service]} refused: ${reason}`)
  }
}

function described(shop: Shop, service: Notifying, all: Webhook[]): ServiceWebhooks {
  const own = ownWebhook(shop, service)
  const ours =
    all.find(({ url }) => url === own?.url) ??
    all.find(({ id, url }) => id === own?.id || isFormerAddress(shop, service, url))
  const isFixed = shop.connections.stateOf(service).source === 'environment'
  const isKnown = service === 'shipping' || own?.id === ours?.id
  return {
    address: plannedAddress(shop, service),
    state: stateOf(ours, own, isKnown),
    toSet: isFixed && ours && !isKnown ? `${VARIABLES[service]}=${ours.id}` : null,
    webhooks: all.map((each) => ({
      id: each.id,
      url: shownAddress(each.url),
      isOurs: each === ours,
      isComplete: each.isComplete,
    })),
  }
}

function stateOf(
  ours: Webhook | undefined,
  own: OwnWebhook | null,
  isKnown: boolean,
): ServiceWebhooks['state'] {
  if (!ours) return 'missing'
  if (ours.url !== own?.url) return 'elsewhere'
  return ours.isComplete && isKnown ? 'ready' : 'incomplete'
}

export const serviceWebhookRoutes: Handlers<typeof serviceWebhooks> = {
  list: ({ shop, params }) => listWebhooks(shop, params.service),
  set: ({ shop, user, params }) => setWebhook(shop, user, params.service),
  remove: ({ shop, user, params }) => removeWebhook(shop, user, params),
}
