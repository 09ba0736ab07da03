/** The sandbox's webhooks. They are signed with a generated key, which only the sandbox's own verify call accepts. */
import { createSign, createVerify, generateKeyPairSync, randomUUID, type KeyObject } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Delivery } from '../deliver.ts'
import { isJson, parseJson } from '../server.ts'
import type { Hooks } from './hooks.ts'

/** Sends an event to the address of a webhook. Returns the status of the response. */
export type Deliver = (delivery: Delivery, url: string) => Promise<number>

export type Webhooks = {
  /** The id of the webhook that exists from the start. */
  id: string
  /** Sends webhooks to the shop; null if none are sent. */
  deliver: Deliver | null
  /** How many times each event is sent. */
  copies: number
  /** Milliseconds before each delivery. */
  delayMs: number
  /** Holds back all deliveries until `release`. */
  hold(): void
  /** Sends the held deliveries. */
  release(order?: 'in order' | 'reversed'): Promise<void>
  /**
   * Creates a correctly signed delivery that a test can send itself.
   * @param webhookId the webhook that gets it; the one that exists from the start if missing
   */
  compose(event: string, kind: string, resource: object, webhookId?: string): Delivery
}

type Events = {
  webhooks: Webhooks
  emit: (event: string, kind: string, resource: object) => void
  /** The result of `POST /v1/notifications/verify-webhook-signature`. Null if the body is malformed. */
  verify: (text: string) => 'SUCCESS' | 'FAILURE' | null
}

const ATTEMPTS = 4
const RETRY_MS = 2000

type Sending = { delivery: Delivery; url: string }

export function openEvents(options: {
  webhookId: string
  hooks: Hooks
  deliver: Deliver | null
  now: () => number
}): Events {
  let held: Sending[] | null = null
  let keys: { publicKey: KeyObject; privateKey: KeyObject } | null = null
  // Generated at the first use, because it takes a tenth of a second.
  const keyPair = () => (keys ??= generateKeyPairSync('rsa', { modulusLength: 2048 }))

  const webhooks: Webhooks = {
    id: options.webhookId,
    deliver: options.deliver,
    copies: 1,
    delayMs: 0,
    hold() {
      held ??= []
    },
    async release(order = 'in order') {
      const waiting = order === 'in order' ? (held ?? []) : (held ?? []).toReversed()
      held = null
      for (const { delivery, url } of waiting) await webhooks.deliver?.(delivery, url)
    },
    compose: (event, kind, resource, webhookId = webhooks.id) =>
      sign(keyPair().privateKey, webhookId, options.now(), eventBody(event, kind, resource, options.now())),
  }

  const send = async (sending: Sending, attempt = 1): Promise<void> => {
    const { delivery, url } = sending
    const status = (await webhooks.deliver?.(delivery, url).catch(() => 0)) ?? 200
    if ((status >= 200 && status < 300) || attempt === ATTEMPTS) return
    setTimeout(() => void send(sending, attempt + 1), RETRY_MS * attempt).unref()
  }

  const sendCopies = (sending: Sending): void => {
    for (let copy = 0; copy < webhooks.copies; copy++) {
      if (held) held.push(sending)
      else setTimeout(() => void send(sending), webhooks.delayMs).unref()
    }
  }

  return {
    webhooks,
    emit(event, kind, resource) {
      if (!webhooks.deliver) return
      for (const { id, url } of options.hooks.for(event))
        sendCopies({ delivery: webhooks.compose(event, kind, resource, id), url })
    },
    verify: (text) => verify(keyPair().publicKey, options.hooks, text),
  }
}

function eventBody(event: string, kind: string, resource: object, now: number): Buffer {
  return Buffer.from(
    JSON.stringify({
      id: `WH-${randomUUID().replaceAll('-', '').slice(0, 17).toUpperCase()}`,
      event_version: '1.0',
      create_time: new Date(now).toISOString(),
      resource_type: kind,
      resource_version: '2.0',
      event_type: event,
      summary: event,
      resource,
      links: [],
    }),
  )
}

function sign(key: KeyObject, webhookId: string, now: number, body: Buffer): Delivery {
  const id = randomUUID()
  const time = new Date(now).toISOString().replace(/\.\d+Z$/, 'Z')
  const signature = createSign('RSA-SHA256')
    .update(signedText(id, time, webhookId, body))
    .sign(key, 'base64')
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'paypal-auth-algo': 'SHA256withRSA',
      'paypal-cert-url': 'https://api.sandbox.paypal.com/v1/notifications/certs/CERT-FRAME-SANDBOX',
      'paypal-transmission-id': id,
      'paypal-transmission-time': time,
      'paypal-transmission-sig': signature,
    },
  }
}

/** The text that PayPal signs: transmission id, time, webhook id, and the CRC-32 of the raw body. */
function signedText(id: string, time: string, webhookId: string, body: Buffer): string {
  return `${id}|${time}|${webhookId}|${crc32(body)}`
}

function verify(key: KeyObject, hooks: Hooks, text: string): 'SUCCESS' | 'FAILURE' | null {
  const request = parseJson(text)
  const raw = rawEvent(text)
  if (!isJson(request) || raw === null) return null
  const { auth_algo, transmission_id: id, transmission_time: time, transmission_sig: signature } = request
  const { webhook_id: webhookId } = request
  if (typeof id !== 'string' || typeof time !== 'string' || typeof signature !== 'string') return null
  if (auth_algo !== 'SHA256withRSA' || typeof webhookId !== 'string' || !hooks.find(webhookId))
    return 'FAILURE'
  const isGood = createVerify('RSA-SHA256')
    .update(signedText(id, time, webhookId, Buffer.from(raw)))
    .verify(key, signature, 'base64')
  return isGood ? 'SUCCESS' : 'FAILURE'
}

/** The original JSON text of `webhook_event`, because the signature covers its exact bytes. Null if there is none. */
function rawEvent(text: string): string | null {
  const start = /"webhook_event"\s*:\s*/.exec(text)
  if (!start) return null
  const from = start.index + start[0].length
  let depth = 0
  let isText = false
  for (let at = from; at < text.length; at++) {
    const letter = text[at]
    if (isText && letter === '\\') at++
    else if (letter === '"') isText = !isText
    else if (!isText && (letter === '{' || letter === '[')) depth++
    else if (!isText && (letter === '}' || letter === ']') && --depth === 0) return text.slice(from, at + 1)
  }
  return null
}
