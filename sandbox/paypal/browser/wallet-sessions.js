// PayPal's part of Apple Pay and Google Pay: the settings for their sheets, and the order that their result pays. The
// sheets themselves are in apple-pay.js and google-pay.js. See sdk.js.

import { addressOf } from './sessions.js'
import { failure, openOverlay } from './surface.js'
import { listenForOutcome, watchForClose } from './window.js'

/** @typedef {import('@paypal/paypal-js/sdk-v6').ApplePayOneTimePaymentSession} AppleSession */
/** @typedef {import('@paypal/paypal-js/sdk-v6').ApplePayConfig} AppleConfig */
/** @typedef {import('@paypal/paypal-js/sdk-v6').GooglePayOneTimePaymentSession} GoogleSession */
/** @typedef {import('@paypal/paypal-js/sdk-v6').GooglePayConfigFromFindEligibleMethods} GoogleConfig */
/** @typedef {import('./window.js').Outcome} Outcome */

/** @type {AppleConfig} */
export const appleConfig = {
  merchantCapabilities: ['supports3DS', 'supportsCredit', 'supportsDebit'],
  supportedNetworks: ['visa', 'masterCard', 'amex', 'discover'],
  merchantCountry: 'US',
  isEligible: true,
  tokenNotificationURL: 'https://paypal.sandbox.example/apple-pay',
}

/** @type {GoogleConfig} */
export const googleConfig = {
  eligible: true,
  merchantCountry: 'US',
  apiVersion: 2,
  apiVersionMinor: 0,
  allowedPaymentMethods: [
    {
      type: 'CARD',
      parameters: {
        allowedAuthMethods: ['PAN_ONLY', 'CRYPTOGRAM_3DS'],
        supportedNetworks: ['VISA', 'MASTERCARD', 'AMEX', 'DISCOVER'],
        billingAddressRequired: true,
        assuranceDetailsRequired: true,
        billingAddressParameters: { format: 'FULL' },
      },
      tokenizationSpecification: {
        type: 'PAYMENT_GATEWAY',
        parameters: { gateway: 'paypalsb', gatewayMerchantId: 'FRAMERTASTERS' },
      },
    },
  ],
  merchantInfo: {
    merchantOrigin: location.origin,
    merchantId: 'BCR2DN4TWWSANDBOX',
    authJwt: 'removed-in-sandbox',
  },
}

/**
 * Calls the sandbox. Rejects with its message.
 * @param {string} path
 */
async function post(path) {
  const response = await fetch(addressOf(path), { method: 'POST' })
  const answer = await response.json()
  if (!response.ok) throw failure(answer.issue ?? 'ERR_API', answer.message)
  return answer
}

/**
 * The choice in a sheet, which its token has instead of a card.
 * @param {string} token
 */
function choiceIn(token) {
  const choice = /^sandbox:([a-z]+)$/.exec(token)?.[1]
  if (choice === undefined) throw failure('ERR_INVALID_TOKEN', 'This token is not from the sandbox’s sheet')
  return choice
}

/** @returns {AppleSession} */
export function appleSession() {
  return {
    formatConfigForPaymentRequest: ({ merchantCapabilities, supportedNetworks, tokenNotificationURL }) => ({
      merchantCapabilities,
      supportedNetworks,
      tokenNotificationURL,
    }),
    validateMerchant,
    confirmOrder: async ({ orderId, token, billingContact }) => {
      if (typeof token === 'string' || !billingContact)
        throw failure('ERR_INVALID_TOKEN', 'Apple’s token and billing contact are missing')
      const [choice, amount] = (token.paymentData.data ?? '').split('@')
      const order = await post(
        `confirm/${orderId}/apple_pay/${choiceIn(choice ?? '')}?amount=${encodeURIComponent(amount ?? '')}`,
      )
      return { approveApplePayPayment: order }
    },
  }
}

/**
 * PayPal and Apple check the domain: the file must be there, without a redirect
 * (https://developer.apple.com/documentation/applepayontheweb/preparing-merchant-domains-for-review).
 * @type {AppleSession['validateMerchant']}
 */
async function validateMerchant({ validationUrl, displayName = 'FRAME' }) {
  if (!validationUrl) throw failure('ERR_VALIDATE_MERCHANT', 'Apple’s validation URL is missing')
  const file = '/.well-known/apple-developer-merchantid-domain-association'
  const response = await fetch(file, { redirect: 'manual', cache: 'no-store' })
  if (response.status !== 200 || (await response.text()).trim() === '')
    throw failure('ERR_VALIDATE_MERCHANT', 'The domain file for Apple Pay is missing')
  const at = Date.now()
  return {
    merchantSession: {
      epochTimestamp: at,
      expiresAt: at + 300_000,
      merchantSessionIdentifier: `SANDBOX${at}`,
      nonce: String(at),
      merchantIdentifier: 'merchant.sandbox.example',
      domainName: location.hostname,
      displayName,
      signature: 'sandbox',
      operationalAnalyticsIdentifier: displayName,
      retries: 0,
      pspId: 'sandbox',
    },
  }
}

/** @returns {GoogleSession} */
export function googleSession() {
  return {
    formatConfigForPaymentRequest: ({ merchantCountry, apiVersion, apiVersionMinor, ...config }) => ({
      apiVersion,
      apiVersionMinor,
      countryCode: merchantCountry,
      allowedPaymentMethods: config.allowedPaymentMethods.map(({ parameters, ...method }) => {
        const { supportedNetworks, ...rest } = parameters
        return { ...method, parameters: { ...rest, allowedCardNetworks: supportedNetworks } }
      }),
      merchantInfo: {
        merchantId: config.merchantInfo.merchantId,
        merchantOrigin: config.merchantInfo.merchantOrigin,
      },
    }),
    getGooglePayConfig: () => Promise.reject(failure('ERR_NOT_IMITATED', 'The sandbox has no such settings')),
    confirmOrder: ({ orderId, paymentMethodData }) =>
      post(`confirm/${orderId}/google_pay/${choiceIn(paymentMethodData.tokenizationData.token)}`),
    initiatePayerAction: askBank,
  }
}

/**
 * 3-D Secure in an overlay, which opens only after Google's sheet has closed. Rejects if the buyer cancels, and if the bank
 * does not recognize the buyer.
 * @type {GoogleSession['initiatePayerAction']}
 */
function askBank({ orderId }) {
  if (document.querySelector('dialog.paypal-sandbox-overlay'))
    return Promise.reject(failure('ERR_SHEET_OPEN', 'Google’s sheet is still open'))
  const surface = openOverlay('3-D Secure')
  const stop = new AbortController()
  return new Promise((resolve, reject) => {
    /** @param {Outcome} outcome */
    const finish = ({ outcome, answer }) => {
      if (stop.signal.aborted) return
      stop.abort()
      surface.close()
      if (outcome === 'approved' && answer !== 'failed')
        resolve({ liabilityShift: answer === 'passed' ? 'POSSIBLE' : 'UNKNOWN' })
      else reject(failure('ERR_PAYER_ACTION', 'The bank did not confirm the buyer'))
    }
    watchForClose(surface, finish, stop.signal)
    listenForOutcome(surface, orderId, finish, stop.signal)
    surface.go(addressOf(`checkoutnow?token=${encodeURIComponent(orderId)}&method=google_pay&step=bank`))
  })
}
