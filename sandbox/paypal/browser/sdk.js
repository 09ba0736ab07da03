// Replaces PayPal's JavaScript SDK v6 (https://www.paypal.com/web-sdk/v6/core) in sandbox mode: the same calls and
// callbacks, with the sandbox's windows. This file and those that it imports are served as one classic script (see
// ../browser.ts). The tsconfig.json of this folder checks them against PayPal's types
// (@paypal/paypal-js/sdk-v6).

import { defineElements } from './button.js'
import {
  addressOf,
  accountSession,
  guestSession,
  notImitated,
  savingSession,
  venmoSession,
} from './sessions.js'
import { failure } from './surface.js'
import { appleConfig, appleSession, googleConfig, googleSession } from './wallet-sessions.js'

/** @typedef {import('@paypal/paypal-js/sdk-v6').EligiblePaymentMethodsOutput} Eligible */
/** @typedef {import('@paypal/paypal-js/sdk-v6').FindEligiblePaymentMethodsResponse} EligibleAnswer */
/** @typedef {import('@paypal/paypal-js/sdk-v6').Components} Component */
/** @typedef {import('@paypal/paypal-js/sdk-v6').CreateInstanceOptions<readonly Component[]>} InstanceOptions */
/** @typedef {import('@paypal/paypal-js/sdk-v6').SdkInstance<[]>} Base */

/** @type {import('@paypal/paypal-js/sdk-v6').PayPalV6Namespace['version']} */
const version = '6.0.0'

/**
 * The names of PayPal's API by those of the SDK. `basic_cards` is not in the published types, and PayPal's SDK has it.
 * @type {Record<string, keyof EligibleAnswer['eligible_methods']>}
 */
const names = {
  paypal: 'paypal',
  basic_cards: 'basic_cards',
  card: 'basic_cards',
  venmo: 'venmo',
  applepay: 'apple_pay',
  googlepay: 'google_pay',
  paylater: 'paypal_pay_later',
}

/** @param {EligibleAnswer} answer @returns {Eligible} */
function eligibleIn({ eligible_methods: methods }) {
  /** @param {string} source */
  const detailsOf = (source) => {
    const name = names[source]
    return name === undefined ? undefined : methods[name]
  }
  return {
    isEligible: (source) => detailsOf(source) !== undefined,
    getDetails: (source) => {
      const details = detailsOf(source)
      if (!details) throw failure('ERR_NOT_ELIGIBLE', `${source} is not eligible`)
      const config = source === 'applepay' ? appleConfig : source === 'googlepay' ? googleConfig : undefined
      /** @type {object} */
      const found = {
        canBeVaulted: details.can_be_vaulted ?? false,
        ...(config ? { config } : {}),
        ...(details.country_code ? { countryCode: details.country_code } : {}),
        ...(details.product_code ? { productCode: details.product_code } : {}),
      }
      return /** @type {any} */ (found)
    },
  }
}

/** @type {Base} */
const base = {
  findEligibleMethods: async ({ amount, currencyCode = 'USD' } = {}) => {
    const query = new URLSearchParams({ currency: currencyCode, ...(amount ? { amount } : {}) })
    const response = await fetch(addressOf(`eligible?${query}`))
    if (!response.ok) throw failure('ERR_ELIGIBILITY', 'PayPal does not answer')
    return eligibleIn(await response.json())
  },
  hydrateEligibleMethods: eligibleIn,
  updateLocale() {},
}

/** @type {import('@paypal/paypal-js/sdk-v6').PayPalPaymentsInstance} */
const payments = {
  createPayPalOneTimePaymentSession: accountSession('paypal'),
  createPayLaterOneTimePaymentSession: accountSession('pay_later'),
  createPayPalSavePaymentSession: savingSession,
  createPayPalCreditOneTimePaymentSession: notImitated,
  createPayPalCreditSavePaymentSession: notImitated,
}
/** @type {import('@paypal/paypal-js/sdk-v6').PayPalGuestPaymentsInstance} */
const guests = { createPayPalGuestOneTimePaymentSession: guestSession }
/** @type {import('@paypal/paypal-js/sdk-v6').VenmoPaymentsInstance} */
const venmo = { createVenmoOneTimePaymentSession: venmoSession, createVenmoSavePaymentSession: notImitated }
/** @type {import('@paypal/paypal-js/sdk-v6').ApplePayPaymentsInstance} */
const apple = { createApplePayOneTimePaymentSession: appleSession }
/** @type {import('@paypal/paypal-js/sdk-v6').GooglePayPaymentsInstance} */
const google = { createGooglePayOneTimePaymentSession: googleSession }

/** @type {Partial<Record<Component, object>>} */
const parts = {
  'paypal-payments': payments,
  'paypal-guest-payments': guests,
  'venmo-payments': venmo,
  'applepay-payments': apple,
  'googlepay-payments': google,
}

/** An instance has the functions of its components only. @param {InstanceOptions} options */
async function createInstance({ clientId, clientToken, components }) {
  if (!(clientId ?? clientToken)) throw failure('ERR_INVALID_CLIENT', 'createInstance() needs a client id')
  const unknown = components.find((component) => parts[component] === undefined)
  if (unknown !== undefined) throw failure('ERR_INVALID_COMPONENT', `The sandbox does not have ${unknown}`)
  defineElements(components)
  return Object.assign({ ...base }, ...components.map((component) => parts[component]))
}

Object.assign(window, { paypal: { version, createInstance } })
