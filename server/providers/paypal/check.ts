/** The two parts of the connection test of PayPal: a test payment, and a check of the webhook settings. */
import { randomUUID } from 'node:crypto'
import { brand } from '#shared/kernel/brand.ts'
import { PaymentRefused, aboutShop, type PaymentRequest } from '../providers.ts'
import { isOk, refusal } from './responses.ts'
import type { Answer, Call } from './calls.ts'

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
    lines: [{ name: 'Connection test', sku: '', quantity: 1, unitCents: 100 }],
    shipTo: { name: brand.roasters, line1: street, line2: '', city, state, postalCode, country },
  }
}

/** A webhook's id, and the shop's public origin; null if it is not set. */
export type ShopWebhook = { webhookId: string; shopOrigin: string | null }

/**
 * Throws PaymentRefused if PayPal has no webhook with this id, or if the URL of this webhook is not the shop's: the shop
 * would get no event, or reject every event as forged. Without a public origin only the path is compared. If the
 * credentials may not read webhooks (403), the check is skipped.
 */
export async function checkWebhook(
  execute: (call: Call) => Promise<Answer>,
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
