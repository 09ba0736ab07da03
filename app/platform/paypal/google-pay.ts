/** Google Pay: Google's sheet, whose card PayPal turns into the payment of an order. */
import type {
  GooglePayConfig,
  GooglePayConfigFromFindEligibleMethods,
  GooglePayOneTimePaymentSession,
} from '@paypal/paypal-js/sdk-v6'
import type { GoogleAuthorizationResult, GoogleClient, GooglePaymentData } from '#shared/providers/wallets.ts'
import {
  googleClient,
  googleEnvironment,
  googleRequest,
  isCanceled,
  refusal,
  type Environment,
} from './google-sheet.ts'
import { PayError, type Payment, type Running } from './payment.ts'
import { loadScript, withRetries, withTimeout } from './scripts.ts'
import { CLOSED, sheetAttemptOf, type Sheet, type SheetAttempt } from './sheet-attempt.ts'

export type GooglePay = {
  createButton: (onClick: () => void) => HTMLElement
  start: (sheet: Sheet, payment: Payment) => Running
}

type Options = {
  scriptUrl: string
  environment: Environment
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
  if (!googleClient()) await withRetries(() => withTimeout(loadScript(scriptUrl)))
  const Client = googleClient()
  if (!Client) return null
  let current: Shown | null = null
  const client = new Client({
    environment: googleEnvironment(environment),
    paymentDataCallbacks: {
      onPaymentAuthorized: async (data) => (current ? confirm(paypal, data, current) : refusal(CLOSED)),
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
      const attempt = sheetAttemptOf('google_pay', payment, sheet)
      const shown: Shown = { attempt, asksBank: null }
      current = shown
      const run = async () => {
        await openSheet(client, google, sheet, attempt)
        // The window of 3-D Secure can open only after Google's sheet has closed.
        if (shown.asksBank !== null) await authenticate(paypal, shown.asksBank, attempt)
      }
      void run()
      // Google's sheet has no function that closes it. What it answers after this is not confirmed.
      return { close: () => attempt.cancelled() }
    },
  }
}

/** A sheet, and PayPal's order if the bank of the card must ask the buyer. */
type Shown = { attempt: SheetAttempt; asksBank: string | null }

/** The total is the sum that the page shows, because Google needs it at once. */
async function openSheet(
  client: GoogleClient,
  google: GooglePayConfig,
  { merchantName, amount }: Sheet,
  attempt: SheetAttempt,
): Promise<void> {
  try {
    await client.loadPaymentData({
      ...googleRequest(google, merchantName),
      transactionInfo: {
        totalPrice: amount,
        totalPriceStatus: 'FINAL',
        totalPriceLabel: 'Total',
        currencyCode: 'USD',
        countryCode: google.countryCode,
      },
      callbackIntents: ['PAYMENT_AUTHORIZATION'],
    })
  } catch (error) {
    if (isCanceled(error)) attempt.cancelled()
    else attempt.failed(error)
  }
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
  const { attempt } = shown
  try {
    const orderId = await attempt.order()
    const { status } = await paypal.confirmOrder({ orderId, paymentMethodData })
    if (status === 'PAYER_ACTION_REQUIRED') shown.asksBank = orderId
    else if (!(await attempt.isPaid(orderId)))
      return refusal('This card was declined. Nothing was charged. Please choose another card')
    return { transactionState: 'SUCCESS' }
  } catch (error) {
    return refusal(attempt.refused(error))
  }
}

/** 3-D Secure: the bank asks the buyer. PayPal's function rejects if they cancel, or if the bank does not recognize them. */
async function authenticate(
  paypal: GooglePayOneTimePaymentSession,
  orderId: string,
  attempt: SheetAttempt,
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
