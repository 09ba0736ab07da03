// Replaces Google's script (https://pay.google.com/gp/p/js/pay.js) in sandbox mode. Google's sheet stays open until the
// promise of `onPaymentAuthorized` resolves; after an error the buyer may choose again. This file and those that it
// imports are served as one classic script.

import { addStyle, buttonStyle } from './button.js'
import { isInClick, openSheet } from './sheet-opener.js'

/** @typedef {import('../../../shared/providers/wallets.ts').GoogleClient} Client */
/** @typedef {import('../../../shared/providers/wallets.ts').GoogleClientOptions} ClientOptions */
/** @typedef {import('../../../shared/providers/wallets.ts').GooglePaymentData} PaymentData */
/** @typedef {import('../../../shared/providers/wallets.ts').GoogleRequest} Request */
/** @typedef {import('./sheet-opener.js').Address} Address */

/** @implements {Client} */
class PaymentsClient {
  #options

  /** @param {ClientOptions} options */
  constructor(options) {
    if (options.environment !== 'TEST') throw new Error('The sandbox is for the environment TEST')
    this.#options = options
  }

  /** @type {Client['isReadyToPay']} */
  isReadyToPay({ allowedPaymentMethods, apiVersion }) {
    if (apiVersion !== 2 || !allowedPaymentMethods.every(({ parameters }) => parameters.allowedCardNetworks))
      return Promise.reject(problem('DEVELOPER_ERROR', 'The settings are those of PayPal, not of Google'))
    return Promise.resolve({ result: true })
  }

  /** @type {Client['createButton']} */
  createButton({ onClick, buttonSizeMode = 'static' }) {
    const host = document.createElement('div')
    host.style.height = buttonSizeMode === 'fill' ? '100%' : '40px'
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'google sandbox-google-button'
    button.textContent = 'Pay with Google Pay'
    button.addEventListener('click', onClick)
    addStyle(document, buttonStyle.replaceAll(/(^|\n) +button/g, '$1 .sandbox-google-button'))
    host.append(button)
    return host
  }

  /** @type {Client['loadPaymentData']} */
  loadPaymentData(request) {
    if (!isInClick()) return Promise.reject(problem('DEVELOPER_ERROR', 'loadPaymentData() needs a click'))
    if (!isValid(request)) return Promise.reject(problem('DEVELOPER_ERROR', 'The request is not valid'))
    const { onPaymentAuthorized, onPaymentDataChanged } = this.#options.paymentDataCallbacks
    const asksAddress = request.shippingAddressRequired === true
    return new Promise((resolve, reject) => {
      const shown = {
        amount: request.transactionInfo.totalPrice,
        merchant: request.merchantInfo.merchantName ?? '',
        asksAddress,
      }
      const sheet = openSheet('google_pay', 'Google Pay', shown, (message) => {
        if (message.kind === 'chosen') void authorize(message.choice, message.address)
        else if (message.kind === 'address') void change('SHIPPING_ADDRESS', message.address)
        else if (message.kind === 'canceled') {
          sheet.close()
          reject(problem('CANCELED', 'User closed the Payment Request UI.'))
        } else if (asksAddress && message.address) void change('INITIALIZE', message.address)
        else sheet.show({ state: 'ready' })
      })
      /**
       * Google tells the place only, without name and street.
       * @param {'INITIALIZE' | 'SHIPPING_ADDRESS'} callbackTrigger
       * @param {Address} address
       */
      const change = async (callbackTrigger, address) => {
        const result = await onPaymentDataChanged?.({ callbackTrigger, shippingAddress: placeIn(address) })
        if (result && 'error' in result) sheet.show({ state: 'unserved', message: result.error.message })
        else
          sheet.show({ state: 'ready', ...(result ? { amount: result.newTransactionInfo.totalPrice } : {}) })
      }
      /** @param {string} choice @param {Address} [address] */
      const authorize = async (choice, address) => {
        sheet.show({ state: 'processing' })
        const data = paymentData(choice, request, address)
        const result = await onPaymentAuthorized(data)
        if (result.transactionState === 'ERROR') {
          sheet.show({ state: 'refused', message: result.error.message })
          return
        }
        sheet.close()
        resolve(data)
      }
    })
  }
}

/** The sum may be an estimate only until the buyer has chosen an address. @param {Request} request */
function isValid({ transactionInfo, callbackIntents, shippingAddressRequired = false }) {
  return (
    callbackIntents.includes('PAYMENT_AUTHORIZATION') &&
    callbackIntents.includes('SHIPPING_ADDRESS') === shippingAddressRequired &&
    (transactionInfo.totalPriceStatus === 'FINAL' || shippingAddressRequired) &&
    /^\d+\.\d\d$/.test(transactionInfo.totalPrice)
  )
}

/** @param {string} statusCode @param {string} statusMessage */
function problem(statusCode, statusMessage) {
  return Object.assign(new Error(statusMessage), { statusCode, statusMessage })
}

/** @param {Address} address */
function placeIn(address) {
  return {
    locality: address['admin_area_2'] ?? '',
    administrativeArea: address['admin_area_1'] ?? '',
    postalCode: address['postal_code'] ?? '',
    countryCode: address['country_code'] ?? '',
  }
}

/**
 * The token of the sandbox is the buyer's choice.
 * @param {string} choice
 * @param {Request} request
 * @param {Address} [address]
 * @returns {PaymentData}
 */
function paymentData(choice, { emailRequired, shippingAddressRequired }, address) {
  const street = address?.['address_line_1'] ?? ''
  return {
    paymentMethodData: {
      type: 'CARD',
      description: 'Mastercard •••• 0005',
      info: {
        cardDetails: '0005',
        cardNetwork: 'MASTERCARD',
        assuranceDetails: { accountVerified: true, cardHolderAuthenticated: choice !== 'challenge' },
      },
      tokenizationData: { type: 'PAYMENT_GATEWAY', token: `sandbox:${choice}` },
    },
    ...(emailRequired ? { email: 'buyer@sandbox.example' } : {}),
    ...(shippingAddressRequired && address
      ? { shippingAddress: { ...placeIn(address), name: 'Sandy Box', address1: street } }
      : {}),
  }
}

Object.assign(window, { google: { payments: { api: { PaymentsClient } } } })
