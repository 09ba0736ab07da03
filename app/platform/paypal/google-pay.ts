/** Google Pay: Google's sheet, whose card PayPal turns into the payment of an order. */
import type {
  GooglePayConfig,
  GooglePayConfigFromFindEligibleMethods,
  GooglePayOneTimePaymentSession,
} from '@paypal/paypal-js/sdk-v6'
import type {
  GoogleAuthorizationResult,
  GoogleClient,
  GooglePaymentData,
  WalletWindow,
} from '#shared/providers/wallets.ts'
import type { Sheet } from './apple-pay.ts'
import {
  attemptOf,
  confirmError,
  isDeclined,
  PayError,
  requireSameAmount,
  type Attempt,
  type Payment,
  type Running,
} from './payment.ts'
import { loadScript, withRetries, withTimeout } from './scripts.ts'

export type GooglePay = {
  createButton: (onClick: () => void) => HTMLElement
  start: (sheet: Sheet, payment: Payment) => Running
}

type Options = {
  scriptUrl: string
  environment: 'production' | 'sandbox'
  paypal: GooglePayOneTimePaymentSession
  config: GooglePayConfigFromFindEligibleMethods
}

/** Loads Google's script. Null if this browser and its owner cannot pay with it. */
export async function loadGooglePay({
  scriptUrl,
  environment,
  paypal,
  config,
}: Options): Promise<GooglePay | null> {
  if (!clientClass()) await withRetries(() => withTimeout(loadScript(scriptUrl)))
  const Client = clientClass()
  if (!Client) return null
  let current: Shown | null = null
  const client = new Client({
    environment: environment === 'production' ? 'PRODUCTION' : 'TEST',
    paymentDataCallbacks: {
      onPaymentAuthorized: async (data) =>
        current ? confirm(paypal, data, current) : refusal('This payment was closed in the shop'),
    },
  })
  const google = paypal.formatConfigForPaymentRequest(config)
  const { allowedPaymentMethods, apiVersion, apiVersionMinor } = google
  const ready = await withTimeout(client.isReadyToPay({ allowedPaymentMethods, apiVersion, apiVersionMinor }))
  if (!ready.result) return null
  return {
    createButton: (onClick) =>
      client.createButton({
        onClick,
        buttonType: 'pay',
        buttonColor: 'black',
        buttonSizeMode: 'fill',
        buttonRadius: 0,
        buttonLocale: 'en',
      }),
    start(sheet, payment) {
      const attempt = attemptOf(payment)
      const shown: Shown = { attempt, amount: sheet.amount, asksBank: null }
      current = shown
      const run = async () => {
        await openSheet(client, google, sheet.merchantName, shown)
        // The window of 3-D Secure can open only after Google's sheet has closed.
        if (shown.asksBank !== null) await authenticate(paypal, shown.asksBank, attempt)
      }
      void run()
      // Google's sheet has no function that closes it. What it answers after this is not confirmed.
      return { close: () => attempt.cancelled() }
    },
  }
}

/** A sheet: its total in dollars, and PayPal's order if the bank of the card must ask the buyer. */
type Shown = { attempt: Attempt; amount: string; asksBank: string | null }

function clientClass() {
  return (window as WalletWindow).google?.payments?.api?.PaymentsClient
}

/** The total is the sum that the page shows, because Google needs it at once. */
async function openSheet(
  client: GoogleClient,
  google: GooglePayConfig,
  merchantName: string,
  { attempt, amount }: Shown,
): Promise<void> {
  const { allowedPaymentMethods, apiVersion, apiVersionMinor, merchantInfo, countryCode } = google
  try {
    await client.loadPaymentData({
      allowedPaymentMethods,
      apiVersion,
      apiVersionMinor,
      merchantInfo: { ...merchantInfo, merchantName },
      transactionInfo: {
        totalPrice: amount,
        totalPriceStatus: 'FINAL',
        totalPriceLabel: 'Total',
        currencyCode: 'USD',
        countryCode,
      },
      callbackIntents: ['PAYMENT_AUTHORIZATION'],
    })
  } catch (error) {
    if (isCanceled(error)) attempt.cancelled()
    else attempt.failed(error)
  }
}

function isCanceled(error: unknown): boolean {
  return (
    typeof error === 'object' && error !== null && 'statusCode' in error && error.statusCode === 'CANCELED'
  )
}

/**
 * Confirms PayPal's order with the card from the sheet, and lets the shop capture it. The sheet stays open until this
 * resolves; after an error the buyer may choose another card in it.
 */
async function confirm(
  paypal: GooglePayOneTimePaymentSession,
  { paymentMethodData }: GooglePaymentData,
  shown: Shown,
): Promise<GoogleAuthorizationResult> {
  const { attempt, amount } = shown
  try {
    const opened = await attempt.order()
    requireSameAmount(amount, opened)
    if (!attempt.mayApprove()) return refusal('This payment was closed in the shop')
    const { orderId } = opened
    const { status } = await paypal.confirmOrder({ orderId, paymentMethodData })
    if (status === 'PAYER_ACTION_REQUIRED') {
      shown.asksBank = orderId
      return { transactionState: 'SUCCESS' }
    }
    if (await isDeclined(attempt.approved(orderId)))
      return refusal('This card was declined. Nothing was charged. Please choose another card')
    return { transactionState: 'SUCCESS' }
  } catch (error) {
    const told = confirmError(error, 'google_pay')
    attempt.failed(told)
    return refusal(told.message)
  }
}

/** 3-D Secure: the bank asks the buyer. PayPal's function rejects if they cancel, or if the bank does not recognize them. */
async function authenticate(
  paypal: GooglePayOneTimePaymentSession,
  orderId: string,
  attempt: Attempt,
): Promise<void> {
  try {
    await paypal.initiatePayerAction({ orderId })
  } catch {
    return attempt.failed(
      new PayError('Your bank did not confirm this payment. Nothing was charged. Please try again'),
    )
  }
  await attempt.approved(orderId)
}

/** The sheet shows the message. */
function refusal(message: string): GoogleAuthorizationResult {
  return {
    transactionState: 'ERROR',
    error: { reason: 'OTHER_ERROR', message, intent: 'PAYMENT_AUTHORIZATION' },
  }
}
