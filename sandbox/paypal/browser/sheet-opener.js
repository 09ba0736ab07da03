// Opens the sheet of Apple or Google, and exchanges messages with it. Used by apple-pay.js and google-pay.js.

import { openOverlay } from './surface.js'
import { watchForClose } from './window.js'

/**
 * A message of the sheet: it is shown, the buyer has chosen, or has closed it.
 * `address`: in PayPal's format, when the sheet is shown and when the buyer chooses another one, if it asks for one.
 * @typedef {{ kind: 'shown' | 'canceled', address?: Address } | { kind: 'chosen', choice: string, address?: Address } | { kind: 'address', address: Address }} SheetMessage
 * @typedef {Record<string, string>} Address
 */
/**
 * A message for the sheet: what it shows.
 * @typedef {{ state: 'checking' | 'ready' | 'processing' | 'done', amount?: string } | { state: 'refused' | 'unserved', message: string }} SheetState
 */

/**
 * Must be called in a click, like Apple's and Google's functions.
 * @param {string} wallet the name in the sheet's address: `apple_pay` or `google_pay`
 * @param {string} name
 * @param {{ amount: string, merchant: string, asksAddress?: boolean }} shown
 * @param {(message: SheetMessage) => void} heard
 */
export function openSheet(wallet, name, { amount, merchant, asksAddress = false }, heard) {
  const surface = openOverlay(name)
  const stop = new AbortController()
  const origin = location.origin
  const close = () => {
    if (stop.signal.aborted) return
    stop.abort()
    surface.close()
  }
  window.addEventListener(
    'message',
    ({ origin: from, source, data }) => {
      if (from === origin && source === surface.window() && data?.source === 'wallet-sandbox')
        heard(data.message)
    },
    { signal: stop.signal },
  )
  watchForClose(surface, () => heard({ kind: 'canceled' }), stop.signal)
  const query = new URLSearchParams({ wallet, amount, merchant, ...(asksAddress ? { address: '' } : {}) })
  surface.go(`${origin}/sandbox/paypal/sheet?${query}`)
  return {
    close,
    isOpen: () => !stop.signal.aborted,
    /** @param {SheetState} state */
    show: (state) => surface.window()?.postMessage({ source: 'wallet-sandbox', ...state }, origin),
  }
}

/** Whether the code runs in a click, as Apple and Google require. */
export function isInClick() {
  return navigator.userActivation.isActive
}
