/** Webhooks: the addresses of other programs that the shop tells what happened, and what it sent to them. */
import * as z from 'zod/mini'
import { contract } from '#shared/platform/api/endpoint.ts'
import { WEBHOOK_TYPES } from '#shared/platform/webhook-events.ts'
import { id, idParams, instant, message, page, pageNumber } from '#shared/kernel/fields.ts'

const events = z.array(z.enum(WEBHOOK_TYPES))

const webhook = z.object({
  _id: id,
  url: z.string(),
  events,
  isOn: z.boolean(),
  /** Why the shop has switched it off; empty otherwise. */
  offReason: z.string(),
  /** Since when every attempt fails; null after a success. */
  failingSince: z.nullable(instant),
  /** Until when messages are also signed with the old secret. */
  formerUntil: z.nullable(instant),
  /** Events that are not delivered yet. */
  waiting: z.int(),
  failed: z.int(),
  lastDeliveredAt: z.nullable(instant),
  version: z.int(),
})
export type Webhook = z.infer<typeof webhook>

export const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const

const delivery = z.object({
  _id: id,
  /** The id that the receiver gets as `webhook-id`. It stays the same at each attempt. */
  eventId: id,
  type: z.string(),
  occurredAt: instant,
  state: z.enum(DELIVERY_STATES),
  attempts: z.int(),
  /** When it is sent next; null if it is not. */
  nextAt: z.nullable(instant),
  triedAt: z.nullable(instant),
  /** The status of the last answer; null if there was none. */
  status: z.nullable(z.int()),
  problem: z.string(),
  body: z.string(),
})
export type Delivery = z.infer<typeof delivery>

const fields = {
  url: z
    .string('Enter the address')
    .check(z.trim(), z.minLength(1, 'Enter the address'), z.maxLength(500, 'The address is too long')),
  events: events.check(
    z.minLength(1, 'Choose at least one event'),
    z.maxLength(WEBHOOK_TYPES.length, 'Choose each event once'),
  ),
}

const secret = z.object({ _id: id, secret: z.string() })

export const webhooks = contract({
  list: {
    method: 'GET',
    path: '/api/webhooks',
    access: 'owner',
    summary: 'All webhooks, the oldest first',
    reply: z.object({ webhooks: z.array(webhook) }),
  },
  one: {
    method: 'GET',
    path: '/api/webhooks/:id',
    access: 'owner',
    summary: 'A webhook',
    params: idParams,
    reply: webhook,
  },
  create: {
    method: 'POST',
    path: '/api/webhooks',
    access: 'owner',
    needsProof: true,
    limit: 'ownWebhook',
    summary:
      'Adds a webhook in the form of Standard Webhooks. The reply is the only one that contains its secret. Addresses inside a private network are refused',
    body: z.object(fields),
    reply: secret,
    status: 201,
  },
  update: {
    method: 'PUT',
    path: '/api/webhooks/:id',
    access: 'owner',
    needsProof: true,
    limit: 'ownWebhook',
    summary: 'Changes the address and the events of a webhook, and switches it on or off',
    params: idParams,
    body: z.object({ ...fields, isOn: z.boolean(), version: z.int() }),
    reply: webhook,
  },
  remove: {
    method: 'DELETE',
    path: '/api/webhooks/:id',
    access: 'owner',
    summary: 'Removes a webhook with everything that was sent to it',
    params: idParams,
    reply: message,
  },
  renewSecret: {
    method: 'POST',
    path: '/api/webhooks/:id/secret',
    access: 'owner',
    needsProof: true,
    summary: 'Makes a new secret. For a day, messages are also signed with the old one',
    params: idParams,
    reply: secret,
  },
  test: {
    method: 'POST',
    path: '/api/webhooks/:id/test',
    access: 'owner',
    limit: 'ownWebhook',
    summary: 'Sends a test event to a webhook',
    params: idParams,
    reply: message,
  },
  deliveries: {
    method: 'GET',
    path: '/api/webhooks/:id/deliveries',
    access: 'owner',
    summary:
      'What was sent to a webhook in the last 30 days, with the bodies, the newest first, twenty per page',
    params: idParams,
    query: z.strictObject({ pageNumber, state: z.optional(z.enum(DELIVERY_STATES)) }),
    reply: z.object({ deliveries: z.array(delivery), page, pages: page }),
  },
  resend: {
    method: 'POST',
    path: '/api/webhooks/:id/deliveries/:deliveryId/resend',
    access: 'owner',
    limit: 'ownWebhook',
    summary: 'Sends an event to a webhook again, with the same id and body',
    params: z.object({ id, deliveryId: id }),
    reply: message,
  },
  resendFailed: {
    method: 'POST',
    path: '/api/webhooks/:id/resend',
    access: 'owner',
    limit: 'ownWebhook',
    summary: 'Sends all events to a webhook again that could not be delivered',
    params: idParams,
    reply: message,
  },
})
