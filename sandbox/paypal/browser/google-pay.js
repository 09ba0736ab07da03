// Replaces Google's script (https://pay.google.com/gp/p/js/pay.js) in sandbox mode. Google's sheet stays open until the
// promise of `onPaymentAuthorized` resolves; after an error the buyer may choose again. This file and those that it
// imports are served as one classic script.

import { addStyle, buttonStyle } from './button.js'
import { isInClick, openSheet } from './sheet-opener.js'

/** @typedef {import('../../../shared/providers/wallets.ts').GoogleClient} Client */
/** @typedef {import('../../../shared/providers/wallets.ts').GoogleClientOptions} ClientOptions */
/** @typedef {import('../../../shared/providers/wallets.ts').GooglePaymentData} PaymentData */

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
  loadPaymentData({ transactionInfo, callbackIntents, merchantInfo }) {
    const { totalPrice, totalPriceStatus } = transactionInfo
    if (!isInClick()) return Promise.reject(problem('DEVELOPER_ERROR', 'loadPaymentData() needs a click'))
    if (
      !callbackIntents.includes('PAYMENT_AUTHORIZATION') ||
      totalPriceStatus !== 'FINAL' ||
      !/^\d+\.\d\d$/.test(totalPrice)
    )
      return Promise.reject(problem('DEVELOPER_ERROR', 'The request is not valid'))
    const { onPaymentAuthorized } = this.#options.paymentDataCallbacks
    return new Promise((resolve, reject) => {
      const merchant = merchantInfo.merchantName ?? ''
      const sheet = openSheet('google_pay', 'Google Pay', { amount: totalPrice, merchant }, (message) => {
        if (message.kind === 'chosen') void authorize(message.choice)
        else if (message.kind === 'shown') sheet.show({ state: 'ready' })
        else {
          sheet.close()
          reject(problem('CANCELED', 'User closed the Payment Request UI.'))
        }
      })
      /** @param {string} choice */
      const authorize = async (choice) => {
        sheet.show({ state: 'processing' })
        const data = paymentData(choice)
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

/** @param {string} statusCode @param {string} statusMessage */
function problem(statusCode, statusMessage) {
  return Object.assign(new Error(statusMessage), { statusCode, statusMessage })
}

/** The token of the sandbox is the buyer's choice. @param {string} choice @returns {PaymentData} */
function paymentData(choice) {
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
  }
}

Object.assign(window, { google: { payments: { api: { PaymentsClient } } } })
