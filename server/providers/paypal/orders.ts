/** Converts between the shop's payments and the orders of PayPal's Orders API v2. */
import * as z from 'zod/mini'
import { fromDecimal, toDecimal } from '#shared/kernel/pricing.ts'
import type { Capture, Payment, PaymentRequest, Sums } from '../payments.ts'
import { payerName, Payer, shipToOf, Shipping } from './payer.ts'
import { readRefund } from './refunds.ts'
import { feeOf, linksIn, Money, timeOf } from './responses.ts'
import { savedWith, SavingWallet, VAULT } from './saved.ts'
import { emailIn, isAuthenticated, sourceOf, SOURCES } from './source.ts'

export type OrderLook = {
  /** The name that PayPal shows instead of the account's business name. */
  brandName?: string | undefined
  /** The shop's public origin; null if it is not set. */
  shopOrigin?: string | null
  /** Where buyers come back to from PayPal; the public origin if it is left out. */
  returnOrigin?: string
}

/**
 * The body of `POST /v2/checkout/orders`. Tax is only in the breakdown: PayPal compares `items[].tax` times quantity
 * with `tax_total`, and these amounts differ if tax is rounded once per order. The items have their list prices, and the
 * discount is in the breakdown, because PayPal has no discounts of items. The experience context in
 * `payment_source` replaces the deprecated `application_context`, as in PayPal's samples for the browser SDK v6. With
 * it, the buyer cannot change the address for which the shipping was quoted. An order for pickup has no address
 * and `NO_SHIPPING`, because the published versions of the API have different names for the types of pickup.
 * For other methods than PayPal's account the body has no `payment_source`: the browser SDK adds it when the buyer confirms.
 */
export function orderBody(request: PaymentRequest, look: OrderLook) {
  const { shipTo } = request
  return {
    intent: 'CAPTURE',
    purchase_units: [
      {
        custom_id: request.orderId,
        invoice_id: request.invoiceId,
        amount: amountOf(request),
        items: request.lines.map((line) => ({
          name: truncate(line.name, 127) || 'Item',
          ...(line.sku === '' ? {} : { sku: truncate(line.sku, 127) }),
          quantity: String(line.quantity),
          unit_amount: money(line.unitCents),
          category: 'PHYSICAL_GOODS',
        })),
        ...(shipTo ? { shipping: shippingOf(shipTo) } : {}),
      },
    ],
    ...(request.isByAccount ? { payment_source: { paypal: accountOf(request, look) } } : {}),
  }
}

/** The amount of a purchase unit with its parts, which must add up to it. */
export function amountOf(sums: Sums) {
  // PayPal has no other name for what gift cards pay.
  const reduction = sums.discountCents + sums.giftCardCents
  return {
    ...money(sums.totalCents - sums.giftCardCents),
    breakdown: {
      item_total: money(sums.itemsCents + sums.discountCents),
      shipping: money(sums.shippingCents),
      tax_total: money(sums.taxCents),
      ...(reduction > 0 ? { discount: money(reduction) } : {}),
    },
  }
}

function accountOf(request: PaymentRequest, look: OrderLook) {
  return {
    ...(request.savesMethod ? { attributes: { vault: VAULT } } : {}),
    experience_context: experienceContext(request, look),
  }
}

function shippingOf(shipTo: NonNullable<PaymentRequest['shipTo']>) {
  return {
    name: { full_name: truncate(shipTo.name, 300) },
    address: {
      address_line_1: truncate(shipTo.line1, 300),
      ...(shipTo.line2 === '' ? {} : { address_line_2: truncate(shipTo.line2, 300) }),
      admin_area_2: truncate(shipTo.city, 120),
      admin_area_1: truncate(shipTo.state, 300),
      postal_code: truncate(shipTo.postalCode, 60),
      country_code: shipTo.country,
    },
  }
}

/**
 * PayPal returns the buyer to the order's page if PayPal was opened as a page or as an app, and not in a window. With
 * `GET_FROM_FILE` the buyer chooses an address of the account, and there is no order yet that has a page.
 */
function experienceContext(request: PaymentRequest, { brandName, shopOrigin, returnOrigin }: OrderLook) {
  const { orderId, shipTo, asksAddress = false } = request
  const origin = returnOrigin ?? shopOrigin
  const page = origin ? origin + (asksAddress ? '/cart' : `/order/${orderId}`) : null
  const withoutAddress = asksAddress ? 'GET_FROM_FILE' : 'NO_SHIPPING'
  return {
    ...(brandName === undefined ? {} : { brand_name: truncate(brandName, 127) }),
    ...(page === null ? {} : { return_url: page, cancel_url: page }),
    locale: 'en-US',
    shipping_preference: shipTo ? 'SET_PROVIDED_ADDRESS' : withoutAddress,
    user_action: 'PAY_NOW',
  }
}

function money(cents: number) {
  return { currency_code: 'USD', value: toDecimal(cents) }
}

function truncate(text: string, length: number): string {
  const short = text.slice(0, length)
  return short.isWellFormed() ? short : short.slice(0, -1).toWellFormed()
}

const CaptureAnswer = z.object({
  id: z.string(),
  status: z.enum(['COMPLETED', 'PENDING', 'DECLINED', 'FAILED', 'REFUNDED', 'PARTIALLY_REFUNDED']),
  amount: z.nullish(Money),
  seller_receivable_breakdown: z.nullish(
    z.object({ gross_amount: z.nullish(Money), paypal_fee: z.nullish(Money) }),
  ),
  create_time: z.nullish(z.string()),
  update_time: z.nullish(z.string()),
})

