/** Orders, captures, refunds and disputes in PayPal's format. */
import { buyer, time, type Site, type OrderRequest, type Unit, type Money } from './shapes.ts'
import type { Link } from './issues.ts'
import { requestOf, type StoredOrder, type StoredDispute, type StoredRefund } from './store.ts'
import { sourceAnswer } from './sources.ts'
import { cents } from './validate.ts'

/** The order's status at PayPal. */
export function statusOf(order: StoredOrder, request: OrderRequest): string {
  if (order.capture) return 'COMPLETED'
  if (order.choice !== null)
    return order.approval?.authentication === 'open' ? 'PAYER_ACTION_REQUIRED' : 'APPROVED'
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
  const other = order.choice === null ? null : sourceAnswer(order)
  // PayPal knows the payer of its own account only.
  const payer = order.choice === null || other ? {} : { payer: payerOf() }
  const source = order.choice === null ? emptySource(request) : (other ?? { paypal: walletOf(order, site) })
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

function emptySource({ payment_source: source }: OrderRequest) {
  return source?.venmo ? { venmo: {} } : { paypal: {} }
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
  const asksBank = order.approval?.authentication === 'open' && order.choice !== null
  if (request.payment_source !== undefined || asksBank)
    return [...links, { href, rel: 'payer-action', method: 'GET' }]
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

/** The `payments` field of a purchase unit. Empty before the capture. */
function paymentsOf(order: StoredOrder, unit: Unit, index: number, site: Site) {
  const id = order.capture?.ids[index]
  if (!order.capture || id === undefined) return {}
  const refunds = (order.refunds ?? []).filter(({ captureId }) => captureId === id)
  return {
    payments: {
      captures: [captureAnswer(order, unit, id, site)],
      ...(refunds.length > 0
        ? { refunds: refunds.map((one) => refundAnswer(one, capturedMoney(order, unit), site)) }
        : {}),
    },
  }
}

/** The purchase unit that a capture belongs to. */
export function unitOf(order: StoredOrder, captureId: string): Unit | undefined {
  return requestOf(order).purchase_units[order.capture?.ids.indexOf(captureId) ?? -1]
}

/** The amount of a capture that has not been refunded yet, in cents. */
export function refundableCents(order: StoredOrder, unit: Unit, captureId: string): number {
  return Number(cents(capturedMoney(order, unit))) - refundedCents(order, captureId)
}

/** The captured amount of a unit: the ordered amount, unless a test has set a different amount. */
export function capturedMoney({ capture }: StoredOrder, { amount }: Unit): Money {
  return {
    currency_code: capture?.currency ?? amount.currency_code,
    value: capture?.value ?? amount.value,
  }
}

/** The `custom_id` of a captured unit: the shop's value, unless a test has set a different value. */
export function customIdOf({ capture }: StoredOrder, unit: Unit): { custom_id?: string } {
  const id = capture?.reference ?? unit.custom_id
  return id === undefined ? {} : { custom_id: id }
}

function refundedCents(order: StoredOrder, captureId: string): number {
  return (order.refunds ?? [])
    .filter((one) => one.captureId === captureId && (one.state === 'COMPLETED' || one.state === 'PENDING'))
    .reduce((sum, one) => sum + one.cents, 0)
}

function captureStatus(order: StoredOrder, unit: Unit, captureId: string): string {
  const state = order.capture?.state ?? 'DECLINED'
  if (state !== 'COMPLETED') return state
  const refunded = refundedCents(order, captureId)
  if (refunded === 0) return state
  return refunded >= Number(cents(capturedMoney(order, unit))) ? 'REFUNDED' : 'PARTIALLY_REFUNDED'
}

/** A capture as in the response of `GET /v2/payments/captures/{id}`. */
function captureAnswer(order: StoredOrder, unit: Unit, id: string, site: Site) {
  const { state, at } = order.capture ?? { state: 'DECLINED', at: order.updatedAt }
  const amount = capturedMoney(order, unit)
  const self = `${site.apiBase}/v2/payments/captures/${id}`
  return {
    id,
    status: captureStatus(order, unit, id),
    ...(state === 'PENDING' ? { status_details: { reason: 'PENDING_REVIEW' } } : {}),
    amount,
    final_capture: true,
    seller_protection: {
      status: 'ELIGIBLE',
      dispute_categories: ['ITEM_NOT_RECEIVED', 'UNAUTHORIZED_TRANSACTION'],
    },
    ...(state === 'COMPLETED' ? { seller_receivable_breakdown: receivable(amount) } : {}),
    ...(unit.invoice_id === undefined ? {} : { invoice_id: unit.invoice_id }),
    ...customIdOf(order, unit),
    ...networkOf(order, id),
    links: [
      { href: self, rel: 'self', method: 'GET' },
      { href: `${self}/refund`, rel: 'refund', method: 'POST' },
      { href: `${site.apiBase}/v2/checkout/orders/${order.id}`, rel: 'up', method: 'GET' },
    ],
    create_time: time(at),
    update_time: time(order.updatedAt),
  }
}

/** The reference of a card's network. */
function networkOf({ approval }: StoredOrder, id: string) {
  const network = approval?.card?.brand
  return network === undefined
    ? {}
    : { network_transaction_reference: { id: id.replaceAll(/\D/g, '7').slice(0, 15), network } }
}

/** A capture with the id of its order, as PayPal sends it outside of the order. */
export function captureWithOrder(order: StoredOrder, unit: Unit, id: string, site: Site) {
  const related = { supplementary_data: { related_ids: { order_id: order.id } } }
  return { ...captureAnswer(order, unit, id, site), ...related }
}

/** A refund as in the response of `GET /v2/payments/refunds/{id}`. */
export function refundAnswer(refund: StoredRefund, taken: Money, site: Site) {
  const unit = { amount: taken }
  const amount = money(BigInt(refund.cents), unit)
  return {
    id: refund.id,
    amount,
    ...(refund.customId === undefined ? {} : { custom_id: refund.customId }),
    ...(refund.invoiceId === undefined ? {} : { invoice_id: refund.invoiceId }),
    ...(refund.note === undefined ? {} : { note_to_payer: refund.note }),
    seller_payable_breakdown: {
      gross_amount: amount,
      paypal_fee: money(0n, unit),
      net_amount: amount,
      total_refunded_amount: amount,
    },
    status: refund.state,
    ...(refund.state === 'PENDING' ? { status_details: { reason: 'ECHECK' } } : {}),
    links: refundLinks(refund, site),
    create_time: time(refund.at),
    update_time: time(refund.at),
  }
}

/** The links of a refund. The minimal response contains them too. */
export function refundLinks({ id, captureId }: StoredRefund, { apiBase }: Site) {
  return [
    { href: `${apiBase}/v2/payments/refunds/${id}`, rel: 'self', method: 'GET' },
    { href: `${apiBase}/v2/payments/captures/${captureId}`, rel: 'up', method: 'GET' },
  ]
}

/** A dispute as in the response of `GET /v1/customer/disputes/{id}`. */
export function disputeAnswer(dispute: StoredDispute, unit: Unit, { apiBase }: Site) {
  return {
    dispute_id: dispute.id,
    create_time: time(dispute.at),
    update_time: time(dispute.at),
    disputed_transactions: [{ seller_transaction_id: dispute.captureId, custom: unit.custom_id }],
    reason: dispute.reason,
    status: dispute.status,
    dispute_amount: { currency_code: unit.amount.currency_code, value: unit.amount.value },
    ...(dispute.outcome === null ? {} : { dispute_outcome: { outcome_code: dispute.outcome } }),
    dispute_life_cycle_stage: 'INQUIRY',
    dispute_channel: 'INTERNAL',
    links: [{ href: `${apiBase}/v1/customer/disputes/${dispute.id}`, rel: 'self', method: 'GET' }],
  }
}

/** PayPal's standard US fee: 3.49 % and 49 cents. */
function receivable(amount: Money) {
  const gross = cents(amount)
  const fee = (gross * 349n + 5_000n) / 10_000n + 49n
  const net = gross > fee ? gross - fee : 0n
  return {
    gross_amount: money(gross, { amount }),
    paypal_fee: money(fee, { amount }),
    net_amount: money(net, { amount }),
  }
}

function money(size: bigint, { amount }: { amount: Money }): Money {
  return {
    currency_code: amount.currency_code,
    value: `${size / 100n}.${String(size % 100n).padStart(2, '0')}`,
  }
}
