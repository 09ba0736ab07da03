// The sessions of the methods that the SDK shows itself: PayPal, Pay Later, Venmo and cards of guests. See sdk.js.

import { listenForAddress } from './address-sessions.js'
import { cardPlace } from './button.js'
import { failure, openInPage, openSurface } from './surface.js'
import { createSession, report } from './window.js'

/** @typedef {import('@paypal/paypal-js/sdk-v6').PayPalOneTimePaymentSessionOptions} PaymentCallbacks */
/** @typedef {import('@paypal/paypal-js/sdk-v6').OneTimePaymentSession} PaymentSession */
/** @typedef {import('@paypal/paypal-js/sdk-v6').VenmoOneTimePaymentSessionOptions} VenmoCallbacks */
/** @typedef {import('@paypal/paypal-js/sdk-v6').VenmoOneTimePaymentSession} VenmoSession */
/** @typedef {import('@paypal/paypal-js/sdk-v6').PayPalGuestOneTimePaymentSessionOptions} GuestCallbacks */
/** @typedef {import('@paypal/paypal-js/sdk-v6').PayPalGuestOneTimePaymentSession} GuestSession */
/** @typedef {import('@paypal/paypal-js/sdk-v6').SavePaymentSessionOptions} SavingCallbacks */
/** @typedef {import('@paypal/paypal-js/sdk-v6').SavePaymentSession} SavingSession */
/** @typedef {import('@paypal/paypal-js/sdk-v6').FundingSource} FundingSource */
/** @typedef {'paypal' | 'pay_later' | 'venmo' | 'card'} WindowMethod */

const ownScript = document.currentScript ?? document.querySelector('script[src$="/web-sdk/v6/core"]')
const ownAddress =
  ownScript instanceof HTMLScriptElement ? ownScript.src : `${location.origin}/sandbox/paypal/web-sdk/v6/core`

/**
 * An address of the sandbox.
 * @param {string} path
 */
export function addressOf(path) {
  return new URL(`../../${path}`, ownAddress).href
}

/** @type {Record<WindowMethod, { name: string, source: FundingSource }>} */
const METHODS = {
  paypal: { name: 'PayPal', source: 'paypal' },
  pay_later: { name: 'PayPal', source: 'paylater' },
  venmo: { name: 'Venmo', source: 'venmo' },
  card: { name: 'Card', source: 'card' },
}

/** @param {WindowMethod} method @param {string} id */
const windowOf = (method, id) => addressOf(`checkoutnow?token=${encodeURIComponent(id)}&method=${method}`)

/** @param {Promise<{ orderId: string }> | undefined} order */
const idIn = (order) => order?.then(({ orderId }) => orderId)

/** @param {WindowMethod} method @param {PaymentCallbacks} callbacks */
function subjectOf(method, callbacks) {
  const fundingSource = METHODS[method].source
  return {
    address: (/** @type {string} */ id) => windowOf(method, id),
    approved: (/** @type {string} */ orderId, /** @type {string | undefined} */ payerId) =>
      callbacks.onApprove?.({ orderId, fundingSource, ...(payerId ? { payerId } : {}) }),
    canceled: (/** @type {string} */ orderId) => callbacks.onCancel?.({ orderId }),
    callbacks,
  }
}

/**
 * PayPal or Pay Later. With the presentations `redirect` and `direct-app-switch` the approval is a page, which returns to the
 * order's `return_url`.
 * @param {'paypal' | 'pay_later'} method
 * @returns {(callbacks: PaymentCallbacks) => PaymentSession}
 */
