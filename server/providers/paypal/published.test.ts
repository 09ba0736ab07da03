// Slow, not in `npm run check`: the descriptions that PayPal and Shippo publish.
/** Validates the client's requests and the sandbox's responses with the OpenAPI documents that PayPal publishes. */
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { publishedContract, recordingFetch, type Exchange, type OpenApi } from '#test/openapi.ts'
import type { Payments, RefundRequest } from '../payments.ts'
import type { NextCharges } from '#sandbox/paypal/vault-store.ts'
import { purchase, sandboxAndClient } from './client.testing.ts'

const require = createRequire(import.meta.url)
const documentOf = (name: string): OpenApi =>
  require(`@paypal/paypal-rest-api-specifications/openapi/${name}.json`) as OpenApi

/** Fields that are newer than these documents and that PayPal's SDK 2.5 reads. */
const NEWER = ['account_status', 'stored_credential', 'usage_pattern', 'apple_pay', 'google_pay']

/**
 * Errors of the documents: the length limit of `Prefer` is one character too short for the documented
 * `return=representation`; and orders do not accept two required fields of the tracking API; a payment token is created from a billing agreement only.
 */
const DOCUMENT_ERRORS = new Set([
  'header Prefer: must NOT have more than 20 characters',
  "request: must have required property 'transaction_id'",
  "request: must have required property 'status'",
  // PayPal's page and its SDK have SETUP_TOKEN.
  'request/payment_source/token/type: must be equal to one of the allowed values',
])

/** The document of the vault without its schemas of bank accounts, one of which has an empty list of values. */
const vaultDocument = (): OpenApi => {
  const { components, ...rest } = documentOf('vault_payment_tokens_v3')
  const schemas = { ...components.schemas, ach_debit_verification_status: { type: 'string' } }
  return { ...rest, components: { ...components, schemas } }
}

const published = publishedContract({
  orders: documentOf('checkout_orders_v2'),
  payments: documentOf('payments_payment_v2'),
  reporting: documentOf('reporting_transactions_v1'),
  disputes: documentOf('customer_disputes_v1'),
  webhooks: documentOf('notifications_webhooks_v1'),
  vault: vaultDocument(),
})

/** The document of webhooks lacks the errors that PayPal describes at https://developer.paypal.com/api/webhooks/v1. */
const isUndocumented = ({ status, answer }: Exchange) =>
  status === 400 && /^(WEBHOOK_|VALIDATION_ERROR)/.test((answer as { name: string }).name)

const validate = (exchange: Exchange) =>
  (isUndocumented(exchange) ? [] : published(exchange)).filter(
    (wrong) => !DOCUMENT_ERRORS.has(wrong) && !NEWER.some((name) => wrong.endsWith(`(${name})`)),
  )

/** The documents do not include the token call. */
const isPublished = (url: URL) => url.pathname !== '/v1/oauth2/token'

type Shop = Awaited<ReturnType<typeof sandboxAndClient>>

const approved = async ({ payments, sandbox }: Shop): Promise<string> => {
  const { id } = await payments.createPayment(purchase())
  sandbox.choose(id, 'approve')
  return id
}

/** A captured payment, and its capture. */
const captured = async (shop: Shop) => {
  const id = await approved(shop)
  const { capture } = await shop.payments.capturePayment(id, 'order-1:capture:1')
  return { id, captureId: capture!.id }
}

const refund = async (shop: Shop, changes: Partial<RefundRequest> = {}) => {
  const { id, captureId } = await captured(shop)
  const request = {
    requestId: 'refund-1',
    refundId: 'refund-1',
    amountCents: 500,
    reason: 'Torn',
    ...changes,
  }
  return { id, made: await shop.payments.refundCapture(captureId, request) }
}

/** $4.35 off. */
const DISCOUNTED = purchase({ itemsCents: 3_915, discountCents: 435, taxCents: 39, totalCents: 4_807 })

/** $1.00 more for shipping than a `purchase`. */
const SHIPPED_FOR_MORE = { shippingCents: 953, totalCents: 5_347 }

/** A payment method that was saved without a purchase. */
const savedToken = async ({ payments, sandbox }: Shop): Promise<string> => {
  const { id } = await payments.openApproval('setup-1')
  sandbox.approveSetup(id)
  return (await payments.saveApproved(id, 'save-1')).token!
}

const charge = async (shop: Shop, next: NextCharges = 'accept') => {
  const token = await savedToken(shop)
  shop.sandbox.setNextCharges(token, next)
  return shop.payments.chargeSaved({ ...purchase(), token })
}

const HOOK_URL = 'https://frame.example/api/paypal/webhook'

