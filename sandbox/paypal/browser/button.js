// The buttons of the sandbox's SDK as custom elements, and a function that surface.js uses too. See sdk.js.

export const buttonStyle = `
  :host { display: block; min-width: 150px }
  :host([hidden]) { display: none }
  button { width: 100%; min-height: 48px; padding: 8px 16px; border: 1px solid #1c1a17; cursor: pointer;
    border-radius: var(--paypal-button-border-radius, 0); background: #e0a526; color: #1c1a17;
    font: 600 16px/1.2 system-ui, sans-serif }
  button.venmo { background: #0b6fb0; color: #fff }
  button.card { background: #2c2e2f; color: #fff }
  button.apple { background: #000; color: #fff }
  button.google { background: #1f1f1f; color: #fff; height: 100% }
  button:focus-visible { outline: 2px solid currentcolor; outline-offset: 3px }
  button:disabled { cursor: default; opacity: 0.6 }`

/**
 * A button of the SDK. Its look and name are the sandbox's.
 * @param {string} look a class of `buttonStyle`
 */
export function sdkButton(look) {
  return class extends HTMLElement {
    /** @type {string[]} */
    static observedAttributes = ['type', 'disabled']
    inner = document.createElement('button')

    constructor() {
      super()
      const root = this.attachShadow({ mode: 'open', delegatesFocus: true })
      addStyle(root, buttonStyle)
      this.inner.type = 'button'
      this.inner.className = look
      root.append(this.inner)
      this.render()
    }

    get type() {
      return this.getAttribute('type') ?? ''
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
      this.render()
    }

    /** The text of the button. */
    label() {
      return ''
    }

    render() {
      this.inner.textContent = this.label()
      this.inner.disabled = this.disabled
    }

    click() {
      this.inner.click()
    }
  }
}

/** @type {Record<string, string>} */
const verbs = {
  buynow: 'Buy now with',
  checkout: 'Check out with',
  donate: 'Donate with',
  pay: 'Pay with',
  subscribe: 'Subscribe with',
}

class PayPalButton extends sdkButton('paypal') {
  label() {
    return `${verbs[this.type] ?? verbs['pay']} PayPal`
  }
}

class VenmoButton extends sdkButton('venmo') {
  label() {
    return `${verbs[this.type] ?? verbs['pay']} Venmo`
  }
}

/** Shows nothing without both codes, as PayPal's element. */
class PayLaterButton extends sdkButton('paypal') {
  #country = ''
  #product = ''

  get countryCode() {
    return this.#country
  }
  set countryCode(code) {
    this.#country = code
    this.render()
  }

  get productCode() {
    return this.#product
  }
  set productCode(code) {
    this.#product = code
    this.render()
  }

  label() {
    return 'Pay Later'
  }

  render() {
    super.render()
    // The constructor of the base calls this before the fields exist.
    this.inner.hidden = !(#country in this) || this.#country === '' || this.#product === ''
  }
}

/** Shows nothing outside of its container, as PayPal's element. */
class BasicCardButton extends sdkButton('card') {
  buyerCountry = ''

  connectedCallback() {
    this.render()
  }

  label() {
    return 'Debit or Credit Card'
  }

  render() {
    super.render()
    this.inner.hidden = this.closest('paypal-basic-card-container') === null
  }
}

/** The place of the form for a card, which opens below the button. */
class BasicCardContainer extends HTMLElement {
  /** The sandbox's form is put here. */
  place = document.createElement('div')

  constructor() {
    super()
    const root = this.attachShadow({ mode: 'open' })
    addStyle(
      root,
      ':host { display: block } iframe { box-sizing: border-box; width: 100%; height: 690px; border: 1px solid #1c1a17 }',
    )
    root.append(document.createElement('slot'), this.place)
  }
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

/**
 * Defines an element, unless another script has.
 * @param {string} name
 * @param {CustomElementConstructor} element
 */
export function define(name, element) {
  if (!customElements.get(name)) customElements.define(name, element)
}

/**
 * Defines the elements of a component of the SDK, which PayPal loads when the component is asked for.
 * @param {readonly string[]} components
 */
export function defineElements(components) {
  if (components.includes('paypal-payments')) {
    define('paypal-button', PayPalButton)
    define('paypal-pay-later-button', PayLaterButton)
  }
  if (components.includes('venmo-payments')) define('venmo-button', VenmoButton)
  if (components.includes('paypal-guest-payments')) {
    define('paypal-basic-card-container', BasicCardContainer)
    define('paypal-basic-card-button', BasicCardButton)
  }
}

/**
 * The place of the form for a card on this page; null if there is none.
 * @returns {HTMLElement | null}
 */
export function cardPlace() {
  const container = document.querySelector('paypal-basic-card-container')
  return container instanceof BasicCardContainer ? container.place : null
}
