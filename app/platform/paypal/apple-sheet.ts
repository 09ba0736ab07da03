/** Apple's sheet, as payments with and without an address use it. */
import type { ApplePayConfig, ApplePayOneTimePaymentSession } from '@paypal/paypal-js/sdk-v6'
import type {
  AppleLine,
  ApplePaymentRequest,
  AppleSession,
  AppleSessions,
  WalletWindow,
} from '#shared/providers/wallets.ts'

/** The version of the API that PayPal's sample uses. */
export const APPLE_VERSION = 4

export const SHOP_NOT_CHECKED = 'Apple Pay could not check this shop. Please choose another way to pay'

/** What the buyer has confirmed. */
export type Authorized = Parameters<NonNullable<AppleSession['onpaymentauthorized']>>[0]['payment']

/** Undefined if Apple's script is not loaded. */
export function appleSessions(): AppleSessions | undefined {
  return (window as WalletWindow).ApplePaySession
}

/** A sheet that is not open yet. Must be called directly in the click. Throws if Apple's script is missing. */
export function openAppleSheet(
  paypal: ApplePayOneTimePaymentSession,
  config: ApplePayConfig,
  request: Pick<ApplePaymentRequest, 'requiredShippingContactFields'> & { total: AppleLine },
) {
  const Sessions = appleSessions()
  if (!Sessions) throw new Error('Apple’s script is missing')
  const { merchantCapabilities, supportedNetworks } = paypal.formatConfigForPaymentRequest(config)
  const sheet = new Sessions(APPLE_VERSION, {
    merchantCapabilities,
    supportedNetworks,
    countryCode: 'US',
    currencyCode: 'USD',
    requiredBillingContactFields: ['name', 'postalAddress'],
    ...request,
  })
  return {
    sheet,
    /** Tells the buyer the result. */
    complete: (isPaid: boolean) =>
      ifOpen(() =>
        sheet.completePayment({ status: isPaid ? Sessions.STATUS_SUCCESS : Sessions.STATUS_FAILURE }),
      ),
    abort: () => ifOpen(() => sheet.abort()),
  }
}

/** Calls a function of a sheet. Apple throws if the buyer has closed it already. */
export function ifOpen(callSheet: () => void): void {
  try {
    callSheet()
  } catch {
    // It is closed.
  }
}
