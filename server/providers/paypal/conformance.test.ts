import {
  CheckoutPaymentIntent,
  Client,
  CustomError,
  EnrollmentStatus,
  Environment,
  LiabilityShiftIndicator,
  OrdersCardVerificationMethod,
  OrdersController,
  OrderStatus,
  PaResStatus,
  PatchOp,
  PaymentsController,
  RefundStatus,
  PaymentInitiator,
  ShipmentCarrier,
  StoredPaymentSourceUsageType,
  StoreInVaultInstruction,
  PaypalPaymentTokenUsageType,
  UsagePattern,
  VaultController,
  VaultTokenRequestType,
} from '@paypal/paypal-server-sdk'
import { expect, test } from 'vitest'
import { credentials, sandboxAndClient } from './client.testing.ts'

type HttpRequest = { url: string; method: string; headers: object; data?: string | URLSearchParams }

/** PayPal's own SDK, with its fixed host replaced by the sandbox's. */
function vendor(apiBase: string) {
  const adapter = async (request: HttpRequest) => {
    const response = await fetch(request.url.replace('https://api-m.sandbox.paypal.com', apiBase), {
      // fetch() changes the letters of every method but PATCH.
      method: request.method.toUpperCase(),
      headers: { ...request.headers },
      body: request.data ?? null,
    })
    const headers = Object.fromEntries(response.headers)
    return { status: response.status, statusText: '', headers, config: request, data: await response.text() }
  }
  const client = new Client({
    environment: Environment.Sandbox,
    clientCredentialsAuthCredentials: {
      oAuthClientId: credentials.clientId,
      oAuthClientSecret: credentials.clientSecret,
    },
    unstable_httpClientOptions: { adapter },
  })
  return {
    orders: new OrdersController(client),
    payments: new PaymentsController(client),
    vault: new VaultController(client),
  }
}

const order = (value: string) => ({
  intent: CheckoutPaymentIntent.Capture,
  purchaseUnits: [
    {
      customId: 'order-1',
      amount: {
        currencyCode: 'USD',
        value,
        breakdown: { itemTotal: { currencyCode: 'USD', value: '19.00' } },
      },
      items: [{ name: 'Guji', quantity: '1', unitAmount: { currencyCode: 'USD', value: '19.00' } }],
    },
  ],
})

const some = (value: string, currencyCode = 'USD') => ({ amount: { currencyCode, value } })

const prefer = 'return=representation'

test("PayPal's own SDK creates, reads and captures with the sandbox", async () => {
  await using shop = await sandboxAndClient()
  const { orders } = vendor(shop.sandbox.apiBase)
  const created = await orders.createOrder({ body: order('19.00'), prefer, paypalRequestId: 'v-1' })
  expect(created.statusCode).toBe(201)
  expect(created.result).toMatchObject({ status: OrderStatus.Created, intent: 'CAPTURE' })
  const id = created.result.id ?? ''

  shop.sandbox.choose(id, 'approve')
  expect((await orders.getOrder({ id })).result.status).toBe(OrderStatus.Approved)

  const captured = await orders.captureOrder({ id, prefer, paypalRequestId: 'v-2' })
  expect(captured.statusCode).toBe(201)
  expect(captured.result.status).toBe(OrderStatus.Completed)
  expect(captured.result.purchaseUnits?.[0]?.payments?.captures?.[0]).toMatchObject({
    status: 'COMPLETED',
    amount: { currencyCode: 'USD', value: '19.00' },
    customId: 'order-1',
    sellerReceivableBreakdown: { paypalFee: { value: '1.15' }, netAmount: { value: '17.85' } },
  })
})

test("PayPal's own SDK reads the sandbox's errors", async () => {
  await using shop = await sandboxAndClient()
  const { orders } = vendor(shop.sandbox.apiBase)
  const wrong = await orders.createOrder({ body: order('19.01') }).catch((error: unknown) => error)
  expect(wrong).toBeInstanceOf(CustomError)
  expect(wrong).toMatchObject({
    statusCode: 422,
    result: { name: 'UNPROCESSABLE_ENTITY', details: [{ issue: 'AMOUNT_MISMATCH' }] },
  })
  const unknown = await orders.getOrder({ id: 'UNKNOWN' }).catch((error: unknown) => error)
  expect(unknown).toMatchObject({ statusCode: 404, result: { name: 'RESOURCE_NOT_FOUND' } })
})

