/** Apple Pay: Apple's sheet, whose token PayPal turns into the payment of an order. */
import type { ApplePayConfig, ApplePayOneTimePaymentSession } from '@paypal/paypal-js/sdk-v6'
import {
  APPLE_VERSION,
  appleSessions,
  openAppleSheet,
  SHOP_NOT_CHECKED,
  type Authorized,
  ifOpen,
} from './apple-sheet.ts'
import { PayError, requireSameAmount, type Payment, type Running } from './payment.ts'
import { loadScript, withRetries, withTimeout } from './scripts.ts'
import { sheetAttemptOf, type Sheet, type SheetAttempt } from './sheet-attempt.ts'

/** Loads Apple's script, which also makes its button. False if this browser and its owner cannot pay with it. */
export async function loadApplePay(scriptUrl: string): Promise<boolean> {
  if (!appleSessions()) await withRetries(() => withTimeout(loadScript(scriptUrl, true)))
  const apple = appleSessions()
  return apple !== undefined && apple.supportsVersion(APPLE_VERSION) && apple.canMakePayments()
}

/**
 * Opens Apple's sheet. The total in it is the sum that the page shows, because Apple needs it at once; if PayPal's order
 * has another one, nothing is confirmed.
 */
export function startApplePay(
  paypal: ApplePayOneTimePaymentSession,
  config: ApplePayConfig,
  shown: Sheet,
  payment: Payment,
): Running {
  const { merchantName, amount } = shown
  const total = { label: merchantName, amount, type: 'final' } as const
  const { sheet, complete, abort } = openAppleSheet(paypal, config, { total })
  const attempt = sheetAttemptOf('apple_pay', payment, shown)
  const stop = (error: unknown) => {
    attempt.failed(error)
    abort()
  }
  attempt.opened.then((opened) => requireSameAmount(amount, opened)).catch(stop)
  sheet.onvalidatemerchant = ({ validationURL }) => {
    paypal.validateMerchant({ validationUrl: validationURL, displayName: merchantName }).then(
      ({ merchantSession }) => ifOpen(() => sheet.completeMerchantValidation(merchantSession)),
      () => stop(new PayError(SHOP_NOT_CHECKED)),
    )
  }
  sheet.onpaymentmethodselected = () => sheet.completePaymentMethodSelection({ newTotal: total })
  sheet.onpaymentauthorized = ({ payment: authorized }) =>
    void confirm(paypal, authorized, attempt).then(complete)
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- as in Apple's documentation, like the others
  sheet.oncancel = () => attempt.cancelled()
  sheet.begin()
  return {
    close: () => {
      attempt.cancelled()
      abort()
    },
  }
}

/** Confirms PayPal's order with the token from the sheet, and lets the shop capture it. Whether it may be paid. */
async function confirm(
  paypal: ApplePayOneTimePaymentSession,
  { token, billingContact }: Authorized,
  attempt: SheetAttempt,
): Promise<boolean> {
  try {
    const orderId = await attempt.order()
    await paypal.confirmOrder({ orderId, token, billingContact })
    return await attempt.isPaid(orderId)
  } catch (error) {
    attempt.refused(error)
    return false
  }
}
