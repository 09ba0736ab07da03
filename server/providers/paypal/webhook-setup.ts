/** The webhooks of the shop's app at PayPal (https://developer.paypal.com/api/webhooks/v1): listed, made and changed. */
import * as z from 'zod/mini'
import { PaymentRefused } from '../payments.ts'
import type { Webhook, Webhooks } from '../webhooks.ts'
import { type Answer, type Call, type Execute, unclear } from './calls.ts'
import { isOk, refusal } from './responses.ts'

/** The events that the shop handles (server/payments/events). */
export const PAYPAL_EVENTS = [
  'CHECKOUT.ORDER.APPROVED',
  'PAYMENT.CAPTURE.COMPLETED',
  'PAYMENT.CAPTURE.PENDING',
  'PAYMENT.CAPTURE.DECLINED',
  'PAYMENT.CAPTURE.DENIED',
  'PAYMENT.CAPTURE.REFUNDED',
  'PAYMENT.CAPTURE.REVERSED',
  'CUSTOMER.DISPUTE.CREATED',
  'CUSTOMER.DISPUTE.UPDATED',
  'CUSTOMER.DISPUTE.RESOLVED',
  'VAULT.PAYMENT-TOKEN.CREATED',
  'VAULT.PAYMENT-TOKEN.DELETED',
]

const PATH = '/v1/notifications/webhooks'

const Wire = z.object({
  id: z.string().check(z.regex(/^[\w-]{1,50}$/)),
  url: z.string(),
  event_types: z.array(z.object({ name: z.string() })),
})
const WireList = z.object({ webhooks: z.array(z.unknown()) })

export function paypalWebhooks(execute: Execute, timeoutMs: number): Webhooks {
  const send = async (call: Omit<Call, 'timeoutMs'>): Promise<{ call: Call; answer: Answer }> => {
    const timed = { ...call, timeoutMs }
    return { call: timed, answer: await execute(timed) }
  }
  const one = async (call: Omit<Call, 'timeoutMs'>): Promise<Webhook> => {
    const { call: sent, answer } = await send(call)
    if (!isOk(answer)) throw refusal(sent, answer)
    const webhook = read(answer.body)
    if (!webhook) throw unclear(sent, 'PayPal sent a webhook in an unknown format', answer)
    return webhook
  }

  async function listWebhooks(): Promise<Webhook[]> {
    const { call, answer } = await send({ method: 'GET', path: PATH })
    if (!isOk(answer)) throw refusal(call, answer)
    const list = WireList.safeParse(answer.body).data
    if (!list) throw unclear(call, 'PayPal sent its webhooks in an unknown format', answer)
    return list.webhooks.flatMap((each) => read(each) ?? [])
  }

  /** Null if PayPal already has a webhook at this address, which it does not say of which app. */
  async function create(url: string): Promise<Webhook | null> {
    const body = { url, event_types: wireEvents() }
    const { call, answer } = await send({ method: 'POST', path: PATH, body })
    const name = String(answer.body['name'])
    if (name === 'WEBHOOK_URL_ALREADY_EXISTS') return null
    if (!isOk(answer)) throw explained(name) ?? refusal(call, answer)
    return read(answer.body)
  }

  /** Changes only what differs, because PayPal refuses a change without an effect. */
  async function change(webhook: Webhook, url: string): Promise<void> {
    const body = [
      ...(webhook.url === url ? [] : [{ op: 'replace', path: '/url', value: url }]),
      ...(webhook.isComplete ? [] : [{ op: 'replace', path: '/event_types', value: wireEvents() }]),
    ]
    if (body.length > 0) await one({ method: 'PATCH', path: pathOf(webhook.id), body })
  }

  return {
    listWebhooks,
    async setWebhook(url, known) {
      const find = (all: Webhook[]) =>
        all.find((each) => each.url === url) ?? all.find(({ id }) => id === known)
      const before = find(await listWebhooks())
      // The list is read again if a webhook at this address was made in the meantime, or by a call whose answer was lost.
      const webhook = before ?? (await create(url)) ?? find(await listWebhooks())
      if (!webhook) throw explained('WEBHOOK_URL_ALREADY_EXISTS')!
      await change(webhook, url)
      const kept = await one({ method: 'GET', path: pathOf(webhook.id) })
      if (kept.url === url && kept.isComplete) return kept
      throw new PaymentRefused(
        'WEBHOOK_NOT_KEPT',
        'PayPal took the webhook, but shows another address or fewer events',
      )
    },
    async removeWebhook(id) {
      const { call, answer } = await send({ method: 'DELETE', path: pathOf(id) })
      if (answer.status !== 204 && answer.status !== 404 && !isOk(answer)) throw refusal(call, answer)
    },
  }
}

function pathOf(id: string): string {
  return `${PATH}/${encodeURIComponent(id)}`
}

function wireEvents() {
  return PAYPAL_EVENTS.map((name) => ({ name }))
}

function read(body: unknown): Webhook | null {
  const wire = Wire.safeParse(body).data
  if (!wire) return null
  const events = wire.event_types.map(({ name }) => name)
  const isComplete = events.includes('*') || PAYPAL_EVENTS.every((name) => events.includes(name))
  return { id: wire.id, url: wire.url, events, isComplete }
}

/** What the owner can do about a refusal. The texts of PayPal do not say it. */
const REASONS: Partial<Record<string, string>> = {
  WEBHOOK_NUMBER_LIMIT_EXCEEDED: 'PayPal allows ten webhooks per app. Remove one that is not used any more',
  WEBHOOK_URL_ALREADY_EXISTS:
    'PayPal already has a webhook at this address in another app of yours. Remove it there, or connect that app',
  VALIDATION_ERROR:
    'PayPal refuses the address of this shop. It sends events only to a public https address without a port',
}

function explained(name: string): PaymentRefused | null {
  const reason = REASONS[name]
  return reason === undefined ? null : new PaymentRefused(name, reason)
}