test("PayPal's own SDK refunds with the sandbox, in part and in full, and reads its refusals", async () => {
  await using shop = await sandboxAndClient()
  const { orders, payments } = vendor(shop.sandbox.apiBase)
  const { id = '' } = (await orders.createOrder({ body: order('19.00'), prefer, paypalRequestId: 'v-1' }))
    .result
  shop.sandbox.choose(id, 'approve')
  const captured = await orders.captureOrder({ id, prefer, paypalRequestId: 'v-2' })
  const captureId = captured.result.purchaseUnits?.[0]?.payments?.captures?.[0]?.id ?? ''
  const ask = (paypalRequestId: string, body: object) =>
    payments.refundCapturedPayment({ captureId, paypalRequestId, prefer, body })

  const part = await ask('r-1', { ...some('4.50'), customId: 'refund-1', noteToPayer: 'Sorry' })
  expect(part.statusCode).toBe(201)
  expect(part.result).toMatchObject({
    status: RefundStatus.Completed,
    amount: { currencyCode: 'USD', value: '4.50' },
    customId: 'refund-1',
    noteToPayer: 'Sorry',
  })
  expect((await payments.getCapturedPayment({ captureId })).result.status).toBe('PARTIALLY_REFUNDED')
  const again = await ask('r-1', some('4.50'))
  expect([again.statusCode, again.result.id]).toEqual([200, part.result.id])
  for (const [body, issue] of [
    [some('14.51'), 'REFUND_AMOUNT_EXCEEDED'],
    [some('1.00', 'EUR'), 'REFUND_CAPTURE_CURRENCY_MISMATCH'],
    [some('1.001'), 'DECIMAL_PRECISION'],
    [some('0.00'), 'CANNOT_BE_ZERO_OR_NEGATIVE'],
  ] as const)
    await expect(ask(`r-${issue}`, body)).rejects.toMatchObject({
      statusCode: 422,
      result: { details: [{ issue }] },
    })
  shop.sandbox.setRefundOutcomes('pending')
  const rest = await ask('r-2', {})
  expect(rest.result).toMatchObject({
    status: RefundStatus.Pending,
    amount: { value: '14.50' },
    statusDetails: { reason: 'ECHECK' },
  })
  const refundId = rest.result.id ?? ''
  shop.sandbox.endRefund(refundId, 'COMPLETED')
  expect((await payments.getRefund({ refundId })).result.status).toBe(RefundStatus.Completed)
  expect((await payments.getCapturedPayment({ captureId })).result.status).toBe('REFUNDED')
  await expect(ask('r-3', {})).rejects.toMatchObject({
    result: { details: [{ issue: 'CAPTURE_FULLY_REFUNDED' }] },
  })
})

test.each([
  [
    'card',
    { card: { number: '4111111111111111', expiry: '2035-02' } },
    { card: { lastDigits: '1111', brand: 'VISA' } },
  ],
  [
    'Apple Pay',
    { applePay: { id: 'A1', name: 'Ada' } },
    { applePay: { card: { lastDigits: '4242', brand: 'VISA' } } },
  ],
  [
    'Google Pay',
    { googlePay: { name: 'Ada' } },
    { googlePay: { card: { lastDigits: '0005', brand: 'MASTERCARD' } } },
  ],
  ['Venmo', { venmo: {} }, { venmo: { userName: 'sandy-box', emailAddress: 'buyer@sandbox.example' } }],
])(
  "PayPal's own SDK changes an order, confirms it with %s, and reads what paid",
  async (_name, paymentSource, reported) => {
    await using shop = await sandboxAndClient()
    const { orders } = vendor(shop.sandbox.apiBase)
    const { id = '' } = (await orders.createOrder({ body: order('19.00'), prefer, paypalRequestId: 'v-1' }))
      .result
    const path = "/purchase_units/@reference_id=='default'/custom_id"
    const patched = await orders.patchOrder({ id, body: [{ op: PatchOp.Replace, path, value: 'order-2' }] })
    expect(patched.statusCode).toBe(204)
    const confirmed = await orders.confirmOrder({ id, prefer, body: { paymentSource } })
    expect(confirmed.result).toMatchObject({ status: OrderStatus.Approved, paymentSource: reported })
    const captured = await orders.captureOrder({ id, prefer, paypalRequestId: 'v-2' })
    expect(captured.result).toMatchObject({ status: OrderStatus.Completed, paymentSource: reported })
    expect(captured.result.purchaseUnits?.[0]?.payments?.captures?.[0]?.customId).toBe('order-2')
  },
)

test("PayPal's own SDK reads the bank's answer to 3-D Secure from the sandbox", async () => {
  await using shop = await sandboxAndClient()
  const { orders } = vendor(shop.sandbox.apiBase)
  const { id = '' } = (await orders.createOrder({ body: order('19.00'), prefer, paypalRequestId: 'v-1' }))
    .result
  const card = {
    number: '4111111111111111',
    expiry: '2035-02',
    attributes: { verification: { method: OrdersCardVerificationMethod.ScaAlways } },
  }
  const confirmed = await orders.confirmOrder({ id, prefer, body: { paymentSource: { card } } })
  expect(confirmed.result.status).toBe(OrderStatus.PayerActionRequired)
  shop.sandbox.answerBank(id, 'passed')
  const { result } = await orders.getOrder({ id })
  expect(result.paymentSource?.card?.authenticationResult).toMatchObject({
    liabilityShift: LiabilityShiftIndicator.Possible,
    threeDSecure: {
      authenticationStatus: PaResStatus.SuccessfulAuthentication,
      enrollmentStatus: EnrollmentStatus.Enrolled,
    },
  })
})

