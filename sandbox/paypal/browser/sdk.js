// Replaces PayPal's JavaScript SDK v6 (https://www.paypal.com/web-sdk/v6/core) in sandbox mode: the same calls and
// callbacks, with the sandbox's approval window. button.js, surface.js and this file are served as one classic script
// (see ../browser.ts: every import must be on one line). The tsconfig.json of this folder checks them against PayPal's
// types (@paypal/paypal-js/sdk-v6).

import { failure, openSurface } from './surface.js'

/** @typedef {import('./surface.js').Surface} Surface */

/** @typedef {import('@paypal/paypal-js/sdk-v6').PayPalOneTimePaymentSessionOptions} PaymentCallbacks */
/** @typedef {import('@paypal/paypal-js/sdk-v6').OneTimePaymentSession} PaymentSession */
/** @typedef {import('@paypal/paypal-js/sdk-v6').SavePaymentSessionOptions} SavingCallbacks */
/** @typedef {import('@paypal/paypal-js/sdk-v6').SavePaymentSession} SavingSession */
/**
 * What the window is about: the name of its id in PayPal's addresses, and the callbacks for its outcome.
 * @typedef {object} Subject
 * @property {string} parameter
 * @property {(id: string, payerId: string | undefined) => Promise<void> | undefined} approved
 * @property {(id: string) => void} canceled
 * @property {Pick<PaymentCallbacks, 'onComplete' | 'onError'>} callbacks
 */
/** @typedef {import('@paypal/paypal-js/sdk-v6').EligiblePaymentMethodsOutput['isEligible']} IsEligible */
/** @typedef {import('@paypal/paypal-js/sdk-v6').CreateInstanceOptions<['paypal-payments']>} InstanceOptions */
/** @typedef {{ outcome: 'approved' | 'canceled', payerId?: string | undefined }} Outcome */

const ownScript = document.currentScript ?? document.querySelector('script[src$="/web-sdk/v6/core"]')
const ownAddress =
  ownScript instanceof HTMLScriptElement ? ownScript.src : `${location.origin}/sandbox/paypal/web-sdk/v6/core`
const checkoutPage = new URL('../../checkoutnow', ownAddress).href

/** @type {import('@paypal/paypal-js/sdk-v6').PayPalV6Namespace['version']} */
const version = '6.0.0'

const eligibility = {
  /** @type {IsEligible} */
  isEligible: (method) => method === 'paypal',
  getDetails: () => ({ canBeVaulted: false }),
}

const instance = {
  findEligibleMethods: () => Promise.resolve(eligibility),
  hydrateEligibleMethods: () => eligibility,
  updateLocale() {},
  createPayPalOneTimePaymentSession: payingSession,
  createPayPalSavePaymentSession: savingSession,
}

/** @param {InstanceOptions} options */
function createInstance(options) {
  if (options.clientId ?? options.clientToken) return Promise.resolve(instance)
  return Promise.reject(failure('ERR_INVALID_CLIENT', 'createInstance() needs a client id'))
}

Object.assign(window, { paypal: { version, createInstance } })

/** @param {PaymentCallbacks} callbacks @returns {PaymentSession} */
function payingSession(callbacks) {
  const { start, cancel } = createSession({
    parameter: 'token',
    approved: (orderId, payerId) =>
      callbacks.onApprove?.({ orderId, fundingSource: 'paypal', ...(payerId ? { payerId } : {}) }),
    canceled: (orderId) => callbacks.onCancel?.({ orderId }),
    callbacks,
  })
  return {
    start: (presentation, order) =>
      start(
        presentation,
        order?.then(({ orderId }) => orderId),
      ),
    cancel,
    destroy: cancel,
  }
}

/** @param {SavingCallbacks} callbacks @returns {SavingSession} */
function savingSession(callbacks) {
  const { start, cancel } = createSession({
    parameter: 'approval_token_id',
    approved: (vaultSetupToken, payerId) =>
      callbacks.onApprove?.({ vaultSetupToken, fundingSource: 'paypal', ...(payerId ? { payerId } : {}) }),
    canceled: (vaultSetupToken) => callbacks.onCancel?.({ vaultSetupToken }),
    callbacks,
  })
  return {
    start: (presentation, setup) =>
      start(
        presentation,
        setup?.then(({ vaultSetupToken }) => vaultSetupToken),
      ),
    cancel,
    destroy: cancel,
  }
}

