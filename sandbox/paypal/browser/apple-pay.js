// Replaces Apple's script (https://applepay.cdn-apple.com/jsapi/1.latest/apple-pay-sdk.js) in sandbox mode. The events
// come in Apple's order: the shop is checked first, then the card is shown, then the buyer authorizes. This file and those
// that it imports are served as one classic script.

import { define, sdkButton } from './button.js'
import { isInClick, openSheet } from './sheet-opener.js'

/** @typedef {import('../../../shared/providers/wallets.ts').AppleSession} Session */
/** @typedef {import('../../../shared/providers/wallets.ts').ApplePaymentRequest} PaymentRequest */

class ApplePayButton extends sdkButton('apple') {
  label() {
    return 'Pay with Apple Pay'
  }
}

/** @typedef {import('./sheet-opener.js').Address} Address */

/** https://developer.apple.com/documentation/applepayontheweb/applepayerror */
class SandboxApplePayError {
  /** The sheet shows it. */
  text() {
    return this.message
  }

  /** @param {string} code @param {string} [contactField] @param {string} [message] */
  constructor(code, contactField, message = 'This address cannot be used') {
    Object.assign(this, { code, contactField })
    this.message = message
  }
}

/** @param {Address} address */
function placeOf(address) {
  return {
    locality: address['admin_area_2'] ?? '',
    administrativeArea: address['admin_area_1'] ?? '',
    postalCode: address['postal_code'] ?? '',
    countryCode: address['country_code'] ?? '',
  }
}

/** @param {Address} address */
function contactOf(address) {
  return {
    ...placeOf(address),
    addressLines: [address['address_line_1'] ?? ''],
    givenName: 'Sandy',
    familyName: 'Box',
    emailAddress: 'buyer@sandbox.example',
  }
}

/** What may happen next in a session. */
const STATES = { new: 0, checking: 1, checked: 2, authorized: 3, over: 4 }

/** @implements {Session} */
class SandboxApplePaySession {
  static STATUS_SUCCESS = 0
  static STATUS_FAILURE = 1
  static canMakePayments = () => true
  /** @param {number} version */
  static supportsVersion = (version) => version >= 1 && version <= 14

  /** @type {Session['onvalidatemerchant']} */
  onvalidatemerchant = null
  /** @type {Session['onpaymentmethodselected']} */
  onpaymentmethodselected = null
  /** @type {Session['onpaymentauthorized']} */
  onpaymentauthorized = null
  /** @type {Session['onshippingcontactselected']} */
  onshippingcontactselected = null
  /** @type {Session['oncancel']} */
  oncancel = null
  #state = STATES.new
  #request
  /** The sum that the sheet shows. */
  #amount = ''
  /** @type {Address | undefined} the address that the shop has not answered about yet */
  #address
  /** @type {ReturnType<typeof openSheet> | null} */
  #sheet = null

  /** @param {number} version @param {PaymentRequest} request */
  constructor(version, request) {
    if (!isInClick()) throw new Error('Must create a new ApplePaySession from a user gesture handler.')
    const { total, countryCode, currencyCode, supportedNetworks } = request
    if (version > 14 || countryCode !== 'US' || currencyCode !== 'USD' || supportedNetworks.length === 0)
      throw new TypeError('The payment request is not valid')
    if (total.label === '' || !/^\d+\.\d\d$/.test(total.amount)) throw new TypeError('The total is not valid')
    this.#request = request
    this.#amount = total.amount
  }

  begin() {
    this.#require(STATES.new)
    this.#state = STATES.checking
    const { label: merchant, amount } = this.#request.total
    this.#sheet = openSheet(
      'apple_pay',
      'Apple Pay',
      { merchant, amount, asksAddress: this.#asksAddress },
      (message) => {
        if (message.kind === 'canceled') this.#end(() => this.oncancel?.({}))
        else if (message.kind === 'chosen') this.#authorize(message.choice, message.address)
        else if (message.kind === 'address') this.#selectContact(message.address)
        else {
          this.#address = message.address
          this.onvalidatemerchant?.({
            validationURL: 'https://apple-pay-gateway.sandbox.example/paymentSession',
          })
        }
      },
    )
  }

