// The popup, the overlay or the place in the page that shows a window of the sandbox. See sdk.js.

import { addStyle } from './button.js'

/**
 * @typedef {object} Surface
 * @property {() => Window | null} window
 * @property {(url: string) => void} go
 * @property {() => boolean} isClosed
 * @property {() => void} close
 * @property {() => void} focus
 */

const overlayStyle = `
  .paypal-sandbox-overlay { width: min(100vw, 512px); height: min(100dvh, 800px); max-width: none;
    max-height: none; margin: auto; padding: 0; box-sizing: border-box; border: 1px solid #1c1a17; background: #f4efe6;
    overflow: hidden }
  .paypal-sandbox-overlay::backdrop { background: rgb(28 26 23 / 0.6) }
  .paypal-sandbox-overlay iframe { display: block; width: 100%; height: 100%; border: 0 }`

/**
 * Must run in the click's event handler; otherwise the browser blocks the popup.
 * @param {string} mode
 * @param {string} name of the method, as the title of the window
 * @returns {Surface}
 */
export function openSurface(mode, name) {
  if (mode === 'modal') return openOverlay(name)
  if (mode !== 'auto' && mode !== 'popup') {
    throw failure('ERR_PRESENTATION_MODE', `The sandbox does not support the presentation mode ${mode}`, true)
  }
  const popup = openPopup(name)
  if (popup) return popup
  if (mode === 'auto') return openOverlay(name)
  throw failure('ERR_DEV_UNABLE_TO_OPEN_POPUP', `The browser blocked the window of ${name}`, true)
}

/** @param {string} name @returns {Surface | null} */
function openPopup(name) {
  const left = Math.max(0, Math.round(window.screenX + (window.outerWidth - 480) / 2))
  const popup = window.open('about:blank', '_blank', `popup,width=480,height=760,left=${left},top=60`)
  if (!popup) return null
  popup.document.title = `${name} sandbox`
  popup.document.body.textContent = 'One moment...'
  return {
    window: () => popup,
    go: (url) => popup.location.replace(url),
    isClosed: () => popup.closed,
    close: () => popup.close(),
    focus: () => popup.focus(),
  }
}

/** @param {string} name @returns {Surface} */
export function openOverlay(name) {
  const dialog = document.createElement('dialog')
  dialog.className = 'paypal-sandbox-overlay'
  dialog.setAttribute('aria-label', `${name} sandbox`)
  const frame = frameOf(name)
  dialog.append(frame)
  addStyle(document, overlayStyle)
  document.body.append(dialog)
  try {
    dialog.showModal()
  } catch (error) {
    dialog.remove()
    throw failure('ERR_DEV_UNABLE_TO_OPEN_MODAL', String(error), true)
  }
  return {
    ...inFrame(frame),
    isClosed: () => !dialog.open,
    close: () => {
      dialog.close()
      dialog.remove()
    },
  }
}

/**
 * The form for a card, in the page.
 * @param {HTMLElement} place
 * @returns {Surface}
 */
export function openInPage(place) {
  const frame = frameOf('Card')
  place.replaceChildren(frame)
  return {
    ...inFrame(frame),
    isClosed: () => !frame.isConnected,
    close: () => frame.remove(),
  }
}

/** @param {string} name */
function frameOf(name) {
  const frame = document.createElement('iframe')
  frame.title = `${name} sandbox`
  return frame
}

/** @param {HTMLIFrameElement} frame */
function inFrame(frame) {
  return {
    window: () => frame.contentWindow,
    /** @param {string} url */
    go: (url) => {
      frame.src = url
    },
    focus: () => frame.focus(),
  }
}

/**
 * An error in the format of the SDK's callbacks.
 * @param {string} code
 * @param {string} message
 */
export function failure(code, message, isRecoverable = false) {
  return Object.assign(new Error(message), { name: 'PayPalError', code, isRecoverable })
}
