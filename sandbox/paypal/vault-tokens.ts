/** Payment tokens: created with a purchase, shown in PayPal's format, reported by webhooks. */
import type { Link } from './issues.ts'
import { buyer } from './buyer.ts'
import { time, type Site } from './site.ts'
import { requestOf, type StoredOrder } from './store.ts'
import type { StoredToken, VaultStore } from './vault-store.ts'

type Vaulting = {
  vault: VaultStore
  site: Site
  now: () => number
  newId: () => string
  savesLater: boolean
  emit: (event: string, kind: string, resource: object) => void
}

/**
 * Saves the payment method of an order that is captured now, if the order requests this. Returns the fields to store
 * with the order.
 */
export function saveWith(context: Vaulting, order: StoredOrder): Pick<StoredOrder, 'vault'> | object {
  const wallet = requestOf(order).payment_source?.paypal
  if (wallet?.attributes?.vault?.store_in_vault !== 'ON_SUCCESS') return {}
  const customerId = context.newId().slice(0, 10)
  if (context.savesLater) return { vault: { id: null, customerId } }
  const token = addToken(context, { orderId: order.id, customerId, brand: brandOf(order) })
  return { vault: { id: token.id, customerId } }
}

/** The shop's name in an order. */
export function brandOf(order: StoredOrder): string {
  return requestOf(order).payment_source?.paypal?.experience_context?.brand_name ?? 'FRAME'
}

/**
 * Adds a payment token. Its charges are accepted until the buyer chooses otherwise on the page of saved payment
 * methods.
 */
export function addToken(
  { vault, newId, now }: Pick<Vaulting, 'vault' | 'newId' | 'now'>,
  fields: Pick<StoredToken, 'customerId' | 'brand'> & Partial<StoredToken>,
): StoredToken {
  const token: StoredToken = {
    kind: 'token',
    id: newId().toLowerCase().slice(0, 12),
    createdAt: now(),
    requestId: null,
    orderId: null,
    next: 'accept',
    deletedAt: null,
    declined: [],
    ...fields,
  }
  vault.add(token)
  return token
}

/** A payment token as in the response of `GET /v3/vault/payment-tokens/{id}`. */
export function tokenAnswer(token: StoredToken, { apiBase }: Site) {
  const self = `${apiBase}/v3/vault/payment-tokens/${token.id}`
  const links: Link[] = [
    { href: self, rel: 'self', method: 'GET' },
    { href: self, rel: 'delete', method: 'DELETE' },
  ]
  return {
    id: token.id,
    customer: { id: token.customerId },
    payment_source: {
      paypal: { email_address: buyer.email, account_id: buyer.payerId, name: buyer.name },
    },
    links,
  }
}

/** Sends an event about a token to the shop. The event of a token that was saved with a purchase names the order. */
export function emitToken(
  { vault, site, emit }: Pick<Vaulting, 'vault' | 'site' | 'emit'>,
  id: string,
  what: 'CREATED' | 'DELETED',
): void {
  const token = vault.token(id)
  const order = token?.orderId ? { metadata: { order_id: token.orderId } } : {}
  const created = token && what === 'CREATED' ? { ...tokenAnswer(token, site), ...order } : { id }
  emit(`VAULT.PAYMENT-TOKEN.${what}`, 'payment_token', {
    ...created,
    ...(token ? { time_created: time(token.createdAt) } : {}),
  })
}