export function accountSession(method) {
  return (callbacks) => {
    /** @type {import('./window.js').Subject} */
    const subject = {
      ...subjectOf(method, callbacks),
      opened: (surface, id, signal) => listenForAddress(surface, id, callbacks, signal),
    }
    const { start, cancel } = createSession(subject)
    /**
     * @param {import('@paypal/paypal-js/sdk-v6').PayPalPresentationModeOptions} presentation
     * @param {Promise<{ orderId: string }>} [order]
     */
    const startAs = async (presentation = { presentationMode: 'auto' }, order) => {
      const { presentationMode: mode } = presentation
      if (mode === 'direct-app-switch' && !hasApp())
        throw failure('ERR_APP_SWITCH', 'PayPal’s app is not on this device', true)
      if (mode !== 'redirect' && mode !== 'direct-app-switch')
        return start(() => openSurface(mode, METHODS[method].name), idIn(order))
      const id = await idIn(order)
      if (id === undefined) throw failure('ERR_NO_ORDER', 'start() needs the promise of an order')
      storeReturn(mode, { id, method })
      const redirectURL = windowOf(method, id)
      if (!presentation.autoRedirect?.enabled) return { redirectURL }
      location.assign(redirectURL)
      return {}
    }
    return {
      // The published type is that of two functions, of which one returns nothing.
      start: /** @type {PaymentSession['start']} */ (startAs),
      cancel,
      destroy: cancel,
      hasReturned: () => returned(method) !== null,
      resume: async () => {
        const back = returned(method)
        if (!back) throw failure('ERR_NOT_RETURNED', 'The buyer does not come back from PayPal')
        forgetReturn()
        await report(
          subject,
          back.id,
          back.payerId ? { outcome: 'approved', payerId: back.payerId } : { outcome: 'canceled' },
        )
      },
    }
  }
}

const RETURNING = 'paypal-sandbox-redirect'

/** Whether PayPal's app is on this device, as the page of the sandbox's account says. */
function hasApp() {
  return localStorage.getItem('paypal-sandbox-app') === 'installed'
}

/**
 * A browser may open the page to which the app returns in another tab.
 * @param {'redirect' | 'direct-app-switch'} mode
 * @param {{ id: string, method: WindowMethod }} left
 */
function storeReturn(mode, left) {
  const storage = mode === 'redirect' ? sessionStorage : localStorage
  storage.setItem(RETURNING, JSON.stringify(left))
}

/** @param {WindowMethod} method */
function returned(method) {
  const query = new URLSearchParams(location.search)
  const left = JSON.parse(sessionStorage.getItem(RETURNING) ?? localStorage.getItem(RETURNING) ?? 'null')
  const id = query.get('token')
  if (id === null || left?.id !== id || left.method !== method) return null
  return { id, payerId: query.get('PayerID') }
}

function forgetReturn() {
  sessionStorage.removeItem(RETURNING)
  localStorage.removeItem(RETURNING)
  const clean = new URL(location.href)
  clean.searchParams.delete('token')
  clean.searchParams.delete('PayerID')
  history.replaceState(history.state, '', clean)
}

/** @param {VenmoCallbacks} callbacks @returns {VenmoSession} */
export function venmoSession(callbacks) {
  const { start, cancel } = createSession(subjectOf('venmo', callbacks))
  return {
    start: ({ presentationMode: mode } = { presentationMode: 'auto' }, order) =>
      start(() => openSurface(mode, 'Venmo'), idIn(order)),
    cancel,
    destroy: cancel,
  }
}

/**
 * The form for a card opens in the page, below the button. Like PayPal's, it does not open without `onComplete`.
 * @param {GuestCallbacks} callbacks
 * @returns {GuestSession}
 */
export function guestSession(callbacks) {
  const { start, cancel } = createSession(subjectOf('card', callbacks))
  const open = () => {
    const place = cardPlace()
    if (!place) throw failure('ERR_NO_CONTAINER', 'There is no <paypal-basic-card-container>')
    if (!callbacks.onComplete) throw failure('ERR_NO_ON_COMPLETE', 'A guest session needs onComplete')
    return openInPage(place)
  }
  return { start: (_options, order) => start(open, idIn(order)), cancel, destroy: cancel }
}

/** @param {SavingCallbacks} callbacks @returns {SavingSession} */
export function savingSession(callbacks) {
  const { start, cancel } = createSession({
    address: (id) => addressOf(`checkoutnow?approval_token_id=${encodeURIComponent(id)}`),
    approved: (vaultSetupToken, payerId) =>
      callbacks.onApprove?.({ vaultSetupToken, fundingSource: 'paypal', ...(payerId ? { payerId } : {}) }),
    canceled: (vaultSetupToken) => callbacks.onCancel?.({ vaultSetupToken }),
    callbacks,
  })
  return {
    start: ({ presentationMode: mode } = { presentationMode: 'auto' }, setup) =>
      start(
        () => openSurface(mode, 'PayPal'),
        setup?.then(({ vaultSetupToken }) => vaultSetupToken),
      ),
    cancel,
    destroy: cancel,
  }
}

/** @returns {never} */
export function notImitated() {
  throw failure('ERR_NOT_IMITATED', 'The sandbox does not imitate this session')
}
