/** Google's sheet, as payments with and without an address use it. */
import type { GooglePayConfig } from '@paypal/paypal-js/sdk-v6'
import type { GoogleAuthorizationResult, WalletWindow } from '#shared/providers/wallets.ts'

export type Environment = 'production' | 'sandbox'

/** Undefined if Google's script is not loaded. */
export function googleClient() {
  return (window as WalletWindow).google?.payments?.api?.PaymentsClient
}

export function googleEnvironment(environment: Environment) {
  return environment === 'production' ? 'PRODUCTION' : 'TEST'
}

/** The part of a request that says who is paid, and with which cards. */
export function googleRequest(google: GooglePayConfig, merchantName: string) {
  const { allowedPaymentMethods, apiVersion, apiVersionMinor, merchantInfo } = google
  return {
    allowedPaymentMethods,
    apiVersion,
    apiVersionMinor,
    merchantInfo: { ...merchantInfo, merchantName },
  }
}

/** Whether the buyer has closed the sheet. */
export function isCanceled(error: unknown): boolean {
  return (
    typeof error === 'object' && error !== null && 'statusCode' in error && error.statusCode === 'CANCELED'
  )
}

/** The sheet shows the message. */
export function refusal(message: string): GoogleAuthorizationResult {
  return {
    transactionState: 'ERROR',
    error: { reason: 'OTHER_ERROR', message, intent: 'PAYMENT_AUTHORIZATION' },
  }
}
