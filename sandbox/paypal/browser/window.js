// A window of the sandbox in which the buyer approves or cancels, from its opening to its outcome. See sdk.js.

import { failure } from './surface.js'

/** @typedef {import('./surface.js').Surface} Surface */
/** @typedef {{ outcome: 'approved' | 'canceled', payerId?: string | undefined, answer?: string | undefined }} Outcome */
/**
 * What a window is about, and the callbacks for its outcome.
 * @typedef {object} Subject
 * @property {(id: string) => string} address of the window's page
 * @property {(id: string, payerId: string | undefined) => Promise<void> | undefined} approved
 * @property {(id: string) => void} canceled
 * @property {(surface: Surface, id: string, signal: AbortSignal) => void} [opened]
 * @property {Pick<import('@paypal/paypal-js/sdk-v6').PayPalOneTimePaymentSessionOptions, 'onComplete' | 'onError'>} callbacks
 */

/** @param {Subject} subject */
export function createSession(subject) {
  const { callbacks } = subject
  /** @type {{ surface: Surface, finish: (outcome: Outcome) => void } | null} */
  let running = null

  /**
   * @param {() => Surface} open
   * @param {Promise<string>} [order] the id
   * @returns {Promise<void>} once the window shows the order
   */
  async function start(open, order) {
    if (!order) throw failure('ERR_NO_ORDER', 'start() needs the promise of an order')
    // The rejection is handled where the order is awaited, which is after the window was opened.
    order.catch(() => {})
    if (running) running.surface.focus()
    else await run(open(), order)
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
    subject.opened?.(surface, id, stop.signal)
    surface.go(subject.address(id))
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
export function watchForClose(surface, finish, signal) {
  const timer = setInterval(() => {
    if (!surface.isClosed()) return
    clearInterval(timer)
    // Its last message may not have arrived yet.
    setTimeout(finish, 300, { outcome: 'canceled' })
  }, 300)
  signal.addEventListener('abort', () => clearInterval(timer))
}

/**
 * Accepts messages only from the window, from this origin, and about this order.
 * @param {Surface} surface
 * @param {string} id
 * @param {(outcome: Outcome) => void} finish
 * @param {AbortSignal} signal
 */
export function listenForOutcome(surface, id, finish, signal) {
  window.addEventListener(
    'message',
    ({ origin, source, data }) => {
      if (origin !== location.origin || source !== surface.window()) return
      if (data?.source !== 'paypal-sandbox' || data.orderId !== id) return
      const outcome = data.outcome === 'approved' ? 'approved' : 'canceled'
      finish({ outcome, payerId: data.payerId, answer: data.answer })
    },
    { signal },
  )
}

/** @param {Subject} subject @param {string} id @param {Outcome} outcome */
export async function report({ approved, canceled, callbacks }, id, { outcome, payerId }) {
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
