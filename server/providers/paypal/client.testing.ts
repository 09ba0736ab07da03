import type { PaymentRequest, Payments } from '../payments.ts'
import { paypalPayments, type PaypalOptions } from './client.ts'
import { startPaypalSandbox, type PaypalSandbox, type SandboxOptions } from '#sandbox/paypal/paypal.ts'

export const credentials = { clientId: 'test-client', clientSecret: 'test-secret' }

/** Starts a PayPal sandbox with a client; `await using` closes it. */
export async function sandboxAndClient(options: Partial<SandboxOptions & PaypalOptions> = {}): Promise<{
  sandbox: PaypalSandbox
  payments: Payments
  [Symbol.asyncDispose](): Promise<void>
}> {
  const sandbox = await startPaypalSandbox({ ...credentials, ...options })
  const payments = clientOf(sandbox.apiBase, options)
  return { sandbox, payments, [Symbol.asyncDispose]: () => sandbox.close() }
}

/** A client that retries almost without delay. */
export function clientOf(apiBase: string, options: Partial<PaypalOptions> = {}): Payments {
  return paypalPayments({
    ...credentials,
    scriptUrl: '/sandbox/paypal/web-sdk/v6/core',
    environment: 'sandbox',
    mode: 'sandbox',
    backoffMs: 1,
    ...options,
    apiBase,
  })
}

/** Two bags and a mug to Vienna, VA: $52.47. */
export function purchase(changes: Partial<PaymentRequest> = {}): PaymentRequest {
  return {
    requestId: 'order-1:create:1',
    orderId: 'order-1',
    invoiceId: 'order-1-1',
    itemsCents: 4_350,
    discountCents: 0,
    shippingCents: 853,
    taxCents: 44,
    totalCents: 5_247,
    giftCardCents: 0,
    isByAccount: true,
    lines: [
      { name: 'Guji Highlands', sku: 'guji', quantity: 2, unitCents: 1_900 },
      { name: 'Speckled mug', sku: 'mug', quantity: 1, unitCents: 550 },
    ],
    shipTo: {
      name: 'Ada Lovelace',
      line1: '120 Church St NW',
      line2: '',
      city: 'Vienna',
      state: 'VA',
      postalCode: '22180',
      country: 'US',
    },
    ...changes,
  }
}