  abort() {
    if (this.#state === STATES.over) throw new DOMException('The session is over', 'InvalidAccessError')
    this.#end(() => {})
  }

  /** @type {Session['completeMerchantValidation']} */
  completeMerchantValidation(merchantSession) {
    this.#require(STATES.checking)
    // A common mistake: PayPal's answer has the session in a field.
    if (
      typeof merchantSession?.merchantSessionIdentifier !== 'string' ||
      'merchantSession' in merchantSession
    ) {
      this.#end(() => this.oncancel?.({}))
      return
    }
    this.#state = STATES.checked
    if (this.#asksAddress && this.#address) this.#selectContact(this.#address)
    else this.#sheet?.show({ state: 'ready' })
    this.onpaymentmethodselected?.({ paymentMethod: { type: 'credit', network: 'Visa' } })
  }

  /** @type {Session['completePaymentMethodSelection']} */
  completePaymentMethodSelection({ newTotal }) {
    this.#require(STATES.checked)
    if (newTotal.amount !== this.#amount) throw new TypeError('The sandbox shows one total only')
  }

  get #asksAddress() {
    return this.#request.requiredShippingContactFields?.includes('postalAddress') ?? false
  }

  /** Apple tells the place only, until the buyer authorizes. @param {Address} address */
  #selectContact(address) {
    this.#require(STATES.checked)
    this.onshippingcontactselected?.({ shippingContact: placeOf(address) })
  }

  /** @type {Session['completeShippingContactSelection']} */
  completeShippingContactSelection({ newTotal, errors = [] }) {
    this.#require(STATES.checked)
    const [error] = errors
    if (error instanceof SandboxApplePayError)
      return this.#sheet?.show({ state: 'unserved', message: error.text() })
    this.#amount = newTotal.amount
    this.#sheet?.show({ state: 'ready', amount: newTotal.amount })
  }

  /** @type {Session['completePayment']} */
  completePayment({ status }) {
    this.#require(STATES.authorized)
    this.#state = STATES.over
    const isPaid = status === SandboxApplePaySession.STATUS_SUCCESS
    this.#sheet?.show(isPaid ? { state: 'done' } : { state: 'refused', message: 'Payment Not Completed' })
    // Like Apple's sheet, which shows the result for a moment.
    setTimeout(() => this.#sheet?.close(), 1200)
  }

  /** @param {string} choice @param {Address} [address] */
  #authorize(choice, address) {
    this.#require(STATES.checked)
    this.#state = STATES.authorized
    this.#sheet?.show({ state: 'processing' })
    const amount = this.#amount
    this.onpaymentauthorized?.({
      payment: {
        token: {
          paymentData: { version: 'EC_v1', data: `sandbox:${choice}@${amount}` },
          paymentMethod: { displayName: 'Visa 4242', network: 'Visa', type: 'credit' },
          transactionIdentifier: `sandbox-${Date.now()}`,
        },
        billingContact: { givenName: 'Sandy', familyName: 'Box', postalCode: '22180', countryCode: 'US' },
        ...(this.#asksAddress && address ? { shippingContact: contactOf(address) } : {}),
      },
    })
  }

  /** @param {() => void} tell */
  #end(tell) {
    if (this.#state === STATES.over) return
    this.#state = STATES.over
    this.#sheet?.close()
    tell()
  }

  /** @param {number} state */
  #require(state) {
    if (this.#state !== state) throw new DOMException('The session is in another state', 'InvalidStateError')
  }
}

define('apple-pay-button', ApplePayButton)
Object.assign(window, { ApplePaySession: SandboxApplePaySession, ApplePayError: SandboxApplePayError })