/** Every field is optional in the published schema, as in those of captures and refunds. */
const OrderAnswer = z.object({
  id: z.nullish(z.string()),
  status: z.nullish(z.enum(['CREATED', 'SAVED', 'PAYER_ACTION_REQUIRED', 'APPROVED', 'COMPLETED', 'VOIDED'])),
  intent: z.nullish(z.string()),
  purchase_units: z.nullish(
    z.array(
      z.object({
        amount: z.nullish(Money),
        custom_id: z.nullish(z.string()),
        payee: z.nullish(z.object({ merchant_id: z.nullish(z.string()) })),
        shipping: Shipping,
        payments: z.nullish(
          z.object({ captures: z.nullish(z.array(CaptureAnswer)), refunds: z.nullish(z.array(z.unknown())) }),
        ),
      }),
    ),
  ),
  payment_source: z.nullish(z.object({ paypal: z.nullish(SavingWallet), ...SOURCES })),
  payer: Payer,
  create_time: z.nullish(z.string()),
  update_time: z.nullish(z.string()),
})

const statuses = {
  CREATED: 'open',
  SAVED: 'open',
  PAYER_ACTION_REQUIRED: 'open',
  APPROVED: 'approved',
  COMPLETED: 'done',
  VOIDED: 'void',
} as const

/**
 * Parses a PayPal order. Null if its id, its state, the id or the amount of a capture cannot be known, if an amount is
 * invalid, or if `id` is given and its id differs. Other fields may be missing. The shop's orders have one purchase unit.
 * If there are several, the order id is empty and the amounts are null, so that the order does not count as paid.
 * @param id the id with which the order was read
 */
export function readPayment(body: unknown, id?: string): Payment | null {
  const parsed = OrderAnswer.safeParse(body)
  if (!parsed.success) return null
  const order = parsed.data
  const orderId = order.id ?? id
  if (orderId === undefined || (id !== undefined && orderId !== id)) return null
  const units = order.purchase_units ?? []
  const unit = units.length === 1 ? units[0] : undefined
  const captures = unit?.payments?.captures ?? []
  const status = order.status ?? (captures.length > 0 ? 'COMPLETED' : null)
  if (status === null) return null
  const at = order.update_time ?? order.create_time
  const capture = captures.length > 0 ? readCapture(decidingCapture(captures), at) : null
  const amountCents = unit?.amount ? fromDecimal(unit.amount.value) : null
  const refunds = (unit?.payments?.refunds ?? []).map((refund) => readRefund(refund, at))
  if ((captures.length > 0 && !capture) || (unit?.amount && amountCents === null)) return null
  if (!refunds.every((refund) => refund !== null)) return null
  return {
    id: orderId,
    status: statuses[status],
    intent: order.intent ?? '',
    orderId: units.length > 1 ? '' : (unit?.custom_id ?? null),
    amountCents: amountCents ?? capture?.amountCents ?? null,
    currency: unit?.amount?.currency_code ?? capture?.currency ?? null,
    payeeMerchantId: unit?.payee?.merchant_id ?? null,
    payerEmail: emailOf(order),
    payerName: payerName(order.payment_source?.paypal?.name) ?? payerName(order.payer?.name),
    shipTo: shipToOf(unit?.shipping),
    source: sourceOf(order.payment_source),
    isAuthenticated: isAuthenticated(order.payment_source),
    capture,
    saved: savedWith(order.payment_source?.paypal),
    refunds,
  }
}

function emailOf({ payment_source: source, payer }: z.infer<typeof OrderAnswer>): string | null {
  return source?.paypal?.email_address ?? emailIn(source) ?? payer?.email_address ?? null
}

/** The hosts of an order's links; empty if there are none. */
export function hostsIn(body: Record<string, unknown>): string[] {
  return linksIn(body['links']).flatMap(({ href }) => (URL.canParse(href) ? [new URL(href).hostname] : []))
}

/** Whether a capture response has all fields that the shop checks. PayPal sometimes omits some of them. */
export function isComplete(payment: Payment): boolean {
  return payment.intent !== '' && payment.orderId !== null && payment.payeeMerchantId !== null
}

type CaptureBody = z.infer<typeof CaptureAnswer>

/** The capture that took the money. If all attempts failed, the last attempt. */
function decidingCapture(captures: CaptureBody[]): CaptureBody {
  const last = captures.at(-1)
  if (!last) throw new RangeError('no captures')
  return captures.findLast(({ status }) => status !== 'DECLINED' && status !== 'FAILED') ?? last
}

const captureStatuses = {
  COMPLETED: 'completed',
  PENDING: 'pending',
  DECLINED: 'declined',
  FAILED: 'failed',
  REFUNDED: 'refunded',
  PARTIALLY_REFUNDED: 'partially_refunded',
} as const

/** @param orderAt the time of the order, for a capture without a time */
function readCapture(body: CaptureBody, orderAt: string | null | undefined): Capture | null {
  const amount = body.amount ?? body.seller_receivable_breakdown?.gross_amount
  const amountCents = amount ? fromDecimal(amount.value) : null
  if (!amount || amountCents === null) return null
  return {
    id: body.id,
    status: captureStatuses[body.status],
    amountCents,
    currency: amount.currency_code,
    feeCents: feeOf(body.seller_receivable_breakdown?.paypal_fee),
    at: timeOf(body.create_time, body.update_time, orderAt),
  }
}
