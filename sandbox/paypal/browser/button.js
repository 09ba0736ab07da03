// The <paypal-button> element of the sandbox's SDK, and a function that surface.js uses too. See sdk.js.

/** @typedef {keyof typeof buttonLabels} ButtonType */

const buttonLabels = {
  buynow: 'Buy now with PayPal',
  checkout: 'Check out with PayPal',
  donate: 'Donate with PayPal',
  pay: 'Pay with PayPal',
  subscribe: 'Subscribe with PayPal',
}

const buttonStyle = `
  :host { display: block; min-width: 150px }
  :host([hidden]) { display: none }
  button { width: 100%; min-height: 48px; padding: 8px 16px; border: 1px solid #1c1a17; cursor: pointer;
    border-radius: var(--paypal-button-border-radius, 0); background: #e0a526; color: #1c1a17;
    font: 600 16px/1.2 system-ui, sans-serif }
  button:focus-visible { outline: 2px solid currentcolor; outline-offset: 3px }
  button:disabled { cursor: default; opacity: 0.6 }`

class PayPalButton extends HTMLElement {
  static observedAttributes = ['type', 'disabled']
  #button = document.createElement('button')

  constructor() {
    super()
    const root = this.attachShadow({ mode: 'open', delegatesFocus: true })
    addStyle(root, buttonStyle)
    this.#button.type = 'button'
    root.append(this.#button)
    this.attributeChangedCallback()
  }

  /** @returns {ButtonType} */
  get type() {
    const type = this.getAttribute('type') ?? ''
    return isButtonType(type) ? type : 'pay'
  }
  set type(type) {
    this.setAttribute('type', type)
  }

  get disabled() {
    return this.hasAttribute('disabled')
  }
  set disabled(disabled) {
    this.toggleAttribute('disabled', disabled)
  }

  attributeChangedCallback() {
    this.#button.textContent = buttonLabels[this.type]
    this.#button.disabled = this.disabled
  }

  click() {
    this.#button.click()
  }
}

/** @param {string} type @returns {type is ButtonType} */
function isButtonType(type) {
  return Object.hasOwn(buttonLabels, type)
}

/**
 * Uses a constructed style sheet, the only kind that a script may add under a strict content security policy.
 * @param {Document | ShadowRoot} root
 * @param {string} css
 */
export function addStyle(root, css) {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  root.adoptedStyleSheets.push(sheet)
}

if (!customElements.get('paypal-button')) customElements.define('paypal-button', PayPalButton)