/** Runs every call of the client; the compiler requires an entry for each. */
const RUNS: Record<
  Exclude<keyof Payments, 'mode' | 'merchantId' | 'browser' | 'receivesEvents' | 'mayBeGenuine'>,
  ((shop: Shop) => Promise<unknown>)[]
> = {
  createPayment: [
    ({ payments }) => payments.createPayment(purchase()),
    ({ payments }) =>
      payments.createPayment(
        purchase({
          lines: [{ name: 'é'.repeat(300), sku: '', quantity: 1, unitCents: 4_350 }],
          shipTo: { ...purchase().shipTo!, line2: 'Apt 4' },
        }),
      ),
    ({ payments }) => payments.createPayment(purchase({ shippingCents: 0, totalCents: 4_394, shipTo: null })),
    ({ payments }) => payments.createPayment(DISCOUNTED),
    ({ payments }) => payments.createPayment(purchase({ savesMethod: true })),
    // The documents also include refusals.
    ({ payments }) => payments.createPayment(purchase({ totalCents: 5_246 })).catch(() => null),
  ],
  getPaymentOfCapture: [
    async (shop) => shop.payments.getPaymentOfCapture((await captured(shop)).captureId),
    ({ payments }) => payments.getPaymentOfCapture('UNKNOWN'),
  ],
  getPayment: [
    async (shop) => shop.payments.getPayment(await approved(shop)),
    ({ payments }) => payments.getPayment('UNKNOWN'),
  ],
  changeAmount: [
    async ({ payments }) => {
      const { id } = await payments.createPayment(purchase({ shipTo: null, asksAddress: true }))
      await payments.changeAmount(id, { ...purchase(), ...SHIPPED_FOR_MORE })
    },
    async (shop) => {
      const id = await approved(shop)
      await shop.payments.changeAmount(id, { ...purchase(), ...SHIPPED_FOR_MORE }).catch(() => null)
    },
  ],
  capturePayment: [
    async (shop) => shop.payments.capturePayment(await approved(shop), 'order-1:capture:1'),
    async (shop) => {
      const { id } = await shop.payments.createPayment(purchase({ savesMethod: true }))
      shop.sandbox.choose(id, 'approve')
      await shop.payments.capturePayment(id, 'order-1:capture:1')
    },
    ...(['card', 'venmo', 'apple_pay', 'google_pay'] as const).map((method) => async (shop: Shop) => {
      const { id } = await shop.payments.createPayment(purchase({ isByAccount: false }))
      shop.sandbox.choose(id, 'approve', { method, authentication: null })
      await shop.payments.capturePayment(id, 'order-1:capture:1')
    }),
    // With the bank's answer to 3-D Secure.
    async (shop) => {
      const { id } = await shop.payments.createPayment(purchase({ isByAccount: false }))
      shop.sandbox.choose(id, 'approve', { method: 'card', authentication: 'open' })
      await shop.payments.getPayment(id)
      shop.sandbox.answerBank(id, 'passed')
      await shop.payments.capturePayment(id, 'order-1:capture:1')
    },
    async (shop) => {
      const id = await approved(shop)
      shop.sandbox.choose(id, 'pending')
      await shop.payments.capturePayment(id, 'order-1:capture:1')
    },
    async (shop) => {
      const id = await approved(shop)
      shop.sandbox.choose(id, 'decline')
      await shop.payments.capturePayment(id, 'order-1:capture:1').catch(() => null)
    },
  ],
  chargeSaved: [
    charge,
    async (shop) => charge(shop, 'pending'),
    async (shop) => charge(shop, 'INSTRUMENT_DECLINED').catch(() => null),
    async (shop) => {
      const token = await savedToken(shop)
      shop.sandbox.removeAtPaypal(token)
      await shop.payments.chargeSaved({ ...purchase(), token }).catch(() => null)
    },
    async (shop) => shop.payments.getPayment((await charge(shop)).id),
  ],
  openApproval: [({ payments }) => payments.openApproval('setup-1')],
  getApproval: [
    async ({ payments }) => payments.getApproval((await payments.openApproval('setup-1')).id),
    async ({ payments, sandbox }) => {
      const { id } = await payments.openApproval('setup-1')
      sandbox.approveSetup(id)
      await payments.getApproval(id)
    },
    ({ payments }) => payments.getApproval('UNKNOWN'),
  ],
  saveApproved: [
    (shop) => savedToken(shop),
    async ({ payments }) =>
      payments.saveApproved((await payments.openApproval('setup-1')).id, 'save-1').catch(() => null),
  ],
  getSaved: [
    async (shop) => shop.payments.getSaved(await savedToken(shop)),
    ({ payments }) => payments.getSaved('unknown'),
  ],
  deleteSaved: [async (shop) => shop.payments.deleteSaved(await savedToken(shop))],
  refundCapture: [
    (shop) => refund(shop),
    async (shop) => {
      shop.sandbox.setRefundOutcomes('pending')
      await refund(shop, { reason: '' })
    },
    (shop) => refund(shop, { amountCents: 999_999 }).catch(() => null),
    // The order after the refund.
    async (shop) => shop.payments.getPayment((await refund(shop)).id),
  ],
  getRefund: [
    async (shop) => shop.payments.getRefund((await refund(shop)).made.id),
    (shop) => shop.payments.getRefund('UNKNOWN'),
  ],
  getDispute: [async (shop) => shop.payments.getDispute(shop.sandbox.dispute((await captured(shop)).id))],
  listDisputes: [
    async (shop) => {
      const since = new Date(Date.now() - 30 * 86_400_000).toISOString()
      await shop.payments.listDisputes(since)
      shop.sandbox.dispute((await captured(shop)).id)
      await shop.payments.listDisputes(since)
    },
  ],
  addTracking: [
    async (shop) => {
      const { id, captureId } = await captured(shop)
      await shop.payments.addTracking(id, { captureId, number: '9400 1', carrier: 'USPS' })
      await shop.payments.addTracking(id, { captureId, number: 'A1', carrier: 'UPS' })
    },
  ],
  isGenuine: [
    (shop) =>
      shop.payments.isGenuine(
        shop.sandbox.webhooks.compose('PAYMENT.CAPTURE.COMPLETED', 'capture', { id: 'C1' }),
      ),
  ],
  check: [({ payments }) => payments.check()],
  listWebhooks: [({ payments }) => payments.listWebhooks()],
  setWebhook: [
    ({ payments }) => payments.setWebhook(HOOK_URL, null),
    ({ payments }) => payments.setWebhook(HOOK_URL, 'FRAMESANDBOX'),
    ({ payments }) => payments.setWebhook('http://frame.example/', null).catch(() => null),
  ],
  removeWebhook: [
    ({ payments }) => payments.removeWebhook('FRAMESANDBOX'),
    ({ payments }) => payments.removeWebhook('UNKNOWN'),
  ],
  listMovements: [
    async (shop) => {
      await shop.payments.capturePayment(await approved(shop), 'order-1:capture:1')
      const { id } = await shop.payments.createPayment(
        purchase({ requestId: 'r-2', invoiceId: 'i-2', isByAccount: false }),
      )
      shop.sandbox.choose(id, 'approve', { method: 'google_pay' })
      await shop.payments.capturePayment(id, 'order-2:capture:1')
      const [from, to] = [-40, 0].map((days) => new Date(Date.now() + days * 86_400_000).toISOString())
      await shop.payments.listMovements(from!, to!)
    },
  ],
}