/** @param {Subject} subject */
function createSession(subject) {
  const { callbacks, parameter } = subject
  /** @type {{ surface: Surface, finish: (outcome: Outcome) => void } | null} */
  let running = null

  /**
   * @param {{ presentationMode: string }} [presentation]
   * @param {Promise<string>} [order] the id
   * @returns {Promise<void>} once the window shows the order
   */
  async function start(presentation = { presentationMode: 'auto' }, order) {
    if (!order) throw failure('ERR_NO_ORDER', 'start() needs the promise of an order')
    // The rejection is handled where the order is awaited, which is after the window was opened.
    order.catch(() => {})
    if (running) running.surface.focus()
    else await run(openSurface(presentation.presentationMode), order)
  }

  /** @param {Surface} surface @param {Promise<string>} order */
  async function run(surface, order) {
    const stop = new AbortController()
    let id = ''
    /** @param {Outcome} outcome */
    const finish = (outcome) => {
      if (stop.signal.aborted) return
      stop.abort()
      running = null
      surface.close()
      void report(subject, id, outcome)
    }
    running = { surface, finish }
    watchForClose(surface, finish, stop.signal)
    try {
      id = await order
    } catch (error) {
      throw reportFailure(callbacks, 'ERR_CREATE_ORDER', error)
    } finally {
      if (id === '') {
        stop.abort()
        running = null
        surface.close()
      }
    }
    if (stop.signal.aborted) return
    listenForOutcome(surface, id, finish, stop.signal)
    surface.go(`${checkoutPage}?${parameter}=${encodeURIComponent(id)}`)
  }

  const cancel = () => running?.finish({ outcome: 'canceled' })
  return { start, cancel }
}

/**
 * Treats a window that is closed without an outcome as canceled.
 * @param {Surface} surface
 * @param {(outcome: Outcome) => void} finish
 * @param {AbortSignal} signal
 */
function watchForClose(surface, finish, signal) {
  const timer = setInterval(() => {
    if (!surface.isClosed()) return
    clearInterval(timer)
    // Its last message may not have arrived yet.
    setTimeout(finish, 300, { outcome: 'canceled' })
  }, 300)
  signal.addEventListener('abort', () => clearInterval(timer))
}

/**
 * Accepts messages only from the approval window, from this origin, and about this order.
 * @param {Surface} surface
 * @param {string} id
 * @param {(outcome: Outcome) => void} finish
 * @param {AbortSignal} signal
 */
function listenForOutcome(surface, id, finish, signal) {
  window.addEventListener(
    'message',
    ({ origin, source, data }) => {
      if (origin !== location.origin || source !== surface.window()) return
      if (data?.source !== 'paypal-sandbox' || data.orderId !== id) return
      finish({ outcome: data.outcome === 'approved' ? 'approved' : 'canceled', payerId: data.payerId })
    },
    { signal },
  )
}

/** @param {Subject} subject @param {string} id @param {Outcome} outcome */
async function report({ approved, canceled, callbacks }, id, { outcome, payerId }) {
  if (outcome === 'canceled') {
    canceled(id)
    callbacks.onComplete?.({ paymentSessionState: 'canceled' })
    return
  }
  try {
    await approved(id, payerId)
    callbacks.onComplete?.({ paymentSessionState: 'approved' })
  } catch (error) {
    reportFailure(callbacks, 'ERR_ON_APPROVE', error)
  }
}

/** @param {Subject['callbacks']} callbacks @param {string} code @param {unknown} error */
function reportFailure(callbacks, code, error) {
  const problem = failure(code, error instanceof Error ? error.message : String(error))
  callbacks.onError?.(problem)
  callbacks.onComplete?.({ paymentSessionState: 'error' })
  return problem
}
