/** What a test of the connection asks PayPal: all that a sale does before its buyer approves, and our webhook. */
import { randomUUID } from 'node:crypto'
import { brand } from '#shared/brand.ts'
import { PaymentRefused, aboutShop, type PaymentRequest } from '../providers.ts'
import { isOk, refusal } from './answers.ts'
import type { Answer, Call } from './calls.ts'

/** One dollar. It is never approved, so PayPal forgets it after some hours and no money moves. */
export function testPurchase(): PaymentRequest {
  const unique = `connection-test-${randomUUID()}`
  const { street, city, state, postalCode, country } = brand.place
  return {
    requestId: unique,
    orderId: 'connection-test',
    invoiceId: unique,
    itemsCents: 100,
    shippingCents: 0,
    taxCents: 0,
    totalCents: 100,
    lines: [{ name: 'Connection test', sku: '', quantity: 1, unitCents: 100 }],
    shipTo: { name: brand.roasters, line1: street, line2: '', city, state, postalCode, country },
  }
}

/**
 * Throws PaymentRefused when PayPal has no webhook of this id, or one that goes elsewhere: every event would be refused
 * as forged. Credentials that may not read webhooks prove nothing.
 */
export async function checkWebhook(
  speak: (call: Call) => Promise<Answer>,
  webhookId: string,
  timeoutMs: number,
): Promise<void> {
  const path = `/v1/notifications/webhooks/${encodeURIComponent(webhookId)}`
  const call: Call = { method: 'GET', path, timeoutMs }
  const answer = await speak(call)
  if (answer.status === 404 || answer.status === 400)
    throw aboutShop(
      new PaymentRefused('WEBHOOK_UNKNOWN', 'PAYPAL_WEBHOOK_ID: PayPal has no webhook of this id'),
    )
  if (answer.status === 403) return
  if (!isOk(answer)) throw refusal(call, answer)
  const url = String(answer.body['url'])
  if (!url.endsWith('/api/paypal/webhook'))
    throw aboutShop(
      new PaymentRefused(
        'WEBHOOK_ELSEWHERE',
        `PAYPAL_WEBHOOK_ID: PayPal calls ${url.slice(0, 200)} for this webhook, which is not /api/paypal/webhook`,
      ),
    )
}