test("PayPal's own SDK sends a tracking number to the sandbox", async () => {
  await using shop = await sandboxAndClient()
  const { orders } = vendor(shop.sandbox.apiBase)
  const { id = '' } = (await orders.createOrder({ body: order('19.00'), prefer, paypalRequestId: 'v-1' }))
    .result
  shop.sandbox.choose(id, 'approve')
  const captured = await orders.captureOrder({ id, prefer, paypalRequestId: 'v-2' })
  const captureId = captured.result.purchaseUnits?.[0]?.payments?.captures?.[0]?.id ?? ''
  const parcel = { trackingNumber: '9400100000000000000000', carrier: ShipmentCarrier.Usps }
  const told = await orders.createOrderTracking({ id, body: { captureId, ...parcel } })
  expect(told.statusCode).toBe(201)
  expect(shop.sandbox.trackers(id)).toEqual([{ captureId, number: parcel.trackingNumber, carrier: 'USPS' }])
  const wrong = orders.createOrderTracking({ id, body: { captureId: 'OTHER', ...parcel } })
  await expect(wrong).rejects.toMatchObject({ result: { details: [{ issue: 'CAPTURE_ID_NOT_FOUND' }] } })
})

test("PayPal's own SDK saves a PayPal account with the sandbox, charges it, and deletes it", async () => {
  await using shop = await sandboxAndClient()
  const { orders, vault } = vendor(shop.sandbox.apiBase)
  const back = { returnUrl: 'https://shop.example/', cancelUrl: 'https://shop.example/' }
  const setup = await vault.createSetupToken({
    paypalRequestId: 's-1',
    body: {
      paymentSource: {
        paypal: { usageType: PaypalPaymentTokenUsageType.Merchant, experienceContext: back },
      },
    },
  })
  expect([setup.statusCode, setup.result.status]).toEqual([201, 'PAYER_ACTION_REQUIRED'])
  const setupId = setup.result.id ?? ''
  shop.sandbox.approveSetup(setupId)
  expect((await vault.getSetupToken(setupId)).result.status).toBe('APPROVED')
  const token = { id: setupId, type: VaultTokenRequestType.SetupToken }
  const created = await vault.createPaymentToken({
    paypalRequestId: 't-1',
    body: { paymentSource: { token } },
  })
  expect(created.result.paymentSource?.paypal?.emailAddress).toBe('buyer@sandbox.example')
  const vaultId = created.result.id ?? ''
  const storedCredential = {
    paymentInitiator: PaymentInitiator.Merchant,
    usagePattern: UsagePattern.RecurringPrepaid,
    usage: StoredPaymentSourceUsageType.Subsequent,
  }
  const charge = (paypalRequestId: string) =>
    orders.createOrder({
      body: { ...order('19.00'), paymentSource: { paypal: { vaultId, storedCredential } } },
      prefer,
      paypalRequestId,
    })
  const charged = await charge('c-1')
  expect(charged.result.status).toBe(OrderStatus.Completed)
  expect(charged.result.purchaseUnits?.[0]?.payments?.captures?.[0]?.status).toBe('COMPLETED')
  expect((await vault.deletePaymentToken(vaultId)).statusCode).toBe(204)
  await expect(vault.getPaymentToken(vaultId)).rejects.toMatchObject({ statusCode: 404 })
  await expect(charge('c-2')).rejects.toMatchObject({
    statusCode: 422,
    result: { details: [{ issue: 'TOKEN_ID_NOT_FOUND' }] },
  })
})

test("PayPal's own SDK saves a PayPal account with a purchase", async () => {
  await using shop = await sandboxAndClient()
  const { orders } = vendor(shop.sandbox.apiBase)
  const vaultIt = {
    storeInVault: StoreInVaultInstruction.OnSuccess,
    usageType: PaypalPaymentTokenUsageType.Merchant,
  }
  const { id = '' } = (
    await orders.createOrder({
      body: { ...order('19.00'), paymentSource: { paypal: { attributes: { vault: vaultIt } } } },
      prefer,
      paypalRequestId: 'v-1',
    })
  ).result
  shop.sandbox.choose(id, 'approve')
  const captured = await orders.captureOrder({ id, prefer, paypalRequestId: 'v-2' })
  const vault = captured.result.paymentSource?.paypal?.attributes?.vault
  expect(vault?.status).toBe('VAULTED')
  expect(shop.sandbox.savedMethods().map((each) => each.id)).toEqual([vault?.id])
})
