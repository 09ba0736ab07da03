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
  requiredShippingContactFields?: readonly ('name' | 'postalAddress' | 'email' | 'phone')[]
  lineItems?: readonly AppleLine[]
  total: AppleLine
}

/** https://developer.apple.com/documentation/applepayontheweb/applepaysession */
export type AppleSession = {
  onvalidatemerchant: ((event: { validationURL: string }) => void) | null
  onpaymentmethodselected: ((event: { paymentMethod: object }) => void) | null
  onpaymentauthorized:
    | ((event: {
        payment: {
          token: ApplePayPaymentToken
          billingContact: ApplePayContact
          shippingContact?: ApplePayContact
        }
      }) => void)
    | null
  /** Before the buyer authorizes, the contact has only the place: no street and no name. */
  onshippingcontactselected: ((event: { shippingContact: ApplePayContact }) => void) | null
  oncancel: ((event: object) => void) | null
  /** Opens the sheet. */
  begin(): void
  /** Closes the sheet. */
  abort(): void
  completeMerchantValidation(session: ApplePayMerchantSession['merchantSession']): void
  completePaymentMethodSelection(update: { newTotal: AppleLine }): void
  completeShippingContactSelection(update: {
    newTotal: AppleLine
    newLineItems?: readonly AppleLine[]
    errors?: readonly object[]
  }): void
  completePayment(result: { status: number; errors?: readonly object[] }): void
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

/** https://developers.google.com/pay/api/web/reference/response-objects#Address */
export type GoogleAddress = {
  name?: string
  address1?: string
  address2?: string
  address3?: string
  locality?: string
  administrativeArea?: string
  postalCode?: string
  countryCode?: string
  phoneNumber?: string
}

/** E-mail and address only if they were asked for. */
export type GooglePaymentData = {
  paymentMethodData: GooglePayPaymentMethodData
  email?: string
  shippingAddress?: GoogleAddress
}

type GoogleError = { reason: string; message: string; intent: string }

/** https://developers.google.com/pay/api/web/reference/request-objects#TransactionInfo */
export type GoogleTransaction = {
  totalPrice: string
  totalPriceStatus: 'FINAL' | 'ESTIMATED'
  totalPriceLabel?: string
  currencyCode: string
  countryCode: string
  displayItems?: readonly { label: string; type: 'LINE_ITEM' | 'SUBTOTAL' | 'TAX'; price: string }[]
}

/** https://developers.google.com/pay/api/web/reference/response-objects#IntermediatePaymentData */
export type GoogleChange = {
  callbackTrigger: 'INITIALIZE' | 'SHIPPING_ADDRESS'
  shippingAddress?: GoogleAddress
}

/** https://developers.google.com/pay/api/web/reference/request-objects#PaymentDataRequest */
export type GoogleRequest = Omit<GooglePayPaymentDataRequest, 'callbackIntents' | 'transactionInfo'> & {
  transactionInfo: GoogleTransaction
  callbackIntents: readonly ('PAYMENT_AUTHORIZATION' | 'SHIPPING_ADDRESS')[]
  emailRequired?: boolean
  shippingAddressRequired?: boolean
  shippingAddressParameters?: { allowedCountryCodes?: readonly string[]; phoneNumberRequired?: boolean }
}

/** https://developers.google.com/pay/api/web/reference/request-objects#PaymentOptions */
export type GoogleClientOptions = {
  environment: 'TEST' | 'PRODUCTION'
  paymentDataCallbacks: {
    onPaymentAuthorized: (data: GooglePaymentData) => Promise<GoogleAuthorizationResult>
    onPaymentDataChanged?: (
      change: GoogleChange,
    ) => Promise<{ newTransactionInfo: GoogleTransaction } | { error: GoogleError }>
  }
}

/** https://developers.google.com/pay/api/web/reference/client */
export type GoogleClient = {
  isReadyToPay(request: GooglePayIsReadyToPayRequest): Promise<{ result: boolean }>
  createButton(options: GooglePayButtonOptions & { buttonRadius?: number }): HTMLElement
  /** Opens the sheet. Rejects with the statusCode `CANCELED` if the buyer closes it. */
  loadPaymentData(request: GoogleRequest): Promise<GooglePaymentData>
}

/** What the two scripts add to the window. */
export type WalletWindow = {
  ApplePaySession?: AppleSessions
  /** https://developer.apple.com/documentation/applepayontheweb/applepayerror */
  ApplePayError?: new (code: string, contactField?: string, message?: string) => object
  google?: { payments?: { api?: { PaymentsClient: new (options: GoogleClientOptions) => GoogleClient } } }
}
