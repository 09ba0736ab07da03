/**
 * Whether a webhook is PayPal's, asked of PayPal itself (decision 018). No certificate is fetched, so that no
 * address out of a stranger's header is ever called.
 */
import type { Delivery } from '../refunds.ts'
import { isOk, refusal } from './answers.ts'
import type { Answer, Call } from './calls.ts'

const HEADERS = {
  auth_algo: 'paypal-auth-algo',
  cert_url: 'paypal-cert-url',
  transmission_id: 'paypal-transmission-id',
  transmission_sig: 'paypal-transmission-sig',
  transmission_time: 'paypal-transmission-time',
}

const LONGEST_HEADER = 2000

/** Whether a delivery is worth a question: it has all headers, a certificate of PayPal's, and an object for its body. */
export function mayBeGenuine(delivery: Delivery, webhookId: string): boolean {
  return webhookId !== '' && questionOf(delivery, webhookId) !== null
}

/** False for a forged delivery. Throws PaymentUnavailable when nobody can tell. */
export async function isGenuine(
  speak: (call: Call) => Promise<Answer>,
  delivery: Delivery,
  webhookId: string,
  timeoutMs: number,
): Promise<boolean> {
  const question = webhookId === '' ? null : questionOf(delivery, webhookId)
  if (question === null) return false
  const call: Call = {
    method: 'POST',
    path: '/v1/notifications/verify-webhook-signature',
    text: question,
    timeoutMs,
  }
  const answer = await speak(call)
  if (isOk(answer)) return answer.body['verification_status'] === 'SUCCESS'
  // PayPal would not even look at it.
  if (answer.status === 400 || answer.status === 422) return false
  throw refusal(call, answer)
}

/**
 * The event goes in byte for byte: parsed and written anew, `1.0` would become `1`, and the signature fail.
 * Null when a header is missing or the body is no JSON object, which could not be put into the question.
 */
function questionOf({ headers, body }: Delivery, webhookId: string): string | null {
  const given = Object.entries(HEADERS).map(([name, header]) => [name, headers[header] ?? ''] as const)
  if (given.some(([, value]) => value === '' || value.length > LONGEST_HEADER)) return null
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
