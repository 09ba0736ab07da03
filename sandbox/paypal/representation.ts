import { buyer } from './buyer.ts'
import { paymentsOf, customIdOf } from './captures.ts'
import type { Link } from './issues.ts'
import { time, type Site } from './site.ts'
import type { OrderRequest, Unit } from './shapes.ts'
import { requestOf, type StoredOrder } from './store.ts'

/** The order's status at PayPal. */
export function statusOf(order: StoredOrder, request: OrderRequest): string {
  if (order.capture) return 'COMPLETED'
  if (order.choice !== null) return 'APPROVED'
  return request.payment_source !== undefined || order.isDeclined ? 'PAYER_ACTION_REQUIRED' : 'CREATED'
}

/**
 * An order in PayPal's format. `minimal` is the response to `Prefer: return=minimal`. `minimal capture` also contains
 * the payments, as the live service does.
 */
export function orderAnswer(order: StoredOrder, site: Site, shape: 'full' | 'minimal' | 'minimal capture') {
  const request = requestOf(order)
  const head = { id: order.id, status: statusOf(order, request) }
  const links = linksOf(order, request, site)
  if (shape === 'minimal') return { ...head, links }
  const payer = order.choice === null ? {} : { payer: payerOf() }
  const source = order.choice === null ? { paypal: {} } : { paypal: walletOf(order, site) }
  const paid = request.payment_source === undefined && order.choice === null ? {} : { payment_source: source }
  if (shape === 'minimal capture') {
    const units = request.purchase_units.map((unit, index) => ({
      reference_id: unit.reference_id ?? 'default',
      ...(unit.shipping ? { shipping: unit.shipping } : {}),
      ...paymentsOf(order, unit, index, site),
    }))
    return { ...head, ...paid, purchase_units: units, ...payer, links }
  }
  return {
    ...head,
    intent: request.intent,
    ...paid,
    purchase_units: request.purchase_units.map((unit, index) => unitAnswer(order, unit, index, site)),
    ...payer,
    create_time: time(order.createdAt),
    update_time: time(order.updatedAt),
    links,
  }
}

function unitAnswer(order: StoredOrder, unit: Unit, index: number, site: Site) {
  const { email, merchantId } = site.seller
  const other = order.capture?.payee
  return {
    ...unit,
    ...customIdOf(order, unit),
    reference_id: unit.reference_id ?? 'default',
    payee: {
      email_address: email,
      merchant_id: merchantId,
      ...unit.payee,
      ...(other === undefined ? {} : { merchant_id: other }),
    },
    ...paymentsOf(order, unit, index, site),
  }
}

/** The page on which the buyer chooses how to pay. */
export function approvalUrl(order: StoredOrder, site: Site): string {
  return `${site.approvalBase}?token=${order.id}`
}

function linksOf(order: StoredOrder, request: OrderRequest, site: Site): Link[] {
  const self = `${site.apiBase}/v2/checkout/orders/${order.id}`
  const links: Link[] = [{ href: self, rel: 'self', method: 'GET' }]
  if (order.capture) return links
  const href = approvalUrl(order, site)
  if (request.payment_source !== undefined) return [...links, { href, rel: 'payer-action', method: 'GET' }]
  return [
    ...links,
    { href, rel: 'approve', method: 'GET' },
    { href: self, rel: 'update', method: 'PATCH' },
    { href: `${self}/capture`, rel: 'capture', method: 'POST' },
  ]
}

function payerOf() {
  return {
    name: buyer.name,
    email_address: buyer.email,
    payer_id: buyer.payerId,
    address: { country_code: 'US' },
  }
}

function walletOf(order: StoredOrder, site: Site) {
  return {
    email_address: buyer.email,
    account_id: buyer.payerId,
    account_status: 'VERIFIED',
    name: buyer.name,
    address: { country_code: 'US' },
    ...(order.vault ? { attributes: { vault: vaultOf(order.vault, site) } } : {}),
  }
}

/** The saved payment method. While PayPal is saving it, the status is APPROVED, and there is no id. */
function vaultOf({ id, customerId }: NonNullable<StoredOrder['vault']>, { apiBase }: Site) {
  const customer = { id: customerId }
  if (id === null) return { status: 'APPROVED', customer }
  const href = `${apiBase}/v3/vault/payment-tokens/${id}`
  return { id, status: 'VAULTED', customer, links: [{ href, rel: 'self', method: 'GET' }] }
}
