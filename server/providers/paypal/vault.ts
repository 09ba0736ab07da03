/** PayPal's Payment Method Tokens API v3 (https://developer.paypal.com/docs/api/payment-tokens/v3/). */
import type { Approval, SavedMethod, Vault } from '../saved-methods.ts'
import type { Call, Execute } from './calls.ts'
import type { OrderLook } from './orders.ts'
import { createOne, isOk, readOne, refusal, requireVaultId } from './responses.ts'
import { readPaymentToken, VAULT } from './saved.ts'

/** @param timeoutMs the time limit of a call */
export function paypalVault(execute: Execute, look: OrderLook, timeoutMs: number): Vault {
  return {
    openApproval: (requestId) => openApproval(execute, requestId, look, timeoutMs),
    getApproval: (id) =>
      readOne(execute, `/v3/vault/setup-tokens/${requireVaultId(id)}`, readApproval, timeoutMs),
    saveApproved: (id, requestId) => saveApproved(execute, requireVaultId(id), requestId, timeoutMs),
    getSaved: (token) =>
      readOne(execute, `/v3/vault/payment-tokens/${requireVaultId(token)}`, readPaymentToken, timeoutMs),
    deleteSaved: (token) => deleteSaved(execute, requireVaultId(token), timeoutMs),
  }
}

function openApproval(
  execute: Execute,
  requestId: string,
  look: OrderLook,
  timeoutMs: number,
): Promise<Approval> {
  const { usage_type, usage_pattern, customer_type, permit_multiple_payment_tokens } = VAULT
  // PayPal requires both URLs, although the browser SDK returns the buyer without them.
  const back = look.shopOrigin ? `${look.shopOrigin}/profile/payments` : 'https://www.paypal.com/'
  const experience_context = {
    ...(look.brandName === undefined ? {} : { brand_name: look.brandName }),
    locale: 'en-US',
    shipping_preference: 'NO_SHIPPING',
    return_url: back,
    cancel_url: back,
  }
  const paypal = {
    usage_type,
    usage_pattern,
    customer_type,
    permit_multiple_payment_tokens,
    experience_context,
  }
  const call = { path: '/v3/vault/setup-tokens', requestId, body: { payment_source: { paypal } }, timeoutMs }
  return createOne(execute, call, readApproval)
}

function saveApproved(
  execute: Execute,
  id: string,
  requestId: string,
  timeoutMs: number,
): Promise<SavedMethod> {
  const body = { payment_source: { token: { id, type: 'SETUP_TOKEN' } } }
  const call = { path: '/v3/vault/payment-tokens', requestId, body, timeoutMs }
  return createOne(execute, call, readPaymentToken)
}

async function deleteSaved(execute: Execute, token: string, timeoutMs: number): Promise<void> {
  const call: Call = { method: 'DELETE', path: `/v3/vault/payment-tokens/${token}`, timeoutMs }
  const answer = await execute(call)
  const isGone = answer.status === 404 && answer.body['name'] === 'RESOURCE_NOT_FOUND'
  if (answer.status !== 204 && !isOk(answer) && !isGone) throw refusal(call, answer)
}

const STATUSES: Record<string, Approval['status']> = {
  CREATED: 'open',
  PAYER_ACTION_REQUIRED: 'open',
  APPROVED: 'approved',
  VAULTED: 'saved',
  TOKENIZED: 'saved',
}

/** Parses a setup token; null if it does not match the published schema. */
function readApproval(body: unknown): Approval | null {
  if (typeof body !== 'object' || body === null) return null
  const { id, status = 'CREATED' } = body as { id?: unknown; status?: unknown }
  if (typeof id !== 'string' || typeof status !== 'string') return null
  return { id, status: STATUSES[status] ?? 'open' }
}
