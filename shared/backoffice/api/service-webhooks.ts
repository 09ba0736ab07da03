/** The webhooks of PayPal and Shippo: what they send to the shop, and where. */
import * as z from 'zod/mini'
import { contract } from '#shared/platform/api/endpoint.ts'

/** The services that send events to the shop. */
export const NOTIFYING = ['payments', 'shipping'] as const
export type Notifying = (typeof NOTIFYING)[number]

const params = z.object({ service: z.enum(NOTIFYING) })
const hookId = z.string().check(z.regex(/^[\w-]{1,64}$/))

const webhooks = z.object({
  /** The address that the shop's webhook needs; null if the shop has no public https address. A secret in it is concealed. */
  address: z.nullable(z.string()),
  /**
   * `ready`: the service sends all events here. `missing`: there is no webhook for this shop. `elsewhere`: the shop's webhook
   * has another address. `incomplete`: some events are not sent, or the shop cannot verify them yet.
   */
  state: z.enum(['ready', 'missing', 'elsewhere', 'incomplete']),
  /** What the owner has to set where the shop is installed, because the credentials are there; null if there is nothing. */
  toSet: z.nullable(z.string()),
  /** All webhooks of the account at the service. */
  webhooks: z.array(
    z.object({
      id: hookId,
      url: z.string(),
      /** Whether it is the webhook of this shop. */
      isOurs: z.boolean(),
      isComplete: z.boolean(),
    }),
  ),
})
export type ServiceWebhooks = z.infer<typeof webhooks>

export const serviceWebhooks = contract({
  list: {
    method: 'GET',
    path: '/api/desk/services/:service/webhooks',
    access: 'owner',
    summary: 'The webhooks of the account at a service, read there now',
    params,
    reply: webhooks,
    limit: 'ownWebhook',
  },
  set: {
    method: 'PUT',
    path: '/api/desk/services/:service/webhooks',
    access: 'owner',
    needsProof: true,
    summary:
      'Makes the webhook of this shop at a service, or corrects its address and events, and reads it again there',
    params,
    reply: webhooks,
    limit: 'ownWebhook',
  },
  remove: {
    method: 'DELETE',
    path: '/api/desk/services/:service/webhooks/:hook',
    access: 'owner',
    needsProof: true,
    summary: 'Removes another webhook of the account at a service. That of this shop is refused with 409',
    params: z.extend(params, { hook: hookId }),
    reply: webhooks,
    limit: 'ownWebhook',
  },
})
