/**
 * Verifies webhook requests by asking PayPal (decisions/018). The shop does not fetch the certificate itself, because
 * its URL comes from an unverified header.
 */
import { randomUUID } from 'node:crypto'
import { brand } from '#shared/kernel/brand.ts'
import { type Delivery, PaymentRefused, type PaymentRequest } from '../payments.ts'
import { isOk, refusal } from './responses.ts'
import type { Call, Execute } from './calls.ts'
import { aboutShop } from '../service.ts'

const HEADERS = {
  auth_algo: 'paypal-auth-algo',
  cert_url: 'paypal-cert-url',
  transmission_id: 'paypal-transmission-id',
  transmission_sig: 'paypal-transmission-sig',
  transmission_time: 'paypal-transmission-time',
}

const MAX_HEADER_CHARACTERS = 2000

/**
 * Whether a request may be from PayPal: it has all headers, a certificate URL of paypal.com, and a JSON object as its
 * body.
 */
export function mayBeGenuine(delivery: Delivery, webhookId: string): boolean {
  return webhookId !== '' && verificationBody(delivery, webhookId) !== null
}

/**
 * Whether PayPal confirms the request. False for a forged request. Throws PaymentUnavailable if PayPal gives no usable
 * response.
 */
export async function isGenuine(
  execute: Execute,
  delivery: Delivery,
  webhookId: string,
  timeoutMs: number,
): Promise<boolean> {
  const text = webhookId === '' ? null : verificationBody(delivery, webhookId)
  if (text === null) return false
  const call: Call = {
    method: 'POST',
    path: '/v1/notifications/verify-webhook-signature',
    text,
    timeoutMs,
  }
  const answer = await execute(call)
  if (isOk(answer)) return answer.body['verification_status'] === 'SUCCESS'
  // PayPal rejects the verification request as invalid.
  if (answer.status === 400 || answer.status === 422) return false
  throw refusal(call, answer)
}

/**
 * The body of the verification request. It contains the bytes of the event unchanged. If the event were parsed and
 * serialized again, `1.0` would become `1` and the signature would not match. Null if a header is missing or the body
 * is not a JSON object.
 */
function verificationBody({ headers, body }: Delivery, webhookId: string): string | null {
  const given = Object.entries(HEADERS).map(([name, header]) => [name, headers[header] ?? ''] as const)
  if (given.some(([, value]) => value === '' || value.length > MAX_HEADER_CHARACTERS)) return null
  if (!isOfPaypal(headers['paypal-cert-url'] ?? '')) return null
  const event = jsonObject(body)
  if (event === null) return null
  const fields = JSON.stringify({ ...Object.fromEntries(given), webhook_id: webhookId })
  return `${fields.slice(0, -1)},"webhook_event":${event}}`
}

function isOfPaypal(certUrl: string): boolean {
  if (!URL.canParse(certUrl)) return false
  const { protocol, hostname, port, username } = new URL(certUrl)
  return protocol === 'https:' && port === '' && username === '' && /(^|\.)paypal\.com$/.test(hostname)
}

function jsonObject(body: Buffer): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body)
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? text : null
  } catch {
    return null
  }
}

// The two parts of the connection test of PayPal: a test payment, and a check of the webhook settings.

/** A payment of one dollar. It is never approved, so no money moves and PayPal deletes it after some hours. */
export function testPurchase(): PaymentRequest {
  const unique = `connection-test-${randomUUID()}`
  const { street, city, state, postalCode, country } = brand.place
  return {
    requestId: unique,
    orderId: 'connection-test',
    invoiceId: unique,
    itemsCents: 100,
    discountCents: 0,
    shippingCents: 0,
    taxCents: 0,
    totalCents: 100,
    giftCardCents: 0,
    isByAccount: true,
    lines: [{ name: 'Connection test', sku: '', quantity: 1, unitCents: 100 }],
    shipTo: { name: brand.roasters, line1: street, line2: '', city, state, postalCode, country },
  }
}

/** A webhook's id, and the shop's public origin; null if it is not set. */
type ShopWebhook = { webhookId: string; shopOrigin: string | null }

/**
 * Throws PaymentRefused if PayPal has no webhook with this id, or if the URL of this webhook is not the shop's: the shop
 * would get no event, or reject every event as forged. Without a public origin only the path is compared. If the
 * credentials may not read webhooks (403), the check is skipped.
 */
export async function checkWebhook(
  execute: Execute,
  { webhookId, shopOrigin }: ShopWebhook,
  timeoutMs: number,
): Promise<void> {
  const path = `/v1/notifications/webhooks/${encodeURIComponent(webhookId)}`
  const call: Call = { method: 'GET', path, timeoutMs }
  const answer = await execute(call)
  if (answer.status === 404 || answer.status === 400)
    throw aboutShop(
      new PaymentRefused('WEBHOOK_UNKNOWN', 'PAYPAL_WEBHOOK_ID: PayPal has no webhook with this id'),
    )
  if (answer.status === 403) return
  if (!isOk(answer)) throw refusal(call, answer)
  const url = String(answer.body['url'])
  const expected = `${shopOrigin ?? ''}/api/paypal/webhook`
  if (shopOrigin === null ? url.endsWith(expected) : url === expected) return
  const shown = url.slice(0, 200)
  throw aboutShop(
    new PaymentRefused(
      'WEBHOOK_ELSEWHERE',
      shopOrigin === null
        ? `PAYPAL_WEBHOOK_ID: the URL of this webhook does not end with ${expected}: ${shown}`
        : `PAYPAL_WEBHOOK_ID: the URL of this webhook is not ${expected}: ${shown}`,
    ),
  )
}
