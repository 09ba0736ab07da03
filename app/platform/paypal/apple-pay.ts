/** Apple Pay: Apple's sheet, whose token PayPal turns into the payment of an order. */
import type { ApplePayConfig, ApplePayOneTimePaymentSession } from '@paypal/paypal-js/sdk-v6'
import type {
  ApplePaymentRequest,
  AppleSession,
  AppleSessions,
  WalletWindow,
} from '#shared/providers/wallets.ts'
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

/** The version of the API that PayPal's sample uses. */
const VERSION = 4

/** What the sheet shows: the name of the shop, and the sum in dollars. */
export type Sheet = { merchantName: string; amount: string }

/** Loads Apple's script, which also makes its button. False if this browser and its owner cannot pay with it. */
export async function loadApplePay(scriptUrl: string): Promise<boolean> {
  if (!sessions()) await withRetries(() => withTimeout(loadScript(scriptUrl, true)))
  const apple = sessions()
  return apple !== undefined && apple.supportsVersion(VERSION) && apple.canMakePayments()
}

function sessions(): AppleSessions | undefined {
  return (window as WalletWindow).ApplePaySession
}

/**
 * Opens Apple's sheet. The total in it is the sum that the page shows, because Apple needs it at once; if PayPal's order
 * has another one, nothing is confirmed.
 */
export function startApplePay(
  paypal: ApplePayOneTimePaymentSession,
  config: ApplePayConfig,
  { merchantName, amount }: Sheet,
  payment: Payment,
): Running {
  const Sessions = sessions()
  if (!Sessions) throw new Error('Apple’s script is missing')
  const { merchantCapabilities, supportedNetworks } = paypal.formatConfigForPaymentRequest(config)
  const request: ApplePaymentRequest = {
    merchantCapabilities,
    supportedNetworks,
    countryCode: 'US',
    currencyCode: 'USD',
    requiredBillingContactFields: ['name', 'postalAddress'],
    total: { label: merchantName, amount, type: 'final' },
  }
  const sheet = new Sessions(VERSION, request)
  const attempt = attemptOf(payment)
  const stop = (error: unknown) => {
    attempt.failed(error)
    ifOpen(() => sheet.abort())
  }
  const checked = attempt.opened.then((opened) => requireSameAmount(amount, opened))
  checked.catch(stop)
  sheet.onvalidatemerchant = ({ validationURL }) => {
    paypal.validateMerchant({ validationUrl: validationURL, displayName: merchantName }).then(
      ({ merchantSession }) => ifOpen(() => sheet.completeMerchantValidation(merchantSession)),
      () => stop(new PayError('Apple Pay could not check this shop. Please choose another way to pay')),
    )
  }
  sheet.onpaymentmethodselected = () => sheet.completePaymentMethodSelection({ newTotal: request.total })
  const complete = (isPaid: boolean) =>
    ifOpen(() =>
      sheet.completePayment({ status: isPaid ? Sessions.STATUS_SUCCESS : Sessions.STATUS_FAILURE }),
    )
  sheet.onpaymentauthorized = ({ payment: authorized }) =>
    void confirm(paypal, authorized, amount, attempt).then(complete)
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- as in Apple's documentation, like the others
  sheet.oncancel = () => attempt.cancelled()
  sheet.begin()
  return {
    close: () => {
      attempt.cancelled()
      ifOpen(() => sheet.abort())
    },
  }
}

type Authorized = Parameters<NonNullable<AppleSession['onpaymentauthorized']>>[0]['payment']

/** Confirms PayPal's order with the token from the sheet, and lets the shop capture it. Whether it may be paid. */
async function confirm(
  paypal: ApplePayOneTimePaymentSession,
  { token, billingContact }: Authorized,
  amount: string,
  attempt: Attempt,
): Promise<boolean> {
  try {
    const opened = await attempt.opened
    requireSameAmount(amount, opened)
    if (!attempt.mayApprove()) return false
    await paypal.confirmOrder({ orderId: opened.orderId, token, billingContact })
    return !(await isDeclined(attempt.approved(opened.orderId)))
  } catch (error) {
    attempt.failed(confirmError(error, 'apple_pay'))
    return false
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
