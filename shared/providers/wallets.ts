/**
 * The parts of Apple's and Google's own scripts that the shop uses, and that the sandbox imitates. PayPal's types name
 * what is passed on to PayPal (@paypal/paypal-js/sdk-v6).
 */
import type {
  ApplePayContact,
  ApplePayMerchantCapability,
  ApplePayMerchantSession,
  ApplePayPaymentToken,
  ApplePaySupportedNetwork,
  GooglePayButtonOptions,
  GooglePayIsReadyToPayRequest,
  GooglePayPaymentDataRequest,
  GooglePayPaymentMethodData,
} from '@paypal/paypal-js/sdk-v6'

export type AppleLine = { label: string; amount: string; type: 'final' | 'pending' }

/** https://developer.apple.com/documentation/applepayontheweb/applepaypaymentrequest */
export type ApplePaymentRequest = {
  countryCode: string
  currencyCode: string
  merchantCapabilities: readonly ApplePayMerchantCapability[]
  supportedNetworks: readonly ApplePaySupportedNetwork[]
  requiredBillingContactFields?: readonly ('name' | 'postalAddress' | 'email' | 'phone')[]
  total: AppleLine
}

/** https://developer.apple.com/documentation/applepayontheweb/applepaysession */
export type AppleSession = {
  onvalidatemerchant: ((event: { validationURL: string }) => void) | null
  onpaymentmethodselected: ((event: { paymentMethod: object }) => void) | null
  onpaymentauthorized:
    | ((event: { payment: { token: ApplePayPaymentToken; billingContact: ApplePayContact } }) => void)
    | null
  oncancel: ((event: object) => void) | null
  /** Opens the sheet. */
  begin(): void
  /** Closes the sheet. */
  abort(): void
  completeMerchantValidation(session: ApplePayMerchantSession['merchantSession']): void
  completePaymentMethodSelection(update: { newTotal: AppleLine }): void
  completePayment(result: { status: number }): void
}

export type AppleSessions = {
  /** Throws outside of a click. */
  new (version: number, request: ApplePaymentRequest): AppleSession
  canMakePayments(): boolean
  supportsVersion(version: number): boolean
  readonly STATUS_SUCCESS: number
  readonly STATUS_FAILURE: number
}

/** https://developers.google.com/pay/api/web/reference/response-objects#PaymentAuthorizationResult */
export type GoogleAuthorizationResult =
  | { transactionState: 'SUCCESS' }
  | { transactionState: 'ERROR'; error: { reason: string; message: string; intent: 'PAYMENT_AUTHORIZATION' } }

export type GooglePaymentData = { paymentMethodData: GooglePayPaymentMethodData }

/** https://developers.google.com/pay/api/web/reference/request-objects#PaymentOptions */
export type GoogleClientOptions = {
  environment: 'TEST' | 'PRODUCTION'
  paymentDataCallbacks: {
    onPaymentAuthorized: (data: GooglePaymentData) => Promise<GoogleAuthorizationResult>
  }
}

/** https://developers.google.com/pay/api/web/reference/client */
export type GoogleClient = {
  isReadyToPay(request: GooglePayIsReadyToPayRequest): Promise<{ result: boolean }>
  createButton(options: GooglePayButtonOptions & { buttonRadius?: number }): HTMLElement
  /** Opens the sheet. Rejects with the statusCode `CANCELED` if the buyer closes it. */
  loadPaymentData(request: GooglePayPaymentDataRequest): Promise<GooglePaymentData>
}

/** What the two scripts add to the window. */
export type WalletWindow = {
  ApplePaySession?: AppleSessions
  google?: { payments?: { api?: { PaymentsClient: new (options: GoogleClientOptions) => GoogleClient } } }
}