async function exchangesOf(run: (shop: Shop) => Promise<unknown>): Promise<Exchange[]> {
  const recorded: Exchange[] = []
  await using shop = await sandboxAndClient({
    fetch: recordingFetch(recorded, isPublished),
    webhookId: 'FRAMESANDBOX',
  })
  await run(shop)
  return recorded
}

test.each(Object.entries(RUNS))(
  'requests and responses of %s match PayPal’s published schemas',
  async (_name, runs) => {
    for (const run of runs) {
      const exchanges = await exchangesOf(run)
      expect(exchanges.length).toBeGreaterThan(0)
      for (const exchange of exchanges) {
        const { method, url, body, answer } = exchange
        expect(validate(exchange), JSON.stringify({ method, url, body, answer }, null, 1)).toEqual([])
      }
    }
  },
)

type Change = (exchange: Exchange, body: Record<string, any>) => void

test.each<[string, Change]>([
  ['a misspelled property deep inside', (_, body) => (body.purchase_units[0].amount.breakdwn = {})],
  ['money as a number', (_, body) => (body.purchase_units[0].amount.value = 52.47)],
  ['an unknown property', (_, body) => (body.colour = 'red')],
  ['a missing intent', (_, body) => delete body.intent],
  ['an unknown category', (_, body) => (body.purchase_units[0].items[0].category = 'COFFEE')],
  ['a request id that is too long', (exchange) => (exchange.headers['paypal-request-id'] = 'x'.repeat(109))],
  ['an unknown path', (exchange) => (exchange.url = '/v2/checkout/order')],
  ['an unknown query parameter', (exchange) => (exchange.url += '?colour=red')],
  ['a response without a status', (exchange) => (exchange.answer = { id: 5 })],
  ['a status that is not published', (exchange) => (exchange.method = 'PATCH')],
])('the validation finds %s', async (_what, change) => {
  const [exchange] = await exchangesOf(RUNS.createPayment[0]!)
  expect(validate(exchange!)).toEqual([])
  change(exchange!, exchange!.body as Record<string, any>)
  expect(validate(exchange!)).not.toEqual([])
})
