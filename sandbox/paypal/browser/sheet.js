import { chosenAddress, onAddress } from './address-choice.js'

// The sheet of Apple Pay or Google Pay: tells the shop's page what the buyer chooses, and shows the state that it is told.
const buttons = [...document.querySelectorAll('button')]
const shop = window.parent === window ? null : window.parent

/** @param {object} message */
function tell(message) {
  shop?.postMessage({ source: 'wallet-sandbox', message }, location.origin)
}

for (const button of buttons) {
  const { choice } = button.dataset
  button.addEventListener('click', () =>
    tell(
      choice === undefined || choice === 'cancel'
        ? { kind: 'canceled' }
        : { kind: 'chosen', choice, address: chosenAddress() },
    ),
  )
}
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && !event.isComposing) tell({ kind: 'canceled' })
})

/** @type {Record<string, string>} */
const TEXTS = {
  checking: 'Checking the shop…',
  ready: '',
  processing: 'Processing…',
  done: 'Done',
}

window.addEventListener('message', ({ origin, source, data }) => {
  if (origin !== location.origin || source !== shop || data?.source !== 'wallet-sandbox') return
  if (data.amount !== undefined) showAmount(data.amount)
  show(data.state, data.message)
})

/** @param {string} state @param {string} [message] */
function show(state, message) {
  const isReady = state === 'ready' || state === 'refused'
  for (const button of buttons) button.disabled = !isReady && button.dataset.choice !== 'cancel'
  put('.done', TEXTS[state] ?? '')
  put('.trouble[role=alert]', state === 'refused' || state === 'unserved' ? (message ?? '') : '')
}

/** @param {string} amount in dollars */
function showAmount(amount) {
  for (const place of document.querySelectorAll('.total')) place.textContent = `$${amount}`
  for (const place of document.querySelectorAll('button.pay')) place.textContent = `Pay $${amount}`
}

/** @param {string} selector @param {string} text */
function put(selector, text) {
  const box = document.querySelector(selector)
  if (!(box instanceof HTMLElement)) return
  box.textContent = text
  box.hidden = text === ''
}

onAddress((address) => {
  show('checking')
  tell({ kind: 'address', address })
})
show('checking')
tell({ kind: 'shown', address: chosenAddress() })
